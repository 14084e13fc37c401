/**
 * Passkeys (WebAuthn level 3): a key that stays in the user's device and signs for this exchange alone, so that nobody
 * can be talked out of it (ours). Options and answers travel as the JSON text that the standard gives them.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { field, instant, noParameters, wireObject, wireRequest } from '../codec.ts';
import { passkeyId } from '../ids.ts';

/** Options for the browser, as JSON. Good for one answer within five minutes. */
const options = z.string();
/** What the browser answered, as JSON: about a kilobyte. */
const signed = z.string().check(z.maxLength(16_384));
const name = z.string().check(z.maxLength(256));

const passkey = wireObject({
  id: field('id', passkeyId),
  name: field('name', z.string()),
  createdAt: field('created_at', instant),
  /** Null until it is used. */
  lastUsedAt: field('last_used_at', z.nullable(instant)),
});
/** A passkey of the user's, as he sees it. */
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
  summary: 'What a browser needs to make a passkey, as JSON of PublicKeyCredentialCreationOptions.',
  request: noParameters,
  answer: options,
});

/**
 * Withdrawals wait after it as after every change of a factor. Errors: PROOF_REQUIRED, PASSKEYS_UNAVAILABLE,
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

/** Refused from then on. Errors: PROOF_REQUIRED, PASSKEY_NOT_FOUND. */
export const removePasskey = defineCall({
  method: 'POST',
  path: 'user/passkey/remove',
  isOwn: true,
  access: 'user',
  summary: 'Forget a passkey.',
  request: wireRequest({ id: field('id', passkeyId) }),
  answer: z.string(),
});

/** For this session alone. Errors: PASSKEYS_UNAVAILABLE. */
export const askPasskeyStepUp = defineCall({
  method: 'POST',
  path: 'user/proof/passkey',
  isOwn: true,
  access: 'user',
  summary: 'What a browser needs to prove with a passkey who is there, as JSON of PublicKeyCredentialRequestOptions.',
  request: noParameters,
  answer: options,
});

/** For this browser alone, by its cookie; names no account. Errors: PASSKEYS_UNAVAILABLE, RATE_LIMITED. */
export const askPasskeyLogin = defineCall({
  method: 'POST',
  path: 'user/passkey/options',
  isOwn: true,
  summary: 'What a browser needs to log in with a passkey, as JSON of PublicKeyCredentialRequestOptions.',
  request: noParameters,
  answer: options,
});

/**
 * Opens a session as `user/login` does, for the user whom the passkey names. One error for every passkey that is not
 * good. Errors: PASSKEYS_UNAVAILABLE, PASSKEY_REFUSED, RATE_LIMITED.
 */
export const logInWithPasskey = defineCall({
  method: 'POST',
  path: 'user/passkey/login',
  isOwn: true,
  summary: 'Log in with a passkey; answers the session token.',
  request: wireRequest({ passkey: field('passkey', signed) }),
  answer: wireObject({ token: field('token', z.string()) }),
});
