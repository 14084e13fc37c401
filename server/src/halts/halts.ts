/**
 * Halts in force: read from the database by every node, at most a second old. They apply to all users alike: there is
 * no halt of one user, and none that depends on who asks.
 */
import { sql } from 'drizzle-orm';
import type { Halt, HaltSubject } from '@halyard/contract/halts/calls';
import { isoText, rowsOf, type Database, type Reader, type Transaction } from '../db/database.ts';
import type { EventBus } from '../events/events.ts';

export type HaltInForce = Halt & {
  /** Whether the database may lack requests that were carried out. */
  readonly mayBeOlder: boolean;
};

export type Halts = {
  list(): Promise<readonly HaltInForce[]>;
};

/** Limits the age when an event of another process was lost. */
const AGE_MAX_MS = 1000;

/** Creates the reader of a node. `halts-changed` renews it at once. */
export function createHalts({ db, events }: { readonly db: Database; readonly events: EventBus }): Halts {
  let cached: { readonly atMs: number; readonly halts: Promise<readonly HaltInForce[]> } | undefined;
  events.subscribe(({ type }) => {
    if (type === 'halts-changed') cached = undefined;
  });
  return {
    list() {
      const atMs = performance.now();
      if (cached !== undefined && atMs - cached.atMs < AGE_MAX_MS) return cached.halts;
      const reading = { atMs, halts: readHalts(db) };
      cached = reading;
      reading.halts.catch(() => {
        if (cached === reading) cached = undefined;
      });
      return reading.halts;
    },
  };
}

/** Halts in force, the widest first. */
export function readHalts(reader: Reader): Promise<HaltInForce[]> {
  return rowsOf<HaltInForce>(
    reader,
    sql`select h.subject, m.symbol as market, h.reason, ${isoText(sql`h.since`)} as since, h.may_be_older as "mayBeOlder"
      from halts_in_force h left join markets m on m.id = h.market_id
      order by array_position(array['exchange', 'markets'], h.subject), h.subject, m.sort, h.since`,
    'halts_in_force',
  );
}

/** A halt of an operator; `marketId` for the subject `market`. */
export type HaltPlace = { readonly subject: HaltSubject; readonly marketId: number | null };

/** Begins a halt; one that lasts gets the new reason. */
export async function beginHalt(tx: Transaction, { subject, marketId }: HaltPlace, reason: string): Promise<void> {
  await tx.execute(
    sql`insert into halts (source, subject, market_id, reason) values ('operator', ${subject}, ${marketId}, ${reason})
      on conflict (source, subject, coalesce(market_id, 0)) where ended_at is null
      do update set reason = excluded.reason`,
  );
}

/** Ends a halt of an operator; false when there is none. */
export async function endHalt(tx: Transaction, { subject, marketId }: HaltPlace): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`update halts set ended_at = clock_timestamp() where source = 'operator' and ended_at is null
      and subject = ${subject} and market_id is not distinct from ${marketId}::integer returning id`,
  );
  return rows.length > 0;
}

/** An automatic halt: its check, and what it halts. */
export type AutomaticHalt = { readonly source: string; readonly subject: HaltSubject; readonly reason: string };

/**
 * Begins or prolongs an automatic halt. It ends by itself when its check no longer runs, so that a node that is gone
 * halts nothing.
 */
export async function prolongHalt(reader: Reader, { source, subject, reason }: AutomaticHalt, seconds: number) {
  const until = sql`clock_timestamp() + ${seconds} * interval '1 second'`;
  await reader.execute(
    sql`insert into halts as h (source, subject, reason, expires_at) values (${source}, ${subject}, ${reason}, ${until})
      on conflict (source, subject, coalesce(market_id, 0)) where ended_at is null do update set
        since = case when h.expires_at < clock_timestamp() then clock_timestamp() else h.since end,
        expires_at = excluded.expires_at`,
  );
}

/** Ends the automatic halt of a source; false when there is none. */
export async function endAutomaticHalt(reader: Reader, source: string): Promise<boolean> {
  const rows = await rowsOf(
    reader,
    sql`update halts set ended_at = least(clock_timestamp(), expires_at)
      where source = ${source} and ended_at is null returning id`,
  );
  return rows.length > 0;
}

/**
 * Halts that began last, those that have ended included: the document in the public log. No node writes the end of a
 * halt whose node is gone: it ended when it expired.
 */
export function readLatest(reader: Reader, limit: number): Promise<(Halt & { readonly ended: string | null })[]> {
  const ended = sql`coalesce(h.ended_at, case when h.expires_at <= clock_timestamp() then h.expires_at end)`;
  return rowsOf(
    reader,
    sql`select h.subject, m.symbol as market, h.reason, ${isoText(sql`h.since`)} as since, ${isoText(ended)} as ended
      from halts h left join markets m on m.id = h.market_id order by h.id desc limit ${limit}`,
  );
}
