/** Futures terms, accounts and ticks for tests and benchmarks. */
import { decimal as d, ZERO, type Decimal } from '../src/money/money.ts';
import type { PricePoint } from '../src/options/rules.ts';
import type { MarginAccount, OpenPosition } from '../src/futures/account.ts';
import { draftOrder, type PositionOrder } from '../src/futures/order.ts';
import { FUTURES_RULE, type FuturesTerms } from '../src/futures/terms.ts';

const MARKETS = {
  'BTC/USDT': { lot: '0.01', leverages: [2, 5, 10, 20, 50], spread: '12', pricePrecision: 2 },
  'ETH/USDT': { lot: '0.1', leverages: [2, 5, 10, 20, 50], spread: '0.6', pricePrecision: 2 },
} as const;

/** First terms of a sandbox, with changes. */
export function futuresTermsOf(symbol: keyof typeof MARKETS, change: Partial<FuturesTerms> = {}): FuturesTerms {
  const { lot, leverages, spread, pricePrecision } = MARKETS[symbol];
  return {
    rule: FUTURES_RULE,
    version: 1,
    symbol,
    priceSource: 'simulated',
    pricePrecision,
    currency: 'USDT',
    lot: d(lot),
    leverages: [...leverages],
    spread: d(spread),
    feeRate: d('0.05'),
    overnightRate: d('0.03'),
    liquidationLevel: d('50'),
    profitCap: d('9'),
    minLots: 1,
    maxLots: 10_000,
    tiers: [
      { notional: d('50000'), leverage: 50 },
      { notional: d('250000'), leverage: 20 },
      { notional: d('1000000'), leverage: 5 },
    ],
    ...change,
  };
}

export const BTC = 1;
export const ETH = 2;
export const TERMS = { [BTC]: futuresTermsOf('BTC/USDT'), [ETH]: futuresTermsOf('ETH/USDT') };
export const OPENED_AT = '2026-11-20T12:00:00.000Z';

export const tickOf = (price: string | Decimal, seq = 1): PricePoint => ({
  seq,
  at: new Date(Date.parse(OPENED_AT) + seq * 1000).toISOString(),
  price: d(price),
});

export function positionOf(
  id: number,
  change: Partial<PositionOrder> = {},
  at: { marketId?: 1 | 2; tick?: string } = {},
): OpenPosition {
  const { marketId = BTC, tick = '60000' } = at;
  const order = {
    side: 'long',
    mode: 'isolated',
    lots: 5,
    leverage: 20,
    targetPrice: null,
    takeProfit: null,
    stopLoss: null,
  } as const;
  const { position } = draftOrder({ ...order, ...change }, d(tick), TERMS[marketId]);
  return { ...position, terms: TERMS[marketId], id, marketId, openedAt: OPENED_AT, overnightPaid: null, warned: null };
}

export const accountOf = (change: Partial<MarginAccount>): MarginAccount => ({
  balance: ZERO,
  positions: [],
  pending: [],
  marks: new Map([[BTC, tickOf('60000')]]),
  ...change,
});
export const granted = () => true;
