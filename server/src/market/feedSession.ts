/** A feed in charge of its markets: the steps that the leading node repeats. */
import { sql } from 'drizzle-orm';
import type { MarketId } from '@halyard/contract/ids';
import { rowsOf, type Database } from '../db/database.ts';
import type { FeedSource } from './feeds/feed.ts';
import { appendDue, type FeedLog, type Follower } from './appendDue.ts';
import { followMarket, type FeedDeps } from './followedMarket.ts';
import { hideOtherMarkets, isTradingHalted, listMarketRecords } from './marketRecord.ts';

/** Result of one step. */
export type FeedStep = {
  /** Wait until the next step. */
  readonly waitMs: number;
  /** Whether every market has reached the feed's clock, or has failed and will be retried later. */
  readonly isCaughtUp: boolean;
};

export type FeedSession = {
  /** Whether prices of all these markets were in the transparency log before, so that users know them. */
  readonly hasTraded: boolean;
  /** Instant that the slowest market has reached, on the feed's clock; undefined before the first tick. */
  reachedMs(): number | undefined;
  /**
   * Appends due ticks, at most one batch per market, up to one instant for all of them in one transaction, so that a
   * reader of several markets never sees one ahead of another. A market that fails is retried later; the others
   * continue.
   */
  step(): Promise<FeedStep>;
  /** Folds a part of each market's past whose bars are still missing; returns whether more are missing. */
  foldPast(): Promise<boolean>;
  /** Updates the database's statistics after a long catch-up; PGlite never does so by itself. */
  analyze(): Promise<void>;
};

export type FeedSessionDeps = FeedDeps & { readonly source: FeedSource; readonly log: FeedLog };

const WAIT_MIN_MS = 20;
const WAIT_MAX_MS = 1000;

/** Takes the markets over; each continues where its log ends. Markets for which the feed has no prices are hidden. */
export async function openFeedSession(deps: FeedSessionDeps): Promise<FeedSession> {
  const { db, clock, log } = deps;
  const feed = await deps.source.open(db, clock.nowMs());
  await db.transaction(async (tx) => {
    await deps.confirmLead(tx);
    await feed.announce?.(tx);
  });
  const records = new Map((await listMarketRecords(db)).map((record) => [record.symbol, record]));
  const followers: Follower[] = [];
  for (const market of feed.markets) {
    const record = records.get(market.symbol);
    if (record === undefined || record.isDelisted) continue;
    followers.push({ market: await followMarket(deps, feed, market, record), failures: 0, retryAtMs: 0 });
  }
  const followed = followers.flatMap(({ market }) => records.get(market.symbol)?.id ?? []);
  await db.transaction(async (tx) => {
    await deps.confirmLead(tx);
    await hideOtherMarkets(tx, followed);
  });

  // A replay at a higher speed has run ahead of the system clock, and its clock never goes back. Any other feed is
  // ahead only after a wrong system clock: it waits until the clock reaches its last tick.
  const startWallMs = clock.nowMs();
  const lastAtMs = feed.source === 'replay' ? followers.map(({ market }) => market.lastAtMs() ?? 0) : [];
  const startFeedMs = Math.max(startWallMs, ...lastAtMs);
  const feedNowMs = () => startFeedMs + (clock.nowMs() - startWallMs) * feed.speed;

  // Before the first tick, which would open the markets.
  let isStopped = await isTradingHalted(db);
  for (const { market } of followers) await market.checkStall(isStopped);
  return {
    step: async () => {
      const { nextAtMs: nexts, isHalted } = await appendDue(deps, followers, feedNowMs());
      const waits = nexts.map((nextAtMs) =>
        nextAtMs === undefined ? WAIT_MAX_MS : (nextAtMs - feedNowMs()) / feed.speed,
      );
      const waitMs = Math.min(WAIT_MAX_MS, ...waits);
      const isCaughtUp = waitMs > 0;
      isStopped = isHalted ?? (await isTradingHalted(db).catch(() => isStopped));
      for (const { market } of followers) {
        await market.checkStall(isStopped).catch((error: unknown) => {
          log.error({ err: error, symbol: market.symbol }, 'the status of a market could not be set');
        });
      }
      return { waitMs: isCaughtUp ? Math.max(WAIT_MIN_MS, waitMs) : 0, isCaughtUp };
    },
    foldPast: async () => {
      let hasMore = false;
      for (const { market } of followers) hasMore = (await market.foldPast()) || hasMore;
      return hasMore;
    },
    hasTraded: await areLogged(db, followed),
    reachedMs: () => followers.map(({ market }) => market.lastAtMs() ?? 0).toSorted((a, b) => a - b)[0] || undefined,
    analyze: async () => {
      await db.execute(sql`analyze ticks, candles`);
    },
  };
}

async function areLogged(db: Database, markets: readonly MarketId[]): Promise<boolean> {
  const rows = await rowsOf<{ count: string }>(
    db,
    sql`select count(*)::text as count from markets m join log_series l on l.series_id = m.series_id where m.is_displayed`,
  );
  return Number(rows[0]?.count) === markets.length;
}
