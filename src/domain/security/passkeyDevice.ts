import type * as Library from '@simplewebauthn/browser';
import type { AppError } from '../../shared/api/appError.ts';

/** Whether this browser supports passkeys here; browsers do on secure pages only. The library loads when needed. */
export function hasPasskeys(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window;
}

/** The device's answer as JSON, or an error; neither when the user cancelled. */
export type DeviceAnswer = { readonly passkey?: string; readonly error?: AppError };

/** Creates a passkey for the options of `user/passkey/new`. Errors: PASSKEY_EXISTS, PASSKEY_FAILED, PAGE_NOT_LOADED. */
export function makePasskey(options: string): Promise<DeviceAnswer> {
  return answerOf(({ startRegistration }) => startRegistration({ optionsJSON: JSON.parse(options) }));
}

/** Signs the options of a login or a step-up with a passkey. Errors: PASSKEY_FAILED, PAGE_NOT_LOADED. */
export function askPasskey(options: string): Promise<DeviceAnswer> {
  return answerOf(({ startAuthentication }) => startAuthentication({ optionsJSON: JSON.parse(options) }));
}

async function answerOf(ask: (library: typeof Library) => Promise<object>): Promise<DeviceAnswer> {
  const library = await import('@simplewebauthn/browser').catch(() => undefined);
  if (library === undefined) return { error: { code: 'PAGE_NOT_LOADED' } };
  try {
    return { passkey: JSON.stringify(await ask(library)) };
  } catch (error) {
    // Closing the prompt, letting it time out or starting another one counts as cancelling.
    if (isNamed(error, 'NotAllowedError') || isNamed(error, 'AbortError')) return {};
    return { error: { code: isNamed(error, 'InvalidStateError') ? 'PASSKEY_EXISTS' : 'PASSKEY_FAILED' } };
  }
}

function isNamed(error: unknown, name: string): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === name || isNamed(error.cause, name);
}
