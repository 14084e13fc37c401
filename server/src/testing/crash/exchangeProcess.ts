/** The real server as a process that can be killed and started again on the same data. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { REPOSITORY } from '../../folders.ts';
import { QUICKLY_COMPILED } from './nodeProcess.ts';

const POLL_MS = 50;
/** Limit for a hanging start: on a busy machine a first start takes minutes. */
const START_LIMIT_MS = 240_000;

export type ExchangeProcess = {
  readonly url: string;
  /** Of the process that was started last. */
  pid(): number | undefined;
  /** Resolves once the exchange answers; after a kill it waits for the next start. */
  ready(): Promise<void>;
  /** Resolves once the exchange answers; `more` are settings of this start alone. */
  start(more?: Readonly<Record<string, string>>): Promise<void>;
  /** SIGKILL: nothing in the process runs any more. */
  kill(): Promise<void>;
  /** SIGSTOP: the process does nothing, and its connections stay open. */
  freeze(): void;
  /** Lets a frozen process go on. */
  thaw(): void;
  /** SIGTERM: an orderly close. */
  stop(): Promise<void>;
};

/** Descriptor of a file for the log; without one there is none. */
type Output = number | 'ignore';

/** An exchange on a free port with its data in `dataDir`, not started yet. `checkout`: of another version. */
export async function createExchangeProcess(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  { checkout = REPOSITORY, output = 'ignore' }: { readonly checkout?: string; readonly output?: Output } = {},
): Promise<ExchangeProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let started: Promise<void> = Promise.resolve();

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  return {
    url,
    pid: () => child?.pid,
    ready: () => started,
    start: (more = {}) => {
      child = spawn(process.execPath, programOf(checkout), {
        cwd: checkout,
        env: {
          ...process.env,
          PORT: String(port),
          HOST: '127.0.0.1',
          DATA_DIR: dataDir,
          DATABASE_URL: '',
          REDIS_URL: '',
          SANDBOX: '1',
          LOG_LEVEL: 'error',
          UNVERIFIED_EXPOSURE_MAX: '1000000000',
          // A built app would be copied into each data folder.
          APP_DIR: join(dataDir, 'no-app'),
          ...env,
          ...more,
        },
        stdio: ['ignore', output, output === 'ignore' ? 'inherit' : output],
      });
      started = answers(url, child);
      return started;
    },
    kill: () => end('SIGKILL'),
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    stop: () => end('SIGTERM'),
  };
}

// Old versions run from their sources.
function programOf(checkout: string): readonly string[] {
  const built = join(checkout, 'server/build/server.mjs');
  return existsSync(built) ? [QUICKLY_COMPILED, built] : ['--import', 'tsx', join(checkout, 'server/src/server.ts')];
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  const deadlineMs = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadlineMs) {
    if (child.exitCode !== null) throw new Error(`the exchange ended at start with code ${child.exitCode}`);
    const response = await fetch(`${url}/api/currency/quotation_new`).catch(() => undefined);
    if (response?.ok === true) return;
    await pause(POLL_MS);
  }
  throw new Error('the exchange did not start in time');
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
