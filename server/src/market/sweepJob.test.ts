// Ticks cause sweeps: one at a time per market, one more for all ticks that arrive meanwhile, none lost to an error,
// none after the stop.
import { describe, expect, it, vi } from 'vitest';
import type { MarketId } from '@halyard/contract/ids';
import { systemClock } from '../clock.ts';
import { createJobRunner } from '../jobs/jobRunner.ts';
import { createLocalBus } from '../events/eventBus.ts';
import type { ExchangeEvent } from '../events/events.ts';
import { listMarketRecords } from './marketRecord.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import { createSweepJob, startSweeper } from './sweepJob.ts';

const BTC = 1 as MarketId;
const ETH = 2 as MarketId;

function startHarness() {
  const events = createLocalBus({ warn: expect.unreachable, error: expect.unreachable });
  const started: MarketId[] = [];
  const failed: unknown[] = [];
  const unfinished: { finish: () => void; fail: (error: Error) => void }[] = [];
  const sweep = (marketId: MarketId) => {
    started.push(marketId);
    return new Promise<void>((resolve, reject) => {
      unfinished.push({ finish: resolve, fail: reject });
    });
  };
  const beginsIn = (event: ExchangeEvent) => (event.type === 'market-status-changed' ? event.marketId : undefined);
  const onError = (error: unknown) => failed.push(error);
  const sweeper = startSweeper({ name: 'own', beginsIn, events, sweep, onError });
  const tick = (marketId: MarketId, waiting?: readonly string[]) =>
    events.publish({ type: 'ticks-appended', marketId, symbol: 'X', ticks: [], ...(waiting && { waiting }) });
  return { sweeper, events, started, failed, tick, next: () => unfinished.shift() };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the sweeper', () => {
  it('sweeps a market only when its price moves', async () => {
    const { started, tick, events, next, sweeper } = startHarness();
    events.publish({ type: 'book-changed', marketId: BTC, symbol: 'X' });
    expect(started).toEqual([]);
    tick(BTC);
    tick(ETH);
    expect(started).toEqual([BTC, ETH]);
    next()?.finish();
    next()?.finish();
    await sweeper.stop();
  });

  it('does not sweep a market whose tick lists nothing that waits', async () => {
    const { started, tick, next, sweeper } = startHarness();
    tick(BTC, ['other']);
    expect(started).toEqual([]);
    expect(sweeper.isQuiet()).toBe(true);
    tick(ETH, ['other', 'own']);
    expect(started).toEqual([ETH]);
    expect(sweeper.isQuiet()).toBe(false);
    next()?.finish();
    await settled();
    // It keeps waiting, until a tick of its own market reports otherwise.
    tick(BTC, []);
    expect(sweeper.isQuiet()).toBe(false);
    tick(ETH, []);
    expect(sweeper.isQuiet()).toBe(true);
    expect(started).toEqual([ETH]);
    await sweeper.stop();
  });

  it('sweeps for an order placed while the tick was being written, in either order of events', async () => {
    const { started, tick, events, next, sweeper } = startHarness();
    const begin = (marketId: MarketId) => events.publish({ type: 'market-status-changed', marketId, symbol: 'X' });
    begin(BTC);
    expect(started).toEqual([BTC]);
    next()?.finish();
    await settled();
    tick(BTC, []);
    expect(started).toEqual([BTC, BTC]);
    next()?.finish();
    await settled();
    // Known to wait: the next tick is enough.
    begin(BTC);
    expect(started).toEqual([BTC, BTC]);
    tick(ETH, []);
    begin(ETH);
    expect(started).toEqual([BTC, BTC, ETH]);
    next()?.finish();
    await sweeper.stop();
  });

  it('is not quiet before the first tick, or when something waits', async () => {
    const { started, tick, next, sweeper } = startHarness();
    expect(sweeper.isQuiet()).toBe(false);
    tick(BTC, []);
    sweeper.touchOnly([ETH]);
    expect([sweeper.isQuiet(), started]).toEqual([false, [ETH]]);
    next()?.finish();
    sweeper.touchOnly([]);
    expect(sweeper.isQuiet()).toBe(true);
    await sweeper.stop();
  });

  it('makes one more sweep for all ticks that arrive during one', async () => {
    const { started, tick, next, sweeper } = startHarness();
    for (let count = 0; count < 5; count += 1) tick(BTC);
    expect(started).toEqual([BTC]);
    next()?.finish();
    await settled();
    expect(started).toEqual([BTC, BTC]);
    next()?.finish();
    await settled();
    expect(started).toEqual([BTC, BTC]);
    tick(BTC);
    expect(started).toEqual([BTC, BTC, BTC]);
    next()?.finish();
    await sweeper.stop();
  });

  it('reports a failed sweep and continues with the next tick', async () => {
    const { started, failed, tick, next, sweeper } = startHarness();
    tick(BTC);
    next()?.fail(new Error('the database is away'));
    await settled();
    expect(failed).toEqual([new Error('the database is away')]);
    tick(BTC);
    expect(started).toEqual([BTC, BTC]);
    next()?.finish();
    await sweeper.stop();
  });

  it('stops after the running sweep', async () => {
    const { started, tick, next, sweeper } = startHarness();
    tick(BTC);
    let isStopped = false;
    const stopping = sweeper.stop().then(() => {
      isStopped = true;
    });
    tick(BTC);
    await settled();
    expect(isStopped).toBe(false);
    next()?.finish();
    await stopping;
    tick(BTC);
    expect(started).toEqual([BTC]);
  });
});

describe('sweeping on several nodes', () => {
  it('runs on one of them, and restarts on another when that one stops', async () => {
    const database = await openTestDatabase();
    const { db } = database;
    const log = { warn: expect.unreachable, error: expect.unreachable };
    const events = createLocalBus(log);
    const swept: (readonly [node: number, marketId: MarketId])[] = [];
    const nodes = [0, 1, 2].map((node) => {
      const sweep = async (marketId: MarketId) => void swept.push([node, marketId]);
      const deps = { db, clock: systemClock, events, sweep, onError: () => expect.unreachable() };
      const kind = createSweepJob({ name: 'test.sweep', pollEveryMs: 2000 }, deps);
      return createJobRunner({ db, clock: systemClock, events, log, jobs: [kind] });
    });
    for (const node of nodes) node.start();
    const ids = (await listMarketRecords(db)).map(({ id }) => id);
    const sweptBy = (node: number) => swept.filter(([by]) => by === node).map(([, id]) => id);
    const isWholeBy = (node: number) => ids.every((id) => sweptBy(node).includes(id));

    await vi.waitFor(() => expect([0, 1, 2].filter(isWholeBy)).toHaveLength(1));
    const [first = -1] = [0, 1, 2].filter(isWholeBy);
    const before = sweptBy(first).length;
    events.publish({ type: 'ticks-appended', marketId: ETH, symbol: 'X', ticks: [] });
    expect(sweptBy(first).slice(before)).toEqual([ETH]);
    await nodes[first]?.stop();
    const others = [0, 1, 2].filter((node) => node !== first);
    await vi.waitFor(() => expect(others.filter(isWholeBy)).toHaveLength(1));
    const [second = -1] = others.filter(isWholeBy);
    expect(new Set(swept.map(([node]) => node))).toEqual(new Set([first, second]));
    for (const node of nodes) await node.stop();
    await database.close();
  });
});
