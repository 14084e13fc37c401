// Each product names the markets in which it waits for prices: from its first order, alert or position, on any
// connection, until the last one ends.
import { describe, expect, it } from 'vitest';
import { decimal } from '@halyard/contract/money';
import type { Database } from '../db/database.ts';
import { readWaiting } from '../market/sweepJob.ts';
import { openAlertDesk } from '../testing/alertDesk.ts';
import { openFuturesDesk } from '../testing/futuresDesk.ts';
import { openOptionDesk } from '../testing/optionDesk.ts';
import { openSpotMarket, orderRequest } from '../testing/spotMarket.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import { MODULES } from './all.ts';
import { deleteAlert } from './price-alerts/alertsRepository.ts';

/** Products that wait, as `name: markets`. */
async function waitingOn(db: Database): Promise<readonly string[]> {
  const all = MODULES.flatMap(({ waiting }) => waiting ?? []);
  const found = await Promise.all(all.map(async (one) => [one.name, await readWaiting(db, one)] as const));
  return found.flatMap(([name, markets]) => (markets.length === 0 ? [] : `${name}: ${markets.join(' ')}`));
}

describe('what waits for prices', () => {
  it('is an order in the book, and a stop order before it', async () => {
    const { db, spot, trader, limit, reset, marketId, close } = await openSpotMarket();
    await reset('100');
    const user = await trader({ btc: '10', usdt: '1000' });
    expect(await waitingOn(db)).toEqual([]);
    const stop = { orderType: 'stop_limit', stopPrice: decimal('97') } as const;
    const orders = [
      () => limit(user, 'buy', '1', '98'),
      () => limit(user, 'sell', '1', '102'),
      () => spot.placeOrder(user, { ...orderRequest('sell', '1', '96'), ...stop }),
    ];
    for (const place of orders) {
      const { id } = await place();
      expect(await waitingOn(db)).toEqual([`spot.sweep: ${marketId}`]);
      await spot.cancelOrder(user, { id });
      expect(await waitingOn(db)).toEqual([]);
    }
    await close();
  });

  it('is an option until it is settled', async () => {
    const desk = await openOptionDesk('1000000');
    const user = await desk.verified('1000');
    expect(await waitingOn(desk.db)).toEqual([]);
    const { marketId } = await desk.purchase(user, { seconds: 30 });
    expect(await waitingOn(desk.db)).toEqual([`options.settle: ${marketId}`]);
    desk.clock.advance(31_000);
    await desk.tick();
    await desk.settle();
    expect(await waitingOn(desk.db)).toEqual([]);
    await desk.close();
  });

  it('is a position until it is closed and the next tick was gone over', async () => {
    const desk = await openFuturesDesk();
    const user = await desk.trader('10000');
    expect(await waitingOn(desk.db)).toEqual([]);
    const { id } = await desk.open(user);
    expect(await waitingOn(desk.db)).toEqual(['contracts.advance: 1']);
    await desk.close(user, id);
    await desk.tick('60001');
    await desk.advance();
    expect(await waitingOn(desk.db)).toEqual([]);
    await desk.shut();
  });

  it('is an alert until it is removed and the next tick was looked at', async () => {
    const { db, close } = await openTestDatabase();
    const desk = await openAlertDesk(db);
    await desk.tick('100');
    const user = await desk.user();
    expect(await waitingOn(db)).toEqual([]);
    const { id } = await desk.set(user);
    expect(await waitingOn(db)).toEqual([`price-alerts.sweep: ${desk.marketId}`]);
    await deleteAlert(db, user, id);
    await desk.tick('101');
    await desk.sweep();
    expect(await waitingOn(db)).toEqual([]);
    await close();
  });
});
