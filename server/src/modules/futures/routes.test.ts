// The futures calls over HTTP, with the fields and shapes of legacy clients; a request id makes a write happen once,
// and the same without an id must wait; the events in the user's room and for sockets of legacy clients; and no other
// user reads any of it.
import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getPositionReceipt, getSharedPositionReceipt } from '@halyard/contract/futures/receiptCalls';
import {
  getFuturesTerms,
  listFuturesAccounts,
  POSITIONS_CSV_COLUMNS,
  POSITIONS_CSV_PATH,
  addMargin,
  closePosition,
  closePositions,
  openPosition,
  reversePosition,
} from '@halyard/contract/futures/calls';
import type { PositionId } from '@halyard/contract/ids';
import { listMessages } from '@halyard/contract/notifications/calls';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { listEntries } from '@halyard/contract/wallet/entryCalls';
import { transferFunds } from '@halyard/contract/wallet/transferCalls';
import { add, compare, decimal, type Decimal } from '@halyard/contract/money';
import { rooms } from '@halyard/contract/realtime/rooms';
import { findFuturesTermsFaults } from '../../testing/futuresDesk.ts';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import { recordMessages, subscribeTo } from '../../testing/realtimeHarness.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';

const SYMBOL = 'BTC/USDT';
const PAIR = { baseId: CURRENCY.BTC, quoteId: CURRENCY.USDT } as const;
const PATIENCE = { interval: 20 };
/** Fields that legacy clients compute with. */
const NUMERIC = (
  'price update_price origin_price target_profit_price stop_loss_price share number multiple caution_money ' +
  'origin_caution_money trade_fee overnight_money profits'
).split(' ');
/** Fields that they compare unchanged. */
const WHOLE = ['id', 'type', 'status', 'currency', 'legal', 'create_time', 'order_type'];

const NUMBER = /^-?\d+(\.\d+)?$/;

type Row = Readonly<Record<string, unknown>>;
type Answer = { readonly type: string | number; readonly message: unknown };

describe('futures over HTTP', () => {
  const clock = createTestClock(Date.parse('2026-11-25T12:00:00.000Z'));
  let server: TestServer;
  let user: TestUser;
  let stranger: TestUser;
  const sockets: Socket[] = [];
  const socketOf = (token: string) => {
    const socket = io(server.url, { transports: ['websocket'], auth: { token }, forceNew: true });
    sockets.push(socket);
    return socket;
  };
  const own = () => ({ token: user.token });
  const tick = async (price: string) => {
    clock.advance(1500);
    await server.feed.append(SYMBOL, { price, at: new Date(clock.nowMs()).toISOString() });
  };
  /** As legacy clients send it: a form; the answer is not decoded. */
  async function post(path: string, form: Readonly<Record<string, string>>, who = user): Promise<Answer> {
    const response = await fetch(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: { authorization: who.token, 'language-mark': 'en' },
      body: new URLSearchParams(form),
    });
    return (await response.json()) as Answer;
  }
  const rowsOf = async (form: Readonly<Record<string, string>>) => {
    const { message } = (await post('lever/my_trade', form)) as { readonly message: Row };
    return (message['message'] as { readonly data: readonly Row[] }).data;
  };
  const openOne = async (changes: Partial<Parameters<typeof server.call<typeof openPosition>>[1]> = {}) =>
    (await server.call(
      openPosition,
      { ...PAIR, lots: 5, leverage: 20, side: 'long', clientRequestId: randomUUID(), ...changes },
      own(),
    )) as FuturesPosition;

  beforeAll(async () => {
    server = await startTestServer({ clock });
    await server.feed.append(SYMBOL, { price: '60000' });
    [user, stranger] = [await server.registerUser(), await server.registerUser()];
    await server.fund(user, CURRENCY.USDT, '5000', 'futures');
  });
  afterAll(async () => {
    for (const socket of sockets) socket.close();
    await server.close();
  });

  it('are offered in the shape of legacy clients', async () => {
    await tick('60000');
    const { type, message } = await post('lever/deal', { currency_id: '1', legal_id: '3' });
    expect(type).toBe('ok');
    const terms = message as Row;
    expect(terms).toMatchObject({
      lever_transaction: { in: [], out: [] },
      my_transaction: [],
      lever_share_limit: { min: 1, max: 10_000 },
      last_price: '60000',
      user_lever: '5000',
      all_levers: '0',
      ExRAte: null,
    });
    const { muit } = terms['multiple'] as { readonly muit: readonly { readonly value: unknown }[] };
    expect(muit.map(({ value }) => value)).toEqual(['2', '5', '10', '20', '50']);
    expect((await post('lever/deal', { currency_id: '99', legal_id: '3' })).type).toBe('error');
    const draft = { ...PAIR, lots: 5, leverage: 20, side: 'long' as const };
    expect((await server.call(getFuturesTerms, draft, own())).preview).toMatchObject({
      margin: '150.03',
      fee: '1.5003',
      liquidationPrice: '58511.7',
      freeAfter: '4848.4697',
    });
  });

  it.each(['', '0', '999', 'Current best price'])('open at the market, target "%s" or not', async (target_price) => {
    await tick('60000');
    const named = { currency_id: '1', legal_id: '3', share: '1', multiple: '10', type: '1', status: '1', password: '' };
    const form = { ...named, target_profit_price: '', stop_loss_price: '', target_price };
    expect(await post('lever/submit', form)).toMatchObject({ type: 'ok', message: expect.any(String) });
    // The same without an id counts as another order only after a while.
    expect(await post('lever/submit', form)).toMatchObject({ type: 'error', code: 'RATE_LIMITED' });
  });

  it('are listed with the number types and texts that legacy clients need', async () => {
    const rows = await rowsOf({ currency_id: '', legal_id: '', status: '' });
    expect(rows).toHaveLength(4);
    for (const row of rows) {
      for (const name of NUMERIC) expect(String(row[name]), name).toMatch(NUMBER);
      for (const name of WHOLE) expect(Number.isInteger(row[name]), name).toBe(true);
      expect(row['transaction_time']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    }
    const [row] = rows;
    const id = String(row?.['id']);
    const dealall = (await post('lever/dealall', { legal_id: '3', currency_id: '1', page: '1' })).message as Row;
    expect(dealall).toMatchObject({ hazard_rate: expect.any(String), profits_total: expect.any(String) });
    expect((dealall['order'] as { readonly data: readonly Row[] }).data).toHaveLength(4);
    const stop = await post('lever/setstop', { id, target_profit_price: '61000', stop_loss_price: '' });
    expect(stop).toMatchObject({ type: 'ok', message: expect.any(String) });
    expect((await rowsOf({ limit: '1' }))[0]).toMatchObject({ target_profit_price: '61000', stop_loss_price: '0' });
    const unreadable = { id, target_profit_price: '0,14', stop_loss_price: '59500' };
    expect(await post('lever/setstop', unreadable)).toMatchObject({ type: 'error', code: 'PRICE_PRECISION' });
    expect((await rowsOf({ limit: '1' }))[0]).toMatchObject({ target_profit_price: '61000', stop_loss_price: '0' });
    await tick('60500');
    expect(await post('lever/close', { id })).toMatchObject({ type: 'ok', message: expect.any(String) });
    expect(await post('lever/close', { id })).toMatchObject({ type: 'error', code: 'POSITION_NOT_OPEN' });
    expect(await post('lever/batch_close', { type: '0' })).toMatchObject({ type: 'ok', message: expect.any(String) });
    expect(await rowsOf({ status: '1' })).toEqual([]);
    expect(await rowsOf({ status: '3' })).toHaveLength(4);
  });

  it('page and filter', async () => {
    const all = (await rowsOf({ limit: '100' })).map(({ id }) => id);
    const paged = [await rowsOf({ limit: '3', page: '1' }), await rowsOf({ limit: '3', page: '2' })].flat();
    expect(paged.map(({ id }) => id)).toEqual(all);
    for (const none of [{ type: '2' }, { close_reason: 'liquidation' }, { currency_id: '2' }])
      expect(await rowsOf(none)).toEqual([]);
    expect(await post('lever/my_trade', { from: '2026-02-02', to: '2026-02-01' })).toMatchObject({
      code: 'RANGE_INVALID',
    });
  });

  it('are opened once under a request id, with the first answer again', async () => {
    await tick('60000');
    const clientRequestId = randomUUID();
    const opened = await openOne({ clientRequestId });
    expect(await openOne({ clientRequestId })).toEqual(opened);
    const other = openOne({ clientRequestId, lots: 6 });
    await expect(other).rejects.toMatchObject({ code: 'REQUEST_ID_REUSED' });
    const twice = async <T>(work: (id: string) => Promise<T>) => {
      const id = randomUUID();
      const first = await work(id);
      expect(await work(id)).toEqual(first);
      return first;
    };
    const { id } = opened;
    expect(
      await twice((request) => server.call(addMargin, { id, amount: decimal('10'), clientRequestId: request }, own())),
    ).toMatchObject({ addedMargin: '10' });
    const part = await twice((request) => server.call(closePosition, { id, lots: 2, clientRequestId: request }, own()));
    expect(part).toMatchObject({ parentId: id, lots: 2 });
    const short = (await twice((request) =>
      server.call(reversePosition, { id, clientRequestId: request }, own()),
    )) as FuturesPosition;
    expect(short).toMatchObject({ side: 'short', lots: 3 });
    expect(await twice((request) => server.call(closePositions, { clientRequestId: request }, own()))).toEqual({
      closed: [short.id],
      failed: [],
    });
  });

  it('are placed as pending orders, changed and cancelled', async () => {
    await tick('60000');
    const form = { currency_id: '1', legal_id: '3', share: '5', multiple: '20', type: '2', status: '0' };
    const draft = { ...PAIR, lots: 5, leverage: 20, side: 'short' as const, targetPrice: decimal('62000') };
    const { preview } = await server.call(getFuturesTerms, draft, own());
    await post('lever/submit', { ...form, target_price: '62000', target_profit_price: '0', stop_loss_price: '0' });
    const [waiting] = await rowsOf({ status: '0' });
    expect(waiting).toMatchObject({
      status: 0,
      price: '62000',
      transaction_time: '',
      liquidation_price: preview?.liquidationPrice,
    });
    expect((await server.call(listFuturesAccounts, {}, own()))[0]).toMatchObject({ pendingHeld: '156.55' });
    expect(await post('lever/cancel', { id: String(waiting?.['id']) })).toMatchObject({ type: 'ok' });
    expect((await rowsOf({ status: '4' }))[0]).toMatchObject({ id: waiting?.['id'] });
  });

  it('block transfers of the money that they need', async () => {
    await tick('60000');
    const cross = await openOne({ mode: 'cross', lots: 10 });
    await tick('59000');
    const [account] = await server.call(listFuturesAccounts, {}, own());
    const take = (amount: string | Decimal) =>
      server.call(
        transferFunds,
        {
          currencyId: CURRENCY.USDT,
          from: 'futures',
          to: 'spot',
          amount: decimal(amount),
          clientRequestId: randomUUID(),
        },
        own(),
      );
    if (account === undefined) expect.unreachable();
    expect(compare(account.free, account.available)).toBe(-1);
    await expect(take(add(account.free, decimal('0.00000001')))).rejects.toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
    });
    expect(await take('100')).toMatchObject({ amount: '100' });
    await server.call(closePosition, { id: cross.id, clientRequestId: randomUUID() }, own());
  });

  it('are published to their users alone: message, room and the event of legacy clients', async () => {
    const ours = socketOf(user.token);
    const received = recordMessages(ours);
    await subscribeTo(ours, rooms.account);
    const legacy: Row[] = [];
    socketOf(user.token).on('lever_trade', (event: Row) => void legacy.push(event));
    const strangers: Row[] = [];
    socketOf(stranger.token).on('lever_trade', (event: Row) => void strangers.push(event));
    // A socket of a legacy client is recognised only after a while.
    let position: FuturesPosition | undefined;
    await vi.waitFor(
      async () => {
        await tick('60000');
        position = await openOne({ lots: 1 });
        expect(legacy.length).toBeGreaterThan(0);
      },
      { interval: 500 },
    );
    const { id } = position as FuturesPosition;
    const rowsIn = (heardOf: Row) => JSON.parse(heardOf['trades_cur'] as string) as readonly Row[];
    const event = await vi.waitFor(() => {
      const found = legacy.find((one) => rowsIn(one)[0]?.['id'] === id);
      if (found === undefined) throw new Error('it was not received yet');
      return found;
    }, PATIENCE);
    expect(event).toMatchObject({ type: 'lever_trade', to: user.id, hazard_rate: expect.any(String) });
    for (const name of ['trades_all', 'trades_entrust', 'trades_cur']) expect(typeof event[name]).toBe('string');
    const [row] = rowsIn(event);
    expect(row).toEqual((await rowsOf({ limit: '1' }))[0]);
    for (const name of ['caution_money', 'origin_caution_money', 'profits']) {
      expect(String(event[name]), name).toMatch(NUMBER);
      expect(event[`${name}_all`], name).toBe(event[name]);
    }
    await tick('58000');
    const isClosed = ({ data }: (typeof received)[number]) =>
      JSON.stringify(data).includes('"liquidation"') && JSON.stringify(data).includes(`"id":${id}`);
    await vi.waitFor(() => expect(received.some(isClosed)).toBe(true), PATIENCE);
    const { messages } = await server.call(listMessages, { category: 'contracts' }, own());
    expect(messages[0]?.title).toContain(SYMBOL);
    const receipt = await server.call(getPositionReceipt, { id }, own());
    expect(receipt.closeReason).toBe('liquidation');
    expect(await server.call(getSharedPositionReceipt, { id, key: receipt.key ?? '' })).toEqual(receipt);
    expect(strangers).toEqual([]);
  });

  it('are lines of a file and of the ledger, hidden from other users', async () => {
    const csv = async (who: TestUser) => {
      const response = await fetch(`${server.url}/api/${POSITIONS_CSV_PATH}?status=3`, {
        headers: { authorization: who.token },
      });
      return (await response.text()).trim().split('\r\n');
    };
    const [head, ...lines] = await csv(user);
    expect(head).toBe(POSITIONS_CSV_COLUMNS.join(','));
    expect(lines.length).toBe((await rowsOf({ status: '3', limit: '100' })).length);
    expect(await csv(stranger)).toEqual([head]);
    const { rows } = await server.call(listEntries, { kind: undefined, limit: 100 }, own());
    const kinds = rows.map(({ kind }) => kind?.replace('contract_', ''));
    expect(kinds).toEqual(expect.arrayContaining(['open', 'fee', 'close', 'liquidation', 'cancel']));
    // A cancelled order got its fee back.
    expect((await rowsOf({ status: '4' }))[0]).toMatchObject({ trade_fee: '0' });
    const id = (await rowsOf({ limit: '1' }))[0]?.['id'] as PositionId;
    for (const call of [closePosition, getPositionReceipt] as const)
      await expect(server.call<typeof getPositionReceipt>(call as never, { id }, stranger)).rejects.toMatchObject({
        code: 'POSITION_NOT_FOUND',
      });
    expect(await findFuturesTermsFaults(server.db)).toEqual([]);
  });
});
