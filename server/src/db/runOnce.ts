/**
 * Money writes are done once: the client's request id is unique per user, and the first answer is kept for whoever asks
 * again.
 */
import { createHash } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { AnswerOf, Call, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { mayBegin } from '@halyard/contract/requestId';
import type { Clock } from '../clock.ts';
import { BusinessError } from '../calls/errors.ts';
import { framedTransaction, rowsOf, type Database, type Reader, type Transaction } from './database.ts';

/** A money write: who asks for what, and the id that the client made for it. */
export type OnceRequest<C extends Call> = {
  readonly call: C;
  readonly userId: UserId;
  /** Without one the work just runs. */
  readonly requestId: string | undefined;
  /** Without passwords: its hash is stored, and six digits would be found out from it. */
  readonly request: RequestOf<C>;
  readonly clock: Clock;
};

type Identified = Pick<OnceRequest<Call>, 'requestId' | 'clock'>;

/**
 * Runs `work` in a transaction, once per user and request id; the same id with the same request gets the first answer
 * again. Throws `BusinessError`: REQUEST_ID_REUSED when the id came with another request, REQUEST_EXPIRED when it is
 * new and its time is over.
 *
 * A request that comes in while the first is under way waits for it. A refusal rolls back and is not kept: it changed
 * nothing, so asking again is asking anew.
 */
export async function runOnce<C extends Call>(
  db: Database,
  once: OnceRequest<C>,
  work: (tx: Transaction) => Promise<AnswerOf<C>>,
): Promise<AnswerOf<C>> {
  const { call, userId, requestId, request } = once;
  if (requestId === undefined) return db.transaction(work);
  // Whoever writes an answer holds the lock before anything else that others wait for (`spot_write.sql` too), so its
  // row is there or nobody is about to write it.
  const opening = sql`select lock_request(${userId}, ${requestId}); ${selectAnswer(userId, requestId)}`;
  return framedTransaction(db, opening, async (tx, [row]) => {
    if (row !== undefined) return { result: answerOf(call, request, row as AnswerRow) };
    refuseExpired(once);
    const result = await work(tx);
    const answer = JSON.stringify(encodeAnswer(call, result));
    const closing = sql`insert into client_requests (user_id, request_id, body_hash, answer)
      values (${userId}, ${requestId}, ${bodyHash(call, request)}, ${answer}::jsonb)`;
    return { result, closing };
  });
}

/** How a write is done that looks at things before its transaction begins. */
type Checking<T> = {
  /** True when a check leaves a trace, as a wrong password does: what is done already is then not checked again. */
  readonly isCheckCounted?: boolean;
  /** Throws what refuses the request. */
  check(): Promise<T>;
};

/**
 * {@link runOnce} of a write that looks at things before its transaction. What is done already is not judged again by
 * what has changed since: not by what others changed, nor by what the first request did while the same one was looked
 * at a second time.
 */
export async function checkAndRunOnce<C extends Call, T>(
  db: Database,
  once: OnceRequest<C>,
  { run, ...checking }: Checking<T> & { run(tx: Transaction, checked: T): Promise<AnswerOf<C>> },
): Promise<AnswerOf<C>> {
  return checkFirst(db, once, checking, (checked) => runOnce(db, once, (tx) => run(tx, checked)));
}

/** {@link checkAndRunOnce} of a write that is done `once` in another way. */
export async function checkFirst<C extends Call, T>(
  db: Database,
  once: OnceRequest<C>,
  { isCheckCounted = false, check }: Checking<T>,
  write: (checked: T) => Promise<AnswerOf<C>>,
): Promise<AnswerOf<C>> {
  // Nothing begins under it any more: no password is looked at, and who asks without one learns what became of it.
  if (isTooLate(once)) return findOnce(db, once);
  const first = isCheckCounted ? await findFirstAnswer(db, once) : undefined;
  if (first !== undefined) return first;
  let checked: T;
  try {
    checked = await check();
  } catch (error) {
    const meanwhile = await findFirstAnswer(db, once);
    if (meanwhile === undefined) throw error;
    return meanwhile;
  }
  return write(checked);
}

/**
 * What became of a request that nothing begins under any more. Throws `BusinessError`: REQUEST_EXPIRED when nothing
 * did, REQUEST_ID_REUSED.
 */
export function findOnce<C extends Call>(db: Database, once: OnceRequest<C>): Promise<AnswerOf<C>> {
  return runOnce(db, once, () => Promise.reject(new BusinessError('REQUEST_EXPIRED')));
}

/**
 * The answer that the request id got before; `undefined` when the id is new, or when there is none. Throws
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

function selectAnswer(userId: UserId, requestId: string): SQL {
  return sql`select user_id, request_id, body_hash, answer from client_requests where user_id = ${userId} and request_id = ${requestId}`;
}

const encoded = new WeakMap<object, { readonly call: Call; readonly wire: unknown }>();

/** Puts an answer into wire form where the call's codec does not. */
export function keepEncoded<C extends Call>(call: C, answer: AnswerOf<C> & object, wire: unknown): void {
  encoded.set(answer, { call, wire });
}

/** An answer in wire form. One that is kept is sent as well, so it is encoded once for both. */
export function encodeAnswer<C extends Call>(call: C, answer: AnswerOf<C>): unknown {
  if (typeof answer !== 'object' || answer === null) return z.encode(call.answer, answer);
  const known = encoded.get(answer);
  if (known?.call === call) return known.wire;
  const wire = z.encode(call.answer, answer);
  keepEncoded(call, answer, wire);
  return wire;
}

/** A first answer as it is kept. */
export type AnswerRow = {
  readonly user_id: number;
  readonly request_id: string;
  readonly body_hash: string;
  /** In wire form. */
  readonly answer: unknown;
};

/**
 * The first answers of many writes that run in one transaction, some of which may be the same request: for work that is
 * written all at once, instead of {@link runOnce}. What is kept is claimed where the transaction writes it.
 */
export type FirstAnswers = {
  /**
   * The answer that the request id got before, in this transaction or an earlier one; `undefined` when there is none
   * and the request is to be run. Throws `BusinessError`: REQUEST_ID_REUSED, REQUEST_EXPIRED.
   */
  find<C extends Call>(once: OnceRequest<C>): AnswerOf<C> | undefined;
  keep<C extends Call>(once: OnceRequest<C>, answer: AnswerOf<C>): void;
  /** What was kept, to be written. */
  kept(): readonly AnswerRow[];
};

/** Makes first answers of those that are there already. */
export function createFirstAnswers(rows: readonly AnswerRow[]): FirstAnswers {
  const keyOf = (userId: number, requestId: string) => `${userId} ${requestId.toLowerCase()}`;
  const known = new Map(rows.map((row) => [keyOf(row.user_id, row.request_id), row]));
  const kept: AnswerRow[] = [];
  return {
    find(once) {
      const { call, userId, requestId, request } = once;
      const first = requestId === undefined ? undefined : known.get(keyOf(userId, requestId));
      if (first === undefined) refuseExpired(once);
      return first && answerOf(call, request, first);
    },
    keep({ call, userId, requestId, request }, answer) {
      if (requestId === undefined) return;
      const row = {
        user_id: userId,
        request_id: requestId,
        body_hash: bodyHash(call, request),
        answer: encodeAnswer(call, answer),
      };
      known.set(keyOf(userId, requestId), row);
      kept.push(row);
    },
    kept: () => kept,
  };
}

/**
 * What was sent long ago is not begun now: its user may not want it any more, or has done it anew. Asked when the id is
 * claimed, or its market locked, and not when the request comes in: once one request of an id was refused, none that
 * waited meanwhile begins.
 */
export function refuseExpired(once: Identified): void {
  if (isTooLate(once)) throw new BusinessError('REQUEST_EXPIRED');
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
 * What a request is recognised by. The wire form is canonical (`1.0` and `1.00` are one amount); the id itself is not
 * part of what is asked for. It is worked out once: who queues a request may ask for it ahead, so that nobody waits for
 * that under a lock.
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
