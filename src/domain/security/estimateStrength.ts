/**
 * How long a password would stand against guessing, by zxcvbn-ts and the passwords and patterns it knows. Large: loaded
 * when a new password is first typed, and kept on no device before that.
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** How good a password is, from the worst. */
export type Strength = 'weak' | 'fair' | 'good' | 'strong';

// zxcvbn's scores: under 10^6 guesses, under 10^8, under 10^10, and more.
const STRENGTHS: Readonly<Record<number, Strength>> = { 2: 'fair', 3: 'good', 4: 'strong' };

/** Rates a password of which `words` are known to whoever guesses: the account's own, the exchange's. */
export function estimateStrength(password: string, words: readonly string[]): Strength {
  return STRENGTHS[estimator.check(password, [...words]).score] ?? 'weak';
}
