/**
 * A node with only the prices of a file and their effect on positions, until it is killed: `<plan as JSON>`. Prints
 * when it has begun, and ends by itself after the file.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { decimal } from '@halyard/contract/money';
import { systemClock } from '../../clock.ts';
import { openDatabase, type DatabaseLocation } from '../../db/connect.ts';
import { rowsOf } from '../../db/database.ts';
import { createLocalBus } from '../../events/eventBus.ts';
import { appendTicks, TickLogMovedError } from '../../market/series.ts';
import { advanceAll } from '../../modules/futures/futuresWrite.ts';
import { sql } from 'drizzle-orm';

/** The logs show how far a file was played: `firstSeqs` are their ends before it, by symbol. */
export type FuturesNodePlan = {
  readonly location: DatabaseLocation;
  readonly file: string;
  readonly firstSeqs: Readonly<Record<string, number>>;
};
/** A line of the file. */
export type PlayedTick = { readonly symbol: string; readonly at: string; readonly price: string };

const TICKS_AT_ONCE = 7;
/** A pause, so that a killed node comes back before the end of the file. */
const PAUSE_MS = 40;

const plan = JSON.parse(process.argv[2] ?? '') as FuturesNodePlan;
const ticks = JSON.parse(readFileSync(plan.file, 'utf8')) as readonly PlayedTick[];
const { db, close } = await openDatabase(plan.location);
const ignored = () => undefined;
const deps = { db, clock: systemClock, events: createLocalBus({ warn: ignored, error: ignored } as never) };

/** Plays the next prices; resolves to whether there were any. */
async function sayNext(): Promise<boolean> {
  return db.transaction(async (tx) => {
    const series = await rowsOf<{ symbol: string; id: number; seq: string }>(
      tx,
      sql`select m.symbol, s.id, s.last_seq::text as seq from markets m join price_series s on s.id = m.series_id order by s.id`,
    );
    const played = series
      .filter(({ symbol }) => symbol in plan.firstSeqs)
      .map((one) => ({ ...one, after: Number.parseInt(one.seq, 10) }));
    const said = played.reduce((sum, { symbol, after }) => sum + after - (plan.firstSeqs[symbol] ?? 0), 0);
    const next = ticks.slice(said, said + TICKS_AT_ONCE);
    for (const { id, symbol, after } of played) {
      const own = next.filter((tick) => tick.symbol === symbol);
      const rows = own.map(({ at, price }) => ({ at, price: decimal(price), quantity: decimal('1') }));
      await appendTicks(tx, id, rows, { after });
    }
    return next.length > 0;
  });
}

process.stdout.write('begun');
for (let isMore = true; isMore;) {
  isMore = await sayNext().catch((error: unknown) => {
    // The other node was faster.
    if (error instanceof TickLogMovedError) return true;
    throw error;
  });
  await advanceAll(deps, async () => undefined);
  await pause(PAUSE_MS);
}
await close();
