/**
 * A node with only the steps of offerings, at a fixed instant: `<plan as JSON>`. Prints a dot before each commit, waits
 * a moment for a kill, and ends by itself when every offering is done.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { openDatabase, type DatabaseLocation } from '../../db/connect.ts';
import { rowsOf } from '../../db/database.ts';
import type { TransactionJob } from '../../jobs/job.ts';
import { runAllJobs } from '../../jobs/jobRunner.ts';
import { createLocalBus } from '../../events/eventBus.ts';
import { createAdvanceJob } from '../../modules/launchpad/advanceJob.ts';

export type OfferingNodePlan = { readonly location: DatabaseLocation; readonly nowMs: number };

const PAUSE_MS = 40;

const plan = JSON.parse(process.argv[2] ?? '') as OfferingNodePlan;
const clock = { isSet: true, nowMs: () => plan.nowMs } as const;
const { db, close } = await openDatabase(plan.location);
const nobody = () => undefined;
const log = { warn: nobody, error: nobody } as never;
const deps = { db, clock, events: createLocalBus(log), log };
const steps = createAdvanceJob({ clock });
const kind: TransactionJob = {
  ...steps,
  async run(...step) {
    const outcome = await steps.run(...step);
    process.stdout.write('./');
    await pause(PAUSE_MS);
    return outcome;
  },
};

/** Whether no job is due, including those that another node is running. */
async function isOver(): Promise<boolean> {
  const due = sql`select from jobs where kind = ${kind.name} and due_at <= ${new Date(plan.nowMs).toISOString()}::timestamptz`;
  return (await rowsOf(db, due)).length === 0;
}

const NEVER = new AbortController().signal;
do {
  await runAllJobs(deps, kind, NEVER);
  await pause(PAUSE_MS);
} while (!(await isOver()));
await close();
