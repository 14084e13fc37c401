/** Passkeys of this device: what the exchange asks for, put to the browser. The library comes when it is needed. */
import type * as Library from '@simplewebauthn/browser';
import type { AppError } from '../../shared/api/appError.ts';

/** Whether this browser has passkeys here: browsers have them on secure pages alone. */
export function hasPasskeys(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window;
}

/** What a device answered, as JSON, or what went wrong; neither when the user would not. */
export type DeviceAnswer = { readonly passkey?: string; readonly error?: AppError };

/** Makes a passkey for the options of `user/passkey/new`. Errors: PASSKEY_EXISTS, PASSKEY_FAILED, PAGE_NOT_LOADED. */
export function makePasskey(options: string): Promise<DeviceAnswer> {
  return answerOf(({ startRegistration }) => startRegistration({ optionsJSON: JSON.parse(options) }));
}

/** Has a passkey sign the options of a login or a proof. Errors: PASSKEY_FAILED, PAGE_NOT_LOADED. */
export function askPasskey(options: string): Promise<DeviceAnswer> {
  return answerOf(({ startAuthentication }) => startAuthentication({ optionsJSON: JSON.parse(options) }));
}

async function answerOf(ask: (library: typeof Library) => Promise<object>): Promise<DeviceAnswer> {
  const library = await import('@simplewebauthn/browser').catch(() => undefined);
  if (library === undefined) return { error: { code: 'PAGE_NOT_LOADED' } };
  try {
    return { passkey: JSON.stringify(await ask(library)) };
  } catch (error) {
    // Whoever closes what the browser asks, lets its time run out or asks anew has changed his mind.
    if (isNamed(error, 'NotAllowedError') || isNamed(error, 'AbortError')) return {};
    return { error: { code: isNamed(error, 'InvalidStateError') ? 'PASSKEY_EXISTS' : 'PASSKEY_FAILED' } };
  }
}

function isNamed(error: unknown, name: string): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === name || isNamed(error.cause, name);
}
