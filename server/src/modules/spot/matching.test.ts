// Matching against a naive model that trades lot by lot: over random histories of orders, cancellations and moving
// ladders both give the same trades, remainders and books, and quantity is conserved.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderId, UserId } from '@halyard/contract/ids';
import type { BookLevel } from '@halyard/contract/market/calls';
import { otherSide, type Side } from '@halyard/contract/spot/side';
import { add, compare, decimal, isPositive, multiply, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { isThorough } from '@halyard/contract/testing/thorough';
import { remainingLadder } from '@halyard/contract/spot/ladder';
import { createSpotOracle, type OracleLadder, type OracleTrade } from '../../testing/spotOracle.ts';
import { matchIncoming, sweepResting, type Execution, type RestingOrder } from './matching.ts';

type Levels = { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] };
type Waiting = RestingOrder & { readonly side: Side };
type Step =
  | {
      readonly kind: 'place';
      readonly user: number;
      readonly side: Side;
      readonly tick: number | undefined;
      readonly lots: number;
      readonly capBps: number | undefined;
    }
  | { readonly kind: 'cancel'; readonly pick: number }
  | { readonly kind: 'tick'; readonly ladder: OracleLadder };

const HISTORIES = isThorough ? 10_000 : 1000;
const BUYER = { userId: 1 as UserId, side: 'buy', maxSlippage: undefined } as const;
const whole = (value: number) => decimal(String(value));

const sides = fc.constantFrom<Side>('buy', 'sell');
const someLots = fc.integer({ min: 1, max: 9 });
const ladders = fc
  .record({
    middle: fc.integer({ min: 94, max: 106 }),
    gap: fc.integer({ min: 1, max: 2 }),
    bids: fc.array(someLots, { maxLength: 3 }),
    asks: fc.array(someLots, { maxLength: 3 }),
  })
  .map(({ middle, gap, bids, asks }) => ({
    bids: bids.map((left, index) => ({ tick: middle - gap - index, left })),
    asks: asks.map((left, index) => ({ tick: middle + gap + index, left })),
  }));
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 7,
    arbitrary: fc
      .record({
        kind: fc.constant('place' as const),
        user: fc.integer({ min: 1, max: 3 }),
        side: sides,
        tick: fc.option(fc.integer({ min: 95, max: 105 }), { nil: undefined, freq: 3 }),
        lots: someLots,
        // A tick is about a hundred lots.
        capBps: fc.option(fc.integer({ min: 1, max: 300 }), { nil: undefined, freq: 2 }),
      })
      .map((order) => (order.tick === undefined ? order : { ...order, capBps: undefined })),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('tick' as const), ladder: ladders }) },
);

/** A book that only calls the functions under test, as the engine does. */
function createBook() {
  let waiting: readonly Waiting[] = [];
  let ladder: Levels = { bids: [], asks: [] };
  const sideOf = (side: Side) =>
    waiting
      .filter((order) => order.side === side)
      .toSorted((a, b) => (side === 'buy' ? compare(b.price, a.price) : compare(a.price, b.price)) || a.id - b.id);
  const against = (side: Side) => (side === 'buy' ? ladder.asks : ladder.bids);
  const apply = (side: Side, executions: readonly Execution[], fromLadder: Decimal) => {
    waiting = waiting
      .map((order) => ({ ...order, remaining: subtract(order.remaining, filledOf(order.id, executions)) }))
      .filter(({ remaining }) => isPositive(remaining));
    ladder =
      side === 'buy'
        ? { bids: ladder.bids, asks: remainingLadder(ladder.asks, fromLadder) }
        : { bids: remainingLadder(ladder.bids, fromLadder), asks: ladder.asks };
  };
  return {
    waiting: () => waiting,
    place(id: number, { user, side, tick, lots, capBps }: Extract<Step, { kind: 'place' }>) {
      const limitPrice = tick === undefined ? undefined : whole(tick);
      const maxSlippage = capBps === undefined ? undefined : multiply(whole(capBps), decimal('0.0001'));
      const userId = user as UserId;
      const resting = sideOf(otherSide(side));
      const incoming = { userId, side, quantity: whole(lots), limitPrice, maxSlippage };
      const result = matchIncoming(incoming, resting, against(side));
      apply(side, result.executions, total(result.executions.filter(({ restingId }) => restingId === undefined)));
      if (limitPrice !== undefined && isPositive(result.remaining) && !result.hasMetOwnOrder) {
        waiting = [...waiting, { id: id as OrderId, userId, side, price: limitPrice, remaining: result.remaining }];
      }
      return result;
    },
    tick(next: OracleLadder) {
      const toLevels = (levels: OracleLadder['bids']) =>
        levels.map(({ tick, left }): BookLevel => [whole(tick), whole(left)]);
      ladder = { bids: toLevels(next.bids), asks: toLevels(next.asks) };
      return (['buy', 'sell'] as const).flatMap((side) => {
        const executions = sweepResting(side, sideOf(side), against(side));
        apply(side, executions, total(executions));
        return executions.map((trade) => ({ side, trade }));
      });
    },
    cancel(id: number) {
      waiting = waiting.filter((order) => order.id !== id);
    },
  };
}

function filledOf(id: OrderId, executions: readonly Execution[]): Decimal {
  return total(executions.filter(({ restingId }) => restingId === id));
}

function total(executions: readonly Execution[]): Decimal {
  return add(...executions.map(({ quantity }) => quantity));
}

function inDecimals({ restingId, tick, lots }: OracleTrade) {
  return { restingId, price: whole(tick), quantity: whole(lots) };
}

function copyOf(ladder: OracleLadder): OracleLadder {
  return { bids: ladder.bids.map((level) => ({ ...level })), asks: ladder.asks.map((level) => ({ ...level })) };
}

/** Runs a history through both; returns the number of trades, and of orders that reached their cap. */
function compareHistory(history: readonly Step[]) {
  const oracle = createSpotOracle();
  const book = createBook();
  let trades = 0;
  let capped = 0;
  for (const [index, step] of history.entries()) {
    const id = index + 1;
    if (step.kind === 'place') {
      const expected = oracle.place({ id, ...step });
      const actual = book.place(id, step);
      expect(actual).toEqual({
        executions: expected.trades.map(inDecimals),
        remaining: whole(expected.left),
        hasMetOwnOrder: expected.hasMetOwnOrder,
        hasMetCap: expected.hasMetCap,
      });
      expect(add(total(actual.executions), actual.remaining)).toBe(whole(step.lots));
      trades += expected.trades.length;
      capped += expected.hasMetCap ? 1 : 0;
    } else if (step.kind === 'tick') {
      oracle.ladder = copyOf(step.ladder);
      const expected = oracle.sweep().map(({ side, trade }) => ({ side, trade: inDecimals(trade) }));
      expect(book.tick(step.ladder)).toEqual(expected);
      trades += expected.length;
    } else {
      const picked = oracle.orders[step.pick % Math.max(1, oracle.orders.length)]?.id ?? 0;
      oracle.cancel(picked);
      book.cancel(picked);
    }
    const left = oracle.orders.map((order) => [order.id, order.user, order.side, whole(order.tick), whole(order.left)]);
    expect(book.waiting().map((order) => [order.id, order.userId, order.side, order.price, order.remaining])).toEqual(
      left,
    );
  }
  return { trades, capped };
}

describe('matching', () => {
  it(`matches the naive model, over ${HISTORIES} random histories`, () => {
    let trades = 0;
    let capped = 0;
    fc.assert(
      fc.property(fc.array(steps, { minLength: 1, maxLength: 16, size: 'max' }), (history) => {
        const seen = compareHistory(history);
        trades += seen.trades;
        capped += seen.capped;
      }),
      { numRuns: HISTORIES },
    );
    // A generator whose orders never meet would show nothing.
    expect(trades).toBeGreaterThan(HISTORIES);
    expect(capped).toBeGreaterThan(HISTORIES / 40);
  });

  it('takes nothing from an empty book and leaves the whole quantity', () => {
    const incoming = { ...BUYER, quantity: whole(3), limitPrice: undefined };
    const nothing = { executions: [], remaining: '3', hasMetOwnOrder: false, hasMetCap: false };
    expect(matchIncoming(incoming, [], [])).toEqual(nothing);
    expect(sweepResting('buy', [], [[whole(1), whole(1)]])).toEqual([]);
  });

  it('goes as far as the cap, to the last digit, from the best price of users and ladder', () => {
    const resting = ['100', '101', '101.000000000000000001'].map((price, index) => ({
      id: (index + 1) as OrderId,
      userId: 2 as UserId,
      price: decimal(price),
      remaining: whole(1),
    }));
    const incoming = { ...BUYER, quantity: whole(5), limitPrice: undefined, maxSlippage: decimal('0.01') };
    const reached = (ladder: readonly BookLevel[]) => {
      const { executions, remaining, hasMetCap } = matchIncoming(incoming, resting, ladder);
      return [executions.map(({ price }) => price), remaining, hasMetCap];
    };
    expect(reached([])).toEqual([['100', '101'], '3', true]);
    // 1 % from 99.9 is 100.899.
    expect(reached([[decimal('99.9'), whole(1)]])).toEqual([['99.9', '100'], '3', true]);
  });

  it('trades to the last digit of the ledger’s width', () => {
    const smallest = decimal('0.000000000000000001');
    const largest = decimal('99999999999999999999.999999999999999999');
    const resting = [{ id: 1 as OrderId, userId: 2 as UserId, price: largest, remaining: smallest }];
    const incoming = { ...BUYER, quantity: largest, limitPrice: largest };
    const { executions, remaining } = matchIncoming(incoming, resting, []);
    expect(executions).toEqual([{ restingId: 1, price: largest, quantity: smallest }]);
    expect(add(remaining, smallest)).toBe(largest);
    expect(subtract(total(executions), smallest)).toBe(ZERO);
  });
});
