// Proves what the book's picture shows: order of rows, bars on one scale, and the spread.
import { describe, expect, it } from 'vitest';
import type { Book } from '@halyard/contract/calls/markets';
import { decimal } from '@halyard/contract/money';
import { bookRows } from './bookRows.ts';

const level = (price: string, quantity: string) =>
  [decimal(price), decimal(quantity)] as [ReturnType<typeof decimal>, ReturnType<typeof decimal>];

const book: Book = {
  symbol: 'BTC/USDT',
  bids: [level('100', '1'), level('99', '1')],
  asks: [level('101', '2'), level('102', '2'), level('103', '9')],
  asOf: '2026-01-01T00:00:00.000Z',
};

describe('the rows of the book', () => {
  it('puts the best prices next to the middle and cuts to the levels asked for', () => {
    const rows = bookRows(book, 2);
    expect(rows.asks.map(({ level: [price] }) => price)).toEqual(['102', '101']);
    expect(rows.bids.map(({ level: [price] }) => price)).toEqual(['100', '99']);
  });

  it('draws both sides on the scale of the deeper one', () => {
    const rows = bookRows(book, 2);
    expect(rows.asks.map((row) => row.depthPercent)).toEqual([100, 50]);
    expect(rows.bids.map((row) => row.depthPercent)).toEqual([25, 50]);
  });

  it('tells the spread, and none for a side without orders', () => {
    expect(bookRows(book, 2)).toMatchObject({ spread: '1', spreadPercent: '1' });
    expect(bookRows({ ...book, asks: [] }, 2)).toMatchObject({ asks: [], spread: undefined, spreadPercent: undefined });
  });
});
