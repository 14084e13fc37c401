/** Finds out whether a guarded request is a repetition of one that succeeded before. */
import type { Call } from '@halyard/contract/call';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { findFirstAnswer } from '../db/runOnce.ts';
import type { SessionUser } from './callHandler.ts';

export type RepeatDeps = { readonly db: Database; readonly clock: Clock };

/** Fields that the handlers leave out of the request fingerprint. */
const SECRETS: ReadonlySet<string> = new Set(['fundPassword', 'loginPassword', 'code', 'totp']);

/** First answer of a request; `undefined` when it is new or has no id. Throws `BusinessError('REQUEST_ID_REUSED')`. */
export function findRepeated(
  { db, clock }: RepeatDeps,
  call: Call,
  { user, request }: { readonly user: SessionUser; readonly request: object },
): Promise<unknown> {
  const plain = Object.fromEntries(Object.entries(request).filter(([name]) => !SECRETS.has(name)));
  const requestId = plain['clientRequestId'] as string | undefined;
  return findFirstAnswer(db, { call, userId: user.id, requestId, request: plain, clock });
}
