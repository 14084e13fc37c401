// Each rule has its error at its field before the order is sent. One draft per broken rule, by the rules of the
// exchange.
import { describe, expect, it } from 'vitest';
import { decimal } from '@halyard/contract/money';
import type { MarketTerms, OrderDraft } from '@halyard/contract/spot/rules';
import { ticketErrors, shownErrors } from './readTicket.ts';

const terms: MarketTerms = {
  pricePrecision: 2,
  quantityPrecision: 6,
  minQuantity: decimal('0.00001'),
  minNotional: decimal('5'),
  priceBand: decimal('0.1'),
};

function draft(overrides: Partial<OrderDraft> = {}): OrderDraft {
  return { side: 'buy', orderType: 'limit', quantity: decimal('0.5'), price: decimal('100'), ...overrides };
}

const market = () => draft({ orderType: 'market', price: undefined, timeInForce: 'ioc' });

describe('the errors', () => {
  const check = { terms, referencePrice: decimal('100'), available: decimal('1000'), summary: undefined };
  const codesOf = (of: Parameters<typeof ticketErrors>[0]) =>
    ticketErrors(of).map(({ field, error }) => [field, error.code]);
  const stop = (overrides: Partial<OrderDraft> = {}) =>
    draft({ orderType: 'stop_limit', stopPrice: decimal('95'), price: decimal('96'), ...overrides });

  it.each([
    ['quantity', 'QUANTITY_REQUIRED', draft({ quantity: undefined })],
    ['quantity', 'QUANTITY_PRECISION', draft({ quantity: decimal('0.1234567') })],
    ['quantity', 'QUANTITY_TOO_SMALL', draft({ quantity: decimal('0.000001') })],
    ['price', 'PRICE_REQUIRED', draft({ price: undefined })],
    ['price', 'PRICE_PRECISION', draft({ price: decimal('100.001') })],
    ['price', 'PRICE_ABOVE_BAND', draft({ price: decimal('110.01') })],
    ['price', 'PRICE_BELOW_BAND', draft({ side: 'sell', price: decimal('89.99') })],
    ['quantity', 'NOTIONAL_TOO_SMALL', draft({ quantity: decimal('0.01') })],
    ['quantity', 'INSUFFICIENT_BALANCE', draft({ quantity: decimal('10.000001') })],
    ['quantity', 'INSUFFICIENT_SELLABLE_BALANCE', draft({ side: 'sell', quantity: decimal('1000.000001') })],
    ['form', 'NO_LIQUIDITY', market()],
    ['stopPrice', 'STOP_PRICE_REQUIRED', stop({ stopPrice: undefined })],
    ['stopPrice', 'STOP_PRICE_PRECISION', stop({ stopPrice: decimal('95.001') })],
    ['stopPrice', 'STOP_PRICE_REACHED', stop({ stopPrice: decimal('100') })],
    ['price', 'PRICE_ABOVE_BAND', stop({ price: decimal('104.51') })],
  ] as const)('shows at %s: %s', (field, code, of) => {
    expect(codesOf({ ...check, draft: of })).toEqual([[field, code]]);
  });

  it('shows price errors before there is a quantity, and beside those of the quantity', () => {
    const of = draft({ price: decimal('100.001'), quantity: undefined });
    expect(codesOf({ ...check, draft: of })).toEqual([
      ['price', 'PRICE_PRECISION'],
      ['quantity', 'QUANTITY_REQUIRED'],
    ]);
  });

  it('asks for missing values after a try, one after the other, and shows other errors immediately', () => {
    const shownCodesOf = (of: OrderDraft, wasTried: boolean) =>
      shownErrors(ticketErrors({ ...check, draft: of }), wasTried).map(({ error }) => error.code);
    const empty = stop({ stopPrice: undefined, quantity: undefined });
    expect(shownCodesOf(empty, false)).toEqual([]);
    expect(shownCodesOf(empty, true)).toEqual(['STOP_PRICE_REQUIRED']);
    expect(shownCodesOf(stop({ stopPrice: undefined, quantity: decimal('0.1234567') }), false)).toEqual([
      'QUANTITY_PRECISION',
    ]);
  });

  it('are at the total when the total was typed', () => {
    const sizedBy = 'total' as const;
    const codes = (quantity: string) => codesOf({ ...check, sizedBy, draft: draft({ quantity: decimal(quantity) }) });
    expect(codes('10.5')).toEqual([['total', 'INSUFFICIENT_BALANCE']]);
    expect(codes('0.04')).toEqual([['total', 'NOTIONAL_TOO_SMALL']]);
    expect(codes('0')).toEqual([['quantity', 'QUANTITY_TOO_SMALL']]);
    const unpriced = draft({ price: undefined, quantity: undefined });
    expect(codesOf({ ...check, sizedBy, draft: unpriced })).toEqual([['price', 'PRICE_REQUIRED']]);
  });

  it('refuse a post-only price that would trade immediately, to the last step', () => {
    const codes = (side: 'buy' | 'sell', price: string) => {
      const of = draft({ side, price: decimal(price), isPostOnly: true, timeInForce: 'gtc' });
      return codesOf({ ...check, draft: of, bestOpposite: decimal('100') });
    };
    expect(codes('buy', '99.99')).toEqual([]);
    expect(codes('buy', '100')).toEqual([['price', 'POST_ONLY_WOULD_TAKE']]);
    expect(codes('sell', '100.01')).toEqual([]);
    expect(codes('sell', '100')).toEqual([['price', 'POST_ONLY_WOULD_TAKE']]);
  });

  it('are empty for an order that the balance just covers', () => {
    expect(ticketErrors({ ...check, draft: draft({ quantity: decimal('10') }) })).toEqual([]);
  });
});
