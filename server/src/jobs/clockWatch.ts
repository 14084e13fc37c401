/**
 * Compares this machine's clock with the database's, which all nodes share. A node whose clock is off must not lead: it
 * would write prices with a wrong time, and jobs that it schedules would be due at a wrong time on other nodes.
 */
import type { Logger } from 'pino';
import { sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { rowsOf, type Database } from '../db/database.ts';

/** The database's time, and this machine's before and after the query. */
export type ClockReading = { readonly sentMs: number; readonly databaseMs: number; readonly receivedMs: number };

/** The node does not start; the message is one line for the operator. */
export class WrongClockError extends Error {
  constructor(skewMs: number) {
    super(`The exchange does not start: ${skewText(skewMs)}. Set it (NTP) and start again.`);
    this.name = 'WrongClockError';
  }
}

/** NTP keeps machines within a few milliseconds; prices come each second. */
export const SKEW_MAX_MS = 1000;

/**
 * Skew of a clock against the database's; below 0 it is behind. The time of the round trip counts in the clock's
 * favour.
 */
export function skewOf({ sentMs, databaseMs, receivedMs }: ClockReading): number {
  return Math.max(0, sentMs - databaseMs) - Math.max(0, databaseMs - receivedMs);
}

/** Throws {@link WrongClockError} when the clock is off by more than {@link SKEW_MAX_MS}. */
export async function requireRightClock(db: Database, clock: Clock): Promise<void> {
  const skewMs = await readSkew(db, clock);
  if (Math.abs(skewMs) > SKEW_MAX_MS) throw new WrongClockError(skewMs);
}

/**
 * Creates a check whether the clock is off, cheap enough to run at each tick: it queries the database only after the
 * clock has moved by more than {@link SKEW_MAX_MS} against the elapsed time, as when it was set or the machine slept.
 */
export function createJumpCheck(db: Database, clock: Clock): () => Promise<boolean> {
  const offset = () => clock.nowMs() - performance.now();
  let rightOffset = offset();
  return async () => {
    const now = offset();
    if (clock.isSet === true || Math.abs(now - rightOffset) <= SKEW_MAX_MS) return false;
    if (Math.abs(await readSkew(db, clock)) > SKEW_MAX_MS) return true;
    rightOffset = now;
    return false;
  };
}

async function readSkew(db: Database, clock: Clock): Promise<number> {
  const sentMs = clock.nowMs();
  const [row] = await rowsOf<{ ms: number }>(
    db,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  return skewOf({ sentMs, databaseMs: row?.ms ?? sentMs, receivedMs: clock.nowMs() });
}

export type ClockWatch = {
  /** Evaluates a reading and returns whether the clock is right; logs each change in one line. */
  judge(reading: ClockReading): boolean;
};

/** Creates a watch, which starts as right. A clock that a test sets is never off. */
export function createClockWatch({
  clock,
  log,
}: {
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}): ClockWatch {
  let isRight = true;
  return {
    judge(reading) {
      const skewMs = clock.isSet === true ? 0 : skewOf(reading);
      const wasRight = isRight;
      isRight = Math.abs(skewMs) <= SKEW_MAX_MS;
      if (wasRight && !isRight) log.warn({ skewMs: Math.round(skewMs) }, `${skewText(skewMs)}: this node runs no jobs`);
      if (!wasRight && isRight) log.warn({}, 'the clock of this machine is right again: this node runs jobs');
      return isRight;
    },
  };
}

function skewText(skewMs: number): string {
  const seconds = Math.round(Math.abs(skewMs) / 100) / 10;
  return `the clock of this machine is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database's`;
}
