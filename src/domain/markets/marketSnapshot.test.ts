// @vitest-environment jsdom
// Content and timing of the market snapshot on the device: a controlled cache entry, the real storage.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MarketId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import { btcMarket, ethMarket } from '../../testing/exchange.ts';
import { replaceMarkets, type MarketsData } from './marketsData.ts';
import { saveSnapshot, readMarketSnapshot, writeMarketSnapshot } from './marketSnapshot.ts';

const writes = () => vi.mocked(Storage.prototype.setItem).mock.calls.length;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  vi.spyOn(Storage.prototype, 'setItem');
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

it('returns the stored markets with their age, and only the needed fields', () => {
  writeMarketSnapshot(replaceMarkets([btcMarket(), ethMarket({ lastPrice: null, turnover: undefined })], 5000));
  const snapshot = readMarketSnapshot();
  expect(snapshot?.asOfMs).toBe(5000);
  expect(snapshot?.markets.map(({ base, lastPrice, turnover }) => [base, lastPrice, turnover])).toEqual([
    ['BTC', '20000', '3000000'],
    ['ETH', null, null],
  ]);
});

it('stores 500 markets at most', () => {
  const many = Array.from({ length: 700 }, (_, index) => btcMarket({ id: (index + 1) as MarketId, base: `C${index}` }));
  writeMarketSnapshot(replaceMarkets(many, 1));
  expect(readMarketSnapshot()?.markets).toHaveLength(500);
});

it.each(['{', '[]', '{"asOfMs":1,"markets":[{"id":1}]}'])('ignores content that it did not write: %s', (text) => {
  localStorage.setItem('public-markets', text);
  expect(readMarketSnapshot()).toBeUndefined();
});

it('writes when the markets arrive, once a minute while they change, and when the page is hidden', async () => {
  let data: MarketsData | undefined;
  let load: () => void = () => undefined;
  let remove: () => void = () => undefined;
  const over = saveSnapshot({
    cacheDataLoaded: new Promise<void>((resolve) => (load = resolve)),
    cacheEntryRemoved: new Promise<void>((resolve) => (remove = resolve)),
    getCacheEntry: () => ({ data }),
  });
  const change = (price: string) => (data = replaceMarkets([btcMarket({ lastPrice: decimal(price) })], Date.now()));
  change('1');
  load();
  await vi.advanceTimersByTimeAsync(0);
  expect([writes(), readMarketSnapshot()?.markets[0]?.lastPrice]).toEqual([1, '1']);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(writes()).toBe(1);
  change('2');
  change('3');
  await vi.advanceTimersByTimeAsync(60_000);
  expect([writes(), readMarketSnapshot()?.markets[0]?.lastPrice]).toEqual([2, '3']);
  change('4');
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(readMarketSnapshot()?.markets[0]?.lastPrice).toBe('4');
  remove();
  await over;
  change('5');
  await vi.advanceTimersByTimeAsync(120_000);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(readMarketSnapshot()?.markets[0]?.lastPrice).toBe('4');
});
