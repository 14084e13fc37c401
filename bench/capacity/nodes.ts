/**
 * Orders a second over HTTP at one node and at two, in one market and in four, with market affinity and without. All
 * processes share the machine: nodes, PostgreSQL, Redis and the clients.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CurrencyId } from '@halyard/contract/ids';
import { getLanguage } from '@halyard/contract/settings/calls';
import { placeOrder } from '@halyard/contract/spot/mutationCalls';
import { openDatabase } from '../../server/src/db/connect.ts';
import {
  createExchangeProcess,
  freePort,
  type ExchangeProcess,
} from '../../server/src/testing/crash/exchangeProcess.ts';
import { createPostgresServer, createRedis, run, type PostgresServer } from '../drill/services.ts';
import { measure, type Rate } from '../measure.ts';
import { openOrdersClient, type OrdersClient } from '../ordersClient.ts';
import { formOf, limitOrder, marketOrder } from '../ordersMix.ts';
import { openTraders, readPlaces } from '../traders.ts';
import { processorSeconds } from './processor.ts';

/** So many that none reaches the limit of waiting orders of one user. */
const USERS = 256;
const AT_ONCE = 96;
const MARKETS = 4;
/** Nodes without orders also write prices and sign the log. */
const IDLE_MS = 10_000;
const ORDERS = Number(process.env['CAPACITY_ORDERS'] ?? '1000');
const ROUNDS = { rounds: 5, runsPerRound: 1 };
/** Tables that an order writes to. */
const TABLES = ['spot_orders', 'spot_fills', 'ledger_entries', 'ledger_postings', 'client_requests', 'user_events'];

type Node = ExchangeProcess & { readonly metricsUrl: string; readonly client: OrdersClient };

/** Orders go to these nodes in turn: the first two have market affinity, the others have not. */
type Way = { readonly name: string; readonly markets: number; readonly nodes: readonly number[] };

const WITH = [0, 1] as const;
const WITHOUT = [2, 3] as const;
const ALONE = [WITHOUT[0]] as const;
const WAYS: readonly Way[] = [1, MARKETS].flatMap((markets) => {
  const name = markets === 1 ? 'one market' : `${markets} markets`;
  return [
    { name: `${name}, one node`, markets, nodes: ALONE },
    { name: `${name}, two nodes without affinity`, markets, nodes: WITHOUT },
    { name: `${name}, two nodes with affinity`, markets, nodes: WITH },
  ];
});

/** Sums over all runs of a way. */
type Sums = {
  orders: number;
  seconds: number;
  batches: number;
  commands: number;
  databaseSeconds: number;
  nodeSeconds: number;
};

/** Figures of one way; the processor's time is in milliseconds an order, without the use of idle nodes. */
export type WayFigures = {
  readonly rate: Rate;
  /** Commands that shared a transaction, in the mean. */
  readonly batch: number;
  readonly databaseMs: number;
  readonly nodeMs: number;
};

export type NodesFigures = {
  readonly baseline: Rate;
  readonly ways: readonly WayFigures[];
  readonly bytesPerOrder: number;
  readonly maxConnections: number;
};

/** Starts PostgreSQL, Redis and nodes, and measures all ways in turns beside a call without the database. */
export async function measureNodes(): Promise<NodesFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-capacity-'));
  // PostgreSQL runs as another user.
  execFileSync('chmod', ['755', folder]);
  mkdirSync(join(folder, 'data'));
  const postgres = await createPostgresServer(folder);
  const redis = await createRedis(folder);
  const nodes: Node[] = [];
  try {
    await redis.start();
    const tokens = await openTraders({ databaseUrl: postgres.url }, USERS, await spotCurrencies(postgres));
    const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, FEED: 'simulated', FEED_SEED: 'bench' };
    for (const affinity of ['on', 'on', 'off', 'off'])
      nodes.push(await startNode(join(folder, 'data'), { ...env, MARKET_AFFINITY: affinity }));
    return await compare({ postgres, nodes, tokens });
  } finally {
    for (const { client, kill } of nodes) {
      client.close();
      await kill();
    }
    await redis.crash();
    await postgres.crash();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function spotCurrencies({ url, adminUrl }: PostgresServer): Promise<CurrencyId[]> {
  await (await openDatabase({ databaseUrl: url })).close();
  const rows = await run<{ id: number }>(adminUrl, 'select id from currencies where is_spot');
  return rows.map(({ id }) => id as CurrencyId);
}

async function startNode(dataDir: string, env: Readonly<Record<string, string>>): Promise<Node> {
  const metricsPort = await freePort();
  const node = await createExchangeProcess(dataDir, { ...env, METRICS_PORT: `${metricsPort}` });
  await node.start();
  const client = await openOrdersClient(node.url, AT_ONCE);
  return { ...node, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`, client };
}

type Stage = {
  readonly postgres: PostgresServer;
  readonly nodes: readonly Node[];
  readonly tokens: readonly string[];
};

async function compare(stage: Stage): Promise<NodesFigures> {
  const { postgres, nodes, tokens } = stage;
  const newSums = (): Sums => ({ orders: 0, seconds: 0, batches: 0, commands: 0, databaseSeconds: 0, nodeSeconds: 0 });
  const sums = WAYS.map(newSums);
  const idle = newSums();
  await counted(stage, idle, () => pause(IDLE_MS));
  const bytesBefore = await bytesOf(postgres);
  const client = nodes[0]?.client;
  const [baseline, ...rates] = await measure(
    [
      {
        name: `a call without the database: ${getLanguage.path}`,
        units: ORDERS,
        run: () => inParallel((index) => client?.post(getLanguage.path, '', tokens[index % USERS] ?? '')),
      },
      ...(await Promise.all(
        WAYS.map(async (way, place) => {
          const send = await senderOf(stage, way);
          return { name: way.name, units: ORDERS, run: () => counted(stage, sums[place], () => inParallel(send)) };
        }),
      )),
    ],
    ROUNDS,
  );
  const orders = sums.reduce((sum, { orders: own }) => sum + own, 0);
  const [row] = await run<{ max: string }>(postgres.adminUrl, `select current_setting('max_connections') as max`);
  if (baseline === undefined) throw new Error('nothing was measured');
  return {
    baseline,
    ways: rates.map((rate, place) => figuresOf(rate, sums[place], idle)),
    bytesPerOrder: ((await bytesOf(postgres)) - bytesBefore) / orders,
    maxConnections: Number(row?.max),
  };
}

function figuresOf(rate: Rate, sums: Sums | undefined, idle: Sums): WayFigures {
  const { orders = 1, seconds = 0, batches = 1, commands = 0, databaseSeconds = 0, nodeSeconds = 0 } = sums ?? {};
  return {
    rate,
    batch: commands / batches,
    databaseMs: (1000 * (databaseSeconds - (idle.databaseSeconds / idle.seconds) * seconds)) / orders,
    nodeMs: (1000 * (nodeSeconds - (idle.nodeSeconds / idle.seconds) * seconds)) / orders,
  };
}

/** Half limit and half market orders. Even users buy and odd ones sell, so that none meets their own order. */
async function senderOf({ nodes, tokens }: Stage, way: Way): Promise<(index: number) => Promise<void>> {
  const places = (await readPlaces(nodes[0]?.url ?? '')).slice(0, way.markets);
  let sent = 0;
  return async () => {
    const index = sent;
    sent += 1;
    const market = Math.floor(index / 2) % places.length;
    const place = places[market];
    if (place === undefined) throw new Error('there are too few markets');
    const form = formOf((index % 4 < 2 ? limitOrder : marketOrder)(index), place);
    const node = nodes[way.nodes[Math.floor(index / 8) % way.nodes.length] ?? 0];
    const body = await node?.client.post(placeOrder.path, form, tokens[index % USERS] ?? '');
    if (body?.startsWith('{"type":"ok"') !== true) throw new Error(`an order was refused: ${body}`);
  };
}

async function inParallel(work: (index: number) => Promise<unknown> | undefined): Promise<void> {
  let next = 0;
  const loop = async () => {
    while (next < ORDERS) {
      next += 1;
      await work(next);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
}

/** Adds what the run took to the sums. */
async function counted(stage: Stage, sums: Sums | undefined, work: () => Promise<void>): Promise<void> {
  const startedAtMs = performance.now();
  const before = await readCounters(stage);
  await work();
  const after = await readCounters(stage);
  if (sums === undefined) return;
  sums.orders += ORDERS;
  sums.seconds += (performance.now() - startedAtMs) / 1000;
  for (const name of ['batches', 'commands', 'databaseSeconds', 'nodeSeconds'] as const)
    sums[name] += after[name] - before[name];
}

async function readCounters({ postgres, nodes }: Stage): Promise<Omit<Sums, 'orders' | 'seconds'>> {
  const metrics = await Promise.all(nodes.map(async ({ metricsUrl }) => (await fetch(metricsUrl)).text()));
  const sum = (name: string) =>
    metrics.reduce((total, text) => total + Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0), 0);
  return {
    batches: sum('halyard_order_batch_size_count'),
    commands: sum('halyard_order_batch_size_sum'),
    databaseSeconds: processorSeconds(postgres.pid()),
    nodeSeconds: nodes.reduce((total, node) => total + processorSeconds(node.pid()), 0),
  };
}

async function bytesOf({ adminUrl }: PostgresServer): Promise<number> {
  const sizes = TABLES.map((table) => `pg_total_relation_size('${table}')`);
  const [row] = await run<{ bytes: string }>(adminUrl, `select ${sizes.join(' + ')} as bytes`);
  return Number(row?.bytes);
}
