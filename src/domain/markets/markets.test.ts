// @vitest-environment jsdom
// Markets, book and tape in the real store: read by call, then updated by the socket, also when it delivers first.
import { describe, expect, it, vi } from 'vitest';
import { getDepth, listMarkets, listTicks, marketCodec, tickCodec, type Market } from '@halyard/contract/market/calls';
import { decimal } from '@halyard/contract/money';
import { depthData, rooms } from '@halyard/contract/realtime/rooms';
import { build } from '@halyard/contract/testing/build';
import { createTestStore } from '../../testing/createTestStore.ts';
import { bookEndpoints, withTicks } from './useBook.ts';
import { marketEndpoints } from './marketsApi.ts';
import { marketOf, marketsDataOf, mergeMarkets, replaceMarkets, symbolOf } from './marketsData.ts';

const market = (id: number, base: string, more: Partial<Market> = {}): Market =>
  build(marketCodec, { id: id as Market['id'], base, quote: 'USDT', isDisplayed: true, ...more });
const tick = (seq: number) => build(tickCodec, { seq });
const btc = market(1, 'BTC', { lastPrice: decimal('28110.26') });
const eth = market(2, 'ETH', { lastPrice: decimal('1792.41') });
const SYMBOL = 'BTC/USDT';

describe('the list of markets', () => {
  it('keeps the exchange’s order, by id and by symbol, and leaves hidden markets out', () => {
    const hidden = market(3, 'XRP', { isDisplayed: false });
    const groups = build(listMarkets.answer).map((group) => ({ ...group, markets: [eth, hidden, btc] }));
    const data = marketsDataOf(groups, 5);
    expect(data.ids).toEqual([2, 1]);
    expect(marketOf(data, 'BTC/USDT')).toBe(btc);
    expect(marketOf(data, 'XRP/USDT')).toBeUndefined();
    expect(marketOf(undefined, 'BTC/USDT')).toBeUndefined();
    expect(marketOf(data, undefined)).toBeUndefined();
    expect(symbolOf(eth)).toBe('ETH/USDT');
  });

  it('changes only the received markets, and records when', () => {
    const data = replaceMarkets([btc, eth], 5);
    const after = mergeMarkets(data, [{ ...btc, lastPrice: decimal('3') }], 9);
    expect(after.byId[btc.id]?.lastPrice).toBe('3');
    expect(after.byId[eth.id]).toBe(eth);
    expect(after.receivedAtMs).toEqual({ 1: 9, 2: 5 });
    expect(mergeMarkets(data, [], 9)).toBe(data);
  });

  it('is live', async () => {
    const { store, server, realtime } = await createTestStore();
    server.on(listMarkets, () => [{ ...build(listMarkets.answer)[0], markets: [btc, eth] } as never]);
    const query = store.dispatch(marketEndpoints.listMarkets.initiate());
    await query;
    realtime.send(rooms.ticker, [{ ...btc, lastPrice: decimal('28111') }]);
    const selectMarkets = marketEndpoints.listMarkets.select();
    await vi.waitFor(() =>
      expect(selectMarkets(store.getState() as never).data?.byId[btc.id]?.lastPrice).toBe('28111'),
    );
    query.unsubscribe();
  });
});

describe('the book', () => {
  const levels = (text: string) => build(depthData, { bids: [[decimal(text), decimal('1')]], asks: [] });

  it('continues its room’s snapshot, not the call’s answer', async () => {
    const { store, server, realtime } = await createTestStore();
    let answer: () => void = () => undefined;
    const hasAnswer = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.on(getDepth, async () => {
      await hasAnswer;
      return build(getDepth.answer, { symbol: SYMBOL, bids: [[decimal('1'), decimal('1')]], asks: [] });
    });
    const query = store.dispatch(bookEndpoints.getBook.initiate(SYMBOL));
    await vi.waitFor(() => expect(realtime.rooms()).toContain(rooms.depth(SYMBOL)));
    realtime.sendSnapshot(rooms.depth(SYMBOL), levels('10'));
    realtime.send(rooms.depth(SYMBOL), levels('11'));
    answer();
    await query;
    const selectBook = bookEndpoints.getBook.select(SYMBOL);
    const bids = () => selectBook(store.getState() as never).data?.bids.map(([price]) => price);
    await vi.waitFor(() => expect(bids()).toEqual(['11', '10']));
    realtime.send(rooms.depth(SYMBOL), build(depthData, { bids: [[decimal('11'), decimal('0')]], asks: [] }));
    await vi.waitFor(() => expect(bids()).toEqual(['10']));
    query.unsubscribe();
  });
});

describe('the tape', () => {
  it('is newest first, without duplicates, 50 at most', () => {
    const tape = withTicks([], [tick(1), tick(2)]);
    expect(tape.map(({ seq }) => seq)).toEqual([2, 1]);
    expect(withTicks(tape, [tick(2)])).toBe(tape);
    expect(withTicks(tape, [tick(4), tick(3), tick(2)]).map(({ seq }) => seq)).toEqual([4, 3, 2, 1]);
    const many = Array.from({ length: 80 }, (_, index) => tick(index));
    expect(withTicks(tape, many)).toHaveLength(50);
  });

  it('restarts with a snapshot, whose sequence may restart', async () => {
    const { store, server, realtime } = await createTestStore();
    server.on(listTicks, () => [tick(900)]);
    const query = store.dispatch(bookEndpoints.listTrades.initiate(SYMBOL));
    await query;
    realtime.sendSnapshot(rooms.trades(SYMBOL), [tick(1), tick(2)]);
    realtime.send(rooms.trades(SYMBOL), [tick(3)]);
    const selectTape = bookEndpoints.listTrades.select(SYMBOL);
    await vi.waitFor(() => {
      expect(selectTape(store.getState() as never).data?.map(({ seq }) => seq)).toEqual([3, 2, 1]);
    });
    query.unsubscribe();
  });
});
