/** The fund password: exactly six digits (specification, section 5). */
import type { CodedError } from '../errors.ts';

/** Digits of a fund password. */
export const FUND_PASSWORD_LENGTH = 6;
/** Wrong ones in a row before the next one has to wait. */
export const FUND_PASSWORD_TRIES = 5;

/** Whether a text can be a fund password. Errors: FUND_PASSWORD_REQUIRED, FUND_PASSWORD_FORMAT. */
export function checkFundPassword(text: string): CodedError | undefined {
  if (text === '') return { code: 'FUND_PASSWORD_REQUIRED' };
  return /^\d{6}$/.test(text) ? undefined : { code: 'FUND_PASSWORD_FORMAT' };
}

/** Whether a new one and its repetition can be set. Errors: as {@link checkFundPassword}, PASSWORD_MISMATCH. */
export function checkNewFundPassword(password: string, repeat: string): CodedError | undefined {
  return checkFundPassword(password) ?? (password === repeat ? undefined : { code: 'PASSWORD_MISMATCH' });
}
