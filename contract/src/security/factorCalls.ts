/** Second factors of an account, their recovery codes, and the reset for users who lost them. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, field, instant, noParameters, wireObject, wireRequest } from '../codec.ts';
import { accountKind } from '../user/calls.ts';

const text = (length: number) => z.string().check(z.maxLength(length));
const optionalText = (length: number) => z.optional(text(length));

/** A factor besides the password. */
export const factorKind = z.enum(['totp', 'passkey']);

/** A second factor that is on. */
const factor = wireObject({ kind: field('kind', factorKind), addedAt: field('added_at', instant) });

const factorReset = wireObject({
  status: field('status', z.enum(['pending', 'approved'])),
  requestedAt: field('requested_at', instant),
  /** When the factors are removed, by the database's clock; null while it waits for its review. */
  effectiveAt: field('effective_at', z.nullable(instant)),
});
/** A request to remove the second factors, by a user who knows the password and has access to the address. */
export type FactorReset = z.output<typeof factorReset>;

const factors = wireObject({
  factors: field('factors', z.array(factor)),
  recoveryCodesLeft: field('recovery_codes_left', count),
  reset: field('reset', z.nullable(factorReset)),
});
export type Factors = z.output<typeof factors>;

export const listFactors = defineCall({
  method: 'GET',
  path: 'user/factors',
  isOwn: true,
  access: 'user',
  summary: 'Which second factors are on, how many recovery codes are left, and whether a reset is under way.',
  request: noParameters,
  answer: factors,
});

const started = wireObject({
  /** Base32, 160 bits. */
  secret: field('secret', z.string()),
  /** Content of the QR code. */
  uri: field('uri', z.string()),
  expiresAt: field('expires_at', instant),
});
/** A secret that waits for its first correct code. */
export type StartedTotp = z.output<typeof started>;

/** Voids an earlier secret that was not confirmed. Errors: PROOF_REQUIRED, SECOND_FACTOR_ON. */
export const startTotp = defineCall({
  method: 'POST',
  path: 'user/factors/totp/start',
  isOwn: true,
  access: 'user',
  summary: 'Make a secret for an authenticator app; it is on after one right code within 15 minutes.',
  request: noParameters,
  answer: started,
});

/** Number of other sessions, which the user may want to end. */
const otherSessions = field('other_sessions', count);

const newRecoveryCodes = wireObject({
  /** Ten, 16 letters and digits each; shown only once. */
  recoveryCodes: field('recovery_codes', z.array(z.string())),
  otherSessions,
});
export type NewRecoveryCodes = z.output<typeof newRecoveryCodes>;

/**
 * Withdrawals may wait afterwards. Errors: PROOF_REQUIRED, CODE_REQUIRED, TOTP_NOT_STARTED, SECOND_FACTOR_WRONG,
 * SECOND_FACTOR_WAIT {seconds}.
 */
export const confirmTotp = defineCall({
  method: 'POST',
  path: 'user/factors/totp/confirm',
  isOwn: true,
  access: 'user',
  summary: 'Turn the authenticator app on with its first code; answers the recovery codes.',
  request: wireRequest({ code: field('code', optionalText(16)) }),
  answer: newRecoveryCodes,
});

/** Withdrawals may wait afterwards. Errors: PROOF_REQUIRED, SECOND_FACTOR_OFF. */
export const removeTotp = defineCall({
  method: 'POST',
  path: 'user/factors/totp/remove',
  isOwn: true,
  access: 'user',
  summary: 'Turn the authenticator app off; its recovery codes go with it.',
  request: noParameters,
  answer: wireObject({ otherSessions }),
});

/** Errors: PROOF_REQUIRED, SECOND_FACTOR_OFF. */
export const renewRecoveryCodes = defineCall({
  method: 'POST',
  path: 'user/factors/recovery_codes',
  isOwn: true,
  access: 'user',
  summary: 'Make ten new recovery codes; the old ones are void.',
  request: noParameters,
  answer: newRecoveryCodes,
});

const login = {
  kind: field('user_type', z.optional(accountKind)),
  callingCode: field('areacode', optionalText(8)),
  address: field('user_string', text(254)),
  password: field('password', text(512)),
};

/**
 * For users without a session and without their factor. Errors: LOGIN_FAILED, RATE_LIMITED, SECOND_FACTOR_OFF,
 * CODE_SEND_FAILED.
 */
export const sendFactorResetCode = defineCall({
  method: 'POST',
  path: 'user/factors/reset/code',
  isOwn: true,
  summary: 'Send a code to the address of a user who knows the password and has lost the second factor.',
  request: wireRequest(login),
  answer: z.string(),
});

/**
 * An operator reviews the request. The factors are removed some days after the approval, so that the owner can cancel a
 * thief's request. Errors: LOGIN_FAILED, RATE_LIMITED, CODE_REQUIRED, CODE_WRONG, SECOND_FACTOR_OFF,
 * FACTOR_RESET_PENDING.
 */
export const requestFactorReset = defineCall({
  method: 'POST',
  path: 'user/factors/reset',
  isOwn: true,
  summary: 'Ask to have the second factors removed, as they are lost.',
  request: wireRequest({ ...login, code: field('code', optionalText(16)) }),
  answer: z.string(),
});

/** Errors: FACTOR_RESET_NONE. */
export const cancelFactorReset = defineCall({
  method: 'POST',
  path: 'user/factors/reset/cancel',
  isOwn: true,
  access: 'user',
  summary: 'Call off the removal of the second factors.',
  request: noParameters,
  answer: z.string(),
});
