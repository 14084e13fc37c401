/**
 * What our own app asks of a new password beyond the rule of the wire (`account.ts`), which other clients of the family
 * keep to: more characters, and nothing about which.
 */
import type { CodedError } from '../errors.ts';
import { checkNewPassword } from '../user/rules.ts';

/** Shortest new password in our forms; the wire takes the 6 of the specification (section 9). */
export const APP_PASSWORD_LENGTH_MIN = 8;

/**
 * Whether a new password and its repetition may be used in our forms. Counts characters, not bytes. Errors: as
 * `checkNewPassword`.
 */
export function checkAppPassword(password: string, repeat: string): CodedError | undefined {
  const { length } = Array.from(password);
  if (length > 0 && length < APP_PASSWORD_LENGTH_MIN) {
    return { code: 'PASSWORD_TOO_SHORT', params: { min: APP_PASSWORD_LENGTH_MIN } };
  }
  return checkNewPassword(password, repeat);
}
