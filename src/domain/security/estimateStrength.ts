/**
 * Estimates password strength with zxcvbn-ts and its dictionaries. Large: loaded when a new password is first typed,
 * and never precached.
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** Password strength, weakest first. */
export type Strength = 'weak' | 'fair' | 'good' | 'strong';

// zxcvbn scores: under 10^6 guesses, under 10^8, under 10^10, and more.
const STRENGTHS: Readonly<Record<number, Strength>> = { 2: 'fair', 3: 'good', 4: 'strong' };

/** Rates a password; `words` are those an attacker knows, such as the account's address and the exchange's name. */
export function estimateStrength(password: string, words: readonly string[]): Strength {
  return STRENGTHS[estimator.check(password, [...words]).score] ?? 'weak';
}
