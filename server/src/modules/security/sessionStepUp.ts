/**
 * Step-up of a session: its user proved to be the owner, which a token alone does not. It expires by the database's
 * clock.
 */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { BusinessError, type SessionUser } from '../../calls/callHandler.ts';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import type { Asker } from '../user/knownDevice.ts';

/** Lifetime of a step-up. */
export const STEP_UP_SECONDS = 5 * 60;

/** Throws `BusinessError('PROOF_REQUIRED')` unless the session was stepped up in the last five minutes. */
export async function requireStepUp(db: Reader, user: SessionUser): Promise<void> {
  if ((await stepUpValidUntil(db, user)) === null) throw new BusinessError('PROOF_REQUIRED');
}

/** End of the session's step-up, ISO 8601; null when it has none. */
export async function stepUpValidUntil(db: Reader, { id, sessionId }: SessionUser): Promise<string | null> {
  const end = sql`(proved_at + ${STEP_UP_SECONDS}::int * interval '1 second')`;
  const [session] = await rowsOf<{ until: string }>(
    db,
    sql`select ${isoText(end)} as until from sessions
      where id = ${sessionId} and user_id = ${id} and revoked_at is null and next_token_hash is null
        and ${end} > clock_timestamp()`,
  );
  return session?.until ?? null;
}

// Second factors as step-up methods.

/** The session of a user who is logged in, or the browser and address of one who logs in. */
export type StepUpAsker = { readonly sessionId: number } | Asker;

/**
 * Uses up an input that is valid once, in the transaction that it allows: a repeated request finds it unused until its
 * first attempt has its answer. Throws a `BusinessError` of the method when another request used it first.
 */
export type Spend = (tx: Transaction) => Promise<void>;

/** The check used the input up already. */
export const SPENT: Spend = () => Promise.resolve();

/** A step-up method. While the user has one, a code by mail or text is no step-up. */
export type StepUpMethod = {
  readonly name: 'totp' | 'recovery' | 'passkey';
  /** Whether the user has it. */
  isOn(reader: Reader, userId: UserId): Promise<boolean>;
  /**
   * Accepts a correct input only from its asker; the try is counted before the check. Called outside transactions.
   * Throws `BusinessError('CODE_WRONG')` or an error of the method.
   */
  check(userId: UserId, input: string, asker: StepUpAsker): Promise<Spend>;
};

/** The methods that a user has. */
export async function methodsOf(
  methods: readonly StepUpMethod[],
  reader: Reader,
  userId: UserId,
): Promise<readonly StepUpMethod[]> {
  const isOn = await Promise.all(methods.map((method) => method.isOn(reader, userId)));
  return methods.filter((_method, index) => isOn[index]);
}
