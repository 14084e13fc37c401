/** Starts the exchange: database, feed, app. All durable state is in the database, so `kill -9` needs no cleanup. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { env } from 'node:process';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildNode, type Node } from './app.ts';
import { systemClock } from './clock.ts';
import { readConfig, refuseForRealMoney, type Config } from './config.ts';
import { DatabaseUnavailableError, openDatabase } from './db/connect.ts';
import { readExchangeId, withEvents, type Database } from './db/database.ts';
import { makePrivate, OF_OTHERS } from './db/dataDir.ts';
import { startManagementServer } from './health/healthRoutes.ts';
import { createNodeState, drain } from './health/nodeState.ts';
import { requireRightClock, WrongClockError } from './jobs/clockWatch.ts';
import { excessOf } from './db/roles.ts';
import { createUpkeepJobs } from './db/upkeepJobs.ts';
import { createLocalBus, createRedisBus, RedisUnavailableError, type RedisPlace } from './events/eventBus.ts';
import type { EventBus } from './events/events.ts';
import { startHaltWatch } from './halts/haltWatch.ts';
import { setFigures } from './health/nodeFigures.ts';
import { createFollowSource, remoteExchange } from './market/feeds/follow/follow.ts';
import { createSimulatedSource, knownChains } from './market/feeds/simulated.ts';
import { MODULES, publishFirstTerms } from './modules/all.ts';
import { beginSandboxOfferings } from './modules/launchpad/publishOffering.ts';
import { takeInArticles } from './modules/news/newsRepository.ts';
import { outboxCarrier } from './modules/sandbox/index.ts';
import { ConfigError } from './settings.ts';
import { readLogKey } from './transparency/logKey.ts';
import { publishedHead } from './transparency/publishedHead.ts';
import { createSequencer } from './transparency/sequencer.ts';
import { createRevealJob } from './transparency/revealJob.ts';
import { createSequencerJob, suspendUnlessLoggable } from './transparency/sequencerLead.ts';
import { createWitnesses } from './transparency/witnesses.ts';
import { seedHouseCapital } from './house/houseCapital.ts';
import { createFeedLead, type FeedLead } from './market/feedLead.ts';
import { FeedSetupError, type FeedSource } from './market/feeds/feed.ts';
import { createLiveSource, type LiveSource } from './market/feeds/live/live.ts';
import { createPastBarsJob, PAST_SOURCE } from './market/feeds/live/pastBars.ts';
import { createReplaySource } from './market/feeds/replay.ts';
import { carriersOf, createNotifier, type Notifier } from './modules/user/notifier.ts';
import { createAffinity, type Affinity } from './nodes/affinity.ts';
import { readNodeKey } from './nodes/nodeMessages.ts';
import { startOperatorServer } from './operator/operatorServer.ts';
import { createLog } from './plugins/logging.ts';
import { readSecretBox } from './secrets/secretKeys.ts';
import { createRedisRates } from './rates.ts';

/** Errors that the operator can fix; any other error at start is a fault and shown with its stack. */
const OPERATOR_ERRORS = [ConfigError, DatabaseUnavailableError, WrongClockError, RedisUnavailableError, FeedSetupError];

/** Without a drain; `DRAIN_SECONDS` is the limit with one. */
const CLOSE_LIMIT_MS = 10_000;
const PROGRESS_MS = 200;
const FIRST_QUOTES_MS = 5000;

const NEXT_IN_SANDBOX = `
What to do next:
  1. Open the address and register: any e-mail address will do, since nothing is sent.
  2. The code of such a mail is shown beside the form, at "Read the test message".
  3. On Assets tap "Get test funds", then trade: all of it is simulated, and labelled so.`;

const PHONES_NEED_HTTPS =
  'Phones trade there in the browser; to install the app or to read offline they need https, by a proxy in front.';

type CleanUp = () => Promise<void>;

const cleanUps: CleanUp[] = [];
const state = createNodeState();
/** The node, once it serves. */
let served: Node | undefined;
const print = (line: string) => void process.stdout.write(`${line}\n`);

try {
  await start(readConfig(env));
} catch (error) {
  process.stderr.write(`${linesOf(error)}\n`);
  await close();
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  refuseForRealMoney(config);
  await refuseBusyPort(config);
  const log = createLog(config);
  for (const note of config.settingNotes) log.warn(note);
  process.umask(OF_OTHERS);
  makePrivate(config.dataDir);
  const { databaseUrl, migrationsDatabaseUrl: migrationsUrl, databaseLimits: limits } = config;
  const database = await openDatabase({ databaseUrl, migrationsUrl, dataDir: config.dataDir, limits });
  cleanUps.push(() => database.close());
  const { engine, notices, replacedFunctions } = database;
  await requireRightClock(database.db, systemClock);
  if (replacedFunctions.length > 0) log.info({ replacedFunctions }, 'SQL functions are those of this version now');
  if (engine === 'postgres' && !config.isSandbox) await warnOfExcess(database.db, log);
  const { redisUrl: url } = config;
  const redis = url ? { url, exchange: await readExchangeId(database.db) } : undefined;
  const events = redis ? await createRedisBus(redis, log) : createLocalBus(log);
  cleanUps.push(() => events.close());
  const db = withEvents(database.db, events);
  const rates = redis ? await createRedisRates(redis, systemClock, log) : undefined;
  cleanUps.push(async () => rates?.close());
  const affinity = await openAffinity(redis, { config, db: database.db, log });
  endOnSignals(log, config.drainSeconds * 1000);
  const clock = systemClock;
  const { isSandbox, dataDir } = config;
  if (isSandbox) {
    await seedHouseCapital(db);
    await publishFirstTerms(db, clock, config.feed.kind);
    await beginSandboxOfferings(db, clock);
  }
  await takeInArticles({ db, clock, dataDir, log });
  const waiting = MODULES.flatMap((module) => module.waiting ?? []);
  const { source, live, close: closeSource } = await openSource(config, { db, clock, log, events });
  cleanUps.push(async () => closeSource());
  const feed = createFeedLead({ db, events, clock, log, source, waiting });
  const key = await readLogKey(dataDir, config.logKeyFile);
  const reveal = createRevealJob({ clock, readKeys: () => knownChains(dataDir, config.feedSeed) });
  const published = publishedHead(dataDir);
  const sequencer = createSequencer({ db, clock, key, naming: config, published });
  const { logWitnesses: setting, logWitnessSeconds } = config;
  const everyMs = logWitnessSeconds * 1000;
  const witnesses = createWitnesses({ db, clock, log, published, setting, everyMs });
  await suspendUnlessLoggable({ sequencer, log });
  // After the check of the log, so that no operator approves a payment on an older database before it is halted.
  const operators = await startOperatorServer({ ...config, db, events, clock, log });
  cleanUps.push(() => operators.close());
  const sequence = createSequencerJob({ clock, log, sequencer, witnesses });

  const node = await buildNode({
    state,
    shedDelayMs: config.shedDelayMs,
    isSandbox,
    dataDir,
    db,
    events,
    rates,
    affinity,
    clock,
    log,
    settings: config,
    trustedProxies: config.trustedProxies,
    isWorkerOn: config.isWorkerOn,
    ...(config.appDir !== undefined && { appFolder: config.appDir }),
    secrets: await readSecretBox(dataDir, config.secretKeys),
    notifier: notifierOf(config, db),
    notices,
    readVenues: live?.venuesOf,
    isAlone: engine === 'pglite',
    jobs: [
      feed.job,
      sequence,
      reveal,
      ...pastJobs(config, db, live),
      ...(engine === 'pglite' ? createUpkeepJobs({ db, clock }) : []),
    ],
  });
  cleanUps.push(() => node.app.close());
  await manage(node, { config, db, events, log });
  await untilReady(feed);
  if (live !== undefined) await printQuotes(live);
  await listen(node.app, config);
  affinity?.join();
  served = node;
}

/** With several nodes, where it is switched on. */
async function openAffinity(
  redis: RedisPlace | undefined,
  { config, db, log }: Pick<Managed, 'config' | 'db' | 'log'>,
): Promise<Affinity | undefined> {
  if (redis === undefined || !config.hasAffinity) return undefined;
  const affinity = await createAffinity({ redis, key: await readNodeKey(db), clock: systemClock, log });
  cleanUps.push(affinity.close);
  return affinity;
}

type Managed = { readonly config: Config; readonly db: Database; readonly events: EventBus; readonly log: Logger };

/** Starts the metrics and the automatic halts. */
async function manage({ readiness, realtime, exchange }: Node, { config, db, events, log }: Managed): Promise<void> {
  const { dataDir, metricsPort, metricsHost: host } = config;
  const watch = startHaltWatch({ db, events, log, readiness, dataDir, node: hostname() });
  cleanUps.push(() => watch.close());
  if (metricsPort === undefined) return;
  const hasWitnesses = config.logWitnesses.witnesses.length > 0;
  const figures = { db, dataDir, state, readiness, leads: exchange.leads, realtime, hasWitnesses };
  const setAll = () => setFigures(figures);
  const server = await startManagementServer({ host, port: metricsPort, setFigures: setAll, readiness, log });
  cleanUps.push(() => server.close());
}

/** The job that fetches past candles, if their venue is one of the feed's, at its own address. */
function pastJobs({ feed }: Config, db: Database, live: LiveSource | undefined) {
  if (live === undefined || feed.kind !== 'live' || feed.origins.has(PAST_SOURCE)) return [];
  return [createPastBarsJob({ db, clock: systemClock, symbols: () => live.symbolsAt(PAST_SOURCE) })];
}

/** Prints which venues send prices. A silent venue does not stop the start. */
async function printQuotes(live: LiveSource): Promise<void> {
  await live.firstQuotes(FIRST_QUOTES_MS);
  print(live.describe());
}

/** Warns when real money is at risk because the server's role can change the books. */
async function warnOfExcess(db: Database, log: Logger): Promise<void> {
  const excess = await excessOf(db);
  if (excess.length > 0) log.warn({ excess }, 'the database role may do more than it needs (docs/operator.md)');
}

type SourceDeps = {
  readonly db: Database;
  readonly clock: typeof systemClock;
  readonly log: Logger;
  readonly events: EventBus;
};
/** The source of prices; `live` when it is one of venues. */
type OpenSource = { readonly source: FeedSource; readonly live: LiveSource | undefined; readonly close: () => void };

async function openSource(config: Config, { db, clock, log, events }: SourceDeps): Promise<OpenSource> {
  const { feed } = config;
  if (feed.kind === 'live') {
    const live = await createLiveSource(feed, { db, clock, log, events });
    return { source: live, live, close: live.close };
  }
  if (feed.kind === 'follow') {
    const follow = await createFollowSource(feed, remoteExchange(feed.address), { db, log });
    follow.start();
    return { source: follow, live: undefined, close: follow.close };
  }
  return { source: await feedSource(config, db), live: undefined, close: () => undefined };
}

function feedSource(config: Config, db: Database): Promise<FeedSource> | FeedSource {
  const { feed, dataDir, feedSeed: seed, feedReplayStartMs: startMs } = config;
  const pace = { speed: config.feedSpeed, ticksPerSecond: config.feedTicksPerSecond };
  return feed.kind === 'replay'
    ? createReplaySource(db, feed.paths, { ...pace, startMs })
    : createSimulatedSource({ dataDir, seed });
}

/**
 * The first start fills in the history, a later one the time since the last stop. A terminal shows the date that the
 * markets have reached.
 */
async function untilReady(feed: FeedLead): Promise<void> {
  const startedAt = performance.now();
  const title = 'Bringing the markets up to now ... ';
  process.stdout.write(title);
  const show = () => {
    const atMs = feed.reachedMs();
    if (atMs !== undefined) process.stdout.write(`\r${title}${new Date(atMs).toISOString().slice(0, 10)} `);
  };
  const timer = process.stdout.isTTY ? setInterval(show, PROGRESS_MS) : undefined;
  await feed.ready().finally(() => clearInterval(timer));
  const seconds = `${Math.round((performance.now() - startedAt) / 100) / 10} s`;
  print(timer === undefined ? seconds : `\r${title}${seconds.padEnd('2000-01-01'.length)}`);
}

function notifierOf(config: Config, db: Database): Notifier {
  const outbox = config.isSandbox ? outboxCarrier(db, systemClock) : undefined;
  return createNotifier(carriersOf({ ...config, outbox }));
}

/** Checked first, so that a mistake shows immediately and not after the history is filled in. */
async function refuseBusyPort({ host, port }: Config): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen({ host, port }), 'listening');
  } catch (error) {
    throw portError(error, host, port);
  }
  probe.close();
  await once(probe, 'close');
}

async function listen(app: FastifyInstance, { host, port, isSandbox }: Config): Promise<void> {
  // Suppress the framework's line for each address; the greeting below replaces them.
  const { level } = app.log;
  app.log.level = 'warn';
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw portError(error, host, port);
  } finally {
    app.log.level = level;
  }
  const { port: actual } = app.server.address() as AddressInfo;
  print(greetingOf({ host, port: actual, isSandbox }));
}

function portError(error: unknown, host: string, port: number): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new ConfigError(`PORT ${port} is in use on ${host}: set PORT to another one.`);
    case 'EACCES':
      return new ConfigError(`PORT ${port} may not be used by this user: set PORT to one above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError(`HOST ${host} is not an address of this machine.`);
    default:
      return error;
  }
}

/** Drains on SIGTERM, as machines send it; a person who presses Ctrl-C does not want to wait. */
function endOnSignals(log: Logger, drainMs: number): void {
  let isEnding = false;
  const end = (signal: NodeJS.Signals) => {
    // A second signal ends the process immediately.
    if (isEnding) process.exit(1);
    isEnding = true;
    const isDrained = signal === 'SIGTERM' && drainMs > 0 && served !== undefined;
    log.info({ signal, drainMs: isDrained ? drainMs : 0 }, 'closing');
    setTimeout(() => process.exit(1), isDrained ? drainMs : CLOSE_LIMIT_MS).unref();
    const drained = isDrained && served !== undefined ? drainNode(served, drainMs) : Promise.resolve();
    drained.then(close).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'closing failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

function drainNode({ exchange, realtime }: Node, limitMs: number): Promise<void> {
  return drain({ state, stopJobs: exchange.stopJobs, drainSockets: realtime.drain }, limitMs);
}

/** Ends what was started, in reverse order. */
async function close(): Promise<void> {
  for (let cleanUp = cleanUps.pop(); cleanUp !== undefined; cleanUp = cleanUps.pop()) await cleanUp();
}

function linesOf(error: unknown): string {
  if (OPERATOR_ERRORS.some((kind) => error instanceof kind)) return (error as Error).message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

type Listening = { readonly host: string; readonly port: number; readonly isSandbox: boolean };

/**
 * Text that the terminal shows when the exchange is ready: its address, LAN addresses for phones when it listens on all
 * interfaces, and the next steps.
 */
function greetingOf({ host, port, isSandbox }: Listening): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const phones = isEverywhere ? lanAddresses() : [];
  return [
    '',
    `Halyard is ready:  ${urlOf(isEverywhere ? 'localhost' : host, port)}`,
    ...phones.map((address) => `on your network:   ${urlOf(address, port)}`),
    ...(phones.length > 0 ? [PHONES_NEED_HTTPS] : []),
    ...(isSandbox ? [NEXT_IN_SANDBOX] : []),
  ].join('\n');
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/h5/`;
}

/** None where the system does not list them, as in a service without AF_NETLINK. */
function lanAddresses(): string[] {
  try {
    return Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => address);
  } catch {
    return [];
  }
}
