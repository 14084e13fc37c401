// A break from trading products through the real calls: what opens risk is refused until its end, what is open can be
// left, and no request makes the break shorter.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addMargin, closePosition, openPosition, reversePosition } from '@halyard/contract/futures/calls';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { OfferingId } from '@halyard/contract/ids';
import { cancelSubscription, subscribe, type Subscription } from '@halyard/contract/launchpad/calls';
import { getTradingBreak, startTradingBreak, type TradingBreak } from '@halyard/contract/limits/breakCalls';
import { decimal } from '@halyard/contract/money';
import { buyOption } from '@halyard/contract/options/calls';
import { placeOrder } from '@halyard/contract/spot/mutationCalls';
import { DAY_MS, MINUTE_MS } from '@halyard/contract/time';
import { buyTrust, redeemTrust, setRenewal, type TrustOrder } from '@halyard/contract/trust/calls';
import { rowsOf } from '../../db/database.ts';
import { dropStepUp } from '../../testing/funding.ts';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import { publishTestOffering } from '../../testing/offeringDesk.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';

const PAIR = { baseId: CURRENCY.BTC, quoteId: CURRENCY.USDT } as const;
const clock = createTestClock(Date.parse('2026-11-25T12:00:00.000Z'));
let server: TestServer;
let user: TestUser;
let offeringId: OfferingId;

beforeAll(async () => {
  server = await startTestServer({ clock });
  offeringId = await publishTestOffering(server.db, clock.nowMs(), { supply: decimal('100000') });
});
afterAll(() => server.close());
beforeEach(async () => {
  await tick();
  user = await server.registerUser();
  for (const account of ['spot', 'trust', 'futures'] as const) await server.fund(user, CURRENCY.USDT, '5000', account);
});

const tick = async () => {
  clock.advance(1500);
  await server.feed.append('BTC/USDT', { price: '60000', at: new Date(clock.nowMs()).toISOString() });
};
const own = () => ({ token: user.token });
const once = () => ({ clientRequestId: randomUUID() });
const start = (days: number) => server.call(startTradingBreak, { days, ...once() }, own()) as Promise<TradingBreak>;
const trust = () =>
  server.call(buyTrust, { product: 1, amount: decimal('100'), ...once() }, own()) as Promise<TrustOrder>;
const take = () =>
  server.call(subscribe, { offeringId, amount: decimal('50'), ...once() }, own()) as Promise<Subscription>;
const open = (changes: object = {}) =>
  server.call(
    openPosition,
    { ...PAIR, lots: 2, leverage: 20, side: 'long', ...once(), ...changes },
    own(),
  ) as Promise<FuturesPosition>;
const waiting = () => open({ kind: 'limit', targetPrice: decimal('20000') });
const countWaiting = async () => {
  const [row] = await rowsOf<{ count: number }>(
    server.db,
    sql`select count(*)::int as count from futures_positions where user_id = ${user.id} and status = 'pending'`,
  );
  return row?.count;
};

it('refuses to open risk until its end, while everything open can be left', async () => {
  const [order, subscription, position] = [await trust(), await take(), await open()];
  await waiting();
  const { until } = await start(1);
  expect(until).toBe(new Date(Math.ceil((clock.nowMs() + DAY_MS) / MINUTE_MS) * MINUTE_MS).toISOString());
  expect(await countWaiting()).toBe(0);
  const refused = { code: 'TRADING_BREAK' };
  const { id } = position;
  for (const attempt of [
    trust,
    take,
    open,
    waiting,
    () => server.call(reversePosition, { id, ...once() }, own()),
    () => server.call(setRenewal, { id: order.id, renewal: 'principal', ...once() } as never, own()),
    () => server.call(buyOption, { ...PAIR, direction: 'up', seconds: 60, stake: decimal('10') } as never, own()),
  ]) {
    await expect(attempt()).rejects.toMatchObject(refused);
  }
  const spot = { ...PAIR, side: 'buy', orderType: 'limit', quantity: decimal('0.01'), price: decimal('60000') };
  await server.call(placeOrder, { ...spot, ...once() } as never, own());
  await server.call(addMargin, { id, amount: decimal('10'), ...once() }, own());
  await server.call(closePosition, { id, ...once() }, own());
  await server.call(redeemTrust, { id: order.id, ...once() }, own());
  await server.call(cancelSubscription, { id: subscription.id, ...once() }, own());
  clock.advance(DAY_MS + MINUTE_MS);
  await trust();
  expect(await server.call(getTradingBreak, {}, own())).toEqual({ until: null, isFrozen: false, productsOff: [] });
});

it('is lengthened by no shorter request, one after the other or at once', async () => {
  const { until } = await start(30);
  expect(await start(1)).toEqual({ until });
  await Promise.all([7, 365, 1, 183].map(start));
  const { until: last } = await server.call(getTradingBreak, {}, own());
  expect(Date.parse(last ?? '')).toBeGreaterThan(clock.nowMs() + 364 * DAY_MS);
});

it('of more than a day takes a step-up, so that a stolen session begins none', async () => {
  await dropStepUp(server, user.id);
  await expect(start(7)).rejects.toMatchObject({ code: 'PROOF_REQUIRED' });
  expect(await start(1)).toMatchObject({ until: expect.any(String) as string });
});

it('leaves no futures order of a request that was under way', async () => {
  const [, ...orders] = await Promise.allSettled([start(1), ...Array.from({ length: 8 }, waiting)]);
  for (const order of orders) {
    if (order.status === 'rejected') expect(order.reason).toMatchObject({ code: 'TRADING_BREAK' });
  }
  expect(await countWaiting()).toBe(0);
});
