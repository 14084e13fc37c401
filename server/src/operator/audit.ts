/**
 * The audit log of reviews: a line an action, in the transaction of the action, never changed afterwards (a trigger
 * holds that).
 */
import { sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';

/** Who reviews: an operator by his name, or the sandbox's autopilot. */
export type Reviewer = {
  readonly name: string;
  /** Ids of the keys that signed: his, and that of who confirmed. */
  readonly keys?: readonly string[];
};

/** Who reviews by himself in the sandbox; no operator may take his name. */
export const AUTOPILOT: Reviewer = { name: 'autopilot' };

/** One line of the log. */
export type OperatorAction = {
  /** What, e.g. `withdrawals.approve`. */
  readonly action: string;
  /** On what, e.g. `withdrawal:17`. */
  readonly subject: string;
  /** Why; required by those actions that refuse something. */
  readonly reason?: string | undefined;
};

/** Writes a line; it is there when, and only when, the action's transaction commits. */
export async function writeAudit(
  tx: Transaction,
  { name, keys }: Reviewer,
  { action, subject, reason }: OperatorAction,
): Promise<void> {
  await tx.execute(
    sql`insert into operator_actions (operator, action, subject, reason, keys)
      values (${name}, ${action}, ${subject}, ${reason ?? null}, ${keys?.join(',') ?? null})`,
  );
}
