// Child processes: quiet ones whose output is shown if they fail, and loud ones that share the terminal.
import { spawn } from 'node:child_process';
import { ROOT } from './repository.mjs';

/** @typedef {{ env?: Record<string, string | undefined>, cwd?: string }} RunOptions */

// npm is a script with another name on Windows.
const commandOf = (/** @type {string} */ command) =>
  command === 'npm' && process.platform === 'win32' ? 'npm.cmd' : command;

/**
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions & { stdio: 'inherit' | 'pipe' }} options
 */
function start(command, args, { env = {}, cwd = ROOT, stdio }) {
  const child = spawn(commandOf(command), args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', stdio, stdio],
    shell: process.platform === 'win32' && command === 'npm',
  });
  const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, forward);
    child.on('close', () => process.off(signal, forward));
  }
  return child;
}

/**
 * Runs a command to its end and returns its output, standard error included.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ status: number, output: string }>}
 */
export function run(command, args, options = {}) {
  return new Promise((done, fail) => {
    const child = start(command, args, { ...options, stdio: 'pipe' });
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => void (output += chunk.toString());
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', fail);
    child.on('close', (code) => done({ status: code ?? 1, output }));
  });
}

/**
 * Runs a command to its end in front of the user.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>} its exit code
 */
export function runLoud(command, args, options = {}) {
  return new Promise((done, fail) => {
    const child = start(command, args, { ...options, stdio: 'inherit' });
    child.on('error', fail);
    child.on('close', (code, signal) => {
      if (signal !== null) console.error(`${command} was ended by ${signal}.`);
      done(code ?? 1);
    });
  });
}
