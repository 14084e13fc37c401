/** Serves the metrics, on a port of its own that only the operator's machines reach. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { ConfigError } from '../configError.ts';
import type { Readiness } from './readiness.ts';
import { readMetrics } from './metrics.ts';

export type ManagementServer = { readonly port: number; close(): Promise<void> };

export type ManagementDeps = {
  readonly host: string;
  readonly port: number;
  readonly setFigures: () => Promise<void>;
  readonly readiness: () => Promise<Readiness>;
  readonly log: Pick<Logger, 'error'>;
};

type Answer = { readonly status: number; readonly type: string; readonly text: string };

const JSON_TYPE = 'application/json; charset=utf-8';

/** Starts listening. Throws {@link ConfigError} when the port is not free. */
export async function startManagementServer(deps: ManagementDeps): Promise<ManagementServer> {
  const { host, port, log } = deps;
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    answerTo(path, deps)
      .catch((error: unknown): Answer => {
        log.error({ err: error, path }, 'a figure could not be read');
        return { status: 500, type: JSON_TYPE, text: '{}' };
      })
      .then(({ status, type, text }) => response.writeHead(status, { 'content-type': type }).end(text))
      .catch(() => response.destroy());
  });
  server.listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new ConfigError(`METRICS_PORT ${port} cannot be used on ${host}: ${(error as Error).message}.`);
  }
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answerTo(path: string, { setFigures, readiness }: ManagementDeps): Promise<Answer> {
  if (path === '/metrics') {
    await setFigures();
    return { status: 200, ...(await readMetrics()) };
  }
  if (path === '/readyz') return readyAnswer(await readiness());
  if (path === '/healthz') return HEALTHY;
  return { status: 404, type: JSON_TYPE, text: '{}' };
}

/** The process runs, and its event loop turns. */
export const HEALTHY: Answer = { status: 200, type: JSON_TYPE, text: '{"status":"ok"}' };

/** The answer to a load balancer. */
export function readyAnswer(readiness: Readiness): Answer {
  return { status: readiness.isReady ? 200 : 503, type: JSON_TYPE, text: JSON.stringify(readiness) };
}
