// Spot trading against a naive market that counts money in whole numbers: after every step of random histories of
// orders of every type, cancellations, replacements and price moves, answers, executions and books are the same,
// balances match to the last digit, and the books are in balance.
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrderId, UserId } from '@halyard/contract/ids';
import type { Order, Side } from '@halyard/contract/spot/calls';
import { decimal } from '@halyard/contract/money';
import { BusinessError } from '../../calls/callHandler.ts';
import { rowsOf } from '../../db/database.ts';
import { readBalance } from '../../ledger/ledger.ts';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import {
  comparable,
  countOf,
  histories,
  hundredths,
  optionalHundredths,
  picked,
  requestOf,
  START_TICK,
  unitsOf,
  type History,
  type Step,
} from '../../testing/oracleHistories.ts';
import * as naive from '../../testing/oracleMarket.ts';
import { MISSING, openOracle, replacementOf } from '../../testing/oracleRun.ts';
import type { OracleRecord } from '../../testing/oracleTrial.ts';
import { BTC_USDT, openSpotMarket, SYMBOL, type SpotMarket } from '../../testing/spotMarket.ts';

const HISTORIES = 60;
const STEPS_MAX = 16;
const FAULTS_EVERY = 20;

let exchange: SpotMarket;
beforeAll(async () => {
  exchange = await openSpotMarket();
  await exchange.db.execute(sql`update markets set quantity_precision = 2, min_quantity = 0.01, min_notional = 1,
    ladder_levels = 3, ladder_half_spread = 0.0002, ladder_step = 0.0002, ladder_level_notional = 30`);
  // Small enough that the house's money sometimes limits its ladder.
  await exchange.fundHouse({ btc: '1', usdt: '100' });
});
afterAll(() => exchange.close());

async function houseMoney() {
  const read = async (currencyId: typeof CURRENCY.BTC) =>
    unitsOf((await readBalance(exchange.db, { house: 'maker', currencyId })).available);
  return { base: await read(CURRENCY.BTC), quote: await read(CURRENCY.USDT) };
}

/** A running history: the oracle, the real ids of its users and orders, and how much of it was compared. */
type Run = {
  readonly oracle: naive.OracleMarket;
  readonly userIds: readonly UserId[];
  readonly orderIds: Map<number, OrderId>;
  comparedFills: number;
  lastFillId: number;
};

async function startRun(history: History): Promise<Run> {
  await exchange.reset('100');
  await exchange.fundHouse({ btc: '0.6', usdt: '60' });
  const userIds: UserId[] = [];
  for (const [btc, usdt] of history.balances) {
    userIds.push(await exchange.trader({ ...(btc > 0 && { btc: `${btc}` }), ...(usdt > 0 && { usdt: `${usdt}` }) }));
  }
  const oracle = openOracle(history, await houseMoney());
  const [last] = await rowsOf<{ id: number }>(exchange.db, sql`select coalesce(max(id), 0)::int as id from spot_fills`);
  return { oracle, userIds, orderIds: new Map(), comparedFills: 0, lastFillId: last?.id ?? 0 };
}

const userOf = ({ userIds }: Run, user: number) => userIds[user] as UserId;
const refusalOr = (error: unknown) => {
  if (error instanceof BusinessError) return error;
  throw error;
};

/** Expects the answer of the oracle: the same refusal, or the same order. */
function expectAnswer(run: Run, oracleId: number, expected: naive.Answered, actual: Order | BusinessError): void {
  if (actual instanceof BusinessError || 'code' in expected) {
    expect(actual).toMatchObject({ code: 'code' in expected ? expected.code : 'none' });
    return;
  }
  run.orderIds.set(oracleId, actual.id);
  expect(actual).toMatchObject(asAnswered(run, expected.order));
}

function asAnswered({ orderIds }: Run, record: OracleRecord) {
  return {
    side: record.side,
    orderType: record.orderType,
    timeInForce: record.timeInForce,
    isPostOnly: record.isPostOnly,
    price: optionalHundredths(record.tick) ?? null,
    stopPrice: optionalHundredths(record.stopTick) ?? null,
    quantity: hundredths(record.lots),
    status: record.status,
    filledQuantity: hundredths(record.filled),
    cancelReason: record.reason ?? null,
    replacesId: record.replaces === undefined ? null : orderIds.get(record.replaces),
  };
}

async function live(run: Run, step: Step, newId: number): Promise<void> {
  if (step.kind === 'place') await place(run, step, newId);
  else if (step.kind === 'cancel') await cancel(run, step);
  else if (step.kind === 'replace') await replace(run, step, newId);
  else if (step.kind === 'move') await move(run, step);
  else {
    const cancelled = naive.cancelAllInOracle(run.oracle, step.user, step.side);
    const answered = await exchange.spot.cancelAll(userOf(run, step.user), { ...BTC_USDT, side: step.side });
    expect(answered).toEqual({ cancelled });
  }
}

async function place(run: Run, { asked }: Extract<Step, { kind: 'place' }>, newId: number): Promise<void> {
  const expected = naive.placeInOracle(run.oracle, newId, asked);
  const actual = await exchange.spot.placeOrder(userOf(run, asked.user), requestOf(asked, BTC_USDT)).catch(refusalOr);
  expectAnswer(run, newId, expected, actual);
}

async function cancel(run: Run, step: Extract<Step, { kind: 'cancel' }>): Promise<void> {
  const record = picked(run.oracle, step.user, step.pick);
  const expected = naive.cancelInOracle(run.oracle, step.user, record?.id ?? 0);
  const id = run.orderIds.get(record?.id ?? 0) ?? MISSING;
  const actual = await exchange.spot.cancelOrder(userOf(run, step.user), { id }).catch(refusalOr);
  expectAnswer(run, record?.id ?? 0, expected, actual);
}

async function move({ oracle }: Run, { ticks, isSwept }: Extract<Step, { kind: 'move' }>): Promise<void> {
  for (const tick of ticks) await exchange.feed.append(SYMBOL, { price: hundredths(tick) });
  naive.tickOracle(oracle, ticks);
  // Without a sweep the next order triggers the fills; both must give the same result.
  if (!isSwept) return;
  naive.catchUp(oracle);
  await exchange.spot.sweepMarket(exchange.marketId);
}

async function replace(run: Run, step: Extract<Step, { kind: 'replace' }>, newId: number): Promise<void> {
  const { record, counts, terms } = replacementOf(run.oracle, step);
  const expected = naive.replaceInOracle(run.oracle, newId, { ...counts, id: record?.id ?? 0 });
  const request = { id: run.orderIds.get(record?.id ?? 0) ?? MISSING, ...terms };
  const actual = await exchange.spot.replaceOrder(userOf(run, step.user), request).catch(refusalOr);
  expectAnswer(run, newId, expected, actual);
}

type OrderRow = {
  id: number;
  side: 'buy' | 'sell';
  status: string;
  place: number | null;
  filled: string;
  reason: string | null;
};

const idOf = ({ orderIds }: Run, { id }: OracleRecord) => orderIds.get(id) ?? 0;

async function expectSame(run: Run): Promise<void> {
  await expectSameMoney(run);
  const orders = await rowsOf<OrderRow>(
    exchange.db,
    sql`select id::int as id, side, status, filled_quantity::text as filled, cancel_reason as reason,
        case when status = 'waiting' and rank is not null then row_number() over (order by case side when 'buy' then -price else price end, rank)::int end as place
      from spot_orders where user_id = any(${sql.param(run.userIds)}::int[]) order by id`,
  );
  const { oracle, orderIds } = run;
  expect(orders.map(({ id, status, filled, reason }) => [id, status, decimal(filled), reason])).toEqual(
    oracle.records
      .map((record) => [idOf(run, record), record.status, hundredths(record.filled), record.reason ?? null] as const)
      .toSorted(([a], [b]) => a - b),
  );
  for (const side of ['buy', 'sell'] as const) {
    const inBook = orders.filter((row) => row.side === side && row.place !== null);
    const book = naive.oracleBook(oracle, side).map(({ id }) => orderIds.get(id));
    expect(inBook.toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0)).map(({ id }) => id)).toEqual(book);
  }
  await expectSameFills(run);
}

async function expectSameMoney({ oracle, userIds }: Run): Promise<void> {
  const accounts = await rowsOf<{ user_id: number | null; currency_id: number; available: string; held: string }>(
    exchange.db,
    sql`select user_id, currency_id, available, held from ledger_accounts
      where user_id = any(${sql.param(userIds)}::int[]) or (user_id is null and kind = 'maker')`,
  );
  const moneyOf = (userId: UserId | null, currencyId: number) => {
    const account = accounts.find((row) => row.user_id === userId && row.currency_id === currencyId);
    // An account without any posting has no row.
    if (account === undefined) return { freeUnits: 0n, heldUnits: 0n };
    return { freeUnits: unitsOf(account.available), heldUnits: unitsOf(account.held) };
  };
  for (const [user, userId] of userIds.entries()) {
    const actual = { base: moneyOf(userId, CURRENCY.BTC), quote: moneyOf(userId, CURRENCY.USDT) };
    expect(actual).toEqual(oracle.model.balances.get(user));
  }
  const [base, quote] = [moneyOf(null, CURRENCY.BTC).freeUnits, moneyOf(null, CURRENCY.USDT).freeUnits];
  expect({ base, quote }).toEqual(oracle.model.house);
}

async function expectSameFills(run: Run): Promise<void> {
  const fills = await rowsOf<{
    id: number;
    taker_id: number | null;
    maker_id: number | null;
    price: string;
    quantity: string;
  }>(
    exchange.db,
    sql`select id::int as id, taker_order_id::int as taker_id, maker_order_id::int as maker_id, price::text as price, quantity::text as quantity
      from spot_fills where id > ${run.lastFillId} order by id`,
  );
  const recordOf = (orderId: number | null) => [...run.orderIds].find(([, id]) => id === orderId)?.[0];
  const actual = fills.map((fill) => ({
    takerId: recordOf(fill.taker_id),
    makerId: recordOf(fill.maker_id),
    tick: countOf(fill.price),
    lots: countOf(fill.quantity),
  }));
  expect(comparable(actual)).toEqual(comparable(run.oracle.fills.slice(run.comparedFills)));
  run.comparedFills = run.oracle.fills.length;
  run.lastFillId = fills.at(-1)?.id ?? run.lastFillId;
}

const limit = (user: number, side: Side, tick: number): Step => {
  const gtc = { orderType: 'limit', timeInForce: 'gtc', isPostOnly: false, stopTick: undefined } as const;
  return { kind: 'place', asked: { user, side, tick, lots: 10, ...gtc } };
};
/** Two users meet within the spread, one takes from the house, and the ladder moves through one that waits. */
const MEETS_ALL: History = {
  balances: [
    [4, 400],
    [4, 400],
    [4, 400],
  ],
  steps: [
    limit(0, 'buy', START_TICK - 1),
    limit(1, 'sell', START_TICK - 1),
    limit(0, 'buy', START_TICK + 2),
    limit(2, 'buy', START_TICK - 10),
    { kind: 'move', ticks: [START_TICK - 20], isSwept: true },
  ],
};

it(`matches the naive market, over ${HISTORIES} random histories`, async () => {
  let runs = 0;
  const property = fc.asyncProperty(histories(STEPS_MAX), async (history) => {
    const run = await startRun(history);
    for (const [index, step] of history.steps.entries()) {
      await live(run, step, index + 1);
      await expectSame(run);
    }
    runs += 1;
    if (runs % FAULTS_EVERY === 0) expect(await exchange.faults()).toEqual([]);
  });
  await fc.assert(property, { numRuns: HISTORIES, examples: [[MEETS_ALL]] });
  const [tally] = await rowsOf<Record<string, number>>(
    exchange.db,
    sql`select (count(*) filter (where taker_order_id is null))::int as by_moving_ladder,
        (count(*) filter (where maker_order_id is null))::int as by_house,
        (count(*) filter (where taker_order_id is not null and maker_order_id is not null))::int as by_users from spot_fills`,
  );
  expect(await exchange.faults()).toEqual([]);
  // Orders that never met each other, the house or a moving ladder would show nothing; oracle.test.ts counts further
  // outcomes over many more histories.
  expect(Math.min(...Object.values(tally ?? {}))).toBeGreaterThan(0);
});
