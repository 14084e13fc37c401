/**
 * Executes money mutations once: the client's request id is unique per user, and the first answer is stored for
 * repeated requests.
 */
import { createHash } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { AnswerOf, Call, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { expiryMsOf, mayBegin } from '@halyard/contract/requestId';
import { BusinessError } from '../calls/callHandler.ts';
import type { Clock } from '../clock.ts';
import { timed } from '../health/metrics.ts';
import { framedTransaction, rowsOf, type Database, type Reader, type Transaction } from './database.ts';
import type { Row } from './rows.ts';

/** A money mutation: the user, the call, and the request id that the client made for it. */
export type OnceRequest<C extends Call> = {
  readonly call: C;
  readonly userId: UserId;
  /** Without an id, `work` runs each time. */
  readonly requestId: string | undefined;
  /** Must not contain passwords: its hash is stored, and six digits could be guessed from it. */
  readonly request: RequestOf<C>;
  readonly clock: Clock;
};

type Identified = Pick<OnceRequest<Call>, 'requestId' | 'clock'>;

/**
 * Runs `work` in a transaction, once per user and request id; a repeated request with the same id receives the first
 * answer. Throws `BusinessError`: REQUEST_ID_REUSED when the id came with a different request, REQUEST_EXPIRED when it
 * is new and expired.
 *
 * A request that arrives while the first is being processed waits for it. A refusal rolls back and is not stored: it
 * changed nothing, so a repeated request runs again.
 */
export async function runOnce<C extends Call>(
  db: Database,
  once: OnceRequest<C>,
  work: (tx: Transaction) => Promise<AnswerOf<C>>,
): Promise<AnswerOf<C>> {
  const { call, userId, requestId, request } = once;
  if (requestId === undefined) return timed(call.name, () => db.transaction(work));
  const runFirst = async (tx: Transaction, [row]: readonly Record<string, unknown>[]) => {
    if (row !== undefined) return { result: answerOf(call, request, row as AnswerRow) };
    refuseExpired(once);
    const result = await work(tx);
    const answer = JSON.stringify(encodeAnswer(call, result));
    const closing = sql`insert into client_requests (user_id, request_id, body_hash, answer)
      values (${userId}, ${requestId}, ${bodyHash(call, request)}, ${answer}::jsonb)`;
    return { result, closing };
  };
  return timed(call.name, () => framedTransaction(db, claim(userId, requestId), runFirst));
}

/** How to run a mutation that makes checks before its transaction begins. */
type Checking<T> = {
  /**
   * True when a check has a side effect, like a counted wrong password: it is then skipped for a request that has an
   * answer.
   */
  readonly isCheckCounted?: boolean;
  /** Throws the refusal. */
  check(): Promise<T>;
};

/**
 * {@link runOnce} of a mutation that makes checks before its transaction. A request that was already answered is not
 * refused by later changes: neither those of other requests, nor those of its own first attempt while a repetition was
 * being checked.
 */
export async function checkAndRunOnce<C extends Call, T>(
  db: Database,
  once: OnceRequest<C>,
  { run, ...checking }: Checking<T> & { run(tx: Transaction, checked: T): Promise<AnswerOf<C>> },
): Promise<AnswerOf<C>> {
  return checkFirst(db, once, checking, (checked) => runOnce(db, once, (tx) => run(tx, checked)));
}

/** {@link checkAndRunOnce} for a mutation that deduplicates in another way. */
export async function checkFirst<C extends Call, T>(
  db: Database,
  once: OnceRequest<C>,
  { isCheckCounted = false, check }: Checking<T>,
  write: (checked: T) => Promise<AnswerOf<C>>,
): Promise<AnswerOf<C>> {
  // An expired request cannot begin any more, so no password is checked; a repetition without one still receives the
  // outcome.
  if (isTooLate(once)) return findOnce(db, once);
  const first = isCheckCounted ? await findFirstAnswer(db, once) : undefined;
  if (first !== undefined) return first;
  let checked: T;
  try {
    checked = await check();
  } catch (error) {
    const meanwhile = await awaitFirstAnswer(db, once);
    if (meanwhile === undefined) throw error;
    return meanwhile;
  }
  return write(checked);
}

/**
 * Returns the outcome of an expired request. Throws `BusinessError`: REQUEST_EXPIRED when there is none,
 * REQUEST_ID_REUSED.
 */
export function findOnce<C extends Call>(db: Database, once: OnceRequest<C>): Promise<AnswerOf<C>> {
  return runOnce(db, once, () => Promise.reject(new BusinessError('REQUEST_EXPIRED')));
}

/**
 * Returns the first answer of the request id; `undefined` when the id is new or missing. Throws
 * `BusinessError('REQUEST_ID_REUSED')`.
 */
export async function findFirstAnswer<C extends Call>(
  reader: Reader,
  once: OnceRequest<C>,
): Promise<AnswerOf<C> | undefined> {
  const { call, userId, requestId, request } = once;
  if (requestId === undefined) return undefined;
  const [first] = await rowsOf<AnswerRow>(reader, selectAnswer(userId, requestId));
  return first && answerOf(call, request, first);
}

/** {@link findFirstAnswer} after the first attempt, if it is under way. Call it outside transactions. */
export async function awaitFirstAnswer<C extends Call>(
  db: Database,
  once: OnceRequest<C>,
): Promise<AnswerOf<C> | undefined> {
  const { call, userId, requestId, request } = once;
  if (requestId === undefined) return undefined;
  return framedTransaction(db, claim(userId, requestId), async (_tx, [row]) => ({
    result: row && answerOf(call, request, row as AnswerRow),
  }));
}

/**
 * Claims a request id and reads its answer. A transaction that writes an answer takes this lock before any other
 * contended lock (also `spot_write.sql`), so either the answer exists, or no transaction is about to write it.
 */
function claim(userId: UserId, requestId: string): SQL {
  return sql`select lock_request(${userId}, ${requestId}); ${selectAnswer(userId, requestId)}`;
}

function selectAnswer(userId: UserId, requestId: string): SQL {
  return sql`select user_id, request_id, body_hash, answer from client_requests where user_id = ${userId} and request_id = ${requestId}`;
}

const encoded = new WeakMap<object, { readonly call: Call; readonly wire: unknown }>();

/** Caches the wire form of an answer that the call's codec cannot encode itself. */
export function cacheEncoded<C extends Call>(call: C, answer: AnswerOf<C> & object, wire: unknown): void {
  encoded.set(answer, { call, wire });
}

/** Encodes an answer in wire form. The result is cached, because an answer that is stored is sent as well. */
export function encodeAnswer<C extends Call>(call: C, answer: AnswerOf<C>): unknown {
  if (typeof answer !== 'object' || answer === null) return z.encode(call.answer, answer);
  const known = encoded.get(answer);
  if (known?.call === call) return known.wire;
  const wire = z.encode(call.answer, answer);
  cacheEncoded(call, answer, wire);
  return wire;
}

/** A stored first answer. */
export type AnswerRow = Row<'client_requests', 'user_id' | 'request_id' | 'body_hash' | 'answer'>;

/**
 * First answers of many mutations in one transaction, some of which may be repetitions of each other: for batches,
 * instead of {@link runOnce}. The transaction claims the ids where it writes the answers.
 */
export type FirstAnswers = {
  /**
   * The answer that the request id received in this transaction or an earlier one; `undefined` when there is none and
   * the request must run. Throws `BusinessError`: REQUEST_ID_REUSED, REQUEST_EXPIRED.
   */
  find<C extends Call>(once: OnceRequest<C>): AnswerOf<C> | undefined;
  add<C extends Call>(once: OnceRequest<C>, answer: AnswerOf<C>): void;
  /** Answers that were added, to be written. */
  added(): readonly AnswerRow[];
};

/** Creates the collection from existing first answers. */
export function createFirstAnswers(rows: readonly AnswerRow[]): FirstAnswers {
  const keyOf = (userId: number, requestId: string) => `${userId} ${requestId.toLowerCase()}`;
  const known = new Map(rows.map((row) => [keyOf(row.user_id, row.request_id), row]));
  const added: AnswerRow[] = [];
  return {
    find(once) {
      const { call, userId, requestId, request } = once;
      const first = requestId === undefined ? undefined : known.get(keyOf(userId, requestId));
      if (first === undefined) refuseExpired(once);
      return first && answerOf(call, request, first);
    },
    add({ call, userId, requestId, request }, answer) {
      if (requestId === undefined) return;
      const row = {
        user_id: userId,
        request_id: requestId,
        body_hash: bodyHash(call, request),
        answer: encodeAnswer(call, answer),
      };
      known.set(keyOf(userId, requestId), row);
      added.push(row);
    },
    added: () => added,
  };
}

/**
 * Refuses an expired request: its user may no longer want it, or has repeated it. Call it when the id is claimed, or
 * its market locked, and not on arrival: once one request of an id was refused, no waiting one may begin.
 */
export function refuseExpired(once: Identified): void {
  if (isTooLate(once)) throw new BusinessError('REQUEST_EXPIRED');
}

/** When the database must not begin a request any more; null for an id without a time, and under a set clock. */
export function expiryOf({ requestId, clock }: Identified): string | null {
  const expiryMs = requestId === undefined || clock.isSet === true ? undefined : expiryMsOf(requestId);
  return expiryMs === undefined ? null : new Date(expiryMs).toISOString();
}

export function isTooLate({ requestId, clock }: Identified): boolean {
  return requestId !== undefined && !mayBegin(requestId, clock.nowMs());
}

function answerOf<C extends Call>(
  call: C,
  request: RequestOf<C>,
  first: Pick<AnswerRow, 'body_hash' | 'answer'>,
): AnswerOf<C> {
  if (first.body_hash !== bodyHash(call, request)) throw new BusinessError('REQUEST_ID_REUSED');
  return z.decode(call.answer, first.answer) as AnswerOf<C>;
}

const hashed = new WeakMap<object, { readonly call: Call; readonly hash: string }>();

/**
 * Fingerprint that recognises a repeated request. The wire form is canonical (`1.0` and `1.00` are one amount); the
 * request id is not part of it. The result is cached: callers that queue a request can compute it before they hold a
 * lock.
 */
export function bodyHash<C extends Call>(call: C, request: RequestOf<C>): string {
  const known = hashed.get(request as object);
  if (known?.call === call) return known.hash;
  const wire = z.encode(call.request, request) as Readonly<Record<string, unknown>>;
  const fields = Object.keys(wire)
    .filter((name) => name !== 'client_request_id')
    .sort()
    .map((name) => [name, wire[name]]);
  const hash = createHash('sha256')
    .update(JSON.stringify([call.name, fields]))
    .digest('hex');
  hashed.set(request as object, { call, hash });
  return hash;
}
