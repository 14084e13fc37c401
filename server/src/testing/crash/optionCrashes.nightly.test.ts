// Options are settled by the ticks of their market after any crash: the real server process is killed with -9 at random
// instants around their expiries, on PostgreSQL one of two nodes, while users buy. Prices are files of ticks, so the
// result of each option is computed from the file alone, as if nothing had been killed.
//
// As many kills on each engine as asked for (KILL_SEED chooses other instants):
//   THOROUGH=1 KILL_POINTS=100 npx vitest run server/src/testing/crash/optionCrashes.nightly.test.ts
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compare, decimal, multiply } from '@halyard/contract/money';
import { openDatabase, type OpenDatabase } from '../../db/connect.ts';
import { rowsOf } from '../../db/database.ts';
import { readCount } from '../../operator/command.ts';
import { createTool } from '../operatorTool.ts';
import { findPostingFaults } from '../optionBooks.ts';
import { findOptionFaults } from '../optionMarket.ts';
import { newTestLocation, testEngines, type TestLocation } from '../testDatabase.ts';
import { writeTicks, type ScriptTick } from '../tickFiles.ts';
import { createExchangeProcess, type ExchangeProcess } from './exchangeProcess.ts';
import { openOptionBuyer, type Choose, type OptionBuyer } from './optionBuyer.ts';

const POINTS = readCount(process.env['KILL_POINTS'] ?? '2', 'KILL_POINTS', 10_000);
const SEED = process.env['KILL_SEED'] ?? 'option deaths';
const BUYERS = 4;
const SECONDS = [5, 10, 30] as const;
/** Around the settlement tick of an option. */
const KILL = { fromMs: -150, toMs: 450 } as const;
const POINT_LIMIT_MS = 60_000;
const START_LIMIT_MS = 300_000;
const LIMIT_MS = 2 * (START_LIMIT_MS + POINTS * POINT_LIMIT_MS);
const CENT = decimal('0.01');
const MARKETS = [
  { symbol: 'BTC/USDT', file: 'btcusdt-ticks.csv.gz', units: 6_000_000, hasGaps: false },
  { symbol: 'ETH/USDT', file: 'ethusdt-ticks.csv', units: 300_000, hasGaps: true },
  { symbol: 'LTC/USDT', file: 'ltcusdt-ticks.csv', units: 8000, hasGaps: false },
] as const;

let draws = 0;
const random = () => {
  draws += 1;
  return createHash('sha256').update(`${SEED} ${draws}`).digest().readUInt32BE() / 2 ** 32;
};
const choose: Choose = (values) => values[Math.floor(random() * values.length)] as (typeof values)[number];

const beginsAt = (startMs: number) => startMs - 60_000;

/** Ticks from a minute before the start on, for as long as the test may take. */
function script({ units, hasGaps }: (typeof MARKETS)[number], nowMs: number): ScriptTick[] {
  const ticks: ScriptTick[] = [];
  let atMs = beginsAt(nowMs);
  while (atMs < nowMs + LIMIT_MS) {
    ticks.push([atMs, multiply(decimal(`${units + choose([-2, -1, 0, 0, 1, 2])}`), CENT)]);
    const isGap = hasGaps && random() < 0.02;
    const stepMs = isGap ? choose([29_000, 31_000, 40_000]) : choose([200, 700, 1000, 1400, 2300]);
    atMs += stepMs;
  }
  return ticks;
}

/** The first tick at an instant or after it, by a linear search. */
function placeAt(ticks: readonly ScriptTick[], atMs: number): number {
  let place = 0;
  while ((ticks[place]?.[0] ?? Number.POSITIVE_INFINITY) < atMs) place += 1;
  return place;
}

function resultOf(direction: string, open: string, end: string): string {
  const moved = compare(decimal(end), decimal(open));
  if (moved === 0) return 'tie';
  return moved > 0 === (direction === 'up') ? 'win' : 'lose';
}

describe.each(await testEngines())('options of an exchange on %s that is killed around their expiries', (engine) => {
  const scripts = new Map<string, readonly ScriptTick[]>();
  const folder = mkdtempSync(join(tmpdir(), 'halyard-option-deaths-'));
  const nodes: ExchangeProcess[] = [];
  const buyers: OptionBuyer[] = [];
  let place: TestLocation;
  let database: OpenDatabase | undefined;

  beforeAll(async () => {
    place = await newTestLocation(engine);
    await publishTerms(await startNodes(place));
    for (let index = 0; index < BUYERS; index += 1) {
      const node = nodes[index % nodes.length];
      if (node !== undefined) buyers.push(await openOptionBuyer(node, { seconds: SECONDS, choose }));
    }
    const end = new AbortController();
    const buying = Promise.all(buyers.map((buyer) => buyer.buy(end.signal)));
    for (let point = 0; point < POINTS; point += 1) await Promise.race([killAtAnEnd(), buying]);
    end.abort();
    await buying;
    for (const { countOpen } of buyers) while ((await countOpen()) > 0) await pause(500);
    for (const node of nodes) await node.stop();
    database = await openDatabase(place.location);
  });

  afterAll(async () => {
    for (const node of nodes) await node.kill();
    await database?.close();
    await place.remove();
    rmSync(folder, { recursive: true });
  });

  const db = () => {
    if (database === undefined) throw new Error('the database is not open');
    return database.db;
  };

  /** One node, or two on PostgreSQL; resolves to their settings. */
  async function startNodes({ location }: TestLocation) {
    const startMs = Date.now();
    const paths: string[] = [];
    for (const market of MARKETS) {
      const ticks = script(market, startMs);
      scripts.set(market.symbol, ticks);
      paths.push(writeTicks(folder, market.file, ticks));
    }
    const { databaseUrl = '', dataDir = folder } = location;
    const env = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      FEED: `replay:${paths.join()}`,
      FEED_REPLAY_START: new Date(beginsAt(startMs)).toISOString(),
      SANDBOX_REVIEW_SECONDS: '0',
    };
    for (let count = engine === 'postgres' ? 2 : 1; count > 0; count -= 1) {
      const node = await createExchangeProcess(dataDir, env);
      nodes.push(node);
      await node.start();
    }
    return env;
  }

  /** Short durations, so that many expire between two kills, and a fee. */
  async function publishTerms(env: Readonly<Record<string, string>>): Promise<void> {
    const tool = createTool(env);
    const terms = (await tool.json('options', 'terms')) as { times: object[]; currencies: object[] };
    const [time] = terms.times;
    const file = join(folder, 'terms.json');
    const own = {
      ...terms,
      times: SECONDS.map((seconds) => ({ ...time, seconds })),
      markets: MARKETS.map(({ symbol }) => ({ market: symbol })),
      currencies: terms.currencies.map((currency) => ({ ...currency, fee: '1', open_max: 1000 })),
    };
    writeFileSync(file, JSON.stringify(own));
    await tool.json('options', 'publish', '--file', file, '--start', 'now');
  }

  const acknowledged = () => buyers.flatMap((buyer) => buyer.acknowledged);

  /** Kills a node around the settlement tick of one of the running options, and starts it again. */
  async function killAtAnEnd(): Promise<void> {
    const ahead = () =>
      acknowledged().flatMap(({ option: { symbol, dueAt } }) => {
        const ticks = scripts.get(symbol) ?? [];
        const endMs = ticks[placeAt(ticks, Date.parse(dueAt))]?.[0] ?? 0;
        return endMs > Date.now() - KILL.fromMs ? [endMs] : [];
      });
    while (ahead().length === 0) await pause(20);
    const offsetMs = KILL.fromMs + random() * (KILL.toMs - KILL.fromMs);
    await pause(choose(ahead()) + offsetMs - Date.now());
    const node = choose(nodes);
    await node.kill();
    await node.start();
  }

  it('exist as acknowledged, each once', async () => {
    const rows = await rowsOf<{ id: number; client_request_id: string }>(
      db(),
      sql`select id::int as id, client_request_id::text from options`,
    );
    expect(new Set(rows.map((row) => row.client_request_id)).size).toBe(rows.length);
    const ids = new Map(rows.map((row) => [row.client_request_id, row.id]));
    for (const { requestId, option } of acknowledged()) expect(ids.get(requestId)).toBe(option.id);
    expect(acknowledged().length).toBeGreaterThan(POINTS);
  });

  it('are settled by the ticks of the file, as if nothing had been killed', async () => {
    const rows = await rowsOf<
      Record<'id' | 'symbol' | 'direction' | 'due_ms' | 'purchased_ms' | 'open' | 'before' | 'end' | 'result', string>
    >(
      db(),
      sql`select o.id::text as id, m.symbol, o.direction, (extract(epoch from o.due_at) * 1000)::bigint::text as due_ms,
          (extract(epoch from o.purchased_at) * 1000)::bigint::text as purchased_ms,
          o.open_seq || ' ' || trim_scale(o.open_price) as open, o.before_seq || ' ' || trim_scale(o.before_price) as before,
          o.end_seq || ' ' || trim_scale(o.end_price) as end, o.result
        from options o join markets m on m.id = o.market_id order by o.id`,
    );
    for (const { id, symbol, direction, due_ms: dueMs, purchased_ms: purchasedMs, ...is } of rows) {
      const ticks = scripts.get(symbol) ?? [];
      const end = placeAt(ticks, Number(dueMs));
      const textAt = (at: number) => `${at + 1} ${decimal(ticks[at]?.[1] ?? '0')}`;
      const start = placeAt(ticks, Number(purchasedMs));
      const isVoid = (ticks[end]?.[0] ?? 0) > Number(dueMs) + 30_000;
      expect({ id, ...is }).toEqual({
        id,
        open: textAt(start),
        before: textAt(end - 1),
        end: textAt(end),
        result: isVoid ? 'void' : resultOf(direction, ticks[start]?.[1] ?? '0', ticks[end]?.[1] ?? '0'),
      });
    }
    // Each of these occurred, else the test proves nothing about it.
    expect([...new Set(rows.map(({ result }) => result))]).toEqual(expect.arrayContaining(['win', 'lose', 'tie']));
  });

  it('have the postings of the rules, and no hold any more', async () => {
    expect(await findPostingFaults(db())).toEqual([]);
    expect(await findOptionFaults(db())).toEqual([]);
  });

  it('are notified once each', async () => {
    const notified = await rowsOf<{ ref: number }>(
      db(),
      sql`select ref::int as ref from user_events where subject = 'option' order by ref`,
    );
    const options = await rowsOf<{ id: number }>(db(), sql`select id::int as id from options order by id`);
    expect(notified.map(({ ref }) => ref)).toEqual(options.map(({ id }) => id));
    expect(await rowsOf(db(), sql`select 1 from pending_events`)).toEqual([]);
  });
});
