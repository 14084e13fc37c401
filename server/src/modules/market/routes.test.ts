// The market calls over the real server, in the fields of legacy clients and with our errors.
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CurrencyId } from '@halyard/contract/ids';
import { CANDLES_MAX, getMarket, listCandles, listMarkets, listTicks } from '@halyard/contract/market/calls';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const FIRST_SECONDS = Date.UTC(2026, 0, 5) / 1000;
const MINUTES = 1600;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const ticks = Array.from({ length: MINUTES }, (_, index) => ({
    at: new Date((FIRST_SECONDS + 60 * index) * 1000).toISOString(),
    price: `${1000 + index}.5`,
    quantity: '2',
  }));
  await server.feed.append('BTC/USDT', ...ticks);
  await server.db.execute("update markets set is_displayed = false where symbol = 'DOGE/USDT'");
});
afterAll(async () => server.close());

const raw = async (path: string): Promise<unknown> =>
  (await server.app.inject({ method: 'GET', url: `/api/${path}` })).json();
const candles = (request: Partial<{ symbol: string; period: string; fromSeconds: number; toSeconds: number }>) =>
  server.call(listCandles, {
    symbol: 'BTC/USDT',
    period: '1min',
    fromSeconds: 0,
    toSeconds: 4_000_000_000,
    ...request,
  });

describe('currency/quotation_new', () => {
  it('groups the displayed markets by quote currency, in their order', async () => {
    const groups = await server.call(listMarkets, {});
    expect(groups.map(({ id, name, markets }) => [id, name, markets.map(({ base }) => base)])).toEqual([
      [3, 'USDT', ['BTC', 'ETH', 'SOL', 'XRP', 'LTC']],
    ]);
  });

  it('has the fields of legacy clients', async () => {
    expect(await raw('currency/quotation_new')).toMatchObject({
      type: 'ok',
      message: [
        {
          id: 3,
          name: 'USDT',
          quotation: [
            {
              currency_id: 1,
              legal_id: 3,
              currency_name: 'BTC',
              legal_name: 'USDT',
              now_price: '2599.5',
              change: '+124',
              volume: '2880',
              high: '2599.5',
              low: '1160.5',
              is_display: 1,
              open_coin_trade: 1,
              open_transaction: 0,
              price_source: 'simulated',
              status: 'trading',
              price_precision: 2,
              quantity_precision: 6,
            },
            { currency_name: 'ETH', now_price: null, change: null, volume: null },
            {},
            {},
            {},
          ],
        },
      ],
    });
  });
});

describe('currency/deal', () => {
  const pair = (baseId: number, quoteId: number) => ({ baseId: baseId as CurrencyId, quoteId: quoteId as CurrencyId });

  it('answers one market, and null for an unknown or hidden pair', async () => {
    expect(await server.call(getMarket, pair(1, 3))).toMatchObject({ base: 'BTC', lastPrice: '2599.5' });
    expect(await server.call(getMarket, pair(3, 1))).toBeNull();
    expect(await server.call(getMarket, pair(13, 3))).toBeNull();
  });
});

describe('currency/new_timeshar', () => {
  it('answers bars in ascending order, the newest when there are too many', async () => {
    const bars = await candles({});
    expect(bars).toHaveLength(CANDLES_MAX);
    expect(bars.at(-1)?.openedAtSeconds).toBe(FIRST_SECONDS + 60 * (MINUTES - 1));
    expect(bars.map(({ openedAtSeconds }) => openedAtSeconds)).toEqual(
      bars.map((_, index) => FIRST_SECONDS + 60 * (MINUTES - CANDLES_MAX + index)),
    );
  });

  it('includes both ends of the range', async () => {
    const bars = await candles({ fromSeconds: FIRST_SECONDS, toSeconds: FIRST_SECONDS + 120 });
    expect(bars.map(({ open }) => open)).toEqual(['1000.5', '1001.5', '1002.5']);
    expect(await candles({ fromSeconds: FIRST_SECONDS - 60, toSeconds: FIRST_SECONDS - 1 })).toEqual([]);
  });

  it('has envelope B and the fields of legacy clients', async () => {
    const range = `from=${FIRST_SECONDS}&to=${FIRST_SECONDS + 299}`;
    expect(await raw(`currency/new_timeshar?symbol=btcusdt&period=5min&${range}`)).toEqual({
      code: 1,
      msg: 'success',
      data: [
        {
          id: FIRST_SECONDS,
          time: FIRST_SECONDS * 1000,
          period: '5min',
          'base-currency': 'BTC',
          'quote-currency': 'USDT',
          open: '1000.5',
          high: '1004.5',
          low: '1000.5',
          close: '1004.5',
          amount: '10',
          volume: '10',
          vol: '10025',
        },
      ],
    });
  });

  it.each([
    ['1H', '60min', 27],
    ['4H', '4hour', 7],
    ['12H', '12hour', 3],
    ['1D', '1day', 2],
    ['1W', '1week', 1],
    ['1M', '1mon', 1],
    ['1month', '1mon', 1],
    ['15min', '15min', 107],
  ])('knows the period %s as %s', async (word, stored, count) => {
    const bars = await candles({ period: word });
    expect(bars.map(({ period }) => period)).toEqual(bars.map(() => stored));
    expect(bars).toHaveLength(count);
  });

  it('caches pages of closed bars packed, and never a bar that may still change', async () => {
    const symbol = 'LTC/USDT';
    const at = (seconds: number) => new Date((FIRST_SECONDS + seconds) * 1000).toISOString();
    const append = (seconds: number, price: string) => server.feed.append(symbol, { price, at: at(seconds) });
    const url = `/api/currency/new_timeshar?symbol=${symbol}&period=1min&from=${FIRST_SECONDS}&to=${FIRST_SECONDS + 60}`;
    const ask = (encoding: string) => server.app.inject({ url, headers: { 'accept-encoding': encoding } });
    const closes = async () => (await ask('')).json<{ data: { close: string }[] }>().data.map(({ close }) => close);
    await append(0, '70');
    expect(await closes()).toEqual(['70']);
    await append(60, '71');
    expect(await closes()).toEqual(['70', '71']);
    await append(90, '72');
    expect(await closes()).toEqual(['70', '72']);
    await append(120, '73');
    const { body: plain, headers } = await ask('');
    // Only a test does this: it shows that the table is not read again.
    await server.db.execute("update candles set close = 1 where period = '1min' and close in (70, 72)");
    expect(await closes()).toEqual(['70', '72']);
    const packed = await ask('gzip, br');
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': headers['content-type'] });
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain);
    await server.db.execute(`update markets set is_displayed = false where symbol = '${symbol}'`);
    expect((await ask('br')).json()).toMatchObject({ code: -1 });
    await server.db.execute(`update markets set is_displayed = true where symbol = '${symbol}'`);
  });

  it('refuses invalid requests', async () => {
    await expect(candles({ period: '2min' })).rejects.toMatchObject({ code: 'PERIOD_INVALID' });
    await expect(candles({ fromSeconds: 2, toSeconds: 1 })).rejects.toMatchObject({ code: 'RANGE_INVALID' });
    await expect(candles({ symbol: 'ABC/USDT' })).rejects.toMatchObject({ code: 'MARKET_NOT_FOUND' });
    await expect(candles({ symbol: 'DOGE/USDT' })).rejects.toMatchObject({ code: 'MARKET_NOT_FOUND' });
    await expect(candles({ symbol: "BTC/USDT'; --" })).rejects.toMatchObject({ code: 'MARKET_NOT_FOUND' });
    expect(await candles({ fromSeconds: 999_999_999_999_999, toSeconds: 999_999_999_999_999 })).toEqual([]);
  });
});

describe('coin/ticks', () => {
  it('answers the newest first: 50, as many as asked for, at most 200', async () => {
    const ticks = await server.call(listTicks, { symbol: 'BTC/USDT' });
    expect(ticks).toHaveLength(50);
    expect(ticks[0]).toEqual({
      seq: MINUTES,
      at: new Date((FIRST_SECONDS + 60 * (MINUTES - 1)) * 1000).toISOString(),
      price: '2599.5',
      quantity: '2',
    });
    expect(await server.call(listTicks, { symbol: 'BTC/USDT', limit: 3 })).toEqual(ticks.slice(0, 3));
    expect(await server.call(listTicks, { symbol: 'BTC/USDT', limit: 100_000 })).toHaveLength(200);
    expect(await server.call(listTicks, { symbol: 'ETH/USDT' })).toEqual([]);
    await expect(server.call(listTicks, { symbol: 'nothing' })).rejects.toMatchObject({ code: 'MARKET_NOT_FOUND' });
  });
});
