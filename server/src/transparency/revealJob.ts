/** Reveals the key of each day of simulated prices after its end, once, shortly after 00:01 UTC. */
import { sql } from 'drizzle-orm';
import { DAY_MS } from '@halyard/contract/time';
import { fromBase64, HASH_BYTES, isSameBytes, toBase64 } from '@halyard/contract/transparency/bytes';
import { parseEntry, type RevealEntry } from '@halyard/contract/transparency/entries';
import { dateOfDay } from '@halyard/contract/transparency/fixedKeys';
import { chainDayOf } from '@halyard/contract/transparency/seedChain';
import type { Clock } from '../clock.ts';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';
import { recurringJob, type TransactionJob } from '../jobs/job.ts';
import { addPending } from './pending.ts';

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
  return recurringJob(REVEAL, clock, async (tx, nowMs) => {
    const keys = await readKeys();
    let isWaiting = false;
    for (const seed of await readSeeds(tx)) {
      const own = keys.find(({ anchor }) => anchor === seed.anchor);
      if (own !== undefined) isWaiting = (await revealEnded(tx, { seed, keys: own, nowMs })) || isWaiting;
    }
    return isWaiting ? { againInMs: RETRY_MS } : { againAtMs: nextDue(nowMs) };
  });
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
  return Math.max(1, chainDayOf(seed.firstDay, seed.loggedMs));
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

// Key chains of simulated prices in the transparency log: committed before the first price, each key revealed after its
// day.

/** A key chain: `K_0`, base64, and the day of `K_1`. */
export type Seed = { readonly firstDay: string; readonly days: number; readonly anchor: string };

/** A seed in the log, with the time of its first entry. */
type LoggedSeed = Seed & { readonly loggedMs: number };

/**
 * Adds the entry of a seed, unless there is one. Only the leading feed may call it: two concurrent calls would write it
 * twice.
 */
export async function announceSeed(tx: Transaction, { firstDay, days, anchor }: Seed): Promise<void> {
  const known = await readEntries(tx, 'seed');
  if (known.some(({ entry }) => toBase64(entry.anchor) === anchor)) return;
  const bytes = fromBase64(anchor, HASH_BYTES);
  if (bytes === undefined) throw new Error('the anchor of a chain is no hash');
  await addPending(tx, { kind: 'seed', firstDay, days, anchor: bytes });
}

/** Seeds in the log, oldest first; each once, though a successor log repeats them. */
export async function readSeeds(reader: Reader): Promise<readonly LoggedSeed[]> {
  const seeds = (await readEntries(reader, 'seed')).flatMap(({ index, loggedMs, entry }) =>
    index === null ? [] : [{ ...entry, anchor: toBase64(entry.anchor), loggedMs }],
  );
  const newestFirst = new Map(seeds.map((seed) => [seed.anchor, seed]));
  return [...newestFirst.values()].toReversed();
}

/** Keys that were or are about to be revealed, newest first. */
export async function readReveals(
  reader: Reader,
): Promise<readonly { readonly entry: RevealEntry; readonly index: number | null }[]> {
  return readEntries(reader, 'reveal');
}

async function readEntries<Kind extends 'seed' | 'reveal'>(reader: Reader, kind: Kind) {
  const rows = await rowsOf<{ body: string; index: string | null; logged_ms: string | null }>(
    reader,
    sql`select p.body, p.idx::text as index, (extract(epoch from e.sealed_at) * 1000)::bigint::text as logged_ms
      from log_pending p left join log_entries e on e.idx = p.idx where p.kind = ${kind} order by p.idx desc nulls first, p.id desc`,
  );
  return rows.map(({ body, index, logged_ms: loggedMs }) => {
    const entry = parseEntry(body);
    if (entry.kind !== kind) throw new Error(`a ${kind} that waits for the log is a ${entry.kind}`);
    return {
      entry: entry as Extract<typeof entry, { kind: Kind }>,
      index: index === null ? null : Number(index),
      loggedMs: Number(loggedMs),
    };
  });
}
