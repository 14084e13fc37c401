// Broadcast events of legacy clients: the fields that these clients read, under their names and in their types.
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { CurrencyId, MarketId } from '../ids.ts';
import { decimal } from '../money/money.ts';
import { legacyDayMarket, legacyDepth, legacyKline, legacyTrades } from './broadcast.ts';

const market = {
  symbol: 'BTC/USDT',
  marketId: 1 as MarketId,
  baseId: 1 as CurrencyId,
  quoteId: 3 as CurrencyId,
  base: 'BTC',
  quote: 'USDT',
};
const candle = {
  period: '1min' as const,
  open: decimal('28100'),
  close: decimal('28110.5'),
  high: decimal('28120'),
  low: decimal('28090'),
  volume: decimal('12.25'),
  openedAtMs: 1_677_628_800_000,
};
const wireMarket = {
  symbol: 'BTC/USDT',
  match_id: 1,
  currency_id: 1,
  legal_id: 3,
  currency_name: 'BTC',
  legal_name: 'USDT',
};
const wireCandle = {
  open: '28100',
  close: '28110.5',
  high: '28120',
  low: '28090',
  volume: '12.25',
  time: 1_677_628_800_000,
};

it('writes kline', () => {
  expect(z.encode(legacyKline, { type: 'kline', ...market, ...candle })).toEqual({
    type: 'kline',
    period: '1min',
    ...wireMarket,
    ...wireCandle,
  });
});

it('writes daymarket with the signed change and the last price', () => {
  const day = { ...candle, period: '1day' as const, changePercent: decimal('1.23'), lastPrice: decimal('28110.5') };
  expect(z.encode(legacyDayMarket, { type: 'daymarket', ...market, ...day, priceSource: 'replay' })).toEqual({
    type: 'daymarket',
    period: '1day',
    ...wireMarket,
    ...wireCandle,
    change: '+1.23',
    now_price: '28110.5',
    api_form: 'replay',
  });
});

it('writes match_trade', () => {
  const trade = {
    id: 5,
    price: decimal('28110.5'),
    quantity: decimal('0.1'),
    direction: 'sell' as const,
    tradeId: 5,
    atMs: 1,
  };
  const names = { baseAgain: 'BTC', quoteAgain: 'USDT' };
  expect(z.encode(legacyTrades, { type: 'match_trade', ...market, ...names, trades: [trade] })).toEqual({
    type: 'match_trade',
    ...wireMarket,
    'base-currency': 'BTC',
    'quote-currency': 'USDT',
    data: [{ id: 5, price: '28110.5', amount: '0.1', direction: 'sell', tradeId: 5, ts: 1 }],
  });
});

it('writes market_depth in the given order', () => {
  const asks: [never, never][] = [['11', '1'] as never, ['10', '2'] as never];
  expect(z.encode(legacyDepth, { type: 'market_depth', ...market, bids: [], asks })).toEqual({
    type: 'market_depth',
    ...wireMarket,
    bids: [],
    asks: [
      ['11', '1'],
      ['10', '2'],
    ],
  });
});
