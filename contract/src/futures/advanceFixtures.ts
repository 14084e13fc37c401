/** Accounts and ticks for the tests of what ticks do. */
import { decimal as d, ZERO, type Decimal } from '../money/money.ts';
import type { PricePoint } from '../options/rules.ts';
import type { MarginAccount, OpenPosition } from './account.ts';
import { futuresTermsOf } from './futuresTermsOf.ts';
import { draftOrder, type PositionOrder } from './order.ts';

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
    stopProfit: null,
    stopLoss: null,
  } as const;
  const { position } = draftOrder({ ...order, ...change }, d(tick), TERMS[marketId]);
  return { ...position, terms: TERMS[marketId], id, marketId, openedAt: OPENED_AT, nightPaid: null, warned: null };
}

export const accountOf = (change: Partial<MarginAccount>): MarginAccount => ({
  balance: ZERO,
  positions: [],
  pending: [],
  marks: new Map([[BTC, tickOf('60000')]]),
  ...change,
});
export const granted = () => true;
