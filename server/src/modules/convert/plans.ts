/**
 * Recurring buys: starting, pausing, resuming and ending them, and reading them. `planJob.ts` executes them,
 * `editPlan.ts` changes their terms.
 */
import { sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { RequestOf } from '@halyard/contract/call';
import {
  createPlan as createPlanCall,
  PLANS_MAX,
  setPlan as setPlanCall,
  type Plan,
  type PlanReason,
  type PlanRun,
} from '@halyard/contract/convert/planCalls';
import { BETWEEN, checkConvertAmount } from '@halyard/contract/convert/rules';
import { isSchedule, nextDateMs, type Schedule } from '@halyard/contract/convert/schedule';
import { planId, planRunId, type CurrencyId, type PlanId, type PlanRunId, type UserId } from '@halyard/contract/ids';
import { decimal, ONE, ZERO, type Decimal } from '@halyard/contract/money';
import { averagePrice } from '@halyard/contract/spot/rules';
import { BusinessError, refusal } from '../../calls/callHandler.ts';
import { emit, isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { decimalOrNull } from '../../db/decimals.ts';
import { lockUser } from '../../db/lockUser.ts';
import type { Row } from '../../db/rows.ts';
import { checkAndRunOnce, runOnce } from '../../db/runOnce.ts';
import { addJob } from '../../jobs/job.ts';
import type { EndWithAccount, ModuleDeps } from '../../module.ts';
import { spotCoin } from './quotes.ts';

/** The job that executes a plan; one row for each active plan, by its id. */
export const PLAN_JOB = 'convert.plan';
/** The most ended plans in a list. */
const ENDED_MAX = 100;

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'catalogue'>;

/** A plan and its user. */
export type PlanRecord = Plan & { readonly userId: UserId };

/** Starts a plan, once per request id. Throws `BusinessError` with the codes that the call documents. */
export function createPlan(deps: Deps, userId: UserId, request: RequestOf<typeof createPlanCall>): Promise<Plan> {
  const { db, clock } = deps;
  const once = { call: createPlanCall, userId, requestId: request.clientRequestId, request, clock };
  return checkAndRunOnce(db, once, {
    check: () => checkTerms(deps, request),
    run: async (tx, terms) => {
      await lockUser(tx, userId);
      await requireFewPlans(tx, userId);
      return insertPlan(tx, { userId, ...terms, nowMs: clock.nowMs() });
    },
  });
}

type Terms = { readonly currencyId: CurrencyId; readonly amount: Decimal; readonly schedule: Schedule };
type AskedTerms = Omit<RequestOf<typeof createPlanCall>, 'clientRequestId'>;

/** Checks the terms of a plan that is started or changed. */
export async function checkTerms(deps: Deps, request: AskedTerms): Promise<Terms> {
  const { every, day = null, hour, amount } = request;
  const coin = await spotCoin(deps, request.currencyId);
  if (await isDelisted(deps.db, coin.id)) throw new BusinessError('MARKET_NOT_FOUND');
  const found = checkConvertAmount(amount, ONE);
  if (found !== undefined) throw refusal(found);
  const schedule = { every, day, hour };
  if (!isSchedule(schedule)) throw new BusinessError('PARAMETER_INVALID', { field: 'day' });
  return { currencyId: coin.id, amount: amount ?? ZERO, schedule };
}

/** SQL: whether a coin has no market against USDT, or only ones that have ended. */
export function delisted(currencyId: SQL): SQL {
  return sql`not exists (select from markets m join currencies q on q.id = m.quote_id
    where m.base_id = ${currencyId} and q.name = ${BETWEEN} and m.delisted_at is null)`;
}

/** Reads {@link delisted}. */
export async function isDelisted(reader: Reader, currencyId: CurrencyId): Promise<boolean> {
  const [row] = await rowsOf<{ is: boolean }>(reader, sql`select ${delisted(sql`${currencyId}::integer`)} as is`);
  return row?.is === true;
}

async function requireFewPlans(tx: Transaction, userId: UserId): Promise<void> {
  const rows = await rowsOf(tx, sql`select from convert_plans where user_id = ${userId} and status <> 'ended'`);
  if (rows.length >= PLANS_MAX) throw new BusinessError('PLANS_TOO_MANY', { max: PLANS_MAX });
}

async function insertPlan(
  tx: Transaction,
  { userId, currencyId, amount, schedule, nowMs }: Terms & { readonly userId: UserId; readonly nowMs: number },
): Promise<Plan> {
  const { every, day, hour } = schedule;
  const nextMs = nextDateMs(schedule, nowMs);
  const [row] = await rowsOf<{ id: string }>(
    tx,
    sql`insert into convert_plans (user_id, currency_id, amount, every, day, hour, next_at, created_at)
      values (${userId}, ${currencyId}, ${amount}, ${every}, ${day}, ${hour}, ${timeOf(nextMs)}, ${timeOf(nowMs)})
      returning id::text as id`,
  );
  const plan = await requirePlan(tx, userId, z.decode(planId, row?.id ?? ''));
  await addJob(tx, [{ kind: PLAN_JOB, key: String(plan.id), dueAtMs: nextMs }]);
  emitPlan(tx, { ...plan, userId });
  return plan;
}

/** Pauses, resumes or ends a plan, once per request id. Throws `BusinessError` with the codes of the call. */
export function setPlan(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: UserId,
  request: RequestOf<typeof setPlanCall>,
): Promise<Plan> {
  const once = { call: setPlanCall, userId, requestId: request.clientRequestId, request, clock };
  return runOnce(db, once, async (tx) => {
    const { id, status } = request;
    const plan = await lockWithJob(tx, userId, id);
    if (plan.status === status) return plan;
    if (plan.status === 'ended') throw new BusinessError('PLAN_ENDED');
    if (status === 'active') await resumePlan(tx, plan, clock.nowMs());
    else await stopPlan(tx, plan, { status, reason: 'user', nowMs: clock.nowMs() });
    return requirePlan(tx, userId, id);
  });
}

async function resumePlan(tx: Transaction, plan: PlanRecord, nowMs: number): Promise<void> {
  const nextMs = await scheduleNext(tx, plan, nowMs);
  await tx.execute(
    sql`update convert_plans set status = 'active', reason = null, skips = 0, next_at = ${timeOf(nextMs)} where id = ${plan.id}`,
  );
  emitPlan(tx, { ...plan, status: 'active' });
}

/**
 * Moves the job of a locked plan to the next date of a schedule, and returns that date. A date with a run has passed,
 * although the clock of the node that made it may have been ahead of this one.
 */
export async function scheduleNext(
  tx: Transaction,
  { id, every, day, hour }: Schedule & Pick<Plan, 'id'>,
  nowMs: number,
): Promise<number> {
  const [last] = await rowsOf<{ due_at: string | null }>(
    tx,
    sql`select ${isoText(sql`max(due_at)`)} as due_at from convert_plan_runs where plan_id = ${id}`,
  );
  const lastMs = last?.due_at == null ? nowMs : Date.parse(last.due_at);
  const nextMs = nextDateMs({ every, day, hour }, Math.max(nowMs, lastMs));
  await addJob(tx, [{ kind: PLAN_JOB, key: String(id), dueAtMs: nextMs }], 'move');
  return nextMs;
}

type Stop = { readonly status: 'paused' | 'ended'; readonly reason: PlanReason; readonly nowMs: number };

/** Pauses or ends a locked plan. */
export async function stopPlan(tx: Transaction, plan: PlanRecord, { status, reason, nowMs }: Stop): Promise<void> {
  const endedAt = status === 'ended' ? timeOf(nowMs) : sql`null`;
  await tx.execute(
    sql`update convert_plans set status = ${status}, reason = ${reason}, next_at = null, waits = null, ended_at = ${endedAt}
      where id = ${plan.id}`,
  );
  emitPlan(tx, { ...plan, status });
}

/** Ends all plans of an account that is closed. */
export const endPlans: EndWithAccount = async (tx, { userId, at }) => {
  await tx.execute(
    sql`update convert_plans set status = 'ended', reason = 'closed', next_at = null, waits = null,
        ended_at = ${at}::timestamptz where user_id = ${userId} and status <> 'ended'`,
  );
};

/** Announces a change of a plan to its user's devices. */
export function emitPlan(tx: Transaction, { id, userId, status }: Pick<PlanRecord, 'id' | 'userId' | 'status'>): void {
  emit(tx, { type: 'record-changed', userId, record: { subject: 'plan', id, status } });
}

/** A user's plans: those that have not ended, then ended ones, each newest first. */
export async function readPlans(reader: Reader, userId: UserId): Promise<Plan[]> {
  const own = sql`p.user_id = ${userId}`;
  const [open, ended] = await Promise.all([
    selectPlans(reader, sql`${own} and p.status <> 'ended' order by p.id desc`),
    selectPlans(reader, sql`${own} and p.status = 'ended' order by p.id desc limit ${ENDED_MAX}`),
  ]);
  return [...open, ...ended];
}

/** Throws `BusinessError('PLAN_NOT_FOUND')`. */
export async function requirePlan(reader: Reader, userId: UserId, id: PlanId): Promise<Plan> {
  const [plan] = await selectPlans(reader, sql`p.id = ${id} and p.user_id = ${userId}`);
  if (plan === undefined) throw new BusinessError('PLAN_NOT_FOUND');
  return plan;
}

/**
 * Locks a plan of the user, after the row of its job as the job itself locks them: a date that is being executed ends
 * first. Throws `BusinessError('PLAN_NOT_FOUND')`.
 */
export async function lockWithJob(tx: Transaction, userId: UserId, id: PlanId): Promise<PlanRecord> {
  await requirePlan(tx, userId, id);
  await tx.execute(sql`select from jobs where kind = ${PLAN_JOB} and key = ${String(id)} for update`);
  const plan = await lockPlan(tx, id);
  if (plan === undefined) throw new BusinessError('PLAN_NOT_FOUND');
  return plan;
}

/** Locks a plan until the end of the transaction, and reads it. */
export async function lockPlan(tx: Transaction, id: PlanId): Promise<PlanRecord | undefined> {
  await tx.execute(sql`select from convert_plans where id = ${id} for update`);
  return (await selectPlans(tx, sql`p.id = ${id}`))[0];
}

type PlanRow = Row<
  'convert_plans',
  | 'id'
  | 'user_id'
  | 'currency_id'
  | 'amount'
  | 'every'
  | 'day'
  | 'hour'
  | 'status'
  | 'reason'
  | 'next_at'
  | 'waits'
  | 'skips'
  | 'created_at'
  | 'ended_at'
> & { readonly currency: string; readonly buys: number; readonly spent: string; readonly bought: string };

async function selectPlans(reader: Reader, which: SQL): Promise<PlanRecord[]> {
  const rows = await rowsOf<PlanRow>(
    reader,
    sql`select p.id::text as id, p.user_id, p.currency_id, c.name as currency, p.amount::text as amount, p.every, p.day,
        p.hour, p.status, p.reason, ${isoText(sql`p.next_at`)} as next_at, p.waits, p.skips,
        ${isoText(sql`p.created_at`)} as created_at, ${isoText(sql`p.ended_at`)} as ended_at, b.buys, b.spent, b.bought
      from convert_plans p join currencies c on c.id = p.currency_id cross join lateral (
        select count(*)::int as buys, coalesce(sum(v.quote_amount), 0)::text as spent,
          coalesce(sum(v.base_amount), 0)::text as bought
        from convert_plan_runs r join converts v on v.id = r.convert_id where r.plan_id = p.id
      ) b where ${which}`,
  );
  return rows.map(toPlan);
}

function toPlan(row: PlanRow): PlanRecord {
  const [spent, bought] = [decimal(row.spent), decimal(row.bought)];
  return {
    id: z.decode(planId, row.id),
    userId: row.user_id,
    currencyId: row.currency_id,
    currency: row.currency,
    amount: decimal(row.amount),
    every: row.every,
    day: row.day,
    hour: row.hour,
    status: row.status,
    reason: row.reason,
    nextAt: row.next_at,
    waits: row.waits,
    skips: row.skips,
    buys: row.buys,
    spent,
    bought,
    average: averagePrice(spent, bought) ?? null,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}

type RunRow = Row<'convert_plan_runs', 'id' | 'due_at' | 'at' | 'skipped'> & {
  readonly paid: string | null;
  readonly received: string | null;
  readonly price: string | null;
  readonly spread: string | null;
};

/** Outcomes of the dates of a plan, newest first. Throws `BusinessError('PLAN_NOT_FOUND')`. */
export async function readRuns(
  reader: Reader,
  userId: UserId,
  { id, after, limit }: { readonly id: PlanId; readonly after: PlanRunId | undefined; readonly limit: number },
): Promise<PlanRun[]> {
  await requirePlan(reader, userId, id);
  const older = after === undefined ? sql`` : sql`and r.id < ${after}`;
  const rows = await rowsOf<RunRow>(
    reader,
    sql`select r.id::text as id, ${isoText(sql`r.due_at`)} as due_at, ${isoText(sql`r.at`)} as at, r.skipped,
        v.quote_amount::text as paid, v.base_amount::text as received, v.price::text as price, r.spread::text as spread
      from convert_plan_runs r left join converts v on v.id = r.convert_id
      where r.plan_id = ${id} ${older} order by r.id desc limit ${limit}`,
  );
  return rows.map((row) => ({
    id: z.decode(planRunId, row.id),
    dueAt: row.due_at,
    at: row.at,
    skipped: row.skipped,
    paid: decimalOrNull(row.paid),
    received: decimalOrNull(row.received),
    price: decimalOrNull(row.price),
    spread: decimalOrNull(row.spread),
  }));
}

/** SQL of an instant. */
export function timeOf(ms: number): SQL {
  return sql`${new Date(ms).toISOString()}::timestamptz`;
}
