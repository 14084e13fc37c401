// Limit of users without verification over all products, through the real calls: what counts, what does not, that
// concurrent purchases never exceed it together, and that closing is never refused.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addMargin,
  cancelPosition,
  closePosition,
  openPosition,
  reversePosition,
} from '@halyard/contract/futures/calls';
import { getExposure } from '@halyard/contract/exposure/calls';
import type { OfferingId } from '@halyard/contract/ids';
import { cancelSubscription, subscribe, type Subscription } from '@halyard/contract/launchpad/calls';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { transferFunds } from '@halyard/contract/wallet/transferCalls';
import { buyTrust, redeemTrust, type TrustOrder } from '@halyard/contract/trust/calls';
import { add, compare, decimal, isNegative, subtract } from '@halyard/contract/money';
import { readBalance } from '../ledger/ledger.ts';
import { findFuturesTermsFaults } from '../testing/futuresDesk.ts';
import { identityOf } from '../testing/identities.ts';
import { accountOf, CURRENCY } from '../testing/ledgerFixtures.ts';
import { findOfferingFaults, publishTestOffering } from '../testing/offeringDesk.ts';
import { createTestClock } from '../testing/testClock.ts';
import { testEngines } from '../testing/testDatabase.ts';
import { startTestServer, type TestServer, type TestUser } from '../testing/testServer.ts';

const BTC = 'BTC/USDT';
const ETH = 'ETH/USDT';
const LIMITED = { code: 'UNVERIFIED_LIMIT' };
/** 1,200 USDT at 60,000. */
const LOTS = 2;
const LEVERAGE = 20;
const PAIR = { baseId: CURRENCY.BTC, quoteId: CURRENCY.USDT } as const;

describe.each(await testEngines())('without verification on %s', (engine) => {
  const clock = createTestClock(Date.parse('2026-11-25T12:00:00.000Z'));
  let server: TestServer;
  let user: TestUser;
  let offeringId: OfferingId;

  beforeAll(async () => {
    server = await startTestServer({ engine, clock, settings: { unverifiedExposureMax: decimal('500') } });
    offeringId = await publishTestOffering(server.db, clock.nowMs(), { supply: decimal('100000') });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await tick('60000');
    user = await server.registerUser();
    for (const account of ['spot', 'trust', 'futures'] as const)
      await server.fund(user, CURRENCY.USDT, '5000', account);
  });

  const tick = async (price: string) => {
    clock.advance(1500);
    const at = new Date(clock.nowMs()).toISOString();
    await server.feed.append(BTC, { price, at });
    await server.feed.append(ETH, { price: '3000', at });
  };
  const own = () => ({ token: user.token });
  const once = () => ({ clientRequestId: randomUUID() });
  const trust = (amount: string, product = 1) =>
    server.call(buyTrust, { product, amount: decimal(amount), ...once() }, own()) as Promise<TrustOrder>;
  const take = (amount: string) =>
    server.call(subscribe, { offeringId, amount: decimal(amount), ...once() }, own()) as Promise<Subscription>;
  /** Margin of about `times` times 60 USDT, at a price of 60,000. */
  const open = (times: number, changes: object = {}) =>
    server.call(
      openPosition,
      { ...PAIR, lots: times * LOTS, leverage: LEVERAGE, side: 'long', ...once(), ...changes },
      own(),
    ) as Promise<FuturesPosition>;
  const exposure = () => server.call(getExposure, {}, own());
  const balances = () =>
    Promise.all(
      (['spot', 'trust', 'futures'] as const).map((kind) =>
        readBalance(server.db, accountOf(user.id, CURRENCY.USDT, kind)),
      ),
    );
  const faults = async () => [...(await findFuturesTermsFaults(server.db)), ...(await findOfferingFaults(server.db))];

  it('all products share one limit, and a refusal changes nothing', async () => {
    await trust('200');
    await take('100');
    const { margin } = await open(2);
    expect(await exposure()).toMatchObject({ isVerified: false, max: '500' });
    const { used, left } = await exposure();
    expect(used).toBe(add(decimal('300'), margin));
    expect(left).toBe(subtract(decimal('200'), margin));
    const before = await balances();
    for (const attempt of [() => trust('100'), () => take('100'), () => open(2)]) {
      await expect(attempt()).rejects.toMatchObject(LIMITED);
    }
    expect(await balances()).toEqual(before);
    expect(await exposure()).toMatchObject({ used, left });
    expect(await faults()).toEqual([]);
  });

  it('allows the limit exactly, and nothing above', async () => {
    await trust('400');
    await expect(take('100.00000001')).rejects.toMatchObject(LIMITED);
    await take('100');
    expect(await exposure()).toEqual({ isVerified: false, max: '500', used: '500', left: '0' });
  });

  it('pending orders count with their fees', async () => {
    const order = await open(4, { kind: 'limit', targetPrice: decimal('50000') });
    const held = (await balances())[2]?.held;
    expect((await exposure()).used).toBe(held);
    expect(compare(held ?? decimal('0'), order.margin)).toBe(1);
    await expect(open(6, { kind: 'limit', targetPrice: decimal('50000') })).rejects.toMatchObject(LIMITED);
  });

  it('other currencies count at the last price', async () => {
    await server.fund(user, CURRENCY.BTC, '1', 'trust');
    await expect(trust('0.009', 4)).rejects.toMatchObject(LIMITED);
    await trust('0.008', 4);
    expect(await exposure()).toMatchObject({ used: '480', left: '20' });
    await tick('70000');
    expect(await exposure()).toMatchObject({ used: '560', left: '0' });
  });

  it('added margin counts, and a reversal counts its increase', async () => {
    const { id, margin } = await open(7, { side: 'short' });
    await expect(server.call(addMargin, { id, amount: decimal('100'), ...once() }, own())).rejects.toMatchObject(
      LIMITED,
    );
    await server.call(addMargin, { id, amount: decimal('20'), ...once() }, own());
    expect((await exposure()).used).toBe(add(margin, decimal('20')));
    const reversed = (await server.call(reversePosition, { id, ...once() }, own())) as FuturesPosition;
    expect((await exposure()).used).toBe(reversed.margin);
    await tick('75000');
    await expect(server.call(reversePosition, { id: reversed.id, ...once() }, own())).rejects.toMatchObject(LIMITED);
    expect((await exposure()).used).toBe(reversed.margin);
    expect(await faults()).toEqual([]);
  });

  it('closing works above the limit, and reduces it', async () => {
    await server.fund(user, CURRENCY.BTC, '1', 'trust');
    const [deposit, subscription] = [await trust('0.005', 4), await take('100')];
    const ofEth = { baseId: CURRENCY.ETH };
    const [position, order] = [
      await open(1, ofEth),
      await open(1, { ...ofEth, kind: 'limit', targetPrice: decimal('2000') }),
    ];
    // The price of the coin alone exceeds the limit.
    await tick('80000');
    expect(await exposure()).toMatchObject({ left: '0' });
    await server.call(
      transferFunds,
      { from: 'trust', to: 'spot', currencyId: CURRENCY.USDT, amount: decimal('10') },
      own(),
    );
    await server.call(closePosition, { id: position.id, ...once() }, own());
    await server.call(cancelPosition, { id: order.id, ...once() }, own());
    await server.call(cancelSubscription, { id: subscription.id, ...once() }, own());
    await server.call(redeemTrust, { id: deposit.id, ...once() }, own());
    expect(await exposure()).toMatchObject({ used: '0', left: '500' });
  });

  it('ends with verification', async () => {
    await expect(trust('600')).rejects.toMatchObject(LIMITED);
    const identity = identityOf(server, user);
    await identity.basic();
    await expect(trust('600')).rejects.toMatchObject(LIMITED);
    await identity.approve();
    await trust('600');
    expect(await exposure()).toEqual({ isVerified: true, max: '500', used: null, left: null });
  });

  it('twenty concurrent purchases of all products stay within it', async () => {
    const attempts = Array.from(
      { length: 20 },
      (_, place) => [() => trust('100'), () => take('100'), () => open(2)][place % 3],
    );
    const results = await Promise.allSettled(attempts.map(async (attempt) => attempt?.()));
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    for (const refusal of refusals) expect(refusal).toMatchObject(LIMITED);
    // As many as fit: the rest is less than any one of them.
    const used = add(...(await balances()).map(({ held }) => held));
    const left = subtract(decimal('500'), used);
    expect([isNegative(left), compare(left, decimal('120'))]).toEqual([false, -1]);
    expect(await exposure()).toMatchObject({ used, left });
    expect(await faults()).toEqual([]);
  });
});
