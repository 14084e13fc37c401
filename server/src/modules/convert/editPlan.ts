/** Changes of the terms of a recurring buy (docs/product.md 1.9); its coin, purchases and totals stay. */
import { sql } from 'drizzle-orm';
import type { RequestOf } from '@halyard/contract/call';
import { editPlan as editPlanCall, type Plan } from '@halyard/contract/convert/planCalls';
import type { UserId } from '@halyard/contract/ids';
import { compare } from '@halyard/contract/money';
import { BusinessError } from '../../calls/callHandler.ts';
import type { Transaction } from '../../db/database.ts';
import { checkAndRunOnce } from '../../db/runOnce.ts';
import type { ModuleDeps } from '../../module.ts';
import { settleDue } from './planJob.ts';
import { checkTerms, emitPlan, lockWithJob, requirePlan, scheduleNext, timeOf, type PlanRecord } from './plans.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'catalogue'>;
type Terms = Awaited<ReturnType<typeof checkTerms>>;

/** Changes the terms of a plan, once per request id. Throws `BusinessError` with the codes that the call documents. */
export function editPlan(deps: Deps, userId: UserId, request: RequestOf<typeof editPlanCall>): Promise<Plan> {
  const { db, clock } = deps;
  const { id } = request;
  const once = { call: editPlanCall, userId, requestId: request.clientRequestId, request, clock };
  return checkAndRunOnce(db, once, {
    check: async () => {
      const { currencyId, status } = await requirePlan(db, userId, id);
      if (status === 'ended') throw new BusinessError('PLAN_ENDED');
      return checkTerms(deps, { ...request, currencyId });
    },
    run: async (tx, terms) => {
      const plan = await lockWithJob(tx, userId, id);
      if (plan.status === 'ended') throw new BusinessError('PLAN_ENDED');
      if (!hasTerms(plan, terms)) await writeTerms(tx, plan, { ...terms, nowMs: clock.nowMs() });
      return requirePlan(tx, userId, id);
    },
  });
}

function hasTerms(plan: Plan, { amount, schedule: { every, day, hour } }: Terms): boolean {
  return compare(plan.amount, amount) === 0 && plan.every === every && plan.day === day && plan.hour === hour;
}

async function writeTerms(
  tx: Transaction,
  plan: PlanRecord,
  { amount, schedule, nowMs }: Terms & { readonly nowMs: number },
): Promise<void> {
  await settleDue(tx, plan, nowMs);
  const { id, userId } = plan;
  const { every, day, hour } = schedule;
  await tx.execute(
    sql`update convert_plans set amount = ${amount}, every = ${every}, day = ${day}, hour = ${hour} where id = ${id}`,
  );
  // A due date that was skipped may have paused the plan.
  const { status } = await requirePlan(tx, userId, id);
  if (status === 'active') {
    const nextMs = await scheduleNext(tx, { id, ...schedule }, nowMs);
    await tx.execute(sql`update convert_plans set next_at = ${timeOf(nextMs)}, waits = null where id = ${id}`);
  }
  emitPlan(tx, { id, userId, status });
}
