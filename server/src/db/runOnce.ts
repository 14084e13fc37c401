/** Money writes are done once: the client's request id is unique per user, and the first answer is kept for whoever asks again. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { AnswerOf, Call, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/calls/ids';
import { BusinessError } from '../errors.ts';
import { rowsOf, type Reader, type Transaction } from './database.ts';

/** A money write: who asks for what, and the id that the client made for it. */
export type OnceRequest<C extends Call> = {
  readonly call: C;
  readonly userId: UserId;
  /** Without one the work just runs. */
  readonly requestId: string | undefined;
  /** Without passwords: its hash is stored, and six digits would be found out from it. */
  readonly request: RequestOf<C>;
};

/**
 * Runs `work` in the transaction, once per user and request id; the same id with the same request gets the first answer again. Throws
 * `BusinessError('REQUEST_ID_REUSED')` when the id came with another request.
 *
 * A request that comes in while the first is under way waits for it. A refusal rolls back and is not kept: it changed nothing, so asking again is asking anew.
 */
export async function runOnce<C extends Call>(
  tx: Transaction,
  once: OnceRequest<C>,
  work: () => Promise<AnswerOf<C>>,
): Promise<AnswerOf<C>> {
  const { call, userId, requestId } = once;
  if (requestId === undefined) return work();
  const hash = bodyHash(call, once.request);
  const [claimed] = await rowsOf(
    tx,
    sql`insert into client_requests (user_id, request_id, body_hash) values (${userId}, ${requestId}, ${hash})
      on conflict do nothing returning 1 as claimed`,
  );
  if (claimed === undefined) {
    const first = await findFirstAnswer(tx, once);
    if (first === undefined) throw new Error('a request id is taken, but its first answer is not there');
    return first;
  }
  const answer = await work();
  await tx.execute(
    sql`update client_requests set answer = ${JSON.stringify(z.encode(call.answer, answer))}::jsonb
      where user_id = ${userId} and request_id = ${requestId}`,
  );
  return answer;
}

/**
 * The answer that the request id got before; `undefined` when the id is new, or when there is none. For a write that looks at things before
 * its transaction begins: what is done already must not be judged again by what has changed since. Throws `BusinessError('REQUEST_ID_REUSED')`.
 */
export async function findFirstAnswer<C extends Call>(
  reader: Reader,
  once: OnceRequest<C>,
): Promise<AnswerOf<C> | undefined> {
  const { call, userId, requestId, request } = once;
  if (requestId === undefined) return undefined;
  const [first] = await rowsOf<{ body_hash: string; answer: unknown }>(
    reader,
    sql`select body_hash, answer from client_requests where user_id = ${userId} and request_id = ${requestId}`,
  );
  if (first === undefined) return undefined;
  if (first.body_hash !== bodyHash(call, request)) throw new BusinessError('REQUEST_ID_REUSED');
  return z.decode(call.answer, first.answer) as AnswerOf<C>;
}

/** The wire form is canonical (`1.0` and `1.00` are one amount); the id itself is not part of what is asked for. */
function bodyHash<C extends Call>(call: C, request: RequestOf<C>): string {
  const fields = Object.entries(z.encode(call.request, request) as object)
    .filter(([name]) => name !== 'client_request_id')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([call.name, fields]))
    .digest('hex');
}
