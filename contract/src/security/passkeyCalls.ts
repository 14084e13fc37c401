/**
 * Passkeys (WebAuthn level 3): a key in the user's device that signs for this exchange only, which prevents phishing
 * (ours). Options and answers travel as the JSON text of the standard.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { field, instant, noParameters, wireObject, wireRequest } from '../codec.ts';
import { passkeyId } from '../ids.ts';

/** Options for the browser, as JSON. Valid for one answer within five minutes. */
const options = z.string();
/** The browser's answer, as JSON: about a kilobyte. */
const signed = z.string().check(z.maxLength(16_384));
const name = z.string().check(z.maxLength(256));

const passkey = wireObject({
  id: field('id', passkeyId),
  name: field('name', z.string()),
  createdAt: field('created_at', instant),
  /** Null until it is used. */
  lastUsedAt: field('last_used_at', z.nullable(instant)),
});
/** A passkey as its owner sees it. */
export type Passkey = z.output<typeof passkey>;

export const listPasskeys = defineCall({
  method: 'GET',
  path: 'user/passkeys',
  isOwn: true,
  access: 'user',
  summary: "The user's passkeys, oldest first.",
  request: noParameters,
  answer: z.array(passkey),
});

/** Errors: PROOF_REQUIRED, PASSKEYS_UNAVAILABLE, PASSKEYS_TOO_MANY {max}. */
export const askNewPasskey = defineCall({
  method: 'POST',
  path: 'user/passkey/new',
  isOwn: true,
  access: 'user',
  summary: 'Options to make a passkey, as JSON of PublicKeyCredentialCreationOptions.',
  request: noParameters,
  answer: options,
});

/**
 * Withdrawals wait afterwards, as after every change of a factor. Errors: PROOF_REQUIRED, PASSKEYS_UNAVAILABLE,
 * PASSKEY_NAME_REQUIRED, PASSKEY_NAME_TOO_LONG {max}, PASSKEY_REFUSED, PASSKEY_EXISTS, PASSKEYS_TOO_MANY {max}.
 */
export const addPasskey = defineCall({
  method: 'POST',
  path: 'user/passkey/add',
  isOwn: true,
  access: 'user',
  summary: 'Keep a passkey that a browser made for the options of user/passkey/new.',
  request: wireRequest({ name: field('name', name), passkey: field('passkey', signed) }),
  answer: z.string(),
});

/** Errors: PASSKEY_NAME_REQUIRED, PASSKEY_NAME_TOO_LONG {max}, PASSKEY_NOT_FOUND. */
export const renamePasskey = defineCall({
  method: 'POST',
  path: 'user/passkey/rename',
  isOwn: true,
  access: 'user',
  summary: 'Call a passkey something else.',
  request: wireRequest({ id: field('id', passkeyId), name: field('name', name) }),
  answer: z.string(),
});

/** The passkey is refused from then on. Errors: PROOF_REQUIRED, PASSKEY_NOT_FOUND. */
export const removePasskey = defineCall({
  method: 'POST',
  path: 'user/passkey/remove',
  isOwn: true,
  access: 'user',
  summary: 'Forget a passkey.',
  request: wireRequest({ id: field('id', passkeyId) }),
  answer: z.string(),
});

/** For this session only. Errors: PASSKEYS_UNAVAILABLE. */
export const askPasskeyStepUp = defineCall({
  method: 'POST',
  path: 'user/proof/passkey',
  isOwn: true,
  access: 'user',
  summary: 'Options of a step-up with a passkey, as JSON of PublicKeyCredentialRequestOptions.',
  request: noParameters,
  answer: options,
});

/** For this browser only, by its cookie; does not identify an account. Errors: PASSKEYS_UNAVAILABLE, RATE_LIMITED. */
export const askPasskeyLogin = defineCall({
  method: 'POST',
  path: 'user/passkey/options',
  isOwn: true,
  summary: 'Options of a login with a passkey, as JSON of PublicKeyCredentialRequestOptions.',
  request: noParameters,
  answer: options,
});

/**
 * Opens a session as `user/login` does, for the user of the passkey. One error for every invalid passkey. Errors:
 * PASSKEYS_UNAVAILABLE, PASSKEY_REFUSED, RATE_LIMITED.
 */
export const logInWithPasskey = defineCall({
  method: 'POST',
  path: 'user/passkey/login',
  isOwn: true,
  summary: 'Log in with a passkey; answers the session token.',
  request: wireRequest({ passkey: field('passkey', signed) }),
  answer: wireObject({ token: field('token', z.string()) }),
});
