/** The real exchange as a process for the phone tests: production build, its own database, a replayed market. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { copyDatabase, type PostgresDatabase } from './postgres.ts';
import { RECORDING, writeRecording } from './recording.ts';

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));
const START_LIMIT_MS = 480_000;
const POLL_MS = 100;
/** A test ends before the database's code, compiled once more to run faster, pays back a second of processor. */
const QUICKLY_COMPILED = '--liftoff-only';

/**
 * Names the data folder of an exchange that has started once (`preparedData.ts`): others begin with a copy of its
 * database, which takes a third of the time.
 */
export const PREPARED_DATA = 'HALYARD_PREPARED_DATA';
/** The URL of its database, if it is on a server. */
export const PREPARED_DATABASE = 'HALYARD_PREPARED_DATABASE';

export type Exchange = {
  readonly url: string;
  readonly dataDir: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Stops it, and waits. */
  stop(): Promise<void>;
  /**
   * Runs the operator's tool beside it, as `npm run operator -- <words>` does; returns its output. Throws when it
   * fails.
   */
  operate(...words: string[]): Promise<string>;
  dispose(): Promise<void>;
};

/** The database, and the files of its public log, which continues with no other key. */
async function copyData(from: string, to: string): Promise<void> {
  const names = (await readdir(from)).filter((name) => name === 'pg' || name.startsWith('log.'));
  for (const name of names) await cp(join(from, name), join(to, name), { recursive: true });
}

/** An exchange with its own data, not started yet; on the embedded database, unless another is given or prepared. */
export async function createExchange(
  env: Readonly<Record<string, string>> = {},
  given?: PostgresDatabase,
): Promise<Exchange> {
  const dataDir = await mkdtemp(join(tmpdir(), 'halyard-e2e-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const prepared = process.env[PREPARED_DATA];
  const recording = join(prepared ?? dataDir, RECORDING);
  if (prepared === undefined) await writeRecording(recording);
  else await copyData(prepared, dataDir);
  const preparedDatabase = process.env[PREPARED_DATABASE];
  const database = preparedDatabase === undefined ? given : await copyDatabase(preparedDatabase);
  const settings = { ...settingsOf(port, dataDir, recording), DATABASE_URL: database?.url ?? '' };
  let child: ChildProcess | undefined;

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  return {
    url,
    dataDir,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    operate: async (...words) => {
      const own = { ...process.env, ...settings, OPERATOR_NAME: 'e2e' };
      // The program that `npm run operator` starts after its check of the build, which takes as long again.
      const tool = ['server/build/operator.mjs', ...words];
      const { stdout } = await promisify(execFile)(process.execPath, tool, { cwd: REPOSITORY, env: own });
      return stdout;
    },
    start: async () => {
      child = spawn(process.execPath, [QUICKLY_COMPILED, 'server/build/server.mjs'], {
        cwd: REPOSITORY,
        env: { ...process.env, ...settings, ...env },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      await untilAnswering(url, child);
    },
    dispose: async () => {
      await end('SIGKILL');
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function settingsOf(port: number, dataDir: string, recording: string): Record<string, string> {
  const own = { PORT: String(port), HOST: '0.0.0.0', DATA_DIR: dataDir, FEED: `replay:${recording}` };
  // Specs trade without verification.
  const limits = { UNVERIFIED_EXPOSURE_MAX: '1000000000' };
  // A busy machine delays the exchange, which would refuse calls that a test needs.
  const load = { SHED_DELAY_MS: '0', LOG_LEVEL: 'error' };
  return { ...own, ...limits, ...load, REDIS_URL: '', SANDBOX: '1', SANDBOX_REVIEW_SECONDS: '2' };
}

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  const deadlineMs = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadlineMs) {
    if (child.exitCode !== null) throw new Error(`the exchange ended at its start with code ${child.exitCode}`);
    const answer = await fetch(`${url}/api/currency/quotation_new`).catch(() => undefined);
    if (answer?.ok === true) return;
    await pause(POLL_MS);
  }
  throw new Error('the exchange did not start in time');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
