/** Step-up: asked for again before money leaves or the security settings of an account change. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { field, instant, noParameters, wireObject, wireRequest } from '../codec.ts';

const optionalText = (length: number) => z.optional(z.string().check(z.maxLength(length)));

/** Methods of a step-up: the login password and one of these, or a passkey alone. */
const stepUpMethod = z.enum(['password_code', 'totp', 'recovery', 'passkey']);
export type StepUpMethodName = z.output<typeof stepUpMethod>;

/**
 * Step-up fields within a call, for legacy clients: the login password with the code of `set/sms_other_mail` or, once a
 * second factor is on, with its six digits.
 */
export const stepUpFields = {
  loginPassword: field('login_password', optionalText(512)),
  totp: field('totp', optionalText(16)),
} as const;

const proof = wireObject({
  /** When this session needs the next step-up; null when it needs one now. */
  until: field('until', z.nullable(instant)),
  /** Methods of this account; `password_code` only while no second factor is on. */
  methods: field('methods', z.array(stepUpMethod)),
});
/** The step-up of a session and its methods. */
export type Proof = z.output<typeof proof>;

export const getStepUp = defineCall({
  method: 'GET',
  path: 'user/proof',
  isOwn: true,
  access: 'user',
  summary: 'The expiry of the step-up of this session, and the methods of the account.',
  request: noParameters,
  answer: proof,
});

const proved = wireObject({
  /** New token of the same session; the token of the call is void from then on. */
  token: field('token', z.string()),
});

/**
 * Valid for five minutes. Needs the login password and the code of `set/sms_other_mail`; once a second factor is on,
 * the login password and `totp` or `recovery_code`; a passkey needs nothing else. Errors: PASSWORD_REQUIRED,
 * PASSWORD_WRONG, RATE_LIMITED {seconds}, CODE_REQUIRED, CODE_WRONG.
 */
export const stepUp = defineCall({
  method: 'POST',
  path: 'user/prove',
  isOwn: true,
  access: 'user',
  summary: 'Prove to be the owner; answers a new token for the same session.',
  request: wireRequest({
    loginPassword: field('login_password', optionalText(512)),
    code: field('code', optionalText(16)),
    totp: field('totp', optionalText(16)),
    recoveryCode: field('recovery_code', optionalText(64)),
    /** The assertion, as JSON text. */
    passkey: field('passkey', optionalText(20_000)),
  }),
  answer: proved,
});
