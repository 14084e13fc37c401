/* oxlint-disable ledger/only-writer -- generates rows of a database of its own */
/** Costs of a second of prices by the number of markets, and of a tick and an order by the rows that exist. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { MarketId, UserId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import { openDatabase, type OpenDatabase } from '../../server/src/db/connect.ts';
import type { Database } from '../../server/src/db/database.ts';
import { appendTicks, appendTogether, openSeries } from '../../server/src/market/series.ts';
import { orderRequest, spotMarketOn } from '../../server/src/testing/spotMarket.ts';
import { createPostgresServer, run, type PostgresServer } from '../drill/services.ts';
import { measure, type Contestant, type Rate } from '../measure.ts';
import { TOGETHER } from './engine.ts';

const MARKETS = [1, 6, 50, 200];
const APPENDS = { rounds: 5, runsPerRound: 20 };
/** `CAPACITY_ROWS=10000,1000000` leaves the largest one out. */
const ROWS = (process.env['CAPACITY_ROWS'] ?? '10000,1000000,100000000').split(',').map(Number);
/** Fills, answers and postings of an order take two kilobytes: more of them need too much time and disk. */
const FILLED_MAX = 1_000_000;
const SERIES = 100;
/** Of a generated tick and order with their indexes, and of the rows of a filled order. */
const BYTES = { tick: 100, order: 300, filled: 2200 };
const START_MS = Date.UTC(2026, 5, 1);
/** Generated rows are at least this much older, as no series goes back in time. */
const STEP_MS = 1000;

/** Milliseconds for a tick of each market: by one statement, by a statement for each market, and by a bare insert. */
export type AppendFigures = { readonly markets: number; readonly rates: readonly Rate[] };

/** Rates of the same work in databases of different sizes, the smallest first. */
export type RowFigures = { readonly rows: readonly number[]; readonly rates: readonly Rate[] };

export type GrowthFigures = {
  readonly appends: readonly AppendFigures[];
  readonly ticks: RowFigures;
  readonly orders: RowFigures;
  readonly bytesPerTick: number;
  /** Sizes that had no room on the disk. */
  readonly leftOut: readonly number[];
};

/** Measures on a PostgreSQL of its own. Rows are written without a log of their own, which takes half the time. */
export async function measureGrowth(): Promise<GrowthFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-capacity-'));
  execFileSync('chmod', ['755', folder]);
  const settings = ['wal_level=minimal', 'max_wal_senders=0', 'maintenance_work_mem=1GB', 'max_wal_size=8GB'];
  const postgres = await createPostgresServer(folder, settings);
  const open: OpenDatabase[] = [];
  const connect = async (name: string) => {
    const database = await openDatabase({ databaseUrl: postgres.url.replace(/[^/]*$/, name) });
    open.push(database);
    return database;
  };
  try {
    await (await openDatabase({ databaseUrl: postgres.url })).close();
    const { bavail, bsize } = statfsSync(folder);
    // Room for the files that sorting an index needs as well.
    const hasRoom = (rows: number) => 1.5 * bytesFor(rows) < bavail * bsize;
    const rows = ROWS.filter(hasRoom);
    for (const size of rows) await generate(postgres, size);
    const databases = await Promise.all(rows.map((size) => connect(nameOf(size))));
    const ticks = { rows, rates: await measureTicks(databases) };
    const orders = { rows, rates: await measureOrders(databases) };
    const appends: AppendFigures[] = [];
    const { db } = await connect('halyard');
    for (const markets of MARKETS) appends.push({ markets, rates: await measureAppends(db, markets) });
    const largest = rows.at(-1) ?? 0;
    const bytesPerTick = (await bytesOfTicks(postgres, largest)) / largest;
    return { appends, ticks, orders, bytesPerTick, leftOut: ROWS.filter((size) => !hasRoom(size)) };
  } finally {
    for (const { close } of open) await close();
    await postgres.crash();
    rmSync(folder, { recursive: true, force: true });
  }
}

const nameOf = (rows: number) => `rows_${rows}`;
const bytesFor = (rows: number) => rows * (BYTES.tick + BYTES.order) + Math.min(rows, FILLED_MAX) * BYTES.filled;

/**
 * A migrated database with so many ticks in {@link SERIES} series and so many ended orders. The rows of their fills go
 * up to {@link FILLED_MAX}.
 */
async function generate({ adminUrl }: PostgresServer, rows: number): Promise<void> {
  const url = adminUrl.replace(/[^/]*$/, nameOf(rows));
  await run(adminUrl.replace(/[^/]*$/, 'postgres'), `create database ${nameOf(rows)} template halyard owner halyard`);
  const filled = Math.min(rows, FILLED_MAX);
  const at = `timestamptz '2020-01-01' + n * interval '${STEP_MS} ms'`;
  await run(
    url,
    // Foreign keys and the triggers of append-only tables do not apply to generated rows.
    'set session_replication_role = replica',
    'begin',
    'truncate ticks, spot_orders, spot_fills, client_requests, ledger_entries, ledger_postings',
    'alter table ticks drop constraint ticks_series_id_seq_pk',
    `insert into price_series (id, market_id, source, identity, last_seq, last_price, last_at, written_at)
     select s, 1, 'simulated', 'capacity ' || s, ${rows / SERIES}, 100, ${at.replace('n *', `${rows / SERIES} *`)}, now()
     from generate_series(1, ${SERIES}) s`,
    `select setval('price_series_id_seq', ${SERIES})`,
    `insert into ticks select s, n, ${at}, 20000 + (n % 997) * 0.01, 0.125
     from generate_series(1, ${SERIES}) s, generate_series(1, ${rows / SERIES}) n`,
    'alter table ticks add constraint ticks_series_id_seq_pk primary key (series_id, seq)',
    `insert into users (id, password_hash, invitation_code) select n, 'none', 'c' || n from generate_series(1, 1000) n`,
    `select setval('users_id_seq', 1000)`,
    // Sorted once, an index takes a tenth of the time.
    `do $$ declare definition text; definitions text[]; begin
       definitions := (select array_agg(indexdef) from pg_indexes where indexname in ('spot_orders_request', 'spot_orders_user'));
       drop index spot_orders_request, spot_orders_user;
       insert into spot_orders (id, user_id, market_id, side, order_type, status, price, quantity, filled_quantity, filled_quote,
         maker_fee_rate, taker_fee_rate, client_request_id, created_at, updated_at, rank)
       select n, 1 + n % 1000, 1, case n % 2 when 0 then 'buy' else 'sell' end, 'limit', 'completed', 100, 1, 1, 100,
         0.0008, 0.001, gen_random_uuid(), ${at}, ${at}, n from generate_series(1, ${rows}) n;
       foreach definition in array definitions loop execute definition; end loop;
     end $$`,
    `select setval('spot_orders_id_seq', ${rows}), setval('spot_ranks', ${rows})`,
    `insert into spot_fills (market_id, taker_side, taker_order_id, maker_order_id, price, quantity, taker_fee, maker_fee,
       created_at, taker_user_id, maker_user_id)
     select 1, 'buy', n, n - 1, 100, 1, 0.1, 0.1, ${at}, 1 + n % 1000, 1 + (n - 1) % 1000
     from generate_series(2, ${filled}, 2) n`,
    `insert into client_requests (user_id, request_id, body_hash, answer, created_at)
     select 1 + n % 1000, gen_random_uuid(), repeat('0', 64), jsonb_build_object('order', repeat('x', 500)), ${at}
     from generate_series(1, ${filled}) n`,
    `insert into ledger_accounts (id, user_id, kind, currency_id)
     select n, n, 'spot', 3 from generate_series(1, 1000) n`,
    `select setval('ledger_accounts_id_seq', 1000)`,
    `insert into ledger_entries (id, kind, reference, created_at) overriding system value
     select n, 'spot_fill', 'fill:' || n, ${at} from generate_series(1, ${filled}) n`,
    `select setval(pg_get_serial_sequence('ledger_entries', 'id'), ${filled})`,
    `insert into ledger_postings (entry_id, account_id, available, held, available_after, held_after)
     select n, 1 + (n + k) % 1000, 1, 0, 100, 0 from generate_series(1, ${filled}) n, generate_series(0, 1) k`,
    'commit',
    'vacuum (analyze)',
    'checkpoint',
  );
}

/** A tick for each of six series, as the feed of six markets writes it each second. */
async function measureTicks(databases: readonly OpenDatabase[]): Promise<readonly Rate[]> {
  const contestants = await Promise.all(
    databases.map(async ({ db }, place): Promise<Contestant> => {
      const size = ROWS[place] ?? 0;
      const series = createSeries(
        Array.from({ length: 6 }, (_, index) => 1 + index * 16),
        size / SERIES,
      );
      return { name: `six ticks, ${size.toLocaleString('en')} rows`, run: () => appendTogether(db, series.next(), []) };
    }),
  );
  return measure(contestants, { rounds: 7, runsPerRound: 100 });
}

/** Orders that share a transaction and fill each other in pairs. */
async function measureOrders(databases: readonly OpenDatabase[]): Promise<readonly Rate[]> {
  const contestants = await Promise.all(
    databases.map(async (database, place): Promise<Contestant> => {
      const market = await spotMarketOn({ ...database, close: async () => undefined });
      await market.reset('100');
      const traders: UserId[] = [];
      for (let count = 0; count < TOGETHER; count += 1)
        traders.push(await market.trader({ btc: '1000000', usdt: '100000000' }));
      const placeAll = () =>
        Promise.all(
          traders.map((userId, index) => {
            const request = orderRequest(index % 2 === 0 ? 'sell' : 'buy', '0.1', '100');
            return market.spot.placeOrder(userId, { ...request, clientRequestId: randomUUID() });
          }),
        );
      return { name: `orders, ${(ROWS[place] ?? 0).toLocaleString('en')} rows`, units: TOGETHER, run: placeAll };
    }),
  );
  return measure(contestants, { rounds: 7, runsPerRound: 20 });
}

/** One tick for each series, again and again, a second apart. */
function createSeries(seriesIds: readonly number[], lastSeq: number) {
  let after = lastSeq;
  return {
    next() {
      const at = new Date(START_MS + after * STEP_MS).toISOString();
      const ticks = [{ at, price: decimal(`${20000 + (after % 97)}.25`), quantity: decimal('0.125') }];
      const all = seriesIds.map((seriesId) => ({ seriesId, ticks, after, state: {} }));
      after += 1;
      return all;
    },
  };
}

async function measureAppends(db: Database, markets: number): Promise<readonly Rate[]> {
  const open = async (way: string) => {
    const ids: number[] = [];
    for (let count = 0; count < markets; count += 1) {
      const key = { marketId: 1 as MarketId, source: 'simulated', identity: `${way} ${markets} ${count}` } as const;
      ids.push((await db.transaction((tx) => openSeries(tx, key, {}))).seriesId);
    }
    return createSeries(ids, 0);
  };
  const [together, each, bare] = [await open('together'), await open('each'), await open('bare')];
  await db.execute(sql`create table if not exists bare_ticks (like ticks including all)`);
  const insertBare = async () => {
    const rows = JSON.stringify(
      bare.next().map(({ seriesId, after, ticks }) => ({ id: seriesId, seq: after + 1, ...ticks[0] })),
    );
    await db.execute(sql`insert into bare_ticks select id, seq, at, price, quantity
      from jsonb_to_recordset(${rows}::text::jsonb) as t (id integer, seq bigint, at timestamptz, price numeric, quantity numeric)`);
  };
  return measure(
    [
      { name: 'bare insert of the ticks', run: insertBare },
      { name: 'one statement for all', run: () => appendTogether(db, together.next(), []) },
      {
        name: 'a statement for each',
        run: () =>
          db.transaction(async (tx) => {
            for (const { seriesId, ticks, after, state } of each.next())
              await appendTicks(tx, seriesId, ticks, { after, state });
          }),
      },
    ],
    APPENDS,
  );
}

async function bytesOfTicks({ adminUrl }: PostgresServer, rows: number): Promise<number> {
  const [row] = await run<{ bytes: string }>(
    adminUrl.replace(/[^/]*$/, nameOf(rows)),
    `select pg_total_relation_size('ticks') as bytes`,
  );
  return Number(row?.bytes);
}
