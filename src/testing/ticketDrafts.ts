/** Orders and books for tests of ticket estimates: a small book around 100, and random ones. */
import fc from 'fast-check';
import type { BookLevel } from '@halyard/contract/market/calls';
import { compare, decimal, fromModelNumber, type Decimal } from '@halyard/contract/money';
import type { OrderDraft } from '@halyard/contract/spot/rules';

const ASKS: readonly BookLevel[] = [
  [decimal('100'), decimal('1')],
  [decimal('101'), decimal('2')],
];

type Context = {
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
  readonly takerFeeRate: Decimal;
  readonly available: Decimal | undefined;
  readonly opposite: readonly BookLevel[];
};

/** Input of an estimate: 1000 to spend, a fee of 0.1 %. */
export function context(overrides: Partial<Context> = {}): Context {
  return {
    pricePrecision: 2,
    quantityPrecision: 6,
    takerFeeRate: decimal('0.001'),
    available: decimal('1000'),
    opposite: ASKS,
    ...overrides,
  };
}

/** Limit order to buy 0.5 at 100. */
export function draft(overrides: Partial<OrderDraft> = {}): OrderDraft {
  return { side: 'buy', orderType: 'limit', quantity: decimal('0.5'), price: decimal('100'), ...overrides };
}

/** Market order to buy 0.5. */
export function market(overrides: Partial<OrderDraft> = {}): OrderDraft {
  return draft({ orderType: 'market', price: undefined, timeInForce: 'ioc', ...overrides });
}

/** Prices and amounts with two decimals. */
export const amounts = fc.integer({ min: 1, max: 10_000_000 }).map((cents) => fromModelNumber(cents / 100, 2));

/** One side of a book, best first for a buyer. */
export const books = fc
  .uniqueArray(fc.tuple(amounts, amounts), { selector: ([price]) => price, minLength: 1, maxLength: 8 })
  .map((levels): readonly BookLevel[] => levels.toSorted(([a], [b]) => compare(a, b)));
