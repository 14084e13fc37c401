/** That it is the owner who asks: what is asked for again before money leaves or an account's safety changes. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { field, instant, noParameters, wireObject, wireRequest } from '../codec.ts';

const optionalText = (length: number) => z.optional(z.string().check(z.maxLength(length)));

/** By what an owner proves himself: his login password and one of these, or a passkey alone. */
const stepUpMethod = z.enum(['password_code', 'totp', 'recovery', 'passkey']);
export type StepUpMethodName = z.output<typeof stepUpMethod>;

/**
 * Fields by which a call itself carries the proof, for clients that know nothing of proofs: the login password with the
 * code that `set/sms_other_mail` sent, or, once a second factor is on, with its six digits.
 */
export const proofFields = {
  loginPassword: field('login_password', optionalText(512)),
  totp: field('totp', optionalText(16)),
} as const;

const proof = wireObject({
  /** Until when this session needs no other one; null when it needs one now. */
  until: field('until', z.nullable(instant)),
  /** What this account has; `password_code` only while no second factor is on. */
  methods: field('methods', z.array(stepUpMethod)),
});
/** How long the owner is known to be himself, and by what he proves it. */
export type Proof = z.output<typeof proof>;

/** Errors: none of its own. */
export const getStepUp = defineCall({
  method: 'GET',
  path: 'user/proof',
  isOwn: true,
  access: 'user',
  summary: 'Until when the proof of this session lasts, and by what the user proves himself.',
  request: noParameters,
  answer: proof,
});

const proved = wireObject({
  /** Of the same session, in place of the one that the call was made with, which is good for nothing from then on. */
  token: field('token', z.string()),
});

/**
 * Good for five minutes. Needs the login password and the code that `set/sms_other_mail` sent; once a second factor is
 * on, the login password and `totp` or `recovery_code`; a passkey needs nothing else. Errors: PASSWORD_REQUIRED,
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
