/** Codes by mail and text, registration, login and the user's own data. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { field, noParameters, wireRequest } from '../codec.ts';
import { userRow } from './userRow.ts';

const text = (length: number) => z.string().check(z.maxLength(length));
const optionalText = (length: number) => z.optional(text(length));

/** Purposes of a code. */
export const codePurpose = z.enum(['register', 'forget']);
export type CodePurpose = z.output<typeof codePurpose>;

/** Kinds of account addresses. */
export const accountKind = z.enum(['email', 'mobile']);
export type AccountKind = z.output<typeof accountKind>;

const codeRequest = wireRequest({
  address: field('user_string', optionalText(254)),
  // The phone number for some legacy clients.
  mobile: field('mobile', optionalText(254)),
  purpose: field('type', z.optional(codePurpose)),
  callingCode: field('area_code', optionalText(8)),
  language: field('lang', optionalText(16)),
});

/**
 * Always answers "sent", so that the answer never shows which addresses have an account. Errors: EMAIL_INVALID,
 * RATE_LIMITED, CODE_SEND_FAILED.
 */
export const sendMailCode = defineCall({
  method: 'POST',
  path: 'sms_mail',
  aliases: ['user/sms_mail'],
  summary: 'Send a six-digit code by e-mail.',
  request: codeRequest,
  answer: z.string(),
});

/** As {@link sendMailCode}, to a phone. Errors: PHONE_INVALID, RATE_LIMITED, CODE_SEND_FAILED. */
export const sendTextCode = defineCall({
  method: 'POST',
  path: 'sms_send',
  aliases: ['user/sms_send'],
  summary: 'Send a six-digit code by text message.',
  request: codeRequest,
  answer: z.string(),
});

export const registerUser = defineCall({
  method: 'POST',
  path: 'user/register',
  summary: 'Open an account with a code that was sent to its e-mail address or phone.',
  request: wireRequest({
    kind: field('type', accountKind),
    callingCode: field('areacode', optionalText(8)),
    address: field('user_string', text(254)),
    code: field('code', text(16)),
    password: field('password', text(512)),
    passwordRepeat: field('re_password', text(512)),
    invitationCode: field('extension_code', optionalText(32)),
    language: field('lang', optionalText(16)),
    // Ours
    /** ISO 3166-1 alpha-2; required where registration is off in any country, unless a phone number names one. */
    country: field('country', z.optional(z.string().check(z.regex(/^[A-Z]{2}$/)))),
  }),
  answer: z.string(),
});

/**
 * Answers the session token: 64 hexadecimal characters, sent bare in `Authorization`. One error for a wrong account and
 * a wrong password. Errors: LOGIN_FAILED, RATE_LIMITED, then, of an account with two-step login,
 * SECOND_FACTOR_REQUIRED {methods}, SECOND_FACTOR_WRONG, SECOND_FACTOR_WAIT {seconds}.
 */
export const logIn = defineCall({
  method: 'POST',
  path: 'user/login',
  summary: 'Log in; answers the session token.',
  request: wireRequest({
    kind: field('user_type', z.optional(accountKind)),
    callingCode: field('areacode', optionalText(8)),
    address: field('user_string', text(254)),
    password: field('password', text(512)),
    language: field('lang', optionalText(16)),
    // Ours: six digits of an authenticator app, or a recovery code.
    // Six digits, a recovery code, or what a passkey answered (JSON).
    secondFactor: field('second_factor', optionalText(20_000)),
  }),
  answer: z.string(),
});

export const logOut = defineCall({
  method: 'POST',
  path: 'user/logout',
  access: 'user',
  summary: 'End this session; its token is refused from then on.',
  request: noParameters,
  answer: z.string(),
});

/** The logged-in user. */
export type User = z.output<typeof userRow>;

export const getUser = defineCall({
  method: 'GET',
  path: 'user/center',
  // Most legacy clients use this path.
  aliases: ['user/info'],
  access: 'user',
  summary: 'The logged-in user.',
  request: noParameters,
  answer: userRow,
});

/**
 * Checks a code without using it up. The address is ours; legacy clients do not send it, so the newest code of the same
 * IP address is checked.
 */
export const checkTextCode = defineCall({
  method: 'POST',
  path: 'user/check_mobile',
  summary: 'Check a code that was texted.',
  request: wireRequest({
    code: field('mobile_code', text(16)),
    address: field('user_string', optionalText(254)),
    callingCode: field('area_code', optionalText(8)),
    purpose: field('type', z.optional(codePurpose)),
  }),
  answer: z.string(),
});

export const checkMailCode = defineCall({
  method: 'POST',
  path: 'user/check_email',
  summary: 'Check a code that was mailed.',
  request: wireRequest({
    code: field('email_code', text(16)),
    address: field('user_string', optionalText(254)),
    purpose: field('type', z.optional(codePurpose)),
  }),
  answer: z.string(),
});

/**
 * Ends every session of the account. Checks the code again and uses it up. A second factor is required as at {@link
 * logIn}: access to a mailbox is not enough.
 */
export const resetPassword = defineCall({
  method: 'POST',
  path: 'user/forget',
  summary: 'Set a new password with a code that was sent for that purpose.',
  request: wireRequest({
    address: field('account', text(254)),
    callingCode: field('area_code', optionalText(8)),
    password: field('password', text(512)),
    passwordRepeat: field('repassword', text(512)),
    code: field('code', text(16)),
    language: field('lang', optionalText(16)),
    // Ours
    // Six digits, a recovery code, or what a passkey answered (JSON).
    secondFactor: field('second_factor', optionalText(20_000)),
  }),
  answer: z.string(),
});
