/**
 * The audit log of operators: one line per action, written in the transaction of the action; a trigger prevents later
 * changes.
 */
import { sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';

/** The reviewer: an operator by name, or the sandbox's autopilot. */
export type Reviewer = {
  readonly name: string;
  /** Ids of the keys that signed: the operator's, and that of the second operator. */
  readonly keys?: readonly string[];
};

/** Automatic reviewer of the sandbox; no operator may have this name. */
export const AUTOPILOT: Reviewer = { name: 'autopilot' };

/** One line of the log. */
export type OperatorAction = {
  /** The action, e.g. `withdrawals.approve`. */
  readonly action: string;
  /** Its subject, e.g. `withdrawal:17`. */
  readonly subject: string;
  /** The reason; required by actions that refuse something. */
  readonly reason?: string | undefined;
};

/** Writes a line, in the transaction of the action. */
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
