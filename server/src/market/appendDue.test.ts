// How the due ticks of all markets are written: a tick of each by one statement, however many markets there are.
import { expect, it, vi } from 'vitest';
import type { MarketId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import { systemClock } from '../clock.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import { appendDue } from './appendDue.ts';
import type { FollowedMarket, PreparedTicks } from './followedMarket.ts';
import { openSeries } from './series.ts';

const MARKETS = 120;
const AT = '2026-01-05T00:00:00.000Z';

it.each([
  [1, 0],
  [3, MARKETS],
])('of %i for each of 120 markets, %i are written alone', async (count, alone) => {
  const { db, close } = await openTestDatabase();
  try {
    const append = vi.fn(async () => undefined);
    const publish = vi.fn();
    const followers = [];
    for (let index = 0; index < MARKETS; index += 1) {
      const key = { marketId: 1 as MarketId, source: 'simulated', identity: `${index}` } as const;
      const { seriesId } = await db.transaction((tx) => openSeries(tx, key, {}));
      const tick = { at: AT, price: decimal('1'), quantity: decimal('1') };
      const ticks = Array.from({ length: count }, () => tick);
      const together = () => ({ seriesId, ticks, after: 0, state: {} });
      const prepared = { count, isEmpty: false, lastAtMs: Date.parse(AT), together, append, publish };
      const prepare = async () => prepared as unknown as PreparedTicks;
      const market = { symbol: `${index}`, prepare } as unknown as FollowedMarket;
      followers.push({ market, failures: 0, retryAtMs: 0 });
    }
    const log = { info: expect.unreachable, warn: expect.unreachable, error: expect.unreachable } as never;
    await appendDue({ db, clock: systemClock, waiting: [], log }, followers, Date.parse(AT));
    expect(append).toHaveBeenCalledTimes(alone);
    expect(publish).toHaveBeenCalledTimes(MARKETS);
  } finally {
    await close();
  }
});
