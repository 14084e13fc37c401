/** `/healthz` and `/readyz` for load balancers, and what a node refuses while it is overloaded or stops. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Logger } from 'pino';
import type * as z from 'zod/mini';
import type { Call } from '@halyard/contract/call';
import { listDeposits } from '@halyard/contract/deposits/calls';
import {
  cancelPosition,
  closePosition,
  closePositions,
  listPositions,
  setStops,
} from '@halyard/contract/futures/calls';
import { listHalts, listPastHalts } from '@halyard/contract/halts/calls';
import { sendOwnCode } from '@halyard/contract/security/calls';
import { freezeAccount, freezeByKey } from '@halyard/contract/security/freezeCalls';
import { askPasskeyLogin, askPasskeyStepUp, logInWithPasskey } from '@halyard/contract/security/passkeyCalls';
import { getStepUp, stepUp } from '@halyard/contract/security/stepUpCalls';
import { listOrders } from '@halyard/contract/spot/calls';
import { cancelAllOrders, cancelOrder } from '@halyard/contract/spot/mutationCalls';
import { getUser, logIn, logOut } from '@halyard/contract/user/calls';
import { getWallet } from '@halyard/contract/wallet/calls';
import { cancelWithdrawal, listWithdrawals, withdraw } from '@halyard/contract/withdrawals/calls';
import { BusinessError } from '../calls/callHandler.ts';
import { ConfigError } from '../settings.ts';
import { readMetrics } from './metrics.ts';
import type { NodeState } from './nodeState.ts';
import type { Readiness } from './readiness.ts';

// Serves the metrics, on a port of its own that only the operator's machines reach.

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
const HEALTHY: Answer = { status: 200, type: JSON_TYPE, text: '{"status":"ok"}' };

/** The answer to a load balancer. */
function readyAnswer(readiness: Readiness): Answer {
  return { status: readiness.isReady ? 200 : 503, type: JSON_TYPE, text: JSON.stringify(readiness) };
}

/** Calls that even an overloaded node answers: they end risk, show what became of money, or lead there. */
const ESSENTIAL: ReadonlySet<Call> = new Set<Call>([
  cancelOrder,
  cancelAllOrders,
  listOrders,
  closePosition,
  closePositions,
  cancelPosition,
  setStops,
  listPositions,
  withdraw,
  cancelWithdrawal,
  listWithdrawals,
  listDeposits,
  getWallet,
  freezeAccount,
  freezeByKey,
  logIn,
  askPasskeyLogin,
  logInWithPasskey,
  getUser,
  getStepUp,
  sendOwnCode,
  askPasskeyStepUp,
  stepUp,
  logOut,
  listHalts,
  listPastHalts,
]);

/** Field that a money mutation has, whose answer its user waits for. */
const REQUEST_ID = 'client_request_id';
/** Multiple of the delay above which money mutations are refused, too. */
const HEAVY = 3;
const RETRY_AFTER_S = 2;

/** Answers load balancers. Register before the rate limits. */
export function serveHealth(app: FastifyInstance, readiness: () => Promise<Readiness>): void {
  app.get('/healthz', async (_request, reply) => reply.type(HEALTHY.type).send(HEALTHY.text));
  app.get('/readyz', async (_request, reply) => {
    const { status, type, text } = readyAnswer(await readiness());
    return reply.code(status).header('cache-control', 'no-store').type(type).send(text);
  });
}

type Options = { readonly state: NodeState; readonly shedDelayMs: number };

/**
 * Refuses calls before they are read: `OVERLOADED` while the event loop is late, `RESTARTING` while the node stops. The
 * app repeats a money mutation under its id, so its outcome stays certain.
 */
export const loadShedding = fastifyPlugin(async (app, { state, shedDelayMs }: Options) => {
  app.addHook('onRequest', async (request, reply) => {
    const { call, limit } = request.routeOptions.config;
    const phase = state.phase();
    // Moves clients and load balancers to other nodes.
    if (phase !== 'serving') reply.header('connection', 'close');
    if (call === undefined && limit !== 'csv') return;
    const isMutation = call !== undefined && hasRequestId(call);
    const isRestarting = phase === 'refusing' && (call === undefined || isMutation || call.body === 'multipart');
    if (!isRestarting && !isShed(call, isMutation)) return;
    reply.header('retry-after', RETRY_AFTER_S);
    throw new BusinessError(isRestarting ? 'RESTARTING' : 'OVERLOADED');
  });

  function isShed(call: Call | undefined, isMutation: boolean): boolean {
    if (shedDelayMs === 0 || (call !== undefined && ESSENTIAL.has(call))) return false;
    return state.loopDelayMs() > shedDelayMs * (isMutation ? HEAVY : 1);
  }
});

const known = new WeakMap<Call, boolean>();

/** Whether a call is repeated under an id until its outcome is known. */
function hasRequestId(call: Call): boolean {
  const found = known.get(call) ?? fieldsOf(call.request).includes(REQUEST_ID);
  known.set(call, found);
  return found;
}

/** Names of the fields on the wire. */
function fieldsOf(schema: z.core.$ZodType): readonly string[] {
  const { shape, in: inner } = schema._zod.def as { readonly shape?: object; readonly in?: z.core.$ZodType };
  if (shape !== undefined) return Object.keys(shape);
  return inner === undefined ? [] : fieldsOf(inner);
}
