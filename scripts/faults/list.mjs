// Faults planted by hand, one at a time: each must be caught by a test that every change runs.
import { readFileSync } from 'node:fs';
import { fromRoot } from '../lib/repository.mjs';
import { APP_FAULTS } from './app.mjs';
import { CONTRACT_FAULTS } from './contract.mjs';
import { EXCHANGE_FAULTS } from './exchange.mjs';

/**
 * `right` occurs in the file exactly once and becomes `wrong`. `tests`: where it must be caught, by project of
 * vitest.config.ts and by folder, not by file, so that tests can move.
 * @typedef {{
 *   name: string,
 *   file: string,
 *   right: string,
 *   wrong: string,
 *   tests: { project: string, path: string }[],
 * }} Fault
 */

/** @type {Fault[]} */
export const FAULTS = [...CONTRACT_FAULTS, ...EXCHANGE_FAULTS, ...APP_FAULTS];

/**
 * The file with the fault in it and without. Throws an `Error` unless the text to change is there exactly once.
 * @param {Fault} fault
 */
export function plant({ name, file, right, wrong }) {
  const sound = readFileSync(fromRoot(file), 'utf8');
  const [before, after, ...more] = sound.split(right);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`«${name}»: its text is not in ${file} exactly once`);
  return { sound, faulty: before + wrong + after };
}
