/** Servers of a benchmark's own, which it may stop and start: a PostgreSQL and a Redis. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../server/src/testing/crash/exchangeProcess.ts';

export type Service = {
  readonly url: string;
  start(): Promise<void>;
  /** Ends it as a crash does: nothing is written or announced before. */
  crash(): Promise<void>;
};

const POLL_MS = 50;
const DATABASE = 'halyard';
/** The nodes' role: it owns its database, and gets none of the connections that are reserved for administrators. */
const ROLE = 'halyard';
/** PostgreSQL refuses to run as root. */
const SYSTEM_USER = 'postgres';

/** A Redis without files. */
export async function createRedis(folder: string): Promise<Service> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
      child = spawn('redis-server', args, { stdio: 'ignore' });
      await untilOpen(port, child);
    },
    crash: () => end(child, 'SIGKILL'),
  };
}

export type PostgresServer = Service & {
  /** Of an administrator, who has connections left when all others are used up. */
  readonly adminUrl: string;
  /** Of the server process, the parent of all others. */
  pid(): number | undefined;
};

/** A PostgreSQL with its usual settings but for `settings` (`name=value`), and a database of the nodes' role. */
export async function createPostgresServer(folder: string, settings: readonly string[] = []): Promise<PostgresServer> {
  const data = join(folder, 'postgres');
  const user = systemUser();
  mkdirSync(data);
  if (user !== undefined) chownSync(data, user.uid, user.gid);
  execFileSync('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'], {
    ...user,
    cwd: data,
    stdio: 'ignore',
  });
  const port = await freePort();
  const adminUrl = `postgres://postgres@127.0.0.1:${port}/${DATABASE}`;
  const log = openSync(join(folder, 'postgres.log'), 'a');
  let child: ChildProcess | undefined;
  const start = async () => {
    const given = ['listen_addresses=127.0.0.1', ...settings].flatMap((setting) => ['-c', setting]);
    const args = ['-D', data, '-p', `${port}`, '-k', data, ...given];
    child = spawn('postgres', args, { ...user, cwd: data, stdio: ['ignore', log, log] });
    await untilOpen(port, child);
    await untilAnswered(adminUrl.replace(/[^/]*$/, 'postgres'));
  };
  await start();
  await run(
    adminUrl.replace(/[^/]*$/, 'postgres'),
    `create role ${ROLE} login`,
    `create database ${DATABASE} owner ${ROLE}`,
  );
  return {
    url: `postgres://${ROLE}@127.0.0.1:${port}/${DATABASE}`,
    adminUrl,
    pid: () => child?.pid,
    start,
    // An immediate shutdown: the next start recovers as after a crash.
    crash: () => end(child, 'SIGQUIT'),
  };
}

/** Runs statements over a connection of their own; returns the rows of the last one. */
export async function run<Row extends object>(url: string, ...statements: readonly string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

function systemUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, SYSTEM_USER], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function untilOpen(port: number, child: ChildProcess): Promise<void> {
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
    await pause(POLL_MS);
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('connect', () => settle(true));
    socket.on('error', () => settle(false));
  });
}

/** A server that recovers refuses connections for a while. */
async function untilAnswered(url: string): Promise<void> {
  for (;;) {
    const isUp = await run(url, 'select 1').then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await pause(POLL_MS);
  }
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
