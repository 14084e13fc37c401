// Proves that the ticket never sizes an order above the balance, sums what the book would do, and names each error at its field.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BookLevel } from '@halyard/contract/calls/markets';
import {
  compare,
  decimal,
  fitsPlaces,
  isPositive,
  multiply,
  toFixedText,
  fromModelNumber,
  type Decimal,
} from '@halyard/contract/money';
import { holdAmount, type MarketTerms, type OrderDraft } from '@halyard/contract/rules/spot';
import { draftOf, emptyTicket, ticketReducer } from './ticketForm.ts';
import { quantityForShare, summarizeTicket, walkBook, type TicketContext } from './ticketSummary.ts';
import { ticketErrors } from './ticketErrors.ts';

const terms: MarketTerms = {
  pricePrecision: 2,
  quantityPrecision: 6,
  minQuantity: decimal('0.00001'),
  minNotional: decimal('5'),
};
const asks: readonly BookLevel[] = [
  [decimal('100'), decimal('1')],
  [decimal('101'), decimal('2')],
];

function context(overrides: Partial<TicketContext> = {}): TicketContext {
  return {
    quantityPrecision: 6,
    takerFeeRate: decimal('0.001'),
    available: decimal('1000'),
    opposite: asks,
    ...overrides,
  };
}

function draft(overrides: Partial<OrderDraft> = {}): OrderDraft {
  return { side: 'buy', orderType: 'limit', quantity: decimal('0.5'), price: decimal('100'), ...overrides };
}

const amounts = fc.integer({ min: 1, max: 10_000_000 }).map((cents) => fromModelNumber(cents / 100, 2));

describe('the ticket form', () => {
  it('clears the quantity when the side changes and keeps the price', () => {
    const form = { ...emptyTicket('buy'), price: '100', quantity: '1' };
    expect(ticketReducer(form, { type: 'sideChosen', side: 'sell' })).toMatchObject({
      side: 'sell',
      price: '100',
      quantity: '',
    });
  });

  it('takes the price of a tapped level and becomes a limit order', () => {
    const form = ticketReducer(
      { ...emptyTicket('buy'), orderType: 'market' },
      { type: 'levelTapped', level: [decimal('99.5'), decimal('1')] },
    );
    expect(form).toMatchObject({ orderType: 'limit', price: '99.5' });
  });

  it('reads an empty field as missing, not as zero', () => {
    expect(draftOf(emptyTicket('buy'))).toEqual({
      side: 'buy',
      orderType: 'limit',
      quantity: undefined,
      price: undefined,
    });
  });
});

describe('sizing by percentage', () => {
  it('never holds more than the balance for a limit order, at any price, and keeps to the lot', () => {
    fc.assert(
      fc.property(amounts, amounts, fc.constantFrom(25, 50, 75, 100), (available, price, share) => {
        const quantity = quantityForShare(share, draft({ price }), context({ available })) as Decimal;
        expect(compare(holdAmount('buy', quantity, price), available)).toBeLessThanOrEqual(0);
        expect(fitsPlaces(quantity, 6)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('never costs more than the balance for a market order against the book shown', () => {
    fc.assert(
      fc.property(amounts, (available) => {
        const quantity = quantityForShare(
          100,
          draft({ orderType: 'market', price: undefined }),
          context({ available }),
        ) as Decimal;
        expect(compare(walkBook(asks, quantity).quote, available)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('sells exactly everything at 100 percent when the balance is a whole number of lots', () => {
    expect(quantityForShare(100, draft({ side: 'sell' }), context({ available: decimal('0.123456') }))).toBe(
      '0.123456',
    );
  });

  it('cannot tell without a price, a balance or a book', () => {
    expect(quantityForShare(50, draft({ price: undefined }), context())).toBeUndefined();
    expect(quantityForShare(50, draft(), context({ available: undefined }))).toBeUndefined();
    expect(
      quantityForShare(50, draft({ orderType: 'market', price: undefined }), context({ opposite: [] })),
    ).toBeUndefined();
  });
});

describe('the summary', () => {
  it('shows total, fee in what is received, and the net of a limit buy', () => {
    expect(summarizeTicket(draft(), context())).toEqual({
      total: '50',
      averagePrice: '100',
      fee: '0.0005',
      received: '0.4995',
      unfilled: '0',
    });
  });

  it('averages the levels that a market order would take and says what is left over', () => {
    const result = summarizeTicket(draft({ orderType: 'market', price: undefined, quantity: decimal('4') }), context());
    expect(result).toMatchObject({ total: '302', unfilled: '1' });
    expect(toFixedText(result?.averagePrice as Decimal, 4)).toBe('100.6667');
  });

  it('is positive wherever it is told', () => {
    fc.assert(
      fc.property(amounts, amounts, (quantity, price) => {
        const result = summarizeTicket(draft({ quantity, price }), context());
        expect(result !== undefined && isPositive(result.received)).toBe(true);
        expect(result?.total).toBe(multiply(quantity, price));
      }),
    );
  });
});

describe('the errors', () => {
  const check = { terms, referencePrice: decimal('100'), available: decimal('1000'), summary: undefined };

  it.each([
    ['quantity', 'QUANTITY_REQUIRED', draft({ quantity: undefined })],
    ['quantity', 'QUANTITY_PRECISION', draft({ quantity: decimal('0.1234567') })],
    ['price', 'PRICE_REQUIRED', draft({ price: undefined })],
    ['price', 'PRICE_PRECISION', draft({ price: decimal('100.001') })],
    ['quantity', 'NOTIONAL_TOO_SMALL', draft({ quantity: decimal('0.01') })],
    ['quantity', 'INSUFFICIENT_BALANCE', draft({ quantity: decimal('10.000001') })],
    ['quantity', 'INSUFFICIENT_SELLABLE_BALANCE', draft({ side: 'sell', quantity: decimal('1000.000001') })],
    ['form', 'NO_LIQUIDITY', draft({ orderType: 'market', price: undefined })],
  ] as const)('shows at %s: %s', (field, code, of) => {
    expect(ticketErrors({ ...check, draft: of })).toEqual([{ field, error: expect.objectContaining({ code }) }]);
  });

  it('finds nothing wrong with an order that the balance just covers', () => {
    expect(ticketErrors({ ...check, draft: draft({ quantity: decimal('10') }) })).toEqual([]);
  });
});
