/** A feed in charge of its markets: what the node that leads does again and again. */
import { sql } from 'drizzle-orm';
import type { FeedSource } from './feeds/feed.ts';
import { followMarket, type FeedDeps, type FollowedMarket } from './followedMarket.ts';
import { listMarketRecords } from './marketRecord.ts';
import { hideOtherMarkets } from './marketStatus.ts';

/** Says what happens to a feed; pino's logger is one. */
export type FeedLog = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>;

/** What one step did. */
export type FeedStep = {
  /** How long to wait for the next one. */
  readonly waitMs: number;
  /** Whether every market stands at the feed's clock, or has failed and will be tried again later. */
  readonly isCaughtUp: boolean;
};

export type FeedSession = {
  /** Appends what is due, one batch a market. A market that fails is tried again later, the others go on. */
  step(): Promise<FeedStep>;
  /** Gives the database statistics of what a long catch-up has written; PGlite never does so by itself. */
  analyze(): Promise<void>;
};

export type FeedSessionDeps = FeedDeps & { readonly source: FeedSource; readonly log: FeedLog };

type Follower = { readonly market: FollowedMarket; failures: number; retryAtMs: number };

const WAIT_MIN_MS = 20;
const WAIT_MAX_MS = 1000;
const RETRY_MIN_MS = 1000;
const RETRY_MAX_MS = 30_000;

/** Takes the markets over: each goes on where its log ends. Markets that the feed has no prices for are hidden. */
export async function openFeedSession(deps: FeedSessionDeps): Promise<FeedSession> {
  const { db, clock, log } = deps;
  const feed = await deps.source.open(db, clock.nowMs());
  const records = new Map((await listMarketRecords(db)).map((record) => [record.symbol, record]));
  const followers: Follower[] = [];
  for (const market of feed.markets) {
    const record = records.get(market.symbol);
    if (record === undefined) continue;
    followers.push({ market: await followMarket(deps, feed, market, record), failures: 0, retryAtMs: 0 });
  }
  const followed = followers.flatMap(({ market }) => records.get(market.symbol)?.id ?? []);
  await db.transaction(async (tx) => {
    await deps.confirmLead(tx);
    await hideOtherMarkets(tx, followed);
  });

  // A replay faster than the wall has run ahead of it; its clock never goes back.
  const startWallMs = clock.nowMs();
  const startFeedMs = Math.max(startWallMs, ...followers.map(({ market }) => market.lastAtMs() ?? 0));
  const feedNowMs = () => startFeedMs + (clock.nowMs() - startWallMs) * feed.speed;

  const advance = async (follower: Follower): Promise<number> => {
    const { market } = follower;
    if (clock.nowMs() < follower.retryAtMs) return WAIT_MAX_MS;
    try {
      const nextAtMs = await market.advance(feedNowMs());
      follower.failures = 0;
      return nextAtMs === undefined ? WAIT_MAX_MS : (nextAtMs - feedNowMs()) / feed.speed;
    } catch (error) {
      const retryMs = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** follower.failures);
      follower.failures += 1;
      follower.retryAtMs = clock.nowMs() + retryMs;
      log.error({ err: error, symbol: market.symbol, retryMs }, 'the feed failed and will be tried again');
      return WAIT_MAX_MS;
    }
  };
  return {
    step: async () => {
      let waitMs = WAIT_MAX_MS;
      for (const follower of followers) waitMs = Math.min(waitMs, await advance(follower));
      const isCaughtUp = waitMs > 0;
      for (const { market } of followers) {
        await market.checkStall().catch((error: unknown) => {
          log.error({ err: error, symbol: market.symbol }, 'the status of a market could not be set');
        });
      }
      return { waitMs: isCaughtUp ? Math.max(WAIT_MIN_MS, waitMs) : 0, isCaughtUp };
    },
    analyze: async () => {
      await db.execute(sql`analyze ticks, candles`);
    },
  };
}
