// On both engines, an exchange on a database on which its transparency log cannot continue starts with all markets
// suspended, reports the reason, and opens them automatically on the right one.
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { decimal } from '@halyard/contract/money';
import type { FeedSource } from '../market/feeds/feed.ts';
import { openFeedSession, type FeedSession } from '../market/feedSession.ts';
import { findMarketBySymbol, isTradingHalted } from '../market/marketRecord.ts';
import { openLogHarness, type LogHarness } from '../testing/logHarness.ts';
import { testEngines } from '../testing/testDatabase.ts';
import { createSequencerJob, suspendUnlessLoggable } from './sequencerLead.ts';

const advance: Awaited<ReturnType<FeedSource['open']>>['markets'][number]['advance'] = ({ lastAtMs = 0 }, untilMs) => {
  if (lastAtMs >= untilMs) return { ticks: [], state: {}, nextAtMs: lastAtMs + 1000 };
  const tick = { at: new Date(untilMs).toISOString(), price: decimal('5'), quantity: decimal('1') };
  return { ticks: [tick], state: {}, nextAtMs: untilMs + 1000 };
};
const source: FeedSource = {
  open: async () => ({
    source: 'simulated',
    speed: 1,
    markets: [{ symbol: 'BTC/USDT', identity: 'test', initialState: {}, advance }],
  }),
};
const quiet = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

describe.each(await testEngines())('a transparency log on %s', (engine) => {
  let own: LogHarness;
  let newest: LogHarness;
  beforeAll(async () => {
    own = await openLogHarness(engine);
    newest = await openLogHarness('pglite');
    for (let seconds = 0; seconds < 3; seconds += 1) await (await newest.startSequencer()).advance();
  });
  afterAll(async () => {
    await own.close();
    await newest.close();
  });

  const startFeed = () => {
    const { clock, events, database } = own;
    return openFeedSession({ db: database.db, events, clock, source, log: quiet, confirmLead: async () => undefined });
  };
  const next = async (feed: FeedSession) => {
    own.clock.advance(1000);
    await feed.step();
    return (await findMarketBySymbol(own.database.db, 'BTC/USDT'))?.status;
  };
  const start = async () => {
    quiet.error.mockClear();
    const sequencer = await own.startSequencer();
    await suspendUnlessLoggable({ sequencer, log: quiet });
    return sequencer;
  };
  const last = () => join(own.dataDir, 'log.last');
  const publishNewest = () => copyFile(join(newest.dataDir, 'log.last'), last());

  it('suspends markets on an empty database instead of its own', async () => {
    await publishNewest();
    await start();
    expect(quiet.error.mock.calls[0]?.[0]).toMatchObject({ reason: expect.stringContaining('older database') });
    expect(await next(await startFeed())).toBe('feed-stalled');
  });

  it('opens the markets when it continues', async () => {
    await rename(last(), `${last()}.newest`);
    const sequencer = await start();
    expect(quiet.error).not.toHaveBeenCalled();
    await sequencer.advance();
    await sequencer.advance();
    expect(await next(await startFeed())).toBe('trading');
  });

  it('suspends markets on a database older than the published checkpoint, also with a running feed', async () => {
    const feed = await startFeed();
    expect(await next(feed)).toBe('trading');
    await (await own.startSequencer()).advance();
    await copyFile(last(), `${last()}.right`);
    await publishNewest();
    await start();
    expect(await next(await startFeed())).toBe('feed-stalled');
    expect(await next(feed)).toBe('feed-stalled');
    await copyFile(`${last()}.right`, last());
    await (await own.startSequencer()).advance();
    await next(feed);
    expect(await next(feed)).toBe('trading');
  });

  it('suspends markets while a full disk prevents its publication', async () => {
    const sequencer = await own.startSequencer();
    const fail = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
    const witnesses = { everyMs: 1000, ask: async () => undefined };
    const kind = createSequencerJob({
      clock: own.clock,
      log: quiet,
      sequencer: { ...sequencer, advance: fail },
      witnesses,
    });
    const lease = { signal: new AbortController().signal, confirm: async () => undefined };
    expect(await kind.run({ key: 'only', payload: {}, failures: 0 }, lease)).toEqual({ retryInMs: 1000 });
    expect(await isTradingHalted(own.database.db)).toBe(true);
    await sequencer.advance();
    expect(await isTradingHalted(own.database.db)).toBe(false);
  });
});
