/** What passkeys may be called, and how many a user may have. */
import type { CodedError } from '../errors.ts';

/** Of one user. */
export const PASSKEYS_MAX = 10;
/** Characters. */
export const PASSKEY_NAME_LENGTH_MAX = 40;

/** What is wrong with a name: PASSKEY_NAME_REQUIRED, PASSKEY_NAME_TOO_LONG {max}. */
export function checkPasskeyName(name: string): CodedError | undefined {
  if (name.trim() === '') return { code: 'PASSKEY_NAME_REQUIRED' };
  if (Array.from(name.trim()).length <= PASSKEY_NAME_LENGTH_MAX) return undefined;
  return { code: 'PASSKEY_NAME_TOO_LONG', params: { max: PASSKEY_NAME_LENGTH_MAX } };
}
