/** Common parts of the reviews of deposits, withdrawals, identity checks and others. */
import type { Decimal } from '@halyard/contract/money';
import type { Clock } from '../clock.ts';
import { breaksUnique, type Database, type Reader, type Transaction } from '../db/database.ts';
import type { EventBus } from '../events/events.ts';

/** Dependencies of a review. */
export type ReviewDeps = { readonly db: Database; readonly events: EventBus; readonly clock: Clock };

/** The most that an operator approves alone within 24 hours in one direction, in USDT; undefined: unlimited. */
export type AloneLimits = {
  /** Name of the operator: all their keys count together. */
  readonly operator: string;
  /** Including what other operators approved for the user. */
  readonly forOneUser: Decimal | undefined;
  /** Everything that this operator approved alone. */
  readonly forAllUsers: Decimal | undefined;
};

/** The same for a review, also inside a transaction. */
export type ReviewPlace = Pick<ReviewDeps, 'clock'> & {
  readonly db: Reader;
  /** Limits of an operator who acts alone; undefined: unlimited. */
  readonly alone?: AloneLimits | undefined;
};

export type ReviewSubject =
  | 'deposit'
  | 'withdrawal'
  | 'identity'
  | 'subscription'
  | 'factor-reset'
  | 'fund-password'
  | 'unfreeze';

/** Requests the review of a new record, in the transaction that writes it. */
export type AskReview = (tx: Transaction, subject: ReviewSubject, id: number) => Promise<void>;

/** Decision about one record, with its payment or the reason of the refusal. */
export type Decision =
  | { readonly id: number; readonly decision: 'approve'; readonly payment?: string | undefined }
  | { readonly id: number; readonly decision: 'reject'; readonly reason: string };

/** A decision is impossible; the message is one line for the reviewer. Nothing has changed. */
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

/** Trimmed reason of a rejection, `null` for an approval. Throws {@link ReviewError} when it is missing. */
export function reasonOf(decision: Decision): string | null {
  if (decision.decision === 'approve') return null;
  const reason = decision.reason.trim();
  if (reason === '') throw new ReviewError('reason-missing', 'a rejection needs a reason, which the user reads');
  return reason;
}

/** Note of a decision in the audit log: the reason of a refusal, or the payment of an approval. */
export function auditReason(reason: string | null, payment: string | undefined): { readonly reason?: string } {
  if (reason !== null) return { reason };
  return payment === undefined ? {} : { reason: `payment ${payment}` };
}

/** Runs a review. Throws {@link ReviewError} when a concurrent review used the same payment. */
export async function onePayment(index: string, review: () => Promise<void>): Promise<void> {
  try {
    await review();
  } catch (error) {
    if (!breaksUnique(error, index)) throw error;
    throw new ReviewError('payment-taken', 'this payment has approved another record meanwhile');
  }
}

/** Throws {@link ReviewError} unless the record exists and is pending. `subject` names it, e.g. `deposit 17`. */
export function requirePending<R extends { readonly status: string }>(record: R | undefined, subject: string): R {
  if (record === undefined) throw new ReviewError('not-found', `there is no ${subject}`);
  if (record.status !== 'pending') {
    throw new ReviewError('not-pending', `${subject} is ${record.status} already`);
  }
  return record;
}
