// An option through the real app: bought, settled by the running exchange after a tick, and shown consistently by
// lists, the result that clients poll, days, receipt, file, ledger entries, message and private room; and no other user
// reads any of it.
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getReceipt, getSharedReceipt } from '@halyard/contract/options/receiptCalls';
import { getLoggedReceipt } from '@halyard/contract/transparency/calls';
import type { MarketId } from '@halyard/contract/ids';
import { listMessages } from '@halyard/contract/notifications/calls';
import {
  buyOption,
  getOption,
  listOptionDays,
  listOptions,
  OPTIONS_CSV_COLUMNS,
  OPTIONS_CSV_PATH,
  type Option,
} from '@halyard/contract/options/calls';
import { listEntries } from '@halyard/contract/wallet/entryCalls';
import { decimal } from '@halyard/contract/money';
import { rooms } from '@halyard/contract/realtime/rooms';
import { identityOf } from '../../testing/identities.ts';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import { marketIdOf } from '../../testing/optionMarket.ts';
import { recordMessages, subscribeTo } from '../../testing/realtimeHarness.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';

const SYMBOL = 'BTC/USDT';
const PATIENCE = { interval: 20 };

describe('an option', () => {
  const clock = createTestClock();
  let server: TestServer;
  let user: TestUser;
  let stranger: TestUser;
  let bought: Option;
  let received: ReturnType<typeof recordMessages>;
  const socketOf = (token: string) => io(server.url, { transports: ['websocket'], auth: { token }, forceNew: true });
  let socket: ReturnType<typeof socketOf>;
  const own = () => ({ token: user.token });

  beforeAll(async () => {
    server = await startTestServer({ clock });
    await server.feed.append(SYMBOL, { price: '60000' });
    [user, stranger] = [await server.registerUser(), await server.registerUser()];
    const identity = identityOf(server, user);
    await identity.basic();
    await identity.approve();
    await server.fund(user, CURRENCY.USDT, '1000', 'option');
    socket = socketOf(user.token);
    received = recordMessages(socket);
    await subscribeTo(socket, rooms.account);
    bought = await server.call(
      buyOption,
      {
        marketId: (await marketIdOf(server.db, SYMBOL)) ?? (0 as MarketId),
        currencyId: CURRENCY.USDT,
        direction: 'down',
        seconds: 30,
        stake: decimal('100'),
      },
      own(),
    );
  });
  afterAll(async () => {
    socket.close();
    await server.close();
  });

  const list = (request: Parameters<typeof server.call<typeof listOptions>>[1], who = user) =>
    server.call(listOptions, request, { token: who.token });
  const idsOf = async (request: Parameters<typeof list>[0], who = user) =>
    (await list(request, who)).rows.map(({ id }) => id);

  it('is in the list of open options, without a receipt', async () => {
    expect(await list({ status: 'open' })).toEqual({
      rows: [bought],
      page: 1,
      limit: 5,
      total: 1,
      lastPage: 1,
      nextPageUrl: null,
    });
    expect(await idsOf({ status: 'closed' })).toEqual([]);
    expect(await server.call(listOptionDays, {}, own())).toEqual([]);
    await expect(server.call(getReceipt, { id: bought.id }, own())).rejects.toMatchObject({ code: 'OPTION_NOT_FOUND' });
  });

  it('is settled by the exchange when the tick of its end arrives', async () => {
    clock.advance(30_000);
    expect(await server.call(getOption, { id: bought.id, isAsIs: true }, own())).toMatchObject({ status: 'due' });
    // Legacy clients read once and show the answer as the result.
    const answer = server.call(getOption, { id: bought.id }, own());
    await server.feed.append(SYMBOL, { price: '59999.99', at: bought.dueAt });
    const closed = await answer;
    expect(closed.status).toBe('closed');
    expect(closed).toMatchObject({ result: 'win', profit: '80', endPrice: '59999.99', remainMs: 0 });
    expect(await list({ isOver: true })).toMatchObject({ rows: [closed], total: 1 });
    expect(await idsOf({ status: 'open' })).toEqual([]);
    const day = bought.purchasedAt.slice(0, 10);
    expect(await server.call(listOptionDays, { from: day }, own())).toEqual([
      { day, currency: 'USDT', options: 1, stakes: '100', fees: '0', profit: '80' },
    ]);
  });

  it('has a receipt of both ledger entries for everyone with its key', async () => {
    const asked = { id: bought.id };
    await expect(server.call(getLoggedReceipt, asked, own())).rejects.toMatchObject({ code: 'OPTION_NOT_SEALED' });
    const strange = server.call(getLoggedReceipt, asked, { token: stranger.token });
    await expect(strange).rejects.toMatchObject({ code: 'OPTION_NOT_FOUND' });
    // An address from before receipts had keys, with the digest of terms that many options share.
    const old = { id: bought.id, termsHash: bought.termsHash };
    const receipt = await server.call(getReceipt, old, own());
    await expect(server.call(getReceipt, old, {})).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' });
    await expect(server.call(getReceipt, old, { token: stranger.token })).rejects.toMatchObject({
      code: 'OPTION_NOT_FOUND',
    });
    expect(await server.call(getSharedReceipt, { id: bought.id, key: receipt.key ?? '' })).toEqual(receipt);
    expect(receipt).toMatchObject({ result: 'win', returned: '180', terms: bought.terms, beforeTick: bought.openTick });
    const { rows } = await server.call(listEntries, { kind: undefined, limit: 10 }, { ...own(), language: 'esp' });
    const ofOption = rows.filter(({ reference }) => reference === `option:${bought.id}`);
    expect(ofOption).toMatchObject([
      { kind: 'option_win', type: 502, info: 'Opción ganada', account: 'option', availableChange: '180' },
      { kind: 'option_open', type: 501, account: 'option', availableChange: '-100', heldChange: '100', isHold: true },
    ]);
    expect(receipt.entries).toEqual(ofOption.map(({ id }) => id.split(':')[0]).toReversed());
  });

  it('is published to its user, as a message and in the private room', async () => {
    const message = await vi.waitFor(async () => {
      const { messages } = await server.call(listMessages, { category: 'options' }, own());
      expect(messages).toHaveLength(1);
      return messages[0];
    }, PATIENCE);
    expect(message).toMatchObject({ id: `option:${bought.id}`, title: 'Option won: BTC/USDT', isRead: false });
    const statuses = () =>
      received.flatMap(({ data }) => {
        const event = data as { readonly event: string; readonly option?: { readonly status: number } };
        return event.event === 'option' ? [event.option?.status] : [];
      });
    await vi.waitFor(() => expect(statuses()).toEqual([1, 3]), PATIENCE);
    await vi.waitFor(() => {
      expect(received.map(({ data }) => data)).toContainEqual({
        event: 'balance',
        balances: [expect.objectContaining({ account: 'micro', balance: '1080' })],
      });
    }, PATIENCE);
  });

  it('is a line of a file', async () => {
    const response = await fetch(`${server.url}/api/${OPTIONS_CSV_PATH}?result=win`, {
      headers: { authorization: user.token },
    });
    const [head, line = '', ...rest] = (await response.text()).split('\r\n');
    expect(head).toBe(OPTIONS_CSV_COLUMNS.join(','));
    expect(line).toContain(`${SYMBOL},down,30,100,0,USDT,80,60000,59999.99,closed,win,,80,simulated`);
    expect(rest).toEqual(['']);
  });

  it('is hidden from other users, and invalid list filters are refused', async () => {
    expect(await idsOf({}, stranger)).toEqual([]);
    const asked = server.call(getOption, { id: bought.id }, { token: stranger.token });
    await expect(asked).rejects.toMatchObject({ code: 'OPTION_NOT_FOUND' });
    await expect(list({ from: '2026-02-02', to: '2026-02-01' })).rejects.toMatchObject({ code: 'RANGE_INVALID' });
  });
});
