/** Builds the exchange's HTTP server. Listening is `server.ts`'s. */
import formbody from '@fastify/formbody';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { createExchange, type ExchangeDeps } from './exchange.ts';
import { registerCalls } from './plugins/calls.ts';
import { answerUnreadable, answerUnroutable, errors } from './plugins/errors.ts';
import { limits } from './plugins/limits.ts';
import { requestLog } from './plugins/logging.ts';
import { openapi } from './plugins/openapi.ts';
import { security } from './plugins/security.ts';
import { APP_FOLDER, staticFiles } from './plugins/staticFiles.ts';
import { attachRealtime } from './realtime/attachRealtime.ts';
import manifest from '../package.json' with { type: 'json' };

export type AppDeps = ExchangeDeps & {
  readonly log: FastifyBaseLogger;
  /** Where the built web app lies. */
  readonly appFolder?: string;
};

// The largest honest request is an order of some hundred bytes.
const BODY_BYTES_MAX = 64 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;

/** Builds the app. `close` it to end what it started; the database and the bus stay their owner's. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = createHttp(deps.log);
  await app.register(formbody);
  await app.register(security);
  await app.register(requestLog);
  await app.register(limits, { isSandbox: deps.isSandbox });
  await app.register(errors);
  const exchange = createExchange(deps);
  await app.register(openapi, { calls: exchange.calls, version: manifest.version });
  registerCalls(app, exchange.handlers, exchange.sessions.verify);
  await app.register(staticFiles, { folder: deps.appFolder ?? APP_FOLDER });
  const realtime = attachRealtime(app.server, exchange.realtimeSources);
  // Sockets hold their connections open, so they end before the server waits for connections to end.
  app.addHook('preClose', () => realtime.close());
  app.addHook('onClose', () => exchange.close());
  return app;
}

function createHttp(log: FastifyBaseLogger): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A proxy on this machine says for whom it asks; anybody else who says so is not believed.
    trustProxy: 'loopback',
    frameworkErrors: (error, request, reply) => void answerUnroutable(error, request, reply),
    clientErrorHandler: answerUnreadable,
  });
  // Forms and JSON are read; Fastify would hand on plain text as it is.
  app.removeContentTypeParser('text/plain');
  return app;
}
