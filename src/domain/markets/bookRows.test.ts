// Rows of the book: order, bars on one scale, levels grouped by a step, and the mid price. Cases by hand; grouping by
// random books.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Book, BookLevel } from '@halyard/contract/market/calls';
import { add, compare, decimal, divide, fromModelNumber, ZERO } from '@halyard/contract/money';
import { bookRows, bookSteps, joinLevels } from './bookRows.ts';

const level = (price: string, quantity: string): BookLevel => [decimal(price), decimal(quantity)];

const book: Book = {
  symbol: 'BTC/USDT',
  bids: [level('100', '1'), level('99', '1')],
  asks: [level('101', '2'), level('102', '2'), level('103', '9')],
  asOf: '2026-01-01T00:00:00.000Z',
};

describe('the rows of the book', () => {
  it('puts the best prices next to the middle and cuts to the requested levels', () => {
    const rows = bookRows(book, 2);
    expect(rows.asks.map(({ level: [price] }) => price)).toEqual(['102', '101']);
    expect(rows.bids.map(({ level: [price] }) => price)).toEqual(['100', '99']);
  });

  it('cumulates from the best level, with bars on the scale of the deeper side', () => {
    const rows = bookRows(book, 2);
    expect(rows.asks.map(({ sum, depthPercent }) => [sum, depthPercent])).toEqual([
      ['4', 100],
      ['2', 50],
    ]);
    expect(rows.bids.map(({ sum, depthPercent }) => [sum, depthPercent])).toEqual([
      ['1', 25],
      ['2', 50],
    ]);
  });

  it('knows the house’s part of each row, also of grouped ones', () => {
    const mixed = { ...book, userBids: [level('99', '0.25')], userAsks: [level('101', '2'), level('102', '0.001')] };
    const partsOf = (step?: string) => {
      const { asks, bids } = bookRows(mixed, 3, step === undefined ? undefined : decimal(step));
      return [asks, bids].map((side) => side.map(({ housePercent }) => housePercent));
    };
    // 2 of 2 are of users, a little of 2, and nothing of 9; a little is never shown as nothing.
    expect(partsOf()).toEqual([
      [100, 99, 0],
      [100, 75],
    ]);
    expect(partsOf('10')).toEqual([[85], [100, 75]]);
    expect(bookRows(book, 3).bids.map(({ housePercent }) => housePercent)).toEqual([undefined, undefined]);
  });

  it('has spread and mid, but none for an empty side', () => {
    expect(bookRows(book, 2)).toMatchObject({ spread: '1', spreadPercent: '1', mid: '100.5' });
    const oneSided = bookRows({ ...book, asks: [] }, 2);
    expect(oneSided).toMatchObject({ asks: [], spread: undefined, spreadPercent: undefined, mid: undefined });
  });

  it('has the ungrouped spread and mid, however it is grouped', () => {
    const rows = bookRows(book, 2, decimal('10'));
    expect(rows).toMatchObject({ spread: '1', mid: '100.5' });
    expect(rows.asks.map(({ level: [price, quantity] }) => [price, quantity])).toEqual([['110', '13']]);
    expect(rows.bids.map(({ level: [price, quantity] }) => [price, quantity])).toEqual([
      ['100', '1'],
      ['90', '1'],
    ]);
  });
});

describe('grouping levels', () => {
  const cents = fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 40 });

  it('preserves the total, rounds asks up and bids down, and keeps the order', () => {
    fc.assert(
      fc.property(cents, fc.constantFrom('0.01', '0.1', '1', '10'), (prices, stepText) => {
        const step = decimal(stepText);
        const asks = prices
          .toSorted((a, b) => a - b)
          .map((price): BookLevel => [fromModelNumber(price / 100, 2), decimal('0.3')]);
        const rows = joinLevels(asks, 1000, 'up', step);
        expect(add(ZERO, ...rows.map(([, quantity]) => quantity))).toBe(add(ZERO, ...asks.map(([, each]) => each)));
        for (const [price] of rows) expect(divide(price, step, 6, 'down')).not.toContain('.');
        for (const [price, quantity] of asks) {
          const row = rows.find(([rowPrice]) => compare(rowPrice, price) >= 0);
          // A level went into the first row at or above its price, less than a step away.
          expect(row !== undefined && compare(row[0], add(price, step)) < 0 && compare(row[1], quantity) >= 0).toBe(
            true,
          );
        }
        expect(rows.map(([price]) => price)).toEqual(rows.map(([price]) => price).toSorted(compare));
      }),
    );
  });

  it('fills the requested rows, and drops bids at zero', () => {
    const bids = [level('1.9', '1'), level('1.1', '1'), level('0.9', '1')];
    expect(joinLevels(bids, 1, 'down', decimal('1'))).toEqual([level('1', '2')]);
    expect(joinLevels(bids, 5, 'down', decimal('1'))).toEqual([level('1', '2')]);
  });

  it('has steps that keep prices distinguishable', () => {
    expect(bookSteps(2, decimal('28110.26'))).toEqual(['0.01', '0.1', '1', '10', '100']);
    expect(bookSteps(5, decimal('0.07441'))).toEqual(['0.00001', '0.0001']);
    expect(bookSteps(0, decimal('500'))).toEqual(['1']);
    expect(bookSteps(2, null)).toEqual(['0.01']);
  });
});
