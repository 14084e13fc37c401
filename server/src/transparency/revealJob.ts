/** Reveals the key of each day of simulated prices after its end, once, shortly after 00:01 UTC. */
import { sql } from 'drizzle-orm';
import { isSameBytes } from '@halyard/contract/transparency/bytes';
import { dateOfDay } from '@halyard/contract/transparency/fixedKeys';
import { chainDayOf } from '@halyard/contract/transparency/seedChain';
import { DAY_MS } from '@halyard/contract/time';
import type { Clock } from '../clock.ts';
import { rowsOf, type Transaction } from '../db/database.ts';
import { addJob, ONLY, type TransactionJob } from '../jobs/job.ts';
import { addPending } from './pending.ts';
import { readReveals, readSeeds, type LoggedSeed } from './seedEntries.ts';

/** A chain whose secret is known here. */
export type DayKeys = { readonly anchor: string; dayKey(day: number): Uint8Array | undefined };

const REVEAL = 'reveal';
/** Delay after the end of the day, because clocks differ. */
const AFTER_MS = 60_000;
const RETRY_MS = 5000;

/**
 * Creates the job; `readKeys` returns the chains that this node has. It runs in one transaction with its row, so a key
 * is revealed once on any number of nodes.
 */
export function createRevealJob(deps: {
  readonly clock: Clock;
  readonly readKeys: () => Promise<readonly DayKeys[]>;
}): TransactionJob {
  const { clock, readKeys } = deps;
  return {
    name: REVEAL,
    mode: 'transaction',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: REVEAL, key: ONLY, dueAtMs: clock.nowMs() }], 'move'),
    run: async (tx) => {
      const nowMs = clock.nowMs();
      const keys = await readKeys();
      let isWaiting = false;
      for (const seed of await readSeeds(tx)) {
        const own = keys.find(({ anchor }) => anchor === seed.anchor);
        if (own !== undefined) isWaiting = (await revealEnded(tx, { seed, keys: own, nowMs })) || isWaiting;
      }
      return isWaiting ? { againInMs: RETRY_MS } : { againAtMs: nextDue(nowMs) };
    },
  };
}

/** Reveals each day that has ended, in order; returns whether one of them must wait. */
async function revealEnded(
  tx: Transaction,
  { seed, keys, nowMs }: { readonly seed: LoggedSeed; readonly keys: DayKeys; readonly nowMs: number },
): Promise<boolean> {
  const overMs = nowMs - AFTER_MS;
  for (let day = await nextDay(tx, seed, keys); endOf(seed, day) <= overMs; day += 1) {
    const key = keys.dayKey(day);
    if (key === undefined) return false;
    if (!(await isAllLogged(tx, seed, endOf(seed, day)))) return true;
    await addPending(tx, { kind: 'reveal', day: dateOfDay(seed, day), key });
  }
  return false;
}

/** The day after the last revealed one; before any, the day on which the seed was logged. */
async function nextDay(tx: Transaction, seed: LoggedSeed, keys: DayKeys): Promise<number> {
  for (const { entry } of await readReveals(tx)) {
    const day = chainDayOf(seed.firstDay, Date.parse(entry.day));
    const key = keys.dayKey(day);
    if (key !== undefined && isSameBytes(key, entry.key)) return day + 1;
  }
  return Math.max(1, chainDayOf(seed.firstDay, seed.sealedMs));
}

/**
 * Whether a day has ended by the database's clock, which all nodes share, and by the log's, and whether every market
 * that uses these keys has a later price in the log.
 */
async function isAllLogged(tx: Transaction, { anchor }: LoggedSeed, endMs: number): Promise<boolean> {
  const end = new Date(endMs).toISOString();
  const [row] = await rowsOf<{ is_over: boolean }>(
    tx,
    sql`select clock_timestamp() >= ${end}::timestamptz
        and (select sealed_at from log_entries order by idx desc limit 1) >= ${end}::timestamptz
        and not exists (
          select from markets m join price_series s on s.id = m.series_id
            left join log_series l on l.series_id = s.id
            left join ticks t on t.series_id = s.id and t.seq = l.logged_seq
          where s.source = 'simulated' and s.state ->> 'anchor' = ${anchor} and m.status <> 'feed-ended'
            and (t.at is null or t.at < ${end}::timestamptz)
        ) as is_over`,
  );
  return row?.is_over === true;
}

function endOf({ firstDay }: LoggedSeed, day: number): number {
  return Date.parse(firstDay) + day * DAY_MS;
}

function nextDue(nowMs: number): number {
  return (Math.floor((nowMs - AFTER_MS) / DAY_MS) + 1) * DAY_MS + AFTER_MS;
}
