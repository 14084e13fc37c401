/** Results by day of the options and positions that ended on it: one entry of the public log for each day. */
import { sql } from 'drizzle-orm';
import { ALL, SUMMED_LEAST, type FuturesTotals } from '@halyard/contract/transparency/totalEntries';
import { add, ZERO } from '@halyard/contract/money';
import { DAY_MS, dateOf } from '@halyard/contract/time';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { addJob, ONLY, type TransactionJob } from '../../jobs/job.ts';
import { addPending } from '../../transparency/pending.ts';
import type { PublicProduct } from '../../module.ts';

const STATISTICS = 'statistics';
/** The last ones of a day are settled some seconds after it. */
const AFTER_MS = 60_000;
const RETRY_MS = 10_000;

/** Creates the job. A day is written when all that ends on it has ended, and later days follow it. */
export function createStatisticsJob(deps: {
  readonly clock: Clock;
  readonly products: readonly Pick<PublicProduct, 'readEnded'>[];
}): TransactionJob {
  const { clock, products } = deps;
  return {
    name: STATISTICS,
    mode: 'transaction',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: STATISTICS, key: ONLY, dueAtMs: clock.nowMs() }], 'move'),
    run: async (tx) => {
      const nowMs = clock.nowMs();
      const dayMs = await nextDay(tx);
      if (dayMs === undefined) return { againInMs: RETRY_MS };
      const dueMs = dayMs + DAY_MS + AFTER_MS;
      if (nowMs < dueMs) return { againAtMs: dueMs };
      const ended = await Promise.all(
        products.map(({ readEnded }) => readEnded(tx, { fromMs: dayMs, toMs: dayMs + DAY_MS })),
      );
      const totals = withoutSmall(ended.flatMap((one) => one ?? [])).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
      if (ended.includes(undefined) || !(await isOverInLog(tx, dayMs + DAY_MS))) return { againInMs: RETRY_MS };
      await addPending(tx, { kind: 'statistics', day: dateOf(dayMs), totals });
      return { againInMs: 0 };
    },
  };
}

/** Merges groups that are too small to be published separately; a merged group that is still too small has no sums. */
export function withoutSmall(totals: readonly FuturesTotals[]): readonly FuturesTotals[] {
  const large = totals.filter(({ count }) => count >= SUMMED_LEAST);
  const together = new Map<string, FuturesTotals>();
  for (const one of totals.filter(({ count }) => count < SUMMED_LEAST)) {
    const key = `${one.contract} ${one.currency}`;
    const other = together.get(key);
    together.set(key, other === undefined ? { ...one, market: ALL, direction: ALL } : sumOf(other, one));
  }
  return [...large, ...[...together.values()].map(withoutFewSums)];
}

function withoutFewSums(totals: FuturesTotals): FuturesTotals {
  return totals.count < SUMMED_LEAST ? { ...totals, staked: null, paid: null } : totals;
}

function sumOf(one: FuturesTotals, other: FuturesTotals): FuturesTotals {
  return {
    ...one,
    count: one.count + other.count,
    won: one.won + other.won,
    lost: one.lost + other.lost,
    tied: one.tied + other.tied,
    void: one.void + other.void,
    staked: add(one.staked ?? ZERO, other.staked ?? ZERO),
    paid: add(one.paid ?? ZERO, other.paid ?? ZERO),
  };
}

/** The day after the last one, or the day on which the log began; undefined before that. */
async function nextDay(reader: Reader): Promise<number | undefined> {
  const [row] = await rowsOf<{ last: string | null; begun_ms: string | null }>(
    reader,
    sql`select (select max(substring(body from 'day ([0-9-]{10})')) from log_pending where kind = 'statistics') as last,
        (select (extract(epoch from sealed_at) * 1000)::bigint::text from log_entries where idx = 0) as begun_ms`,
  );
  if (typeof row?.last === 'string') return Date.parse(row.last) + DAY_MS;
  return typeof row?.begun_ms === 'string' ? Math.floor(Number(row.begun_ms) / DAY_MS) * DAY_MS : undefined;
}

/** Whether the log's own time has passed the day, so that its entry comes after it. */
async function isOverInLog(tx: Transaction, endMs: number): Promise<boolean> {
  const [row] = await rowsOf<{ sealed_ms: string }>(
    tx,
    sql`select (extract(epoch from sealed_at) * 1000)::bigint::text as sealed_ms
      from log_entries order by idx desc limit 1`,
  );
  return Number(row?.sealed_ms) >= endMs;
}

function keyOf({ market, contract, direction, currency }: FuturesTotals): string {
  return `${market} ${contract} ${direction} ${currency}`;
}
