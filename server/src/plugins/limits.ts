/**
 * How often one address on the network may call. Counted in the process: several nodes together allow a multiple, which
 * is still a limit.
 */
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Call } from '@halyard/contract/call';
import { saveBankCard } from '@halyard/contract/bank/calls';
import { requestFactorReset, sendFactorResetCode } from '@halyard/contract/security/factorCalls';
import { submitBasicIdentity } from '@halyard/contract/identity/calls';
import { listCandles } from '@halyard/contract/market/calls';
import { askPasskeyLogin, logInWithPasskey } from '@halyard/contract/security/passkeyCalls';
import { changePassword, sendOwnCode, setFundPassword } from '@halyard/contract/security/calls';
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
import { BusinessError } from '../calls/errors.ts';
import { widerNetworksOf } from '../calls/networks.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit of a route that is no call. */
    limit?: 'reports' | 'log' | 'csv';
  }
}

type Limit = { readonly group: string; readonly max: number; readonly windowMs: number };

const MINUTE_MS = 60_000;

/** Far above what a busy screen asks for, because many phones share one address of their network. */
const GENERAL: Limit = { group: 'general', max: 6000, windowMs: MINUTE_MS };

/** Sending codes costs money and patience of others; the rest is what somebody who guesses would call. */
const CODES: Limit = { group: 'codes', max: 20, windowMs: 10 * MINUTE_MS };
const GUESSES: Limit = { group: 'guesses', max: 60, windowMs: 10 * MINUTE_MS };

/** Files that are refused cost disk and decoding too, and do not count against what a user may store. */
const FILES: Limit = { group: 'files', max: 300, windowMs: 10 * MINUTE_MS };

/** 1,500 bars with the open one take twenty times as long as a plain call; a screen asks once for each period. */
const CANDLES: Limit = { group: 'candles', max: 900, windowMs: MINUTE_MS };
/** Bundles of the public log are packed when they are read first. A reader gets a week's in less than two minutes. */
const LOG: Limit = { group: 'log', max: 1800, windowMs: MINUTE_MS };

/** All records of a user are read for one. */
const CSV: Limit = { group: 'csv', max: 60, windowMs: 10 * MINUTE_MS };

/** What browsers report of pages: a hint, and a line of the log each. */
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
  [saveBankCard, GUESSES],
  [submitBasicIdentity, GUESSES],
  [uploadFile, FILES],
  [listCandles, CANDLES],
]);

/** How much more each of the wider networks of an IPv6 address may ask for codes and guess. */
const WIDER = [2, 4];

/** In the sandbox codes cost nothing and tests and benchmarks come from one machine. */
const SANDBOX_FACTOR = 100;

// Addresses that are counted at a time; beyond that the ones that called longest ago are forgotten.
const ADDRESSES_MAX = 50_000;

/** Limits all calls by network address, the sensitive ones more tightly. Register before the routes. */
export const limits = fastifyPlugin(async (app, { isSandbox }: { readonly isSandbox: boolean }) => {
  const factor = isSandbox ? SANDBOX_FACTOR : 1;
  // One store for all routes, told apart by the key: limits of single routes would each count on their own, aliases
  // too.
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
      if (!isTight(limitOf(request)) || widerNetworksOf(request.ip)[index] === undefined) return;
      const counted = await count(request);
      if (!counted.isAllowed && counted.isExceeded) {
        throw new BusinessError('RATE_LIMITED', { seconds: counted.ttlInSeconds });
      }
    });
  }
});

const isTight = (limit: Limit) => limit === CODES || limit === GUESSES;

function limitOf({ routeOptions }: FastifyRequest): Limit {
  const { call, limit } = routeOptions.config;
  if (limit !== undefined) return { reports: REPORTS, log: LOG, csv: CSV }[limit];
  return (call && LIMITS.get(call)) ?? GENERAL;
}
