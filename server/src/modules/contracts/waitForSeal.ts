/** An action meets every tick that its user may have seen, and each of them is in the public log by then. */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { BusinessError } from '../../calls/errors.ts';
import { rowsOf, type Database } from '../../db/database.ts';

/** Ticks are sealed each second. */
const LOOK_EVERY_MS = 50;
const LOOKS_MAX = 60;

/** By series the last tick that there is, and the last one that is in the log. */
type Reach = ReadonlyMap<number, { readonly newest: number; readonly logged: number }>;
/** Looks that all who wait share, also where the embedded database has but one connection. */
type Watch = { look(): Promise<Reach>; lookLater(): Promise<Reach> };

const watches = new WeakMap<Database, Watch>();

/**
 * Waits until the ticks of now are in the log, of series that are in it. Throws `BusinessError('PRICE_STALE')` where
 * they do not come.
 */
export async function waitForSeal(db: Database): Promise<void> {
  const watch = watches.get(db) ?? createWatch(db);
  watches.set(db, watch);
  let reach = await watch.look();
  const waiting = [...reach].filter(([, { newest, logged }]) => newest > logged);
  for (let looks = 0; waiting.some(([id, { newest }]) => newest > (reach.get(id)?.logged ?? newest)); looks += 1) {
    if (looks === LOOKS_MAX) throw new BusinessError('PRICE_STALE');
    reach = await watch.lookLater();
  }
}

function createWatch(db: Database): Watch {
  let running: Promise<unknown> = Promise.resolve();
  let [next, later]: (Promise<Reach> | undefined)[] = [];
  // One that runs already may have missed what came before it was asked for.
  const look = () => {
    next ??= running.then(() => {
      next = undefined;
      const reach = readReach(db);
      running = reach.catch(() => undefined);
      return reach;
    });
    return next;
  };
  return {
    look,
    lookLater: () => {
      later ??= setTimeout(LOOK_EVERY_MS).then(() => {
        later = undefined;
        return look();
      });
      return later;
    },
  };
}

async function readReach(db: Database): Promise<Reach> {
  const rows = await rowsOf<{ series_id: number; last_seq: string; logged_seq: string }>(
    db,
    sql`select l.series_id, s.last_seq::text as last_seq, l.logged_seq::text as logged_seq
      from log_series l join price_series s on s.id = l.series_id`,
    'log_reach',
  );
  return new Map(rows.map((row) => [row.series_id, { newest: Number(row.last_seq), logged: Number(row.logged_seq) }]));
}
