// The ticket's summary equals the book's effect on an order to the last digit, and shows no fee below the charged one.
// Pure functions against exact figures, and against random books and orders.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BookLevel } from '@halyard/contract/market/calls';
import {
  add,
  compare,
  decimal,
  divide,
  isPositive,
  multiply,
  subtract,
  toFixedText,
  ZERO,
  type Decimal,
} from '@halyard/contract/money';
import { tradesAt } from '@halyard/contract/spot/slippage';
import { accrueFee, type MarketTerms, type OrderDraft } from '@halyard/contract/spot/rules';
import { isThorough } from '@halyard/contract/testing/thorough';
import { amounts, books, context, draft, market } from '../../../testing/ticketDrafts.ts';
import {
  acceptableLimit,
  slippageOf,
  walkBook,
  walkQuote,
  summarizeTicket,
  type TicketSummary,
} from './ticketSummary.ts';

const TERMS: MarketTerms = {
  pricePrecision: 2,
  quantityPrecision: 6,
  minQuantity: decimal('0.00001'),
  minNotional: decimal('5'),
  priceBand: decimal('0.1'),
};

describe('the summary', () => {
  it('shows total, fee in the received currency, and the net of a limit buy', () => {
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

  it('fills a limit that crosses the market at the book’s prices, and its rest at the limit', () => {
    const bids: readonly BookLevel[] = [
      [decimal('57935'), decimal('0.4')],
      [decimal('57930'), decimal('0.4')],
      [decimal('52000'), decimal('5')],
    ];
    const sell = (quantity: string, changes: Partial<OrderDraft> = {}) =>
      summarizeTicket(
        draft({ side: 'sell', price: decimal('53000'), quantity: decimal(quantity), ...changes }),
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
    // At its stop price it will meet another book.
    const stop = { orderType: 'stop_limit', stopPrice: decimal('53100') } as const;
    expect(sell('0.5', stop)).toMatchObject({ atOnce: '0', total: '26500' });
  });

  it('stops at the cap of a market order', () => {
    const capped = (maxSlippage: string) =>
      summarizeTicket(market({ quantity: decimal('2'), maxSlippage: decimal(maxSlippage) }), context());
    expect(capped('0.0099')).toMatchObject({ total: '100', unfilled: '1', isCapped: true });
    expect(capped('0.01')).toMatchObject({ total: '201', unfilled: '0', isCapped: false });
    const all = market({ quantity: decimal('4'), maxSlippage: decimal('0.01') });
    expect(summarizeTicket(all, context())).toMatchObject({ unfilled: '1', isCapped: false });
  });

  it('shows no partial fill of a fill-or-kill order', () => {
    const nothing = { total: undefined, fee: undefined, received: undefined, averagePrice: undefined, atOnce: '0' };
    const killed = market({ quantity: decimal('2'), timeInForce: 'fok', maxSlippage: decimal('0.0099') });
    expect(summarizeTicket(killed, context())).toMatchObject({ ...nothing, unfilled: '2' });
    const short = market({ quantity: decimal('4'), timeInForce: 'fok' });
    expect(summarizeTicket(short, context())).toMatchObject({ ...nothing, unfilled: '4' });
    expect(summarizeTicket(draft({ quantity: decimal('2'), timeInForce: 'fok' }), context())).toMatchObject(nothing);
    const whole = market({ quantity: decimal('2'), timeInForce: 'fok', maxSlippage: decimal('0.01') });
    expect(summarizeTicket(whole, context())).toMatchObject({ total: '201', atOnce: '2', unfilled: '0' });
  });

  it('lets a post-only order take nothing', () => {
    const order = draft({ price: decimal('102'), isPostOnly: true });
    expect(summarizeTicket(order, context())).toMatchObject({ total: '51', atOnce: '0', averagePrice: '102' });
  });

  it('shows a fee never below the charged one, in whatever parts the order fills', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 6 });
    const orders = fc.record({ side: fc.constantFrom('buy' as const, 'sell' as const), opposite: books, parts });
    fc.assert(
      fc.property(orders, amounts, amounts, ({ side, opposite, parts: weights }, quantity, price) => {
        const levels = side === 'buy' ? opposite : opposite.toReversed();
        const order = draft({ side, price, quantity });
        const shown = summarizeTicket(order, context({ opposite: levels })) as TicketSummary;
        const reached = levels.filter(([levelPrice]) => tradesAt(side, price, levelPrice));
        const atOnce = walkBook(reached, quantity);
        const rest = subtract(quantity, atOnce.filled);
        // Each level is taken in parts, and so is the waiting rest at the limit.
        let charged = { fee: ZERO, feeDue: ZERO };
        const trade = (levelPrice: Decimal, all: Decimal, rate: Decimal) => {
          let left = all;
          for (const weight of [...weights, 100]) {
            const part =
              weight === 100 ? left : divide(multiply(left, decimal(String(weight))), decimal('100'), 8, 'down');
            charged = accrueFee(charged, side === 'buy' ? part : multiply(part, levelPrice), rate);
            left = subtract(left, part);
          }
        };
        let unfilled = atOnce.filled;
        for (const [levelPrice, there] of reached) {
          const taken = compare(there, unfilled) < 0 ? there : unfilled;
          trade(levelPrice, taken, decimal('0.001'));
          unfilled = subtract(unfilled, taken);
        }
        trade(price, rest, decimal('0.0005'));
        expect(compare(charged.fee, shown.fee as Decimal)).toBeLessThanOrEqual(0);
      }),
      { numRuns: isThorough ? 100_000 : 100 },
    );
  });

  it('shows a stop-limit order at its limit', () => {
    const stop = draft({ orderType: 'stop_limit', stopPrice: decimal('95'), price: decimal('96') });
    expect(summarizeTicket(stop, context())).toMatchObject({ total: '48', averagePrice: '96', slippage: undefined });
  });

  it('averages the levels that a market order would take and shows the rest', () => {
    const result = summarizeTicket(market({ quantity: decimal('4') }), context());
    expect(result).toMatchObject({ total: '302', unfilled: '1' });
    expect(toFixedText(result?.averagePrice as Decimal, 4)).toBe('100.6667');
  });

  it('shows slippage exactly, against the best price of that side', () => {
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

  it('is never below the slippage, and at most one unit of 18 decimals above', () => {
    fc.assert(
      fc.property(books, amounts, (opposite, quantity) => {
        const best = (opposite[0] as BookLevel)[0];
        const walked = walkBook(opposite, quantity);
        const shown = slippageOf(walked, best);
        const atBest = multiply(walked.filled, best);
        const lost = subtract(walked.quote, atBest);
        expect(compare(multiply(shown, atBest), lost)).toBeGreaterThanOrEqual(0);
        expect(compare(multiply(subtract(shown, decimal('0.000000000000000001')), atBest), lost)).toBeLessThan(0);
      }),
    );
  });

  it('is always positive', () => {
    fc.assert(
      fc.property(amounts, amounts, (quantity, price) => {
        const result = summarizeTicket(draft({ quantity, price }), context({ opposite: [] }));
        expect(result !== undefined && isPositive(result.received as Decimal)).toBe(true);
        expect(result?.total).toBe(multiply(quantity, price));
      }),
    );
  });
});

describe('a walk through the book', () => {
  it('by quote and by base has the same result', () => {
    fc.assert(
      fc.property(books, amounts, (opposite, budget) => {
        const { quantity, left } = walkQuote(opposite, budget);
        const spent = subtract(budget, left);
        const { quote } = walkBook(opposite, quantity);
        expect(compare(quote, spent)).toBeLessThanOrEqual(0);
        // The cut off part of a quantity is worth less than a price times one unit of 18 decimals.
        expect(
          compare(subtract(spent, quote), divide(decimal('100000'), decimal('1000000000000000000'), 18, 'up')),
        ).toBeLessThanOrEqual(0);
        expect(add(spent, left)).toBe(budget);
      }),
    );
  });

  it('gives a limit one percent from the best price, rounded inwards, within the price band', () => {
    const best = decimal('100.55');
    expect(acceptableLimit('buy', best, TERMS, decimal('100'))).toBe('101.55');
    expect(acceptableLimit('sell', best, TERMS, decimal('100'))).toBe('99.55');
    expect(acceptableLimit('buy', best, TERMS, decimal('92'))).toBe('101.2');
    expect(acceptableLimit('sell', best, TERMS, decimal('111'))).toBe('99.9');
    expect(acceptableLimit('buy', decimal('3'), { ...TERMS, pricePrecision: 0 }, undefined)).toBe('3');
  });
});
