// A stop of the exchange changes no option: of two exchanges with the same seed one is stopped while options are open,
// again and again and then for ten minutes, and the other never. The feed fills in the missed ticks, and all options
// end by the same ticks, with the same postings.
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import type { Direction } from '@halyard/contract/options/rules';
import { rowsOf } from '../../db/database.ts';
import type { FeedLog } from '../../market/appendDue.ts';
import { openFeedSession } from '../../market/feedSession.ts';
import type { FeedSource } from '../../market/feeds/feed.ts';
import { createSimulatedSource } from '../../market/feeds/simulated.ts';
import { startSweeper } from '../../market/sweepJob.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import { catchUp } from '../../testing/feedHarness.ts';
import { findPostingFaults } from '../../testing/optionBooks.ts';
import { openOptionMarket, OTHER_SYMBOL, SYMBOL, type OptionMarket } from '../../testing/optionMarket.ts';
import { settleMarket } from './settleMarket.ts';

const SEED = 'downtime';
const DIRECTIONS: readonly Direction[] = ['up', 'down', 'even'];
/** Seconds after the start at which options are bought, one of each direction and market. */
const PURCHASES = [
  [2, 30],
  [3, 60],
  [7, 30],
  [9, 120],
  [40, 30],
] as const;
const BOUGHT_S = 45;
/** The end of the last option. */
const ENDED_S = 132;
const STOPS = { everyS: 5, lastsFromS: 60, lastsToS: 660 } as const;

/** Building the history of a market takes longer than everything else. */
function feedOfTwo(source: FeedSource): FeedSource {
  const isOne = ({ symbol }: { readonly symbol: string }) => symbol === SYMBOL || symbol === OTHER_SYMBOL;
  return {
    open: async (db, nowMs) => {
      const feed = await source.open(db, nowMs);
      return { ...feed, markets: feed.markets.filter(isOne) };
    },
  };
}

/** An exchange that can be stopped: a feed, and the settlement after its ticks. */
async function openExchange() {
  const market = await openOptionMarket('1000000');
  const { db, clock, events } = market;
  const source = feedOfTwo(createSimulatedSource({ dataDir: '', seed: SEED }));
  const quiet: FeedLog = {
    info: () => undefined,
    warn: () => undefined,
    error: (_details, message) => expect.unreachable(message),
  };
  const errors: unknown[] = [];
  let node: Awaited<ReturnType<typeof start>> | undefined;

  async function start() {
    const startedAtMs = clock.nowMs();
    const sweep: Parameters<typeof startSweeper>[0]['sweep'] = (id) => settleMarket({ db, clock, startedAtMs }, id);
    const sweeper = startSweeper({ events, sweep, onError: (error) => errors.push(error) });
    const confirmLead = async () => undefined;
    const session = await openFeedSession({ db, events, clock, source, log: quiet, confirmLead });
    for (const { id } of await listMarketRecords(db)) sweeper.touch(id);
    return { sweeper, session };
  }
  return {
    market,
    /** Runs everything that is due now. */
    async step() {
      node ??= await start();
      await catchUp(node.session);
    },
    /** Interrupts running work: each transaction is done or never began. */
    async stop() {
      await node?.sweeper.stop();
      node = undefined;
      expect(errors).toEqual([]);
    },
  };
}

async function buyAt(market: OptionMarket, userId: UserId, second: number): Promise<void> {
  for (const [, seconds] of PURCHASES.filter(([at]) => at === second)) {
    for (const symbol of [SYMBOL, OTHER_SYMBOL]) {
      for (const direction of DIRECTIONS) await market.buy(userId, { symbol, direction, seconds, feeRate: '1' });
    }
  }
}

/** Runs an exchange whose node is stopped in the seconds that `isDown` selects; returns the results of all options. */
async function run(endS: number, isDown: (second: number) => boolean) {
  const exchange = await openExchange();
  const { market } = exchange;
  try {
    await exchange.step();
    const userId = await market.buyer('100000');
    for (let second = 1; second <= endS; second += 1) {
      market.clock.advance(1000);
      if (isDown(second)) await exchange.stop();
      else await exchange.step();
      await buyAt(market, userId, second);
    }
    await exchange.stop();
    const ends = await rowsOf(
      market.db,
      sql`select id::int as id, direction, open_seq::int as open_seq, open_price::text as open_price, before_seq::int as before_seq,
          end_seq::int as end_seq, end_at::text as end_at, end_price::text as end_price, result, void_reason,
          (extract(epoch from settled_at - end_at) * 1000)::int as late_ms
        from options order by id`,
    );
    expect(await market.faults()).toEqual([]);
    expect(await findPostingFaults(market.db)).toEqual([]);
    return ends;
  } finally {
    await market.close();
  }
}

const isStopped = (second: number) =>
  second > BOUGHT_S && second <= STOPS.lastsToS && (second > STOPS.lastsFromS || second % STOPS.everyS !== 0);
const withoutDelay = (ends: Awaited<ReturnType<typeof run>>) => ends.map(({ late_ms: _late, ...end }) => end);

describe('options of an exchange that is stopped', () => {
  it('end like those of one that never stops', async () => {
    const never = await run(ENDED_S, () => false);
    expect(never).toHaveLength(PURCHASES.length * 6);
    expect(never.filter(({ result }) => result === 'win' || result === 'lose').length).toBeGreaterThan(20);
    const stopped = await run(STOPS.lastsToS + 1, isStopped);
    expect(withoutDelay(stopped)).toEqual(withoutDelay(never));
    // Some ended while it was down, and were settled after it.
    expect(stopped.filter(({ late_ms: lateMs }) => Number(lateMs) > 300_000).length).toBeGreaterThan(10);
  });
});
