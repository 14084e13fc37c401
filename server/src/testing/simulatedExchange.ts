/** A real exchange with the simulated feed's bitcoin prices, sequenced in its log, by a clock that a test moves. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { decimal, type Decimal } from '@halyard/contract/money';
import { formatVkey } from '@halyard/contract/transparency/note';
import { rowsOf } from '../db/database.ts';
import { createSimulatedSource, knownChains } from '../market/feeds/simulated.ts';
import { appendTicks, openSeries } from '../market/series.ts';
import { readLogKey } from '../transparency/logKey.ts';
import { publishedHead } from '../transparency/publishedHead.ts';
import { createRevealJob } from '../transparency/revealJob.ts';
import { createSequencer } from '../transparency/sequencer.ts';
import { openFeedSession } from '../market/feedSession.ts';
import type { FeedSource } from '../market/feeds/feed.ts';
import { listMarketRecords } from '../market/marketRecord.ts';
import { catchUp } from './feedHarness.ts';
import { createTestClock } from './testClock.ts';
import { startTestServer, type TestServer } from './testServer.ts';

export type HistoryTick = { readonly atMs: number; readonly price: Decimal; readonly quantity: Decimal };

export type SimulatedExchange = {
  readonly server: TestServer;
  /** The key that signs. */
  readonly vkey: string;
  /** Prices are appended and sequenced, in steps of that many seconds. */
  pass(seconds: number, stepSeconds: number): Promise<void>;
  /** Publishes everything that is due. */
  reveal(): Promise<void>;
  /** Prices from before the log, oldest first. */
  history(): Promise<readonly HistoryTick[]>;
  /** Changes the price at an instant without the log. */
  changeTick(at: string): Promise<void>;
  close(): Promise<void>;
};

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };
const HISTORY_MS = 60_000;

/** Starts it at an instant, with a minute of history; the log begins with the seed. */
export async function openSimulatedExchange(startMs: number): Promise<SimulatedExchange> {
  const clock = createTestClock(startMs);
  const dataDir = mkdtempSync(join(tmpdir(), 'halyard-day-'));
  const server = await startTestServer({ clock, dataDir });
  const { db, events } = server;
  const source = onlyBitcoin(createSimulatedSource({ dataDir }));
  await beginHistory(server, source, startMs - HISTORY_MS);
  const session = await openFeedSession({ db, events, clock, log: QUIET, source, confirmLead: async () => undefined });
  await catchUp(session);
  const key = await readLogKey(dataDir, undefined);
  const naming = { isSandbox: true, publicUrl: undefined, logOrigin: undefined };
  const sequencer = createSequencer({ db, clock, key, naming, published: publishedHead(dataDir) });
  await sequencer.advance();
  const kind = createRevealJob({ clock, readKeys: () => knownChains(dataDir, undefined) });
  return {
    server,
    vkey: formatVkey(key.signer(key.originOf(naming, startMs)).key),
    pass: async (seconds, stepSeconds) => {
      for (let passed = 0; passed < seconds; passed += stepSeconds) {
        clock.advance(stepSeconds * 1000);
        await catchUp(session);
        await sequencer.advance();
      }
    },
    reveal: async () => {
      await db.transaction((tx) => kind.run(tx, { key: 'only', payload: {}, failures: 0 }));
    },
    history: async () => {
      const rows = await rowsOf<{ at_ms: number; price: string; quantity: string }>(
        db,
        sql`select (extract(epoch from t.at) * 1000)::float8 as at_ms, t.price::text as price, t.quantity::text as quantity
          from log_series l join ticks t on t.series_id = l.series_id and t.seq < l.first_seq order by t.seq`,
      );
      return rows.map(({ at_ms: atMs, price, quantity }) => ({
        atMs,
        price: decimal(price),
        quantity: decimal(quantity),
      }));
    },
    changeTick: async (at) => {
      await db.transaction(async (tx) => {
        await tx.execute(sql`alter table ticks disable trigger all`);
        await tx.execute(sql`update ticks set price = price + 1 where at = ${at}::timestamptz`);
        await tx.execute(sql`alter table ticks enable trigger all`);
      });
    },
    close: async () => {
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The first market alone. */
function onlyBitcoin(source: FeedSource): FeedSource {
  return {
    open: async (db, nowMs) => {
      const feed = await source.open(db, nowMs);
      return { ...feed, markets: feed.markets.slice(0, 1) };
    },
  };
}

/** A price long ago would have years filled in. */
async function beginHistory({ db, clock }: TestServer, source: FeedSource, atMs: number): Promise<void> {
  const { markets } = await source.open(db, clock.nowMs());
  const [market] = markets;
  const record = (await listMarketRecords(db)).find(({ symbol }) => symbol === market?.symbol);
  if (market === undefined || record === undefined) throw new Error('there is no bitcoin');
  await db.transaction(async (tx) => {
    const { identity, initialState } = market;
    const { seriesId } = await openSeries(tx, { marketId: record.id, source: 'simulated', identity }, initialState);
    const at = new Date(Math.floor(atMs / 1000) * 1000).toISOString();
    await appendTicks(tx, seriesId, [{ at, price: decimal('60000'), quantity: decimal('1') }]);
  });
}
