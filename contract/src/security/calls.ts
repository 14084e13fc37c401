/** Passwords, codes to the user's own address, and sessions (docs/product.md 8). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { code, field, flag, formFlag, instant, noParameters, wireObject, wireRequest, count } from '../codec.ts';
import { sessionId } from '../ids.ts';
import { stepUpFields } from './stepUpCalls.ts';

const optionalText = (length: number) => z.optional(z.string().check(z.maxLength(length)));

/** Sends a code to the user's own e-mail address or phone. Errors: RATE_LIMITED, CODE_SEND_FAILED. */
export const sendOwnCode = defineCall({
  method: 'POST',
  path: 'set/sms_other_mail',
  access: 'user',
  summary: 'Send a six-digit code to the user, for a fund password, a bank card or a withdrawal address.',
  request: wireRequest({ language: field('lang', optionalText(16)) }),
  answer: z.string(),
});

export const hasFundPassword = defineCall({
  method: 'POST',
  path: 'user/has_password',
  access: 'user',
  summary: 'Whether a fund password is set: 1, or 2 when it is not.',
  request: noParameters,
  answer: code({ set: 1, unset: 2 }),
});

/**
 * Sets a fund password of six digits. Needs a step-up (`user/prove`); a change needs the old fund password too. Instead
 * of a step-up, legacy clients send the login password (which a change may omit) with the code of `set/sms_other_mail`,
 * or with `totp` once a second factor is on. Withdrawals wait for the hours in `set/config`. Errors:
 * FUND_PASSWORD_REQUIRED, FUND_PASSWORD_FORMAT, PASSWORD_MISMATCH, PROOF_REQUIRED or PASSWORD_WRONG, RATE_LIMITED
 * {seconds}, CODE_WRONG, then FUND_PASSWORD_WRONG {left}, FUND_PASSWORD_WAIT {seconds}.
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
    ...stepUpFields,
  }),
  answer: z.string(),
});

/**
 * Needs a step-up (`user/prove`), or with the old password the code of `set/sms_other_mail`, or `totp` once a second
 * factor is on. Ends every other session. Withdrawals wait for the hours in `set/config`. Errors: PASSWORD_REQUIRED,
 * PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, PASSWORD_MISMATCH (only where the repetition is sent), PASSWORD_COMMON,
 * PASSWORD_WRONG, RATE_LIMITED, PROOF_REQUIRED, CODE_WRONG.
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
  /** Names from the browser, e.g. `Chrome 120`, `Android 14`, `Pixel 7`; empty when unknown. */
  browser: field('browser', z.string()),
  system: field('system', z.string()),
  device: field('device', z.string()),
  ip: field('ip', z.nullable(z.string())),
  /** ISO 3166 alpha-2; null when the address has no known country. */
  country: field('country', z.nullable(z.string())),
  createdAt: field('created_at', instant),
  lastSeenAt: field('last_seen_at', instant),
});
/** A login of the user on one device. */
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
 * Ends one session by its id, or all others with `others`. A session of another user answers as a missing one. Errors:
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
  /**
   * `review`: an operator must approve it; `waiting`: approved, not yet valid; `rejected`: the last one was rejected.
   */
  state: field('state', z.enum(['none', 'review', 'waiting', 'rejected'])),
  askedAt: field('asked_at', z.nullable(instant)),
  /** When the new one becomes valid; the old one works until then. */
  worksAt: field('works_at', z.nullable(instant)),
  /** Why the last one was rejected. */
  reason: field('reason', z.nullable(z.string())),
  /** Delay of a new fund password after the step-up, in hours. */
  hours: field('hours', count),
});
/** State of a reset. */
export type FundReset = z.output<typeof fundReset>;

export const getFundReset = defineCall({
  method: 'GET',
  path: 'safe/fund_reset',
  isOwn: true,
  access: 'user',
  summary: 'The state of the reset of a forgotten fund password.',
  request: noParameters,
  answer: fundReset,
});

/**
 * The new fund password becomes valid after the hours in the answer, by the database's clock: from now on where the
 * session has a step-up with a second factor that is not new, otherwise from the approval by an operator. Errors:
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

/** The fund password does not change. Errors: FUND_RESET_NOT_FOUND. */
export const cancelFundReset = defineCall({
  method: 'POST',
  path: 'safe/fund_reset/cancel',
  isOwn: true,
  access: 'user',
  summary: 'Give up a new fund password that does not work yet.',
  request: noParameters,
  answer: fundReset,
});
