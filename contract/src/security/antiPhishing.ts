/** The anti-phishing code: words of the user's own that stand in every message of ours to him, and in no forged one. */
import type { CodedError } from '../errors.ts';

/** In characters. */
export const ANTI_PHISHING_LENGTH = { min: 4, max: 20 } as const;

// Letters with their marks (Thai and Vietnamese need them), digits, and single blanks between words.
const WORDS = /^[\p{L}\p{M}\p{N}]+(?: [\p{L}\p{M}\p{N}]+)*$/u;
const MASK = '•••••';

/** A code in the form in which it is stored: without blanks around it. Errors: ANTI_PHISHING_FORMAT {min, max}. */
export function normalizeAntiPhishingCode(input: string): string | CodedError {
  const text = input.normalize('NFC').trim();
  const { length } = Array.from(text);
  const { min, max } = ANTI_PHISHING_LENGTH;
  if (length >= min && length <= max && WORDS.test(text)) return text;
  return { code: 'ANTI_PHISHING_FORMAT', params: { min, max } };
}

/**
 * As the app shows it: how it begins and ends, so that its owner knows it again. The dots do not tell its length. Who
 * looks over a shoulder, or has a stolen session, cannot write it into a forged mail.
 */
export function maskAntiPhishingCode(code: string): string {
  const characters = Array.from(code);
  return `${characters[0] ?? ''}${MASK}${characters.at(-1) ?? ''}`;
}
