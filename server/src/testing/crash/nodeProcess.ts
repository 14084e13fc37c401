/** A program of this folder as a process that is killed with -9 during its work. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'vite';
import { REPOSITORY, SERVER } from '../../folders.ts';

const FOLDER = 'server/src/testing/crash';

export type NodeProcess = {
  /** Waits for its next output, or for its end; resolves to whether it is still running. */
  hear(): Promise<boolean>;
  hasEnded(): boolean;
  /** Waits for its end. */
  ended(): Promise<void>;
  /** Waits for its end; resolves to everything that it printed and that {@link hear} did not take. */
  output(): Promise<string>;
  /** SIGKILL: nothing in the process runs any more. */
  kill(): Promise<void>;
};

/** A test ends before another compilation of the embedded database's code pays back its second of processor. */
export const QUICKLY_COMPILED = '--liftoff-only';

/** Starts a program of this folder, or the path of a bundled one, with its plan as JSON. */
export function startNode(program: string, plan: object): NodeProcess {
  const from = isAbsolute(program)
    ? [QUICKLY_COMPILED, program]
    : ['--import', 'tsx', join(REPOSITORY, FOLDER, program)];
  const child = spawn(process.execPath, [...from, JSON.stringify(plan)], {
    cwd: REPOSITORY,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = once(child, 'exit').then(() => false);
  let hearing: Promise<boolean> | undefined;
  const hear = () => {
    hearing ??= Promise.race([once(child.stdout, 'data').then(() => true), end]).finally(() => {
      hearing = undefined;
    });
    return hearing;
  };
  const ended = async () => void (await end);
  const kill = () => {
    child.kill('SIGKILL');
    return ended();
  };
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return { hear, ended, output: () => text(child.stdout), kill, hasEnded };
}

/**
 * Bundles a program of this folder, for tests that start it hundreds of times: reading the sources takes a second of
 * processor each time. Resolves to its path; `remove` it in the end.
 */
export async function bundleNode(program: string): Promise<{ readonly path: string; remove(): Promise<void> }> {
  // One folder below `server/`: `folders.ts` counts on it.
  const outDir = await mkdtemp(join(SERVER, '.bundle-'));
  await build({
    configFile: join(REPOSITORY, 'vite.server.config.ts'),
    root: REPOSITORY,
    logLevel: 'error',
    build: { outDir, sourcemap: false, rolldownOptions: { input: join(REPOSITORY, FOLDER, program) } },
  });
  const path = join(outDir, `${basename(program, '.ts')}.mjs`);
  return { path, remove: () => rm(outDir, { recursive: true }) };
}
