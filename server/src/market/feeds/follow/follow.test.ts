// Prices of another exchange are taken from its signed log only, each computed again from its quotes; a log that is not
// as it was signed ends them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PriceOrigin } from '@halyard/contract/market/priceSourceCalls';
import { formatBundle, TILE_WIDTH, parseTilePath } from '@halyard/contract/transparency/tiles';
import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/database.ts';
import { findPriceSource } from '../../../modules/market/index.ts';
import { openFeedSession } from '../../feedSession.ts';
import { createTickers } from '../../tickers.ts';
import { readEntries, tileReader } from '../../../transparency/logStore.ts';
import { createFeedHarness, type FeedHarness } from '../../../testing/feedHarness.ts';
import { createLiveVenues, type LiveVenues } from '../../../testing/liveVenues.ts';
import { openTestLog, type TestLog } from '../../../testing/testLog.ts';
import type { FeedSession } from '../../feedSession.ts';
import { createLiveSource, type LiveSource } from '../live/live.ts';
import { createFollowSource, type Followed, type FollowSource } from './follow.ts';

const BTC = 'BTC/USDT';
let leader: FeedHarness;
let log: TestLog;
let venues: LiveVenues;
let source: LiveSource;
let session: FeedSession;
/** Changes the files that the leader serves. */
let tamper: (path: string, bytes: Uint8Array) => Uint8Array;
let mirror: FeedHarness;

beforeEach(async () => {
  tamper = (_path, bytes) => bytes;
  leader = await createFeedHarness(Date.UTC(2026, 10, 21, 10));
  const { db, clock, events } = leader;
  venues = createLiveVenues(['binance', 'kraken', 'okx']);
  source = await createLiveSource(venues.settings, { db, clock, events, log: leader.log, open: venues.open });
  session = await leader.startFeed(source);
  log = await openTestLog(db, clock);
  mirror = await createFeedHarness(Date.UTC(2026, 10, 21, 10));
  for (const price of [100, 101]) await second(price);
});
afterEach(async () => {
  source.close();
  log.close();
  await leader.close();
  await mirror.close();
});

async function second(price: number): Promise<void> {
  for (const { clock } of [leader, mirror]) clock.advance(1000);
  venues.sayAll(BTC, (price - 0.1).toFixed(2), (price + 0.1).toFixed(2));
  await session.step();
  await log.advance();
}

/** The leader as its routes serve it. */
function served(): Followed {
  const { db, clock, events } = leader;
  const tickers = createTickers({ db, clock, events });
  return {
    address: 'https://leader.example',
    readLog: async (path) => {
      if (path === 'checkpoint') return tamper(path, new TextEncoder().encode((await log.head.read())?.text ?? ''));
      const tile = parseTilePath(path);
      if (tile === undefined) throw new Error(`no tile ${path}`);
      if (tile.level !== 'entries') return tamper(path, await tileReader(db, 0)({ ...tile, level: tile.level }));
      const entries = await readEntries(db, tile.index * TILE_WIDTH, tile.width);
      return tamper(path, formatBundle(entries.map(({ text }) => new TextEncoder().encode(text))));
    },
    readOrigin: async (symbol): Promise<PriceOrigin | undefined> =>
      symbol === BTC
        ? findPriceSource({ db, tickers } as Parameters<typeof findPriceSource>[0], { symbol })
        : undefined,
  };
}

const follow = () => createFollowSource({ key: log.signer.key }, served(), { db: mirror.db, log: mirror.log });
const startMirror = (followed: FollowSource) => {
  const { db, events, clock } = mirror;
  return openFeedSession({ db, events, clock, source: followed, log: mirror.log, confirmLead: async () => undefined });
};
const mirrored = async () =>
  (
    await rowsOf<{ price: string }>(
      mirror.db,
      sql`select trim_scale(price)::text as price from ticks order by series_id, seq`,
    )
  ).map(({ price }) => Number(price));

describe('a followed exchange', () => {
  it('gives its prices, with their quotes and the number of venues', async () => {
    const followed = await follow();
    const practice = await startMirror(followed);
    await second(102);
    await second(103);
    expect(await followed.poll()).toBe(true);
    await practice.step();
    expect(await mirrored()).toEqual([102, 103]);
    const [series] = await rowsOf<{ source: string; state: { sources: number } }>(
      mirror.db,
      sql`select source, state from price_series`,
    );
    expect(series).toMatchObject({ source: 'live', state: { sources: 3 } });
    const inputs = await rowsOf<{ body: string }>(mirror.db, sql`select body from tick_inputs`);
    expect(inputs[0]?.body).toContain('binance 101.9 102.1');
    followed.close();
  });

  it('gives none any more once an entry is not as it was signed', async () => {
    const followed = await follow();
    const practice = await startMirror(followed);
    await second(102);
    tamper = (path, bytes) =>
      path.includes('entries')
        ? new TextEncoder().encode(new TextDecoder().decode(bytes).replace(' 102 0', ' 109 0'))
        : bytes;
    expect(await followed.poll()).toBe(false);
    tamper = (_path, bytes) => bytes;
    expect(await followed.poll()).toBe(false);
    await practice.step();
    expect(await mirrored()).toEqual([]);
    expect(mirror.failures).toHaveLength(1);
  });

  it('is refused with another key', async () => {
    const other = await openTestLog(mirror.db, mirror.clock);
    const refused = createFollowSource({ key: other.signer.key }, served(), { db: mirror.db, log: mirror.log });
    await expect(refused).rejects.toThrow(/FEED=follow:https:\/\/leader\.example: /);
    other.close();
  });
});
