/**
 * Rate limits per network address. Counted in the process: several nodes together allow a multiple, which is still a
 * limit.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import { saveBankCard } from '@halyard/contract/bank/calls';
import type { Call } from '@halyard/contract/call';
import { submitBasicIdentity } from '@halyard/contract/identity/calls';
import { listCandles } from '@halyard/contract/market/calls';
import { askFundReset, changePassword, sendOwnCode, setFundPassword } from '@halyard/contract/security/calls';
import { requestFactorReset, sendFactorResetCode } from '@halyard/contract/security/factorCalls';
import { askPasskeyLogin, logInWithPasskey } from '@halyard/contract/security/passkeyCalls';
import { MINUTE_MS } from '@halyard/contract/time';
import { uploadFile } from '@halyard/contract/uploads/calls';
import {
  checkMailCode,
  checkTextCode,
  logIn,
  registerUser,
  resetPassword,
  sendMailCode,
  sendTextCode,
} from '@halyard/contract/user/calls';
import { getResults, listResultEntries } from '@halyard/contract/wallet/resultCalls';
import { BusinessError } from '../calls/callHandler.ts';
import { widerNetworksOf } from '../calls/networks.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Limit of a route that is not a call. */
    limit?: 'reports' | 'log' | 'csv';
  }
}

type Limit = { readonly group: string; readonly max: number; readonly windowMs: number };

/** Far above the needs of a busy screen, because many phones may share one address. */
const GENERAL: Limit = { group: 'general', max: 6000, windowMs: MINUTE_MS };

/** Sending codes costs money and annoys recipients; the guesses are calls that an attacker would try. */
const CODES: Limit = { group: 'codes', max: 20, windowMs: 10 * MINUTE_MS };
const GUESSES: Limit = { group: 'guesses', max: 60, windowMs: 10 * MINUTE_MS };

/** Refused files cost disk and decoding too, and do not count against a user's storage. */
const FILES: Limit = { group: 'files', max: 300, windowMs: 10 * MINUTE_MS };

/** 1,500 bars with the open one take twenty times as long as a plain call; a screen requests each period once. */
const CANDLES: Limit = { group: 'candles', max: 900, windowMs: MINUTE_MS };
/** Bundles of the transparency log are compressed at the first read. A reader gets a week's in under two minutes. */
const LOG: Limit = { group: 'log', max: 1800, windowMs: MINUTE_MS };

/** Each of these reads all records of a user. */
const CSV: Limit = { group: 'csv', max: 60, windowMs: 10 * MINUTE_MS };

/** The description of the API is half a megabyte, written again for each reader; its page loads seven files. */
const DOCS: Limit = { group: 'docs', max: 300, windowMs: MINUTE_MS };
/** A year of a busy user takes as long as a file; a screen reads a month at a time. */
const RESULTS: Limit = { group: 'results', max: 300, windowMs: 10 * MINUTE_MS };

/** Reports of browsers: a hint, and a log line each. */
const REPORTS: Limit = { group: 'reports', max: 60, windowMs: MINUTE_MS };

const LIMITS: ReadonlyMap<Call, Limit> = new Map<Call, Limit>([
  [sendMailCode, CODES],
  [sendTextCode, CODES],
  [sendOwnCode, CODES],
  [checkMailCode, GUESSES],
  [checkTextCode, GUESSES],
  [registerUser, GUESSES],
  [resetPassword, GUESSES],
  [logIn, GUESSES],
  [askPasskeyLogin, GUESSES],
  [logInWithPasskey, GUESSES],
  [sendFactorResetCode, GUESSES],
  [requestFactorReset, GUESSES],
  [changePassword, GUESSES],
  [setFundPassword, GUESSES],
  [askFundReset, GUESSES],
  [saveBankCard, GUESSES],
  [submitBasicIdentity, GUESSES],
  [uploadFile, FILES],
  [listCandles, CANDLES],
  [getResults, RESULTS],
  [listResultEntries, RESULTS],
]);

/** Multiples of each limit for the wider networks of an IPv6 address: one customer may have 65,536 narrow ones. */
const WIDER = [2, 4];

/** Multiple of each limit in the sandbox: codes cost nothing there, and tests and benchmarks come from one machine. */
export const SANDBOX_FACTOR = 100;

// Number of addresses counted at a time; beyond it the least recent are dropped.
const ADDRESSES_MAX = 50_000;

/** Limits all calls by network address, the sensitive ones more tightly. Register before the routes. */
export const limits = fastifyPlugin(async (app, { isSandbox }: { readonly isSandbox: boolean }) => {
  const factor = isSandbox ? SANDBOX_FACTOR : 1;
  // One store for all routes, with the group in the key: limits of single routes, and of aliases, would each count on
  // their own.
  await app.register(rateLimit, {
    cache: ADDRESSES_MAX,
    keyGenerator: (request) => `${limitOf(request).group} ${normalizeIP(request.ip)}`,
    max: (request) => limitOf(request).max * factor,
    timeWindow: (request) => limitOf(request).windowMs,
    errorResponseBuilder: (_request, { ttl }) => new BusinessError('RATE_LIMITED', { seconds: Math.ceil(ttl / 1000) }),
  });
  for (const [index, times] of WIDER.entries()) {
    const count = app.createRateLimit({
      keyGenerator: (request) => `${limitOf(request).group} ${widerNetworksOf(request.ip)[index]}`,
      max: (request) => limitOf(request).max * factor * times,
    });
    app.addHook('onRequest', async (request) => {
      if (widerNetworksOf(request.ip)[index] === undefined) return;
      const counted = await count(request);
      if (!counted.isAllowed && counted.isExceeded) {
        throw new BusinessError('RATE_LIMITED', { seconds: counted.ttlInSeconds });
      }
    });
  }
});

function limitOf({ routeOptions }: FastifyRequest): Limit {
  const { call, limit } = routeOptions.config;
  if (routeOptions.url?.startsWith('/api/docs') === true) return DOCS;
  if (limit !== undefined) return { reports: REPORTS, log: LOG, csv: CSV }[limit];
  return (call && LIMITS.get(call)) ?? GENERAL;
}

// Time limits of request bodies. The server's own limit must allow a phone on a slow connection to upload a picture;
// all other requests have a shorter limit here, because a slow form holds a connection that others need.

type SlowBodiesOptions = {
  /** Milliseconds from the end of the headers to the end of the body. */
  readonly limitMs: number;
  /** Requests for which the server's own limit applies. */
  readonly maySlow: (request: IncomingMessage) => boolean;
  /** Answers a request that took too long; its connection ends afterwards. */
  readonly refuse: (socket: Socket) => void;
};

/** Limits the bodies of all requests to a server, independent of their handlers. */
export function limitSlowBodies(server: Server, { limitMs, maySlow, refuse }: SlowBodiesOptions): void {
  server.on('request', (request: IncomingMessage) => {
    if (!hasBody(request) || maySlow(request)) return;
    const timer = setTimeout(() => {
      if (request.complete) return;
      refuse(request.socket);
      request.socket.destroySoon();
    }, limitMs);
    // `close` is emitted when the body is complete and when the sender disconnects.
    request.once('close', () => clearTimeout(timer));
    request.once('end', () => clearTimeout(timer));
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
