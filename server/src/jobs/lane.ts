/** What the two ways of working on a kind have in common. */
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { EventBus } from '../events/events.ts';

export type JobDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Whether no other process works on this database. */
  readonly isAlone?: boolean;
};

/** Works on the rows of one kind. */
export type Lane = {
  /** There is something to do. */
  wake(): void;
  /** Ends what runs under leases and gives its rows back: this node must not lead. */
  release(): void;
  /** Ends what can be ended, and waits for what runs. */
  stop(): Promise<void>;
};

/** What a lane says when more may be due than it knows of: it has finished something, or was woken while it worked. */
export type LookAgain = () => void;
