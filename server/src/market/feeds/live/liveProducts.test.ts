// Options and positions on live prices, from the frames of venues to receipts: they begin and end at the tick of the
// rule, are void or wait when prices stall, and their receipts prove each price by the quotes that made it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import { parseReceipt } from '@halyard/contract/transparency/receipt';
import { verifyPositionReceipt } from '@halyard/contract/transparency/verifyPositionReceipt';
import { verifyReceipt } from '@halyard/contract/transparency/verifyReceipt';
import type { Database } from '../../../db/database.ts';
import type { EventBus } from '../../../events/events.ts';
import { readLoggedPosition } from '../../../modules/futures/receipts.ts';
import { readLoggedReceipt } from '../../../modules/options/receipts.ts';
import { openFuturesDesk, type FuturesDesk } from '../../../testing/futuresDesk.ts';
import { createLiveVenues, type LiveVenues } from '../../../testing/liveVenues.ts';
import { openOptionDesk, type OptionDesk } from '../../../testing/optionDesk.ts';
import type { TestClock } from '../../../testing/testClock.ts';
import { openTestLog, type TestLog } from '../../../testing/testLog.ts';
import { openFeedSession } from '../../feedSession.ts';
import { createLiveSource, type LiveSource } from './live.ts';

const BTC = 'BTC/USDT';
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

type Live = {
  readonly venues: LiveVenues;
  readonly log: TestLog;
  /** A second in which the venues quote around a price, but for these; the tick is logged. */
  second(price: number | undefined, except?: readonly string[]): Promise<void>;
  seconds(count: number, price: number | undefined): Promise<void>;
  close(): void;
};

/** Prices of three venues for all markets of a desk. */
async function goLive(desk: {
  readonly db: Database;
  readonly clock: TestClock;
  readonly events: EventBus;
}): Promise<Live> {
  const { db, clock, events } = desk;
  const venues = createLiveVenues(['binance', 'kraken', 'okx']);
  const source: LiveSource = await createLiveSource(venues.settings, {
    db,
    clock,
    events,
    log: quiet,
    open: venues.open,
  });
  const session = await openFeedSession({ db, events, clock, source, log: quiet, confirmLead: async () => undefined });
  const log = await openTestLog(db, clock);
  const second: Live['second'] = async (price, except) => {
    clock.advance(600);
    if (price !== undefined) venues.sayAll(BTC, (price - 0.5).toFixed(2), (price + 0.5).toFixed(2), except);
    clock.advance(400);
    await session.step();
    await log.advance();
  };
  return {
    venues,
    log,
    second,
    seconds: async (count, price) => {
      for (let done = 0; done < count; done += 1) await second(price);
    },
    close: () => {
      source.close();
      log.close();
    },
  };
}

describe('an option on live prices', () => {
  let desk: OptionDesk;
  let live: Live;
  let userId: UserId;
  beforeAll(async () => {
    desk = await openOptionDesk();
    userId = await desk.verified('10000');
    live = await goLive(desk);
    await live.seconds(3, 60_000);
  });
  afterAll(async () => {
    live.close();
    await desk.close();
  });
  /** Buys half a second after a price; the next one is too early, and the one after it opens the option. */
  const buy = async (seconds: number) => {
    desk.clock.advance(500);
    desk.whileWaiting(async () => {
      desk.clock.advance(-500);
      await live.second(60_100);
      await live.second(60_200);
    });
    return desk.purchase(userId, { seconds });
  };

  it('opens a second later, ends at the tick of its expiry, and its receipt has the quotes of both', async () => {
    const option = await buy(30);
    expect(option).toMatchObject({ priceSource: 'live', openTick: { price: '60200' } });
    await live.seconds(32, 60_300);
    await desk.settle();
    expect(await desk.read(option.id)).toMatchObject({ status: 'closed', result: 'win' });
    const file = await readLoggedReceipt(desk.db, live.log.head, userId, option.id);
    expect(verifyReceipt(file, live.log.policy)).toMatchObject({ isTrue: true });
    const quotes = parseReceipt(file).entries.filter(({ text }) => text.startsWith('halyard/quotes/'));
    expect(quotes.length).toBeGreaterThanOrEqual(2);
    // Without the quotes the prices are no longer proved.
    const { entries, ...rest } = JSON.parse(file) as { entries: { text: string }[] };
    const cut = { ...rest, entries: entries.filter(({ text }) => !text.startsWith('halyard/quotes/')) };
    expect(verifyReceipt(JSON.stringify({ ...rest, ...cut }), live.log.policy).isTrue).toBe(false);
  });

  it('opens for a day', async () => {
    await desk.publish(({ times }) => ({
      times: times.map((time, at) => (at === 0 ? { ...time, seconds: 86_400 } : time)),
    }));
    expect(await buy(86_400)).toMatchObject({ seconds: 86_400, openTick: { price: '60200' } });
  });

  it('is void when no price comes for 30 s after its expiry, and not sold meanwhile', async () => {
    const option = await buy(60);
    await live.seconds(20, 60_300);
    await live.seconds(90, undefined);
    expect(await desk.refusalOf(desk.purchase(userId, { seconds: 60 }))).toMatchObject({ code: 'MARKET_SUSPENDED' });
    await live.seconds(2, 60_300);
    await desk.settle();
    expect(await desk.read(option.id)).toMatchObject({ status: 'closed', result: 'void' });
  });

  it('is not sold while two venues quote', async () => {
    for (let done = 0; done < 8; done += 1) await live.second(60_300, ['okx']);
    expect(await desk.refusalOf(desk.purchase(userId, { seconds: 60 }))).toMatchObject({ code: 'VENUES_TOO_FEW' });
  });
});

describe('a position on live prices', () => {
  let desk: FuturesDesk;
  let live: Live;
  let userId: UserId;
  beforeAll(async () => {
    desk = await openFuturesDesk();
    userId = await desk.trader('10000');
    live = await goLive(desk);
    await live.seconds(3, 60_000);
    await desk.advance();
  });
  afterAll(async () => {
    live.close();
    await desk.shut();
  });
  /** Runs a request half a second after a price, with two prices while it waits. */
  const whileAsking = async <T>(ask: () => Promise<T>, price: number): Promise<T> => {
    desk.clock.advance(500);
    const asking = ask();
    desk.clock.advance(-500);
    await live.second(price - 50);
    await live.second(price);
    return asking;
  };

  it('opens and closes a second later, and its receipt has the quotes of its prices', async () => {
    const { id, openTick } = await whileAsking(() => desk.byClock.open(userId), 60_100);
    expect(openTick).toMatchObject({ price: '60100' });
    await live.seconds(2, 60_200);
    await desk.advance();
    const closed = await whileAsking(() => desk.byClock.close(userId, id), 60_300);
    expect(closed).toMatchObject({ status: 'closed', closeTick: { price: '60300' } });
    await live.seconds(2, 60_300);
    const file = await readLoggedPosition(desk.db, live.log.head, userId, id);
    const verdict = verifyPositionReceipt(file, live.log.policy);
    expect(verdict.steps.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(verdict.isTrue).toBe(true);
    expect(file).toContain('halyard/quotes/v1');
  });

  it('that is asked to close while prices stall closes at the first price a second later', async () => {
    const { id } = await whileAsking(() => desk.byClock.open(userId), 60_100);
    await live.seconds(12, undefined);
    expect(await desk.byClock.close(userId, id)).toMatchObject({ status: 'trading' });
    await live.second(60_400);
    await live.second(60_500);
    await desk.advance();
    expect(await desk.read(userId, id)).toMatchObject({ status: 'closed', closeReason: 'user' });
    expect(await desk.faults()).toEqual([]);
  });
});
