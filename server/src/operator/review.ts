/** What reviews of deposits, withdrawals, identity checks and the like have in common. */
import type { Decimal } from '@halyard/contract/money';
import type { Clock } from '../clock.ts';
import { breaksUnique, type Database, type Reader, type Transaction } from '../db/database.ts';
import type { EventBus } from '../events/events.ts';

/** What a review needs. */
export type ReviewDeps = { readonly db: Database; readonly events: EventBus; readonly clock: Clock };

/** The most that an operator approves alone within 24 hours in a direction, in USDT; undefined: anything. */
export type AloneLimits = {
  /** Their name: all their keys count together. */
  readonly operator: string;
  /** With what others approved for the user. */
  readonly forOneUser: Decimal | undefined;
  /** Of all that they approved alone. */
  readonly forAllUsers: Decimal | undefined;
};

/** The same where it may be a part of a transaction: what it tells is then to be kept until the commit. */
export type ReviewPlace = Pick<ReviewDeps, 'clock'> & {
  readonly db: Reader;
  readonly events: Pick<EventBus, 'publish'>;
  /** Of an operator who acts alone; undefined: anything. */
  readonly alone?: AloneLimits | undefined;
};

/** What is reviewed. */
export type ReviewSubject =
  | 'deposit'
  | 'withdrawal'
  | 'identity'
  | 'subscription'
  | 'factor-reset'
  | 'fund-password'
  | 'unfreeze';

/** Asks for the review of a new record, in the transaction that writes it. */
export type AskReview = (tx: Transaction, subject: ReviewSubject, id: number) => Promise<void>;

/** How a reviewer decides on one record, by which payment, and why it is refused. */
export type Decision =
  | { readonly id: number; readonly decision: 'approve'; readonly payment?: string | undefined }
  | { readonly id: number; readonly decision: 'reject'; readonly reason: string };

/** A decision that cannot be taken; the message is one line for the reviewer. Nothing has changed. */
export class ReviewError extends Error {
  override readonly cause:
    | 'not-found'
    | 'not-pending'
    | 'duplicate'
    | 'frozen'
    | 'reason-missing'
    | 'second-person'
    | 'payment-taken';

  constructor(cause: ReviewError['cause'], message: string) {
    super(message);
    this.name = 'ReviewError';
    this.cause = cause;
  }
}

/**
 * The reason of a rejection without blanks around it, `null` for an approval. Throws {@link ReviewError} when it is
 * missing.
 */
export function reasonOf(decision: Decision): string | null {
  if (decision.decision === 'approve') return null;
  const reason = decision.reason.trim();
  if (reason === '') throw new ReviewError('reason-missing', 'a rejection needs a reason, which the user reads');
  return reason;
}

/** The note of a decision in the audit log: why it was refused, or by which payment it was approved. */
export function auditReason(reason: string | null, payment: string | undefined): { readonly reason?: string } {
  if (reason !== null) return { reason };
  return payment === undefined ? {} : { reason: `payment ${payment}` };
}

/** Runs a review. Throws {@link ReviewError} where its payment was that of another record in the end. */
export async function onePayment(index: string, review: () => Promise<void>): Promise<void> {
  try {
    await review();
  } catch (error) {
    if (!breaksUnique(error, index)) throw error;
    throw new ReviewError('payment-taken', 'this payment has approved another record meanwhile');
  }
}

/**
 * Throws {@link ReviewError} unless the record is there and waits for a review. `subject` names it, e.g. `deposit 17`.
 */
export function requirePending<R extends { readonly status: string }>(record: R | undefined, subject: string): R {
  if (record === undefined) throw new ReviewError('not-found', `there is no ${subject}`);
  if (record.status !== 'pending') {
    throw new ReviewError('not-pending', `${subject} is ${record.status} already`);
  }
  return record;
}
