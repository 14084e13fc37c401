/** One type for both databases: the embedded PGlite and PostgreSQL run the same SQL through drizzle. */
import { sql, type SQL } from 'drizzle-orm';
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgDatabase, type PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Clock } from '../clock.ts';
import { mergeEvents, type EventBus, type ExchangeEvent } from '../events/events.ts';

/** A connection outside a transaction. */
export type Database = PgDatabase<PgQueryResultHKT> & {
  readonly __kind?: 'database';
};

/**
 * A connection inside a transaction. Functions that must be atomic with their caller take one as a required argument.
 */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** Either; for independent reads. */
export type Reader = Database | Transaction;

type Publish = Pick<EventBus, 'publish'>;

const buses = new WeakMap<Database, Publish>();
const emitted = new WeakMap<Transaction, ExchangeEvent[]>();

/**
 * The same database with a bus: it publishes what its transactions {@link emit}, after their commit. Without a bus
 * nothing is published.
 */
export function withEvents(db: Database, bus: Publish): Database {
  const own: Database = Object.create(db);
  own.transaction = async (work, config) => {
    const events: ExchangeEvent[] = [];
    const result = await db.transaction((tx) => work(collecting(tx, events)), config);
    publishAll(bus, events);
    return result;
  };
  buses.set(own, bus);
  return own;
}

/**
 * Publishes an event after the commit of the transaction, in the order of emission; none when it rolls back, and none
 * of a savepoint that does. {@link mergeEvents} leaves out repetitions.
 */
export function emit(tx: Transaction, event: ExchangeEvent): void {
  emitted.get(tx)?.push(event);
}

function collecting(tx: Transaction, events: ExchangeEvent[]): Transaction {
  emitted.set(tx, events);
  const savepoint = tx.transaction.bind(tx);
  tx.transaction = async (work) => {
    const inner: ExchangeEvent[] = [];
    const result = await savepoint((nested) => work(collecting(nested, inner)));
    events.push(...inner);
    return result;
  };
  return tx;
}

function publishAll(bus: Publish | undefined, events: readonly ExchangeEvent[]): void {
  for (const event of mergeEvents(events)) bus?.publish(event);
}

const dialect = new PgDialect();

const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed because it violated a unique index. */
export function breaksUnique(error: unknown, index: string): boolean {
  const cause =
    error instanceof Error ? (error.cause as { code?: string; constraint?: string } | undefined) : undefined;
  return cause?.code === UNIQUE_VIOLATION && cause.constraint === index;
}

/**
 * Runs SQL and returns its rows, on both drivers. `T` states what the SQL selects. With a `name`, which must identify
 * one SQL text, the statement is parsed once per connection.
 */
export async function rowsOf<T extends Record<string, unknown>>(
  reader: Reader,
  query: SQL,
  name?: string,
): Promise<T[]> {
  if (name !== undefined) {
    const { sql: text, params } = dialect.sqlToQuery(query);
    return rowsOfFixed(reader, { name, text }, params);
  }
  const result = (await reader.execute(query)) as { rows: T[] };
  return result.rows;
}

/**
 * Runs a fixed statement with `$1`-style parameters. Unlike with `sql`, the text is not assembled at every call, which
 * is measurable on paths that run for every order; on PostgreSQL `name` has it parsed once per connection.
 */
export async function rowsOfFixed<T extends Record<string, unknown>>(
  reader: Reader,
  statement: { readonly name: string; readonly text: string },
  params: readonly unknown[],
): Promise<T[]> {
  const { name, text } = statement;
  const prepared = reader._.session.prepareQuery({ sql: text, params: [...params] }, undefined, name, false);
  const result = (await prepared.execute()) as { rows: T[] };
  return result.rows;
}

type Row = Record<string, unknown>;

/**
 * A transaction whose first statements are sent together with its `begin` and whose last statement is sent together
 * with its `commit`, which saves round trips. `work` receives the rows of the last opening statement; a closing
 * statement that fails rolls everything back.
 *
 * Statements that are sent together cannot have parameters, so their values are inlined as literals.
 */
export async function framedTransaction<T>(
  db: Database,
  opening: SQL,
  work: (tx: Transaction, opened: readonly Row[]) => Promise<{ readonly result: T; readonly closing?: SQL }>,
): Promise<T> {
  const events: ExchangeEvent[] = [];
  // drizzle exposes the driver's pool only here, and would send `begin` as a statement of its own.
  const client = await (db as unknown as { readonly $client: pg.Pool }).$client.connect();
  let answer: T;
  try {
    const session = new NodePgSession<Record<string, never>, Record<string, never>>(client, dialect, undefined);
    const tx = new NodePgTransaction(dialect, session, undefined) as unknown as Transaction;
    const opened = (await tx.execute(sql`begin; ${opening}`.inlineParams())) as unknown as { readonly rows: Row[] }[];
    const { result, closing } = await work(collecting(tx, events), opened.at(-1)?.rows ?? []);
    await tx.execute(closing === undefined ? sql`commit` : sql`${closing}; commit`.inlineParams());
    answer = result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  publishAll(buses.get(db), events);
  return answer;
}

// Times in SQL.

/** A `timestamptz` column as ISO 8601 text in UTC with milliseconds; null stays null. */
export function isoText(column: SQL): SQL {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** The database's time, which all nodes share, or the time of a clock that a test sets. */
export function sqlNow(clock: Clock): SQL {
  return clock.isSet === true ? sql`${new Date(clock.nowMs()).toISOString()}::timestamptz` : sql`clock_timestamp()`;
}

/** An interval of `ms` milliseconds. */
export function sqlMs(ms: number): SQL {
  return sql`${ms}::float8 * interval '1 millisecond'`;
}

// Random id in the database that identifies an exchange among others on the same Redis.

/** Reads the id. */
export async function readExchangeId(reader: Reader): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(reader, sql`select id::text as id from exchange`);
  if (row === undefined) throw new Error('the database does not name its exchange');
  return row.id;
}
