/**
 * Executes recurring buys (docs/product.md 1.9, ADR 50): a quote at the last price and its acceptance in one
 * transaction, once for each date. Of dates that were missed only the newest is bought.
 */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { LATE_MS, SKIPS_MAX, type PlanWait, type SkipReason } from '@halyard/contract/convert/planCalls';
import { BETWEEN } from '@halyard/contract/convert/rules';
import { datesUntil, nextDateMs } from '@halyard/contract/convert/schedule';
import type { ErrorCode } from '@halyard/contract/errors';
import { planId, planRunId, type PlanId } from '@halyard/contract/ids';
import { decimal, MONEY_PLACES, round, type Decimal } from '@halyard/contract/money';
import { MINUTE_MS, SECOND_MS } from '@halyard/contract/time';
import { BusinessError } from '../../calls/callHandler.ts';
import { numberText, fillIn } from '../../calls/messages.ts';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { fillMessage, MESSAGE_TEXTS, withId, type MessageWriters } from '../../events/messageFacts.ts';
import { writeUserEvent } from '../../events/userEvents.ts';
import { recurringJob, type JobOutcome, type TransactionJob } from '../../jobs/job.ts';
import { requireMayBuy } from '../security/freeze.ts';
import { delisted, emitPlan, isDelisted, lockPlan, PLAN_JOB, stopPlan, timeOf, type PlanRecord } from './plans.ts';
import { executeRows, lockConverts, quotedRow, type Currency } from './quotes.ts';

/** Facts about a date of a plan. */
type PlanFacts = {
  readonly planId: PlanId;
  readonly currency: string;
  /** USDT of a date. */
  readonly amount: string;
  readonly dueAt: string;
  /** Null when it was skipped. */
  readonly bought: { readonly received: string; readonly price: string } | null;
  readonly skipped: SkipReason | null;
  /** Whether it was bought long after its date. */
  readonly isLate: boolean;
  /** Older dates that were skipped because the exchange did not buy. */
  readonly missed: number;
  /** Whether the plan is paused now. */
  readonly isPaused: boolean;
};

/** Facts about a plan that has ended. */
type PlanEndFacts = { readonly currency: string };

declare module '../../events/messageFacts.ts' {
  interface FactsBySubject {
    readonly plan: PlanFacts;
    readonly plan_end: PlanEndFacts;
  }
}

/** Between two tries of a date that waits. */
const RETRY_MS = MINUTE_MS;

export function createPlanJob({ clock }: { readonly clock: Clock }): TransactionJob {
  return {
    name: PLAN_JOB,
    mode: 'transaction',
    // It takes the lock of all converts.
    atOnceMax: 1,
    run: async (tx, { key }) => {
      const plan = await lockPlan(tx, z.decode(planId, key));
      if (plan === undefined || plan.nextAt === null) return 'done';
      const firstMs = Date.parse(plan.nextAt);
      // The row is due by the database's clock, which may be ahead of this one by less than a second.
      if (firstMs - clock.nowMs() > SECOND_MS) return { againAtMs: firstMs };
      return runDates(tx, plan, { firstMs, nowMs: Math.max(clock.nowMs(), firstMs) });
    },
  };
}

type Bought = {
  readonly convertId: string;
  readonly received: Decimal;
  readonly price: Decimal;
  readonly spread: Decimal;
};
type Outcome = { readonly bought: Bought } | { readonly skipped: SkipReason } | { readonly waits: PlanWait };

async function runDates(
  tx: Transaction,
  plan: PlanRecord,
  { firstMs, nowMs }: { readonly firstMs: number; readonly nowMs: number },
): Promise<JobOutcome> {
  if (await isDelisted(tx, plan.currencyId)) {
    await endDelisted(tx, plan, nowMs);
    return 'done';
  }
  const tried = await tryDates(tx, plan, { firstMs, nowMs });
  const { outcome } = tried;
  if ('waits' in outcome) {
    await setWaits(tx, plan, outcome.waits);
    return { againInMs: RETRY_MS };
  }
  return settleDates(tx, plan, { ...tried, outcome });
}

/**
 * Settles the dates of a locked plan that are due, before its terms change: what was due was agreed to under the old
 * ones. If the exchange cannot buy now, the dates are missed.
 */
export async function settleDue(tx: Transaction, plan: PlanRecord, nowMs: number): Promise<void> {
  const firstMs = Date.parse(plan.nextAt ?? '');
  if (plan.nextAt === null || firstMs > nowMs) return;
  const tried = await tryDates(tx, plan, { firstMs, nowMs });
  const { outcome, missed, dueMs } = tried;
  if (!('waits' in outcome)) await settleDates(tx, plan, { ...tried, outcome });
  else await writeMissed(tx, plan, [...missed, dueMs], nowMs);
}

type Tried = Moment & {
  readonly outcome: Outcome;
  /** Older dates without a run. */
  readonly missed: readonly number[];
};

async function tryDates(
  tx: Transaction,
  plan: PlanRecord,
  { firstMs, nowMs }: { readonly firstMs: number; readonly nowMs: number },
): Promise<Tried> {
  const dates = datesUntil(plan, firstMs, nowMs);
  const dueMs = dates.at(-1) ?? firstMs;
  return { outcome: await tryToBuy(tx, plan, { dueMs, nowMs }), missed: dates.slice(0, -1), dueMs, nowMs };
}

type Moment = { readonly dueMs: number; readonly nowMs: number };

/** In a savepoint: when it is refused, nothing is written. */
async function tryToBuy(tx: Transaction, plan: PlanRecord, moment: Moment): Promise<Outcome> {
  try {
    return { bought: await tx.transaction((savepoint) => buy(savepoint, plan, moment)) };
  } catch (error) {
    const outcome = error instanceof BusinessError ? REFUSALS[error.code] : undefined;
    if (outcome === undefined) throw error;
    return outcome;
  }
}

const REFUSALS: Readonly<Partial<Record<ErrorCode, Outcome>>> = {
  INSUFFICIENT_BALANCE: { skipped: 'balance' },
  ACCOUNT_FROZEN: { skipped: 'frozen' },
  PRODUCT_NOT_OFFERED: { skipped: 'country' },
  HOUSE_LIMIT: { skipped: 'house' },
  HALTED: { waits: 'halted' },
  MARKET_NOT_FOUND: { waits: 'suspended' },
  MARKET_SUSPENDED: { waits: 'suspended' },
  PRICE_STALE: { waits: 'stale' },
};

const HALTING: ReadonlySet<string> = new Set(['exchange', 'markets', 'convert']);

/** A quote and its acceptance. Throws `BusinessError` with a code of {@link REFUSALS}. */
async function buy(tx: Transaction, plan: PlanRecord, { dueMs, nowMs }: Moment): Promise<Bought> {
  const { userId, currencyId, currency, amount } = plan;
  await requireMayBuy(tx, userId, { product: 'spot', halting: HALTING, nowMs });
  await lockConverts(tx);
  const from = await readBetween(tx);
  const way = { from, to: { id: currencyId, name: currency }, between: from };
  const row = await quotedRow(tx, way, amount, nowMs);
  const written = { userId, quoteId: quoteIdOf(plan.id, dueMs), at: new Date(nowMs).toISOString() };
  const [convertId] = await executeRows(tx, written, [row]);
  const [leg] = row.legs;
  if (convertId === undefined || leg === undefined) throw new Error(`plan ${plan.id} bought nothing`);
  return { convertId, received: row.received, price: leg.price, spread: row.spread };
}

async function readBetween(reader: Reader): Promise<Currency> {
  const [row] = await rowsOf<Currency>(reader, sql`select id, name from currencies where name = ${BETWEEN}`);
  if (row === undefined) throw new Error(`there is no ${BETWEEN}`);
  return row;
}

/** The id of a date's quote, in the form of a UUID of version 8. */
function quoteIdOf(id: PlanId, dueMs: number): string {
  const hex = createHash('sha256').update(`plan ${id} at ${dueMs}`).digest('hex');
  const [a, b, c, d, e] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(13, 16), hex.slice(17, 20), hex.slice(20, 32)];
  return `${a}-${b}-8${c}-a${d}-${e}`;
}

async function setWaits(tx: Transaction, plan: PlanRecord, waits: PlanWait): Promise<void> {
  if (plan.waits === waits) return;
  await tx.execute(sql`update convert_plans set waits = ${waits} where id = ${plan.id}`);
  emitPlan(tx, plan);
}

type Settled = Tried & { readonly outcome: Exclude<Outcome, { readonly waits: PlanWait }> };

/** Writes the dates with their outcome, and when the plan buys next. */
async function settleDates(
  tx: Transaction,
  plan: PlanRecord,
  { outcome, missed, dueMs, nowMs }: Settled,
): Promise<JobOutcome> {
  const bought = 'bought' in outcome ? outcome.bought : null;
  const skipped = 'skipped' in outcome ? outcome.skipped : null;
  const skips = skipsAfter(plan, skipped);
  const isPaused = skips === SKIPS_MAX;
  const at = new Date(nowMs).toISOString();
  await writeMissed(tx, plan, missed, nowMs);
  const [ref] = await writeRuns(tx, plan, [{ dueMs, at, skipped, bought }]);
  await writeUserEvent(tx, {
    userId: plan.userId,
    ref: z.decode(planRunId, ref ?? ''),
    at,
    facts: {
      subject: 'plan',
      planId: plan.id,
      currency: plan.currency,
      amount: plan.amount,
      dueAt: new Date(dueMs).toISOString(),
      bought: bought && { received: bought.received, price: bought.price },
      skipped,
      isLate: nowMs - dueMs > LATE_MS,
      missed: missed.length,
      isPaused,
    },
  });
  const nextMs = nextDateMs(plan, nowMs);
  await tx.execute(
    sql`update convert_plans set skips = ${skips}, waits = null, next_at = ${timeOf(nextMs)} where id = ${plan.id}`,
  );
  if (isPaused) {
    await stopPlan(tx, plan, { status: 'paused', reason: 'skips', nowMs });
    return 'done';
  }
  emitPlan(tx, plan);
  return { againAtMs: nextMs };
}

/** Reasons of the user count towards a pause; a limit of the house neither counts nor ends the row of those. */
function skipsAfter({ skips }: PlanRecord, skipped: SkipReason | null): number {
  if (skipped === null) return 0;
  return skipped === 'house' ? skips : skips + 1;
}

type NewRun = {
  readonly dueMs: number;
  readonly at: string;
  readonly skipped: SkipReason | null;
  readonly bought: Bought | null;
};

async function writeMissed(tx: Transaction, plan: PlanRecord, dates: readonly number[], nowMs: number): Promise<void> {
  const at = new Date(nowMs).toISOString();
  await writeRuns(
    tx,
    plan,
    dates.map((dueMs) => ({ dueMs, at, skipped: 'missed', bought: null })),
  );
}

/** Returns the ids. Throws when a date has a run already, so that it is never bought twice. */
async function writeRuns(tx: Transaction, { id, userId }: PlanRecord, runs: readonly NewRun[]): Promise<string[]> {
  const rows = runs.map(({ dueMs, bought, ...run }) => ({
    ...run,
    due_at: new Date(dueMs).toISOString(),
    convert_id: bought?.convertId,
    spread: bought?.spread,
  }));
  const written = await rowsOf<{ id: string }>(
    tx,
    sql`insert into convert_plan_runs (plan_id, user_id, due_at, at, skipped, convert_id, spread)
      select ${id}, ${userId}, due_at, at, skipped, convert_id, spread from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as run (due_at timestamptz, at timestamptz, skipped text, convert_id bigint, spread numeric)
      order by due_at returning id::text as id`,
  );
  return written.map((row) => row.id);
}

const DELISTED_JOB = 'convert.plan_ends';
const PLANS_AT_ONCE = 100;
const POLL_AGAIN_MS = 10 * MINUTE_MS;

/** Ends the plans of coins that are no longer traded, without waiting for their next dates. */
export function createPlanEndJob({ clock }: { readonly clock: Clock }): TransactionJob {
  return recurringJob(DELISTED_JOB, clock, async (tx, nowMs) => {
    const rows = await rowsOf<{ id: string }>(
      tx,
      sql`select p.id::text as id from convert_plans p where p.status <> 'ended' and ${delisted(sql`p.currency_id`)}
          order by p.id limit ${PLANS_AT_ONCE} for update of p skip locked`,
    );
    for (const { id } of rows) {
      const plan = await lockPlan(tx, z.decode(planId, id));
      if (plan !== undefined) await endDelisted(tx, plan, nowMs);
    }
    return { againInMs: rows.length === PLANS_AT_ONCE ? 0 : POLL_AGAIN_MS };
  });
}

async function endDelisted(tx: Transaction, plan: PlanRecord, nowMs: number): Promise<void> {
  await stopPlan(tx, plan, { status: 'ended', reason: 'delisted', nowMs });
  const at = new Date(nowMs).toISOString();
  await writeUserEvent(tx, {
    userId: plan.userId,
    ref: plan.id,
    at,
    facts: { subject: 'plan_end', currency: plan.currency },
  });
}

/** Route of the app that shows a plan. */
const PLAN_ROUTE = '/pages/convert/plan';

export const planMessages: MessageWriters = {
  plan({ language }, facts) {
    const { messages, plans } = MESSAGE_TEXTS[language];
    const { currency, bought, skipped, isPaused, isLate, missed } = facts;
    const figure = (value: string) => numberText(language, decimal(value));
    const values = {
      currency,
      amount: figure(facts.amount),
      received: bought === null ? '' : figure(bought.received),
      price: bought === null ? '' : figure(round(decimal(bought.price), MONEY_PLACES, 'half-even')),
      reason: skipped === null || skipped === 'missed' ? '' : plans.skipped[skipped],
      count: String(SKIPS_MAX),
      due: facts.dueAt.slice(0, 16).replace('T', ' '),
      missed: String(missed),
    };
    const more = [...(isLate ? [plans.late] : []), ...(missed > 0 ? [plans.missed] : [])];
    return fillMessage(
      messages[isPaused ? 'plan_paused' : bought === null ? 'plan_skipped' : 'plan_bought'],
      { ...values, more: more.map((text) => fillIn(text, values)).join(' ') },
      withId(PLAN_ROUTE, facts.planId),
    );
  },
  plan_end: ({ language }, { currency }, ref) =>
    fillMessage(MESSAGE_TEXTS[language].messages.plan_ended, { currency }, withId(PLAN_ROUTE, ref)),
};
