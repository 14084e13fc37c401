// Proves that the ticket never sizes an order above the balance and sums what the book would do to the last digit.
// Pure functions against exact figures, and against random books and balances.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BookLevel } from '@halyard/contract/calls/markets';
import {
  add,
  compare,
  decimal,
  divide,
  fitsPlaces,
  fromModelNumber,
  isPositive,
  multiply,
  subtract,
  toFixedText,
  ZERO,
  type Decimal,
} from '@halyard/contract/money';
import { holdAmount, type MarketTerms, type OrderDraft } from '@halyard/contract/rules/spot';
import { acceptableLimit, slippageOf, walkBook, walkQuote } from './bookWalk.ts';
import {
  draftOf,
  emptyTicket,
  ticketReducer,
  type TicketEvent,
  type TicketForm,
  type TicketSize,
} from './ticketForm.ts';
import { quantityOf, shareOf, summarizeTicket, totalOf, type TicketContext } from './ticketSummary.ts';

const terms: MarketTerms = {
  pricePrecision: 2,
  quantityPrecision: 6,
  minQuantity: decimal('0.00001'),
  minNotional: decimal('5'),
  priceBand: decimal('0.1'),
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

const market = (overrides: Partial<OrderDraft> = {}) =>
  draft({ orderType: 'market', price: undefined, timeInForce: 'ioc', ...overrides });
const share = (percent: number): TicketSize => ({ kind: 'share', percent });
const total = (text: string): TicketSize => ({ kind: 'total', text });
const after = (form: TicketForm, ...events: readonly TicketEvent[]) => events.reduce(ticketReducer, form);

const amounts = fc.integer({ min: 1, max: 10_000_000 }).map((cents) => fromModelNumber(cents / 100, 2));
/** A side of a book, best first for a buyer. */
const books = fc
  .uniqueArray(fc.tuple(amounts, amounts), { selector: ([price]) => price, minLength: 1, maxLength: 8 })
  .map((levels): readonly BookLevel[] => levels.toSorted(([a], [b]) => compare(a, b)));

describe('the ticket form', () => {
  const typed: TicketForm = { ...emptyTicket('buy'), price: '100', size: { kind: 'quantity', text: '1' } };

  it('clears the size when the side changes and keeps the price', () => {
    expect(after(typed, { type: 'sideChosen', side: 'sell' })).toEqual({ ...emptyTicket('sell'), price: '100' });
    expect(after(typed, { type: 'sideChosen', side: 'buy' })).toEqual(typed);
  });

  it('takes the price of a tapped level: a market order becomes a limit order, a stop-limit order stays one', () => {
    const tap: TicketEvent = { type: 'levelTapped', level: [decimal('99.5'), decimal('1')] };
    const of = (orderType: OrderDraft['orderType']) => after(typed, { type: 'orderTypeChosen', orderType }, tap);
    expect(of('market')).toMatchObject({ orderType: 'limit', price: '99.5', timeInForce: 'gtc' });
    expect(of('stop_limit')).toMatchObject({ orderType: 'stop_limit', price: '99.5' });
  });

  it('begins each type with its own terms', () => {
    const postOnly = after(typed, { type: 'postOnlyChosen', isPostOnly: true });
    const asMarket = after(postOnly, { type: 'orderTypeChosen', orderType: 'market' });
    expect(asMarket).toMatchObject({ timeInForce: 'ioc', isPostOnly: false, size: typed.size });
    expect(after(asMarket, { type: 'orderTypeChosen', orderType: 'stop_limit' })).toMatchObject({ timeInForce: 'gtc' });
  });

  it('never asks for post-only and another time in force than GTC, whatever is chosen in whatever order', () => {
    const events: fc.Arbitrary<TicketEvent> = fc.oneof(
      fc.constantFrom('limit' as const, 'market' as const, 'stop_limit' as const).map((orderType) => ({
        type: 'orderTypeChosen' as const,
        orderType,
      })),
      fc.constantFrom('gtc' as const, 'ioc' as const, 'fok' as const).map((timeInForce) => ({
        type: 'timeInForceChosen' as const,
        timeInForce,
      })),
      fc.boolean().map((isPostOnly) => ({ type: 'postOnlyChosen' as const, isPostOnly })),
    );
    fc.assert(
      fc.property(fc.array(events, { maxLength: 8 }), (chosen) => {
        const form = after(emptyTicket('buy'), ...chosen);
        expect(form.isPostOnly && form.timeInForce !== 'gtc').toBe(false);
      }),
    );
  });

  it('reads an empty field as missing, not as zero, and a price only where the type has one', () => {
    expect(draftOf(emptyTicket('buy'), undefined)).toMatchObject({ quantity: undefined, price: undefined });
    const both = { ...typed, stopPrice: '99' };
    expect(draftOf(both, undefined)).toMatchObject({ price: '100', stopPrice: undefined });
    expect(draftOf({ ...both, orderType: 'stop_limit' }, undefined)).toMatchObject({ price: '100', stopPrice: '99' });
    expect(draftOf({ ...both, orderType: 'market' }, undefined)).toMatchObject({ price: undefined });
  });
});

describe('sizing', () => {
  it('never holds more than the balance for any share and any price, and keeps to the lot', () => {
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 1, max: 100 }), (available, price, percent) => {
        const quantity = quantityOf(share(percent), draft({ price }), context({ available })) as Decimal;
        expect(compare(holdAmount('buy', quantity, price), available)).toBeLessThanOrEqual(0);
        expect(fitsPlaces(quantity, 6)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('never costs more than the balance for a share as a market order, against any book', () => {
    fc.assert(
      fc.property(amounts, books, fc.integer({ min: 1, max: 100 }), (available, opposite, percent) => {
        const quantity = quantityOf(share(percent), market(), context({ available, opposite })) as Decimal;
        expect(compare(walkBook(opposite, quantity).quote, available)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('never costs more than a typed total, as a limit or as a market order', () => {
    fc.assert(
      fc.property(amounts, amounts, books, (wanted, price, opposite) => {
        const limited = quantityOf(total(wanted), draft({ price }), context()) as Decimal;
        expect(compare(multiply(limited, price), wanted)).toBeLessThanOrEqual(0);
        const taken = quantityOf(total(wanted), market(), context({ opposite })) as Decimal;
        expect(compare(walkBook(opposite, taken).quote, wanted)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('asks for all of a total also where the book shown ends, so that it is said', () => {
    // 302 take the whole book; the other 101 are worth one more at its deepest price.
    const quantity = quantityOf(total('403'), market(), context());
    expect(quantity).toBe('4');
    expect(summarizeTicket(market({ quantity }), context())?.unfilled).toBe('1');
  });

  it('sells exactly everything at 100 percent when the balance is a whole number of lots', () => {
    const all = quantityOf(share(100), draft({ side: 'sell' }), context({ available: decimal('0.123456') }));
    expect(all).toBe('0.123456');
  });

  it('cannot tell without a price, a balance or a book', () => {
    expect(quantityOf(share(50), draft({ price: undefined }), context())).toBeUndefined();
    expect(quantityOf(total('50'), draft({ price: undefined }), context())).toBeUndefined();
    expect(quantityOf(share(50), draft(), context({ available: undefined }))).toBeUndefined();
    expect(quantityOf(share(50), market(), context({ opposite: [] }))).toBeUndefined();
    expect(quantityOf(total('50'), market(), context({ opposite: [] }))).toBeUndefined();
    expect(quantityOf(total(''), draft(), context())).toBeUndefined();
  });

  it('tells the share of a typed amount, cut to whole percent and never above all', () => {
    const shareFor = (quantity: string, side: 'buy' | 'sell' = 'buy') => {
      const of = draft({ side, quantity: decimal(quantity) });
      return shareOf(of, summarizeTicket(of, context()), context());
    };
    expect(shareFor('2.5')).toBe(25);
    expect(shareFor('2.599999')).toBe(25);
    expect(shareFor('5000')).toBe(100);
    expect(shareFor('500', 'sell')).toBe(50);
    expect(shareOf(draft({ quantity: undefined }), undefined, context())).toBeUndefined();
    expect(shareOf(draft(), undefined, context({ available: ZERO }))).toBeUndefined();
  });
});

describe('the summary', () => {
  it('shows total, fee in what is received, and the net of a limit buy', () => {
    expect(summarizeTicket(draft(), context())).toEqual({
      total: '50',
      averagePrice: '100',
      fee: '0.0005',
      received: '0.4995',
      atOnce: '0.5',
      unfilled: '0',
      isCapped: false,
      slippage: undefined,
    });
  });

  it('fills a limit through the market at the prices of the book, and its rest at the limit', () => {
    const bids: readonly BookLevel[] = [
      [decimal('57935'), decimal('0.4')],
      [decimal('57930'), decimal('0.4')],
      [decimal('52000'), decimal('5')],
    ];
    const sell = (quantity: string, terms: Partial<OrderDraft> = {}) =>
      summarizeTicket(
        draft({ side: 'sell', price: decimal('53000'), quantity: decimal(quantity), ...terms }),
        context({ opposite: bids }),
      );
    // 0.4 at 57,935 and 0.1 at 57,930, and not 0.5 at 53,000.
    expect(sell('0.5')).toMatchObject({
      atOnce: '0.5',
      total: '28967',
      averagePrice: '57934',
      fee: '28.967',
      received: '28938.033',
    });
    expect(sell('1')).toMatchObject({ atOnce: '0.8', unfilled: '0', total: '56946', averagePrice: '56946' });
    expect(sell('1', { timeInForce: 'ioc' })).toMatchObject({ atOnce: '0.8', unfilled: '0.2', total: '46346' });
    expect(sell('1', { price: decimal('60000'), timeInForce: 'ioc' })).toMatchObject({
      atOnce: '0',
      unfilled: '1',
      total: '0',
      averagePrice: undefined,
      received: '0',
    });
    // What it will meet when its stop price is reached is not this book.
    const stop = { orderType: 'stop_limit', stopPrice: decimal('53100') } as const;
    expect(sell('0.5', stop)).toMatchObject({ atOnce: '0', total: '26500' });
  });

  it('tells a total that a typed one comes back to: what a buyer holds, what a seller gets', () => {
    const buy = draft({ price: decimal('110'), quantity: decimal('1') });
    expect(totalOf(buy, summarizeTicket(buy, context()))).toBe('110');
    expect(quantityOf(total('110'), buy, context())).toBe('1');
    const opposite: readonly BookLevel[] = [
      [decimal('100'), decimal('0.5')],
      [decimal('95'), decimal('9')],
    ];
    const sell = draft({ side: 'sell', price: decimal('90'), quantity: decimal('1') });
    expect(totalOf(sell, summarizeTicket(sell, context({ opposite })))).toBe('97.5');
    expect(quantityOf(total('97.5'), sell, context({ opposite }))).toBe('1');
  });

  it('goes no further than the cap of a market order', () => {
    const capped = (maxSlippage: string) =>
      summarizeTicket(market({ quantity: decimal('2'), maxSlippage: decimal(maxSlippage) }), context());
    expect(capped('0.0099')).toMatchObject({ total: '100', unfilled: '1', isCapped: true });
    expect(capped('0.01')).toMatchObject({ total: '201', unfilled: '0', isCapped: false });
    const all = market({ quantity: decimal('4'), maxSlippage: decimal('0.01') });
    expect(summarizeTicket(all, context())).toMatchObject({ unfilled: '1', isCapped: false });
  });

  it('says of a stop-limit order what its limit comes to', () => {
    const stop = draft({ orderType: 'stop_limit', stopPrice: decimal('95'), price: decimal('96') });
    expect(summarizeTicket(stop, context())).toMatchObject({ total: '48', averagePrice: '96', slippage: undefined });
  });

  it('averages the levels that a market order would take and says what is left over', () => {
    const result = summarizeTicket(market({ quantity: decimal('4') }), context());
    expect(result).toMatchObject({ total: '302', unfilled: '1' });
    expect(toFixedText(result?.averagePrice as Decimal, 4)).toBe('100.6667');
  });

  it('tells slippage exactly, against the best price of that side', () => {
    const slippage = (quantity: string) =>
      summarizeTicket(market({ quantity: decimal(quantity) }), context())?.slippage;
    expect(slippage('1')).toBe('0');
    // 1 at 100 and 1 at 101: 201 instead of 200.
    expect(slippage('2')).toBe('0.005');
    const bids: readonly BookLevel[] = [
      [decimal('100'), decimal('1')],
      [decimal('98'), decimal('1')],
    ];
    const sold = summarizeTicket(market({ side: 'sell', quantity: decimal('2') }), context({ opposite: bids }));
    expect(sold?.slippage).toBe('0.01');
  });

  it('is never below what the slippage is, and never further above it than one of 18 places', () => {
    fc.assert(
      fc.property(books, amounts, (opposite, quantity) => {
        const best = (opposite[0] as BookLevel)[0];
        const walked = walkBook(opposite, quantity);
        const told = slippageOf(walked, best);
        const atBest = multiply(walked.filled, best);
        const lost = subtract(walked.quote, atBest);
        expect(compare(multiply(told, atBest), lost)).toBeGreaterThanOrEqual(0);
        expect(compare(multiply(subtract(told, decimal('0.000000000000000001')), atBest), lost)).toBeLessThan(0);
      }),
    );
  });

  it('is positive wherever it is told', () => {
    fc.assert(
      fc.property(amounts, amounts, (quantity, price) => {
        const result = summarizeTicket(draft({ quantity, price }), context({ opposite: [] }));
        expect(result !== undefined && isPositive(result.received)).toBe(true);
        expect(result?.total).toBe(multiply(quantity, price));
      }),
    );
  });
});

describe('a walk through the book', () => {
  it('by quote and by base comes to the same', () => {
    fc.assert(
      fc.property(books, amounts, (opposite, budget) => {
        const { quantity, left } = walkQuote(opposite, budget);
        const spent = subtract(budget, left);
        const { quote } = walkBook(opposite, quantity);
        expect(compare(quote, spent)).toBeLessThanOrEqual(0);
        // What is cut off a quantity is worth less than a price times one of 18 places.
        expect(
          compare(subtract(spent, quote), divide(decimal('100000'), decimal('1000000000000000000'), 18, 'up')),
        ).toBeLessThanOrEqual(0);
        expect(add(spent, left)).toBe(budget);
      }),
    );
  });

  it('gives a limit one percent from the best price, rounded inwards, within the band of the market', () => {
    const best = decimal('100.55');
    expect(acceptableLimit('buy', best, terms, decimal('100'))).toBe('101.55');
    expect(acceptableLimit('sell', best, terms, decimal('100'))).toBe('99.55');
    expect(acceptableLimit('buy', best, terms, decimal('92'))).toBe('101.2');
    expect(acceptableLimit('sell', best, terms, decimal('111'))).toBe('99.9');
    expect(acceptableLimit('buy', decimal('3'), { ...terms, pricePrecision: 0 }, undefined)).toBe('3');
  });
});
