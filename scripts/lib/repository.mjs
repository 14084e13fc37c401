// The basics of every command, available before a dependency is: the place of the repository, the check of this Node,
// one line a step.
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** @param {string} path from the root of the repository */
export const fromRoot = (path) => resolve(ROOT, path);

/** @param {string} path from the root of the repository */
export const readJson = (path) => JSON.parse(readFileSync(fromRoot(path), 'utf8'));

/** @param {string} line */
export const say = (line) => console.log(line);

/** The reason why a command cannot continue, in words for the user: printed without a stack. */
export class Stop extends Error {}

/**
 * Ends the command with a line about what to do.
 * @param {string} line
 * @returns {never}
 */
export function stop(line) {
  throw new Stop(line);
}

/**
 * Runs a command. An expected failure is printed in plain words; any other error is a fault of ours and shows its
 * stack.
 * @param {() => Promise<void>} body
 */
export async function command(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/**
 * Runs a step and prints how long it took; on a terminal also the time so far.
 * @template T
 * @param {string} title
 * @param {() => T | Promise<T>} step
 * @returns {Promise<T>}
 */
export async function timed(title, step) {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  process.stdout.write(`${title} ... `);
  const show = () => process.stdout.write(`\r${title} ... ${seconds().toFixed(0)} s`);
  const timer = process.stdout.isTTY ? setInterval(show, 1000) : undefined;
  try {
    const result = await step();
    say(`${timer === undefined ? '' : `\r${title} ... `}${seconds().toFixed(1)} s`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

/** Stops with one line when this Node is older than package.json asks for. */
export function requireNode() {
  const wanted = /** @type {string} */ (readJson('package.json').engines.node).replace('>=', '');
  const [major = 0, minor = 0] = wanted.split('.').map(Number);
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number);
  const isEnough = ownMajor > major || (ownMajor === major && ownMinor >= minor);
  if (!isEnough)
    stop(
      `Halyard needs Node ${wanted} or newer; this is Node ${process.versions.node}. Install it from https://nodejs.org.`,
    );
}
