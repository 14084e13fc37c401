// One side of a book against the sorted list of all its orders: it answers with the first of them, as many as asked
// for, in any steps that they were read in, and reads no row that a command does not need.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OrderId } from '@halyard/contract/ids';
import type { Side } from '@halyard/contract/spot/side';
import { add, compare, decimal, ZERO, type Decimal } from '@halyard/contract/money';
import { isThorough } from '@halyard/contract/testing/thorough';
import { isInBook, remainingOf, type BookOrder, type SpotOrder } from '../spotOrder.ts';
import { createBookSide } from './bookSide.ts';

const whole = (value: number) => decimal(String(value));

/** The fields that places and quantities are read from. */
type Sketch = { readonly id: number; readonly tick: number; readonly lots: number; readonly isOver?: boolean };

function orderOf({ id, tick, lots, isOver = false }: Sketch): SpotOrder {
  const state = { status: isOver ? 'cancelled' : 'waiting', quantity: whole(lots), filledQuantity: ZERO };
  return { id: id as OrderId, price: whole(tick), rank: id, ...state } as unknown as SpotOrder;
}

/** A side whose stored orders are read by `read`, beside the list of its orders as they are now. */
function createSide(side: Side, stored: readonly Sketch[]) {
  const now = new Map<OrderId, SpotOrder>(stored.map(orderOf).map((order) => [order.id, order]));
  const reads: number[] = [];
  const sorted = (orders: Iterable<SpotOrder>) =>
    [...orders]
      .filter(isInBook)
      .sort((a, b) => (side === 'buy' ? compare(b.price, a.price) : compare(a.price, b.price)) || a.rank - b.rank);
  const reaching = (orders: readonly BookOrder[], reach: Decimal | undefined) =>
    orders.filter(({ price }) => {
      const sign = reach === undefined ? 0 : compare(price, reach);
      return side === 'buy' ? sign >= 0 : sign <= 0;
    });
  const storedRows = sorted(stored.map(orderOf));
  const read = (reach: Decimal | undefined, rowsMax: number) => reaching(storedRows, reach).slice(0, rowsMax);
  const book = createBookSide(side, storedRows[0]?.price, {
    read: (reach, rowsMax) => {
      reads.push(rowsMax);
      return Promise.resolve(read(reach, rowsMax));
    },
    current: (order) => now.get(order.id) ?? order,
  });
  return {
    reads,
    take: (reach: Decimal | undefined, rowsMax: number) => book.take({ rows: read(reach, rowsMax), reach, rowsMax }),
    put(sketch: Sketch) {
      const order = orderOf(sketch);
      now.set(order.id, order);
      book.put(order);
    },
    all: (reach: Decimal | undefined) => reaching(sorted(now.values()), reach),
    reaching: (reach: Decimal | undefined, quantity: number, rowsMax = Infinity) =>
      book.reaching(reach, { quantity: whole(quantity), rowsMax }),
  };
}

const ticks = fc.integer({ min: 1, max: 5 });
const lots = fc.integer({ min: 1, max: 3 });
const reach = fc.option(ticks.map(whole), { nil: undefined });
const steps = fc.oneof(
  fc.record({ kind: fc.constant('place' as const), tick: ticks, lots }),
  fc.record({ kind: fc.constant('end' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant('take' as const), reach, rowsMax: fc.integer({ min: 1, max: 20 }) }),
  fc.record({
    kind: fc.constant('reach' as const),
    reach,
    quantity: fc.integer({ min: 1, max: 40 }),
    rowsMax: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
  }),
);

it('answers with the first orders in price-time order, however they were read', async () => {
  const histories = fc.tuple(
    fc.constantFrom<Side>('buy', 'sell'),
    fc.array(fc.record({ tick: ticks, lots }), { maxLength: 30 }),
    fc.array(steps, { maxLength: 12 }),
  );
  const history = fc.asyncProperty(histories, async ([side, stored, todo]) => {
    const placed: Sketch[] = stored.map((each, index) => ({ id: index + 1, ...each }));
    const book = createSide(side, placed);
    for (const step of todo) {
      if (step.kind === 'place') {
        const sketch = { id: placed.length + 1, tick: step.tick, lots: step.lots };
        placed.push(sketch);
        book.put(sketch);
      } else if (step.kind === 'end') {
        const sketch = placed[step.pick % Math.max(1, placed.length)];
        if (sketch !== undefined) book.put({ ...sketch, isOver: true });
      } else if (step.kind === 'take') book.take(step.reach, step.rowsMax);
      else {
        const answer = await book.reaching(step.reach, step.quantity, step.rowsMax);
        const all = book.all(step.reach);
        expect(answer).toEqual(all.slice(0, answer.length));
        expect(answer.length).toBeLessThanOrEqual(step.rowsMax ?? Infinity);
        const isEnough = compare(add(...answer.map(remainingOf)), whole(step.quantity)) >= 0;
        if (!isEnough && answer.length !== step.rowsMax) expect(answer).toHaveLength(all.length);
      }
    }
  });
  await fc.assert(history, { numRuns: isThorough ? 10_000 : 500 });
});

const RISING = Array.from({ length: 100 }, (_, index) => ({ id: index + 1, tick: index + 1, lots: 1 }));
const LAST = whole(100);

it('reads few rows first, more only for a command that needs them, and none twice', async () => {
  const book = createSide('sell', RISING);
  expect(await book.reaching(LAST, 8)).toHaveLength(8);
  expect(book.reads).toEqual([8]);
  // Exactly the rows that are known, by quantity and by number.
  await book.reaching(LAST, 8);
  await book.reaching(LAST, 50, 8);
  await book.reaching(whole(7), 50);
  expect(book.reads).toEqual([8]);
  await book.reaching(LAST, 9);
  expect(book.reads).toEqual([8, 64]);
  await book.reaching(undefined, 101);
  expect(book.reads).toEqual([8, 64, 512]);
});

it('keeps what it has read when a shorter reading comes later', async () => {
  const book = createSide('sell', RISING);
  book.take(undefined, 200);
  book.take(whole(3), 8);
  expect(await book.reaching(undefined, 1000)).toHaveLength(100);
  expect(book.reads).toEqual([]);
});

it('refuses an order without a place as the last of a reading', () => {
  const side = createBookSide('sell', whole(1), { read: () => Promise.resolve([]), current: (order) => order });
  for (const missing of [{ price: undefined }, { rank: undefined }]) {
    const last = { ...orderOf({ id: 7, tick: 1, lots: 1 }), ...missing };
    expect(() => side.take({ rows: [last], reach: undefined, rowsMax: 1 })).toThrow(/order 7 stands in the book/);
  }
});
