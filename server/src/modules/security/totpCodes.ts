/** Codes of authenticator apps: RFC 6238 with SHA-1, six digits and steps of 30 seconds, which every app supports. */
import { Secret, TOTP } from 'otpauth';

export const STEP_SECONDS = 30;

const SECRET_BYTES = 20;
const DIGITS = 6;
/** Tolerated clock error of a phone, in steps. */
const WINDOW = 1;

const ISSUER = 'Halyard';

/** A new secret, 160 bits in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Content of the QR code: `otpauth://totp/...`. */
export function totpUri(secret: string, account: string): string {
  return totpOf(secret, account).toString();
}

/** Whether a text has the form of a code: apps show it in two groups, and people type it so. */
export function isTotpForm(text: string): boolean {
  return /^\d{6}$/.test(compact(text));
}

/** The step of a code near `step`; undefined when it matches none. */
export function stepOfCode(secret: string, text: string, step: number): number | undefined {
  const timestamp = step * STEP_SECONDS * 1000;
  const delta = totpOf(secret, '').validate({ token: compact(text), timestamp, window: WINDOW });
  return delta === null ? undefined : step + delta;
}

function compact(text: string): string {
  return text.replaceAll(/\s/g, '');
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: ISSUER, label, algorithm: 'SHA1', digits: DIGITS, period: STEP_SECONDS, secret });
}
