/**
 * Data that the exchange deletes after a time; each module declares its own, and those that follow a setting among its
 * parts. docs/operator.md lists every table that grows. The ledger, traded orders, fills, ticks, reviews and the audit
 * log are never deleted.
 */
import { DAY_MS } from '@halyard/contract/time';
import { isBefore, pruneRows, type Pruner } from './jobs/job.ts';
import { MODULES } from './modules/all.ts';

/**
 * A device repeats a request id while it does not know the outcome; after a week the user must check the history
 * instead.
 */
export const REQUESTS_RETENTION_MS = 7 * DAY_MS;

/** By the name of their row in the prune job. */
export const PRUNERS: Readonly<Record<string, Pruner>> = Object.assign(
  { requests: pruneRows('client_requests', (nowMs) => isBefore('created_at', nowMs - REQUESTS_RETENTION_MS)) },
  ...MODULES.map(({ pruners }) => pruners),
);
