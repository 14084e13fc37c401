/** Builds the exchange's HTTP server; `server.ts` listens. */
import { randomUUID } from 'node:crypto';
import formbody from '@fastify/formbody';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { uploadFile } from '@halyard/contract/uploads/calls';
import { createRetainedBuilds } from './builds/retainedBuilds.ts';
import { createByteCache } from './calls/byteCache.ts';
import { clientAddressOf, createTurns, LOOPBACK, trustsProxyOf, type TrustsProxy } from './calls/networks.ts';
import { createExchange, type Exchange, type ExchangeDeps } from './exchange.ts';
import { loadShedding, serveHealth } from './health/healthRoutes.ts';
import { createNodeState, type NodeState } from './health/nodeState.ts';
import { createReadiness, type Readiness } from './health/readiness.ts';
import { MODULES } from './modules/all.ts';
import { csvFiles, registerCalls } from './plugins/calls.ts';
import { compression } from './plugins/compression.ts';
import { answerUnreadable, answerUnroutable, errors } from './plugins/errors.ts';
import { limits, limitSlowBodies, SANDBOX_FACTOR } from './plugins/limits.ts';
import { requestLog } from './plugins/logging.ts';
import { openapi } from './plugins/openapi.ts';
import { cspReports, security } from './plugins/security.ts';
import { APP_FOLDER, staticFiles } from './plugins/staticFiles.ts';
import { attachRealtime, type Realtime } from './realtime/attachRealtime.ts';
import { SETTINGS } from './realtime/sources.ts';
import manifest from '../package.json' with { type: 'json' };

export type AppDeps = ExchangeDeps & {
  /** Phase and load of this node; serving, by default. */
  readonly state?: NodeState;
  /** Mean delay of the event loop above which calls are refused; 0, the default, for none. */
  readonly shedDelayMs?: number;
  readonly log: FastifyBaseLogger;
  /** Folder of the built web app. */
  readonly appFolder?: string;
  /** Proxies whose `X-Forwarded-For` is believed; by default those on this machine. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** False removes the app's service worker from every device. */
  readonly isWorkerOn?: boolean;
};

// The largest legitimate form is an order of some hundred bytes. Files are parsed separately and have a limit of their
// own.
const BODY_BYTES_MAX = 64 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
/** Time limit of a file upload. */
const UPLOAD_TIMEOUT_MS = 600_000;
/** Of each plugin at start; a busy machine needs longer than the usual 10 s. */
const PLUGIN_TIMEOUT_MS = 120_000;
const UPLOAD_URL = `/api/${uploadFile.path}`;

/**
 * Builds the app and starts the work that runs beside its calls. `close` ends both; the caller still owns the database
 * and the event bus.
 */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  return (await buildNode(deps)).app;
}

/** A node: its HTTP server, and what its management needs. */
export type Node = {
  readonly app: FastifyInstance;
  readonly realtime: Realtime;
  readonly readiness: () => Promise<Readiness>;
  readonly exchange: Pick<Exchange, 'leads' | 'stopJobs'>;
};

/** {@link buildApp}, with the parts that the server manages. */
export async function buildNode(deps: AppDeps): Promise<Node> {
  const { state = createNodeState(), shedDelayMs = 0 } = deps;
  const trustsProxy = trustsProxyOf(deps.trustedProxies ?? LOOPBACK);
  const app = createHttp(deps.log, trustsProxy);
  await app.register(formbody);
  const folder = deps.appFolder ?? APP_FOLDER;
  await app.register(security, { ...deps.settings, appFolder: folder });
  await app.register(requestLog);
  const readiness = createReadiness({
    ...deps,
    state,
    shedDelayMs,
    version: manifest.version,
    isBusConnected: deps.events.isConnected,
  });
  serveHealth(app, readiness);
  await app.register(limits, { isSandbox: deps.isSandbox });
  await app.register(errors);
  await app.register(loadShedding, { state, shedDelayMs });
  const exchange = createExchange(deps);
  await app.register(compression);
  await app.register(openapi, { calls: exchange.calls, version: manifest.version });
  registerCalls(app, exchange.handlers, {
    verifyToken: exchange.verifyToken,
    cache: createByteCache(deps.clock),
    turns: createTurns(deps.isSandbox ? SANDBOX_FACTOR : 1),
  });
  const files = MODULES.flatMap((module) => module.csvFiles ?? []);
  await app.register(cspReports);
  await app.register(csvFiles, { files, db: deps.db, clock: deps.clock, verifyToken: exchange.verifyToken });
  const builds = createRetainedBuilds({ appFolder: folder, dataDir: deps.dataDir, clock: deps.clock });
  await app.register(staticFiles, { folder, builds, isWorkerOn: deps.isWorkerOn ?? true });
  await exchange.serve(app);
  const realtime = attachRealtime(app.server, exchange.realtimeSources, SETTINGS, (request) =>
    clientAddressOf(request, trustsProxy),
  );
  // Sockets keep their connections open, so close them before the server waits for connections to end.
  app.addHook('preClose', () => realtime.close());
  app.addHook('onClose', async () => {
    await exchange.close();
    state.close();
  });
  // Last, because on the embedded database a history that is being filled in leaves the plugins above no time.
  exchange.start();
  return { app, realtime, readiness, exchange };
}

function createHttp(log: FastifyBaseLogger, trustsProxy: TrustsProxy): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    // The log itself adds the id (`requestContext.ts`).
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    pluginTimeout: PLUGIN_TIMEOUT_MS,
    // Only trusted proxies may name another client address.
    trustProxy: trustsProxy,
    frameworkErrors: (error, request, reply) => void answerUnroutable(error, request, reply),
    clientErrorHandler: answerUnreadable,
  });
  // Only forms and JSON are parsed; Fastify would pass plain text through unparsed.
  app.removeContentTypeParser('text/plain');
  app.server.headersTimeout = REQUEST_TIMEOUT_MS;
  limitSlowBodies(app.server, {
    limitMs: REQUEST_TIMEOUT_MS,
    maySlow: ({ url = '' }) => url.split('?', 1)[0] === UPLOAD_URL,
    refuse: (socket) => answerUnreadable({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket),
  });
  return app;
}
