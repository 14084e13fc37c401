// The engine of spot trading against a naive market: over thousands of random histories of orders of every type and
// time in force, cancellations, replacements and ticks, several commands a transaction, both give the same answers,
// executions, books and balances; quantity and money are conserved.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderId, UserId } from '@halyard/contract/ids';
import { decimal, type Decimal } from '@halyard/contract/money';
import { isThorough } from '@halyard/contract/testing/thorough';
import { memoryFaults, totalMoney } from '../../testing/memoryFaults.ts';
import {
  openMemoryMarket,
  type MemoryCommand,
  type MemoryMarket,
  type MemoryOutcome,
} from '../../testing/memoryMarket.ts';
import {
  capOf,
  comparable,
  countOf,
  EVERYTHING,
  histories,
  hundredths,
  LADDER,
  namesOf,
  optionalHundredths,
  picked,
  START_TICK,
  unitsOf,
  type History,
  type Step,
} from '../../testing/oracleHistories.ts';
import * as naive from '../../testing/oracleMarket.ts';
import { MISSING, openOracle, replacementOf } from '../../testing/oracleRun.ts';
import type { OracleRecord } from '../../testing/oracleTrial.ts';
import { isInBook, remainingOf } from './spotOrder.ts';

const HISTORIES = isThorough ? 2000 : 600;
const STEPS_MAX = 20;
// Small enough that the house's money sometimes limits its ladder.
const HOUSE = { base: decimal('1.2'), quote: decimal('120') };

type Run = {
  readonly oracle: naive.OracleMarket;
  readonly market: MemoryMarket;
  readonly orderIds: Map<number, OrderId>;
  comparedFills: number;
  comparedOracleFills: number;
};
/** A request in a transaction that is still to run, and the oracle's answer. */
type Pending = { readonly command: MemoryCommand; readonly check: (outcome: MemoryOutcome) => void };

const userIdOf = (user: number) => (user + 1) as UserId;

function startRun(history: History): Run {
  const market = openMemoryMarket({
    price: hundredths(START_TICK),
    ladder: LADDER,
    house: HOUSE,
    users: history.balances.map(([btc, usdt], user) => ({
      id: userIdOf(user),
      base: decimal(String(btc)),
      quote: decimal(String(usdt)),
    })),
  });
  const oracle = openOracle(history, { base: unitsOf(HOUSE.base), quote: unitsOf(HOUSE.quote) });
  return { oracle, market, orderIds: new Map(), comparedFills: 0, comparedOracleFills: 0 };
}

/** An order that the same transaction places has no id yet for a command to name. */
const idOf = ({ orderIds }: Run, record: OracleRecord | undefined) => orderIds.get(record?.id ?? 0) ?? MISSING;
/** Orders that the same transaction places have no id yet, so no command refers to them. */
const namedId = (run: Run, record: OracleRecord | undefined) => (idOf(run, record) === MISSING ? 0 : (record?.id ?? 0));

function pendingOf(run: Run, step: Exclude<Step, { kind: 'move' }>, newId: number): Pending {
  const { oracle } = run;
  const userId = userIdOf(step.kind === 'place' ? step.asked.user : step.user);
  if (step.kind === 'place') {
    const { side, orderType, timeInForce, isPostOnly, lots, tick, stopTick } = step.asked;
    const prices = { price: optionalHundredths(tick), stopPrice: optionalHundredths(stopTick) };
    const maxSlippage = capOf(step.asked);
    const terms = { side, orderType, timeInForce, isPostOnly, quantity: hundredths(lots) };
    const expected = snapshot(naive.placeInOracle(oracle, newId, step.asked));
    return {
      command: { kind: 'place', userId, ...terms, ...prices, maxSlippage },
      check: (is) => expectAnswer(run, newId, expected, is),
    };
  }
  if (step.kind === 'cancelAll') {
    const cancelled = naive.cancelAllInOracle(oracle, step.user, step.side);
    return {
      command: { kind: 'cancelAll', userId, side: step.side },
      check: (is) => expect(is).toEqual({ cancelled }),
    };
  }
  if (step.kind === 'replace') {
    const { record, counts, terms } = replacementOf(oracle, step);
    const expected = snapshot(naive.replaceInOracle(oracle, newId, { ...counts, id: namedId(run, record) }));
    const command: MemoryCommand = { kind: 'replace', userId, id: idOf(run, record), ...terms };
    return { command, check: (is) => expectAnswer(run, newId, expected, is) };
  }
  const record = picked(oracle, step.user, step.pick);
  const [id, oracleId] = [idOf(run, record), namedId(run, record)];
  const expected = snapshot(naive.cancelInOracle(oracle, step.user, oracleId));
  return { command: { kind: 'cancel', userId, id }, check: (is) => expectAnswer(run, oracleId, expected, is) };
}

/** The answer in its current state; later commands of the transaction change the record. */
function snapshot(answered: naive.Answered): naive.Answered {
  return 'code' in answered ? answered : { order: { ...answered.order } };
}

function expectAnswer(run: Run, oracleId: number, expected: naive.Answered, actual: MemoryOutcome): void {
  if ('code' in expected || !('order' in actual)) {
    expect(actual).toEqual(expected);
    return;
  }
  run.orderIds.set(oracleId, actual.order.id);
  const { order } = expected;
  expect(actual.order).toMatchObject({
    status: order.status,
    filledQuantity: hundredths(order.filled),
    cancelReason: order.reason,
    replacesId: order.replaces === undefined ? undefined : run.orderIds.get(order.replaces),
  });
}

async function liveHistory(history: History): Promise<Run> {
  const run = startRun(history);
  const { market, oracle } = run;
  const before = totalMoney(market);
  let pending: Pending[] = [];
  const commit = async () => {
    if (pending.length === 0) return;
    const outcomes = await market.run(pending.map(({ command }) => command));
    for (const [index, { check }] of pending.entries()) check(outcomes[index] ?? { code: 'no outcome' });
    pending = [];
    expectSame(run);
  };
  for (const [index, step] of history.steps.entries()) {
    if (step.kind === 'move') {
      await commit();
      for (const tick of step.ticks) market.tick(hundredths(tick));
      naive.tickOracle(oracle, step.ticks);
      if (!step.isSwept) continue;
      naive.catchUp(oracle);
      await market.run([{ kind: 'bringUpToDate' }]);
      expectSame(run);
      continue;
    }
    // A transaction that places an order brings the market up to date before its first command.
    if (step.kind !== 'cancel' && step.kind !== 'cancelAll' && pending.every(isQuiet)) {
      await commit();
      naive.catchUp(oracle);
    }
    pending.push(pendingOf(run, step, index + 1));
    if (pending.length >= 1 + (history.steps.length % 4)) await commit();
  }
  await commit();
  expect(memoryFaults(market)).toEqual([]);
  expect(totalMoney(market)).toEqual(before);
  return run;
}

function isQuiet({ command }: Pending): boolean {
  return command.kind === 'cancel' || command.kind === 'cancelAll';
}

function expectSame(run: Run): void {
  const { oracle, market, orderIds } = run;
  const units = ({ free, held }: { readonly free: Decimal; readonly held: Decimal }) => ({
    freeUnits: unitsOf(free),
    heldUnits: unitsOf(held),
  });
  for (const [userId, { base, quote }] of market.balances) {
    expect({ base: units(base), quote: units(quote) }).toEqual(oracle.model.balances.get(userId - 1));
  }
  expect({ base: unitsOf(market.house.base), quote: unitsOf(market.house.quote) }).toEqual(oracle.model.house);
  const orders = [...market.orders.values()];
  for (const side of ['buy', 'sell'] as const) {
    const inBook = orders.filter(isInBook).filter((order) => order.side === side);
    const byRank = inBook
      .toSorted((a, b) => a.rank - b.rank)
      .map((order) => [order.id, order.price, remainingOf(order)]);
    const expected = naive.oracleBook(oracle, side).toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
    expect(byRank).toEqual(
      expected.map(({ id, tick = 0, lots, filled }) => [orderIds.get(id), hundredths(tick), hundredths(lots - filled)]),
    );
  }
  const ends = new Map(orders.map(({ id, status, cancelReason }) => [id, { status, cancelReason }]));
  expect(ends).toEqual(
    new Map(oracle.records.map(({ id, status, reason }) => [orderIds.get(id), { status, cancelReason: reason }])),
  );
  expectSameFills(run);
}

function expectSameFills(run: Run): void {
  const records = new Map([...run.orderIds].map(([record, id]) => [id, record]));
  const recordOf = (id: OrderId | undefined) => (id === undefined ? undefined : records.get(id));
  const actual = run.market.fills.map((fill) => ({
    takerId: recordOf(fill.takerId),
    makerId: recordOf(fill.restingId),
    tick: countOf(fill.price),
    lots: countOf(fill.quantity),
  }));
  expect(comparable(actual.slice(run.comparedFills))).toEqual(
    comparable(run.oracle.fills.slice(run.comparedOracleFills)),
  );
  run.comparedFills = actual.length;
  run.comparedOracleFills = run.oracle.fills.length;
}

describe('the engine', () => {
  it(`matches the naive market, over ${HISTORIES} random histories`, async () => {
    const seen = new Map<string, number>();
    const count = (name: string) => seen.set(name, (seen.get(name) ?? 0) + 1);
    const property = fc.asyncProperty(histories(STEPS_MAX), async (history) => {
      const { oracle } = await liveHistory(history);
      for (const record of oracle.records) namesOf(record).forEach(count);
      for (const { takerId, makerId } of oracle.fills) {
        if (takerId === undefined) count('filled by a moving ladder');
        else count(makerId === undefined ? 'filled by the house' : 'filled by a user');
      }
    });
    await fc.assert(property, { numRuns: HISTORIES });
    // A generator that seldom produces an outcome would show little of it. The rarest occurs some 25 times in 600.
    for (const name of [...EVERYTHING, 'filled by a moving ladder', 'filled by the house', 'filled by a user']) {
      expect(seen.get(name) ?? 0, name).toBeGreaterThan(HISTORIES / 150);
    }
  });
});
