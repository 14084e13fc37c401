/** A fund password that was forgotten. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, field, instant, noParameters, wireObject, wireRequest } from '../codec.ts';

const secret = z.optional(z.string().check(z.maxLength(64)));

const fundReset = wireObject({
  /** `review`: an operator looks at it first; `waiting`: until it works; `rejected`: the last one was. */
  state: field('state', z.enum(['none', 'review', 'waiting', 'rejected'])),
  askedAt: field('asked_at', z.nullable(instant)),
  /** From when the new one works; the one before works until then. */
  worksAt: field('works_at', z.nullable(instant)),
  /** Why the last one was rejected. */
  reason: field('reason', z.nullable(z.string())),
  /** From the proof until a new one works. */
  hours: field('hours', count),
});
/** How a reset stands. */
export type FundReset = z.output<typeof fundReset>;

export const getFundReset = defineCall({
  method: 'GET',
  path: 'safe/fund_reset',
  isOwn: true,
  access: 'user',
  summary: 'How the reset of a forgotten fund password stands.',
  request: noParameters,
  answer: fundReset,
});

/**
 * The new one works after the hours that the answer tells, by the database's clock: from now on where the session was
 * proved with a second factor that is not new, else from when an operator has compared who asks. Errors:
 * FUND_PASSWORD_REQUIRED, FUND_PASSWORD_FORMAT, PASSWORD_MISMATCH, PROOF_REQUIRED, FUND_PASSWORD_UNSET,
 * FUND_RESET_OPEN.
 */
export const askFundReset = defineCall({
  method: 'POST',
  path: 'safe/fund_reset/ask',
  isOwn: true,
  access: 'user',
  summary: 'Ask for a new fund password without the one before.',
  request: wireRequest({ password: field('password', secret), passwordRepeat: field('re_password', secret) }),
  answer: fundReset,
});

/** The fund password stays as it is. Errors: FUND_RESET_NOT_FOUND. */
export const cancelFundReset = defineCall({
  method: 'POST',
  path: 'safe/fund_reset/cancel',
  isOwn: true,
  access: 'user',
  summary: 'Give up a new fund password that does not work yet.',
  request: noParameters,
  answer: fundReset,
});
