/** Refusals that a request which succeeded before never gets: to its user they would mean that it failed. */
import type { AnswerOf, Call, RequestOf } from '@halyard/contract/call';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { findFirstAnswer } from '../db/runOnce.ts';
import type { SessionUser } from './callHandler.ts';
import type { BusinessError } from './errors.ts';

export type RepeatDeps = { readonly db: Database; readonly clock: Clock };

/** Fields that the handlers leave out of the request fingerprint. */
const SECRETS: ReadonlySet<string> = new Set(['fundPassword', 'loginPassword', 'code', 'totp']);

/**
 * Returns the first answer of a repeated request, and throws the refusal for one that is new, has no id or no user.
 * Throws `BusinessError('REQUEST_ID_REUSED')`.
 */
export async function refuseUnlessRepeated<C extends Call>(
  { db, clock }: RepeatDeps,
  { call, user, request }: { readonly call: C; readonly user: SessionUser | undefined; readonly request: object },
  refusal: BusinessError,
): Promise<AnswerOf<C>> {
  const plain = Object.fromEntries(Object.entries(request).filter(([name]) => !SECRETS.has(name)));
  const requestId = plain['clientRequestId'] as string | undefined;
  const once = { call, requestId, request: plain as RequestOf<C>, clock };
  const first = user && (await findFirstAnswer(db, { ...once, userId: user.id }));
  if (first === undefined) throw refusal;
  return first;
}
