/** Refusals that a request which succeeded before never gets, and the limit of requests that no id distinguishes. */
import type { AnswerOf, Call, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { awaitFirstAnswer, bodyHash } from '../db/runOnce.ts';
import type { TakeTurn } from '../rates.ts';
import { BusinessError, type SessionUser } from './callHandler.ts';

/** The refusal of a request over a limit: `seconds` until the next one is accepted, rounded up. */
export function rateLimited(waitMs: number): BusinessError {
  return new BusinessError('RATE_LIMITED', { seconds: Math.ceil(waitMs / 1000) });
}

/**
 * Limits equal requests of a user that have no request id, which a repetition by mistake would run twice. Throws
 * `BusinessError`: RATE_LIMITED {seconds}.
 */
export async function limitWithoutId<C extends Call>(
  takeTurn: TakeTurn,
  { call, userId, request }: { readonly call: C; readonly userId: UserId; readonly request: RequestOf<C> },
): Promise<void> {
  if ((request as { readonly clientRequestId?: string }).clientRequestId !== undefined) return;
  const waitMs = await takeTurn(`${userId} ${bodyHash(call, request)}`);
  if (waitMs > 0) throw rateLimited(waitMs);
}

export type RepeatDeps = { readonly db: Database; readonly clock: Clock };

/** Fields that the handlers leave out of the request fingerprint. */
const LEFT_OUT: ReadonlySet<string> = new Set(['fundPassword', 'loginPassword', 'code', 'totp', 'fee']);

/**
 * Returns the first answer of a repeated request, also while its first attempt is under way, and throws the refusal for
 * one that is new, has no id or no user.
 * Throws `BusinessError('REQUEST_ID_REUSED')`.
 */
export async function refuseUnlessRepeated<C extends Call>(
  { db, clock }: RepeatDeps,
  {
    call,
    user,
    request,
  }: { readonly call: C; readonly user: Pick<SessionUser, 'id'> | undefined; readonly request: object },
  refusal: BusinessError,
): Promise<AnswerOf<C>> {
  const plain = Object.fromEntries(Object.entries(request).filter(([name]) => !LEFT_OUT.has(name)));
  const requestId = plain['clientRequestId'] as string | undefined;
  const once = { call, requestId, request: plain as RequestOf<C>, clock };
  const first = user && (await awaitFirstAnswer(db, { ...once, userId: user.id }));
  if (first === undefined) throw refusal;
  return first;
}
