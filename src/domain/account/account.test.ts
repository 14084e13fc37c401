// @vitest-environment jsdom
// The private room in the real store: orders and balances reach every list, one write per frame, and after a gap the
// lists are read again.
import { describe, expect, it, vi } from 'vitest';
import { listOrders, type Order } from '@halyard/contract/spot/calls';
import { getUser } from '@halyard/contract/user/calls';
import { getWallet, type Wallet } from '@halyard/contract/wallet/calls';
import { decimal } from '@halyard/contract/money';
import { rooms } from '@halyard/contract/realtime/rooms';
import { build } from '@halyard/contract/testing/build';
import { createTestStore } from '../../testing/createTestStore.ts';
import { ordersApi } from '../spot/ordersApi.ts';
import { walletApi } from '../wallet/walletApi.ts';
import { applyBalances, balanceOf } from '../wallet/walletData.ts';
import { accountApi } from './accountApi.ts';

const user = build(getUser.answer);
const wallet = build(getWallet.answer);
const [usdt] = wallet.spot.balances;
const order: Order = { ...(build(listOrders.answer)[0] as Order), status: 'waiting' };
const filter = { status: 'waiting' } as const;

async function setUp() {
  const parts = await createTestStore(user);
  parts.server.on(getWallet, () => wallet);
  parts.server.on(listOrders, () => [order]);
  const queries = [
    parts.store.dispatch(walletApi.endpoints.getWallet.initiate()),
    parts.store.dispatch(ordersApi.endpoints.listOrders.initiate(filter)),
    parts.store.dispatch(ordersApi.endpoints.pageOrders.initiate({})),
  ];
  const stream = parts.store.dispatch(accountApi.endpoints.streamAccount.initiate(user.id));
  await Promise.all([...queries, stream]);
  const state = () => parts.store.getState() as never;
  const selectWaiting = ordersApi.endpoints.listOrders.select(filter);
  const selectHistory = ordersApi.endpoints.pageOrders.select({});
  const selectWallet = walletApi.endpoints.getWallet.select();
  return {
    ...parts,
    waiting: () => selectWaiting(state()).data,
    history: () => selectHistory(state()).data?.pages.flat(),
    spot: () => balanceOf(selectWallet(state()).data, 'spot', usdt?.currency ?? ''),
    close: () => {
      for (const query of [...queries, stream]) query.unsubscribe();
    },
  };
}

describe('the private room', () => {
  it('updates the lists and the wallet', async () => {
    const { realtime, waiting, history, spot, close } = await setUp();
    realtime.send(rooms.account, { event: 'order', order: { ...order, status: 'completed' } });
    realtime.send(rooms.account, {
      event: 'balance',
      balances: [
        {
          account: 'spot',
          currencyId: usdt?.currencyId,
          currency: usdt?.currency,
          available: decimal('7.5'),
          held: decimal('2'),
        },
      ],
    });
    await vi.waitFor(() => expect(waiting()).toEqual([]));
    expect(history()?.map(({ status }) => status)).toEqual(['completed']);
    expect([spot()?.available, spot()?.held]).toEqual(['7.5', '2']);
    close();
  });

  it('keeps a change that arrives while an older answer is on its way', async () => {
    const { realtime, server, store, spot, close } = await setUp();
    const balance = { account: 'spot', currencyId: usdt?.currencyId, currency: usdt?.currency } as const;
    const changed = { ...balance, available: decimal('7.5'), held: decimal('2') };
    let answer = (_wallet: Wallet) => undefined as void;
    server.on(getWallet, () => new Promise<Wallet>((resolve) => (answer = resolve)));
    const read = store.dispatch(walletApi.endpoints.getWallet.initiate(undefined, { forceRefetch: true }));
    await vi.waitFor(() => expect(server.seen(getWallet)).toHaveLength(2));
    realtime.send(rooms.account, { event: 'balance', balances: [changed] });
    await vi.waitFor(() => expect(spot()?.available).toBe('7.5'));
    server.on(getWallet, () => applyBalances(wallet, [changed] as never));
    answer(wallet);
    await read;
    await vi.waitFor(() => expect(spot()?.available).toBe('7.5'));
    expect(server.seen(getWallet)).toHaveLength(3);
    read.unsubscribe();
    close();
  });

  it('reads everything again after a gap', async () => {
    const { realtime, server, close } = await setUp();
    const before = [server.seen(getWallet).length, server.seen(listOrders).length];
    realtime.sendSnapshot(rooms.account, null);
    await vi.waitFor(() => {
      expect([server.seen(getWallet).length, server.seen(listOrders).length]).toEqual(
        before.map((count, index) => count + index + 1),
      );
    });
    close();
  });

  it('unsubscribes when nothing uses it', async () => {
    const { realtime, close } = await setUp();
    expect(realtime.rooms()).toContain(rooms.account);
    close();
    await vi.waitFor(() => expect(realtime.rooms()).not.toContain(rooms.account));
  });
});
