/**
 * Passwords, codes to the user himself, and sessions (`wire-facts` 2.2, 2.3; `wire-contract` "Session", "Passwords").
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { code, field, flag, formFlag, instant, noParameters, wireObject, wireRequest, count } from '../codec.ts';
import { sessionId } from '../ids.ts';
import { proofFields } from './stepUpCalls.ts';

const optionalText = (length: number) => z.optional(z.string().check(z.maxLength(length)));

/** To the user's own e-mail address or phone. Errors: RATE_LIMITED, CODE_SEND_FAILED. */
export const sendOwnCode = defineCall({
  method: 'POST',
  path: 'set/sms_other_mail',
  access: 'user',
  summary: 'Send a six-digit code to the user himself, for a fund password, a bank card or an address of his.',
  request: wireRequest({ language: field('lang', optionalText(16)) }),
  answer: z.string(),
});

/** Errors: none of its own. */
export const hasFundPassword = defineCall({
  method: 'POST',
  path: 'user/has_password',
  access: 'user',
  summary: 'Whether a fund password is set: 1, or 2 when it is not.',
  request: noParameters,
  answer: code({ set: 1, unset: 2 }),
});

/**
 * Six digits. It needs a proof (`user/prove`), and another one the one before as well. In place of a proof it takes the
 * login password (for another one that is left out) with the code that `set/sms_other_mail` sent, or with `totp` once a
 * second factor is on. Withdrawals wait for the hours that `set/config` tells. Errors: FUND_PASSWORD_REQUIRED,
 * FUND_PASSWORD_FORMAT, PASSWORD_MISMATCH, PROOF_REQUIRED or PASSWORD_WRONG, RATE_LIMITED {seconds}, CODE_WRONG, then
 * FUND_PASSWORD_WRONG {left}, FUND_PASSWORD_WAIT {seconds}.
 */
export const setFundPassword = defineCall({
  method: 'POST',
  path: 'safe/update_password',
  access: 'user',
  summary: 'Set or change the fund password.',
  request: wireRequest({
    oldPassword: field('oldpassword', optionalText(64)),
    password: field('password', optionalText(64)),
    passwordRepeat: field('re_password', optionalText(64)),
    code: field('code', optionalText(16)),
    // Ours
    ...proofFields,
  }),
  answer: z.string(),
});

/**
 * Needs a proof (`user/prove`), or with the old password the code that `set/sms_other_mail` sent, or `totp` once a
 * second factor is on. Ends every other session. Withdrawals wait for the hours that `set/config` tells. Errors:
 * PASSWORD_REQUIRED, PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, PASSWORD_MISMATCH (where the repetition comes along),
 * PASSWORD_COMMON, PASSWORD_WRONG, RATE_LIMITED, PROOF_REQUIRED, CODE_WRONG.
 */
export const changePassword = defineCall({
  method: 'POST',
  path: 'user/e_pwd',
  access: 'user',
  summary: 'Change the login password.',
  request: wireRequest({
    oldPassword: field('old_password', optionalText(512)),
    password: field('password', optionalText(512)),
    passwordRepeat: field('re_password', optionalText(512)),
    // Ours
    code: field('code', optionalText(16)),
    totp: field('totp', optionalText(16)),
  }),
  answer: z.string(),
});

const session = wireObject({
  id: field('id', sessionId),
  isCurrent: field('is_current', flag),
  /** As the browser names itself, e.g. `Chrome 120`, `Android 14`, `Pixel 7`; empty when it says nothing. */
  browser: field('browser', z.string()),
  system: field('system', z.string()),
  device: field('device', z.string()),
  ip: field('ip', z.nullable(z.string())),
  /** ISO 3166 alpha-2; null when the address tells none. */
  country: field('country', z.nullable(z.string())),
  createdAt: field('created_at', instant),
  lastSeenAt: field('last_seen_at', instant),
});
/** A place where the user is logged in. */
export type Session = z.output<typeof session>;

export const listSessions = defineCall({
  method: 'GET',
  path: 'user/sessions',
  isOwn: true,
  access: 'user',
  summary: 'Where the user is logged in, this session first.',
  request: noParameters,
  answer: z.array(session),
});

/**
 * One by its id, or all but this one with `others`. Somebody else's session answers as one that is missing. Errors:
 * PROOF_REQUIRED, SESSION_NOT_FOUND, PARAMETER_MISSING.
 */
export const revokeSessions = defineCall({
  method: 'POST',
  path: 'user/sessions/revoke',
  isOwn: true,
  access: 'user',
  summary: 'End another session, or all others.',
  request: wireRequest({ id: field('id', z.optional(sessionId)), others: field('others', z.optional(formFlag)) }),
  answer: z.string(),
});

// Reset of a forgotten fund password.

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
  request: wireRequest({
    password: field('password', optionalText(64)),
    passwordRepeat: field('re_password', optionalText(64)),
  }),
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
