/** Money writes are done once: the client's request id is unique per user, and the first answer is kept for whoever asks again. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { AnswerOf, Call, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/calls/ids';
import { BusinessError } from '../errors.ts';
import { rowsOf, type Transaction } from './database.ts';

/** A money write: who asks for what, and the id that the client made for it. */
export type OnceRequest<C extends Call> = {
  readonly call: C;
  readonly userId: UserId;
  /** Without one the work just runs. */
  readonly requestId: string | undefined;
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
  if (claimed === undefined) return firstAnswer(tx, once, hash);
  const answer = await work();
  await tx.execute(
    sql`update client_requests set answer = ${JSON.stringify(z.encode(call.answer, answer))}::jsonb
      where user_id = ${userId} and request_id = ${requestId}`,
  );
  return answer;
}

async function firstAnswer<C extends Call>(
  tx: Transaction,
  { call, userId, requestId }: OnceRequest<C>,
  hash: string,
): Promise<AnswerOf<C>> {
  const [first] = await rowsOf<{ body_hash: string; answer: unknown }>(
    tx,
    sql`select body_hash, answer from client_requests where user_id = ${userId} and request_id = ${requestId}`,
  );
  if (first?.body_hash !== hash) throw new BusinessError('REQUEST_ID_REUSED');
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
