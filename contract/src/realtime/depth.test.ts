// Depth deltas lead from any book to any other, and are absent when nothing changed. Random books and cases by hand.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BookLevel } from '../market/calls.ts';
import { compare, decimal, type Decimal } from '../money/money.ts';
import { applyDepth, depthChanges } from './depth.ts';
import type { DepthData } from './rooms.ts';

const level = (price: string, quantity: string): BookLevel => [decimal(price), decimal(quantity)];
const AS_OF = '2023-03-01T00:00:00.000Z';
const LATER = '2023-03-01T00:00:01.000Z';

it('contains new, changed and vanished levels, the last with quantity zero', () => {
  const changes = depthChanges(
    { bids: [level('9', '1'), level('8', '2')], asks: [level('10', '1'), level('11', '5')] },
    { bids: [level('9.5', '3'), level('9', '1')], asks: [level('10', '4'), level('11', '5')] },
  );
  expect(changes).toEqual({ bids: [level('9.5', '3'), level('8', '0')], asks: [level('10', '4')] });
});

it('keeps the users’ part when only the house’s changed, and knows none of an exchange that sends none', () => {
  const before = { bids: [level('9', '2')], asks: [], userBids: [level('9', '1')], userAsks: [] };
  const after = { ...before, bids: [level('9', '3')] };
  const changes = depthChanges(before, after);
  expect(changes).toEqual({ bids: [level('9', '3')], asks: [] });
  expect(applyDepth({ ...before, asOf: AS_OF }, { bids: [level('9', '3')], asks: [], asOf: LATER }).userBids).toEqual([
    level('9', '1'),
  ]);
  const older: DepthData = { bids: [level('9', '2')], asks: [], asOf: AS_OF };
  expect(applyDepth(older, { bids: [], asks: [], asOf: LATER }).userBids).toBeUndefined();
});

it('is undefined when the books are the same', () => {
  const book = { bids: [level('9', '1')], asks: [] };
  expect(depthChanges(book, structuredClone(book))).toBeUndefined();
});

it('sorts by value and not by text', () => {
  const book: DepthData = { bids: [level('9', '1')], asks: [level('100', '1')], asOf: AS_OF };
  const next = applyDepth(book, { bids: [level('10', '1')], asks: [level('20', '1')], asOf: LATER });
  expect(next).toEqual({
    bids: [level('10', '1'), level('9', '1')],
    asks: [level('20', '1'), level('100', '1')],
    asOf: LATER,
  });
});

const side = (sign: 1 | -1) =>
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 5 })), {
      selector: ([price]) => price,
      maxLength: 25,
    })
    .map((pairs) => pairs.map(([price, quantity]) => level(`${price}.5`, `0.${quantity}`)))
    .map((levels) => levels.sort(([a], [b]) => sign * order(a, b)));
const order = (a: Decimal, b: Decimal) => compare(a, b);
const books = fc.record({ bids: side(-1), asks: side(1), userBids: side(-1), userAsks: side(1) });

it('leads from any book to any other', () => {
  fc.assert(
    fc.property(books, books, (before, after) => {
      const changes = depthChanges(before, after);
      const reached = changes && applyDepth({ ...before, asOf: AS_OF }, { ...changes, asOf: LATER });
      expect(reached ?? { ...before, asOf: LATER }).toEqual({ ...after, asOf: LATER });
    }),
    { numRuns: 1000 },
  );
});
