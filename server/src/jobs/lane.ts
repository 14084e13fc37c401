/** Common parts of both ways of running a job. */
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { EventBus } from '../events/events.ts';

export type JobDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Whether no other process uses this database. */
  readonly isAlone?: boolean;
};

/** Runs the rows of one job. */
export type Lane = {
  /** Rows may be due. */
  wake(): void;
  /** Aborts work under leases and releases its rows, because this node must not lead. */
  release(): void;
  /** Aborts what can be aborted and waits for the rest. */
  stop(): Promise<void>;
};

/** Called by a lane when more rows may be due: it has finished some, or was woken while it worked. */
export type LookAgain = () => void;
