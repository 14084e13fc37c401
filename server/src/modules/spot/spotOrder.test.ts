// Fields of an order in answers: null for those that it lacks.
import { expect, it } from 'vitest';
import type { CurrencyId, MarketId, OrderId, UserId } from '@halyard/contract/ids';
import { decimal as d, ZERO } from '@halyard/contract/money';
import { toOrder, type SpotOrder } from './spotOrder.ts';

const MARKET = {
  baseId: 1 as CurrencyId,
  quoteId: 3 as CurrencyId,
  symbol: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  terms: { pricePrecision: 2 },
};
const AT = '2026-03-01T12:00:00.000Z';
const PLACED: SpotOrder = {
  id: 7 as OrderId,
  userId: 2 as UserId,
  marketId: 1 as MarketId,
  side: 'buy',
  orderType: 'market',
  timeInForce: 'ioc',
  isPostOnly: false,
  status: 'waiting',
  price: undefined,
  stop: undefined,
  triggeredAt: undefined,
  maxSlippage: undefined,
  rank: 1,
  referencePrice: undefined,
  quantity: d('3'),
  filledQuantity: ZERO,
  filledQuote: ZERO,
  fee: ZERO,
  feeDue: ZERO,
  makerFeeRate: d('0.0008'),
  takerFeeRate: d('0.001'),
  heldAmount: ZERO,
  cancelReason: undefined,
  ladderFrom: undefined,
  ladderLimit: undefined,
  replacesId: undefined,
  clientRequestId: undefined,
  createdAt: AT,
  updatedAt: AT,
};

it('shows null for missing fields', () => {
  expect(toOrder(PLACED, MARKET)).toMatchObject({
    price: null,
    referencePrice: null,
    stopPrice: null,
    triggeredAt: null,
    maxSlippage: null,
    cancelReason: null,
    replacesId: null,
    averagePrice: null,
    clientRequestId: null,
    feeRate: '0.001',
    feeCurrency: 'BTC',
  });
});

it('shows present fields, and the fee in the currency received', () => {
  const has = {
    price: d('101'),
    referencePrice: d('100'),
    triggeredAt: AT,
    maxSlippage: d('0.01'),
    cancelReason: 'slippage',
    replacesId: 5 as OrderId,
    clientRequestId: 'x',
  } as const;
  const stop = { price: d('102'), direction: 'rise', seriesId: 1, seq: 9 } as const;
  const filled = { filledQuantity: d('2'), filledQuote: d('201') };
  const shown = toOrder({ ...PLACED, ...has, ...filled, stop, side: 'sell' }, MARKET);
  expect(shown).toMatchObject({ ...has, stopPrice: '102', averagePrice: '100.5', feeCurrency: 'USDT' });
});
