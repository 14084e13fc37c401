/**
 * What the exchange forgets, each module its own. The ledger, orders that traded, fills, prices, reviews, chats and the
 * audit log are never forgotten.
 */
import { DAY_MS, isBefore, pruneRows, type Pruner } from './jobs/pruneJob.ts';
import { MODULES } from './modules/all.ts';

/**
 * A device asks again with a request id for as long as it does not know the outcome; one that comes back after a week
 * is asked to look at its records.
 */
export const REQUESTS_KEPT_MS = 7 * DAY_MS;

/** By the name that their work is known by. */
export const PRUNERS: Readonly<Record<string, Pruner>> = Object.assign(
  { requests: pruneRows('client_requests', (nowMs) => isBefore('created_at', nowMs - REQUESTS_KEPT_MS)) },
  ...MODULES.map(({ pruners }) => pruners),
);
