/** The exchange of the drill: two nodes on a PostgreSQL and a Redis of their own, behind a load balancer. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startBalancer, type Balancer } from '../../server/src/testing/balancer.ts';
import {
  createExchangeProcess,
  freePort,
  type ExchangeProcess,
} from '../../server/src/testing/crash/exchangeProcess.ts';
import { flatFeed } from '../../server/src/testing/flatFeed.ts';
import type { Place } from '../ordersMix.ts';
import { openTraders, readPlace } from '../traders.ts';
import { createPostgresServer, createRedis, run, type PostgresServer, type Service } from './services.ts';
import { openSockets, type Sockets } from './sockets.ts';

export type DrillNode = ExchangeProcess & {
  /** Of its connections to the database. */
  readonly name: string;
  readonly metricsUrl: string;
  readonly logFile: string;
};

export type Stage = {
  readonly folder: string;
  /** The nodes' data folder, on a small disk of its own where `hasOwnDisk`. */
  readonly dataDir: string;
  readonly hasOwnDisk: boolean;
  readonly postgres: PostgresServer;
  readonly redis: Service;
  readonly nodes: readonly [DrillNode, DrillNode];
  readonly balancer: Balancer;
  readonly sockets: Sockets;
  readonly tokens: readonly string[];
  readonly place: Place;
  /** The settings of the nodes, for the operator's tool. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
};

/** So many that none reaches the limit of waiting orders. */
const USERS = 512;
const SOCKETS = 40;
const DISK = '64m';
/** As docs/operator.md recommends. */
const BALANCER = { askEveryMs: 1000, failuresMax: 2, cutsSilent: true };
const POLL_MS = 50;
const READY_WITHIN_MS = 120_000;

/** Starts everything. */
export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-drill-'));
  // PostgreSQL runs as another user.
  execFileSync('chmod', ['755', folder]);
  const cleanUps = [async () => rmSync(folder, { recursive: true, force: true })];
  const close = async () => {
    for (let cleanUp = cleanUps.pop(); cleanUp !== undefined; cleanUp = cleanUps.pop()) await cleanUp();
  };
  try {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    const hasOwnDisk = mountDisk(dataDir);
    if (hasOwnDisk) cleanUps.push(async () => void execFileSync('umount', ['-l', dataDir]));
    const postgres = await createPostgresServer(folder);
    cleanUps.push(postgres.crash);
    const redis = await createRedis(folder);
    await redis.start();
    cleanUps.push(redis.crash);
    const tokens = await openTraders({ databaseUrl: postgres.url }, USERS);
    const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, FEED: flatFeed(folder), SANDBOX: '1' };
    const nodes = [await createNode('node-a', folder, env), await createNode('node-b', folder, env)] as const;
    for (const node of nodes) {
      cleanUps.push(node.kill);
      await node.start();
    }
    const balancer = await startBalancer(
      nodes.map(({ url }) => url),
      BALANCER,
    );
    cleanUps.push(balancer.close);
    const sockets = openSockets(balancer.url, 'BTC/USDT', SOCKETS);
    cleanUps.push(async () => sockets.close());
    const place = await readPlace(nodes[0].url);
    const tool = { ...env, DATA_DIR: dataDir };
    return { folder, dataDir, hasOwnDisk, postgres, redis, nodes, balancer, sockets, tokens, place, env: tool, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The node that writes prices. */
export async function leaderOf({ nodes }: Pick<Stage, 'nodes'>): Promise<DrillNode> {
  for (;;) {
    for (const node of nodes) {
      const metrics = await fetch(node.metricsUrl).then(
        (answer) => answer.text(),
        () => '',
      );
      if (metrics.includes('halyard_leader{job="feed"} 1')) return node;
    }
    await pause(POLL_MS);
  }
}

/** Waits until both nodes are ready, nothing is halted and all sockets are connected; false if that takes too long. */
export async function untilSettled({ nodes, postgres, sockets }: Stage): Promise<boolean> {
  const deadlineMs = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadlineMs) {
    const ready = await Promise.all(nodes.map(({ url }) => isReady(url)));
    const halts = await run(postgres.adminUrl, 'select from halts_in_force').catch(() => [{}]);
    if (ready.every(Boolean) && halts.length === 0 && sockets.areConnected()) return true;
    await pause(POLL_MS * 4);
  }
  return false;
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1000) }).catch(() => undefined);
  return answer?.status === 200;
}

async function createNode(name: string, folder: string, env: Readonly<Record<string, string>>): Promise<DrillNode> {
  const metricsPort = await freePort();
  const logFile = join(folder, `${name}.log`);
  const settings = {
    ...env,
    DATABASE_URL: `${env['DATABASE_URL']}?application_name=${name}`,
    METRICS_PORT: `${metricsPort}`,
    LOG_LEVEL: 'warn',
  };
  const node = await createExchangeProcess(join(folder, 'data'), settings, { output: openSync(logFile, 'a') });
  return { ...node, name, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`, logFile };
}

/** A disk that can be filled without harm; false where this user may not mount one. */
function mountDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=700`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
