// Buying an option: the amounts held, and every refusal in its order, on a real database with the checks of the call.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CurrencyId, MarketId, UserId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import { END_TICK_WITHIN_MS } from '@halyard/contract/options/rules';
import { hashTerms } from '@halyard/contract/options/terms';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import { openOptionDesk, type BuyRequest, type OptionDesk } from '../../testing/optionDesk.ts';
import { testEnginesByNight } from '../../testing/testDatabase.ts';
import type { OptionVersionTerms } from './currentTerms.ts';
import { writeSelfLimits } from './selfLimits.ts';

const ENGINES = await testEnginesByNight();

let desk: OptionDesk;
let userId: UserId;
beforeAll(async () => {
  desk = await openOptionDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  desk.clock.advance(2000);
  await desk.tick();
  userId = await desk.verified('10000');
});

const refusal = (changes: Partial<BuyRequest>, buyer = userId) => desk.refusalOf(desk.purchase(buyer, changes));

describe('a purchase', () => {
  it('holds its possible cost and payout, at the last tick, on the terms of its digest', async () => {
    const before = await desk.balances(userId);
    const option = await desk.purchase(userId, { stake: decimal('33.33') });
    const at = new Date(desk.clock.nowMs()).toISOString();
    expect(option).toMatchObject({
      userId,
      direction: 'up',
      seconds: 60,
      stake: '33.33',
      fee: '0',
      payout: '28.3305',
      status: 'open',
      openPrice: '60000',
      openTick: { price: '60000', at },
      purchasedAt: at,
      dueAt: new Date(desk.clock.nowMs() + 60_000).toISOString(),
      remainMs: 60_000,
      priceSource: 'simulated',
    });
    expect(option.terms).toEqual({
      rule: 'option/2',
      version: 1,
      symbol: 'BTC/USDT',
      priceSource: 'simulated',
      pricePrecision: 2,
      kind: 'up_down',
      currency: 'USDT',
      seconds: 60,
      profitRatio: '85',
      feeRate: '0',
      minStake: '10',
      maxStake: '5000',
      endTickWithinMs: END_TICK_WITHIN_MS,
      entryDelayMs: 0,
    });
    expect(option.termsHash).toBe(hashTerms(option.terms));
    const after = await desk.balances(userId);
    expect(after.user).toBe('9966.67+33.33');
    expect(before.user).toBe('10000+0');
    expect(await desk.faults()).toEqual([]);
  });

  it('is published once, however often it is repeated under one id', async () => {
    const clientRequestId = randomUUID();
    const first = await desk.purchase(userId, { clientRequestId });
    const published = desk.published.filter((event) => 'userId' in event && event.userId === userId);
    expect(published.map(({ type }) => type)).toEqual(['balances-changed', 'option-changed']);
    const [second, third] = await Promise.all([
      desk.purchase(userId, { clientRequestId }),
      desk.purchase(userId, { clientRequestId }),
    ]);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
    expect((await desk.balances(userId)).user).toBe('9900+100');
    expect(await refusal({ clientRequestId, stake: decimal('101') })).toMatchObject({ code: 'REQUEST_ID_REUSED' });
    expect(desk.published.filter((event) => event.type === 'option-changed' && event.userId === userId)).toHaveLength(
      1,
    );
  });

  it('without an id is refused when repeated within a second, and a different one is accepted', async () => {
    await desk.purchase(userId);
    expect(await refusal({})).toEqual({ code: 'RATE_LIMITED', params: { seconds: 1 } });
    await desk.purchase(userId, { direction: 'down' });
    desk.clock.advance(1000);
    await desk.tick();
    await desk.purchase(userId);
    expect((await desk.balances(userId)).user).toBe('9700+300');
  });

  it('settles due options first, in the same batch', async () => {
    await desk.purchase(userId, { stake: decimal('5000') });
    await desk.purchase(userId, { stake: decimal('5000'), direction: 'down' });
    desk.clock.advance(60_000);
    await desk.tick('60001');
    // The only money left is the payout of the option that has just won.
    const option = await desk.purchase(userId, { stake: decimal('4000') });
    expect(option.openPrice).toBe('60001');
    expect((await desk.balances(userId)).user).toBe('5250+4000');
    expect(desk.published.filter((event) => event.type === 'option-changed' && event.userId === userId)).toHaveLength(
      5,
    );
    expect(await desk.faults()).toEqual([]);
  });

  it('uses the time of the last tick when prices have run ahead of the clock', async () => {
    const aheadMs = desk.clock.nowMs() + 20_000;
    await desk.feed.append('BTC/USDT', { price: '60000', at: new Date(aheadMs).toISOString() });
    expect(await desk.purchase(userId)).toMatchObject({
      purchasedAt: new Date(aheadMs).toISOString(),
      dueAt: new Date(aheadMs + 60_000).toISOString(),
      remainMs: 60_000,
    });
    desk.clock.advance(20_000);
  });
});

describe('refusals, in their order', () => {
  /** A request with all faults at once; each row corrects one more. */
  const WRONG = {
    seconds: undefined,
    direction: undefined,
    marketId: 99 as MarketId,
    currencyId: CURRENCY.BTC,
    stake: undefined,
  } satisfies Partial<BuyRequest>;
  it.each<readonly [string, Partial<BuyRequest>, object]>([
    ['TIME_REQUIRED', {}, {}],
    ['SECONDS_INVALID', { seconds: 61 }, {}],
    ['SECONDS_INVALID', { seconds: null }, {}],
    ['DIRECTION_INVALID', { seconds: 60 }, {}],
    ['DIRECTION_INVALID', { seconds: 60, direction: null }, {}],
    ['MARKET_NOT_FOUND', { seconds: 60, direction: 'up' }, {}],
    ['MARKET_NOT_FOUND', { seconds: 60, direction: 'up', marketId: undefined }, {}],
    ['MARKET_NOT_FOUND', { seconds: 60, direction: 'up', marketId: null }, {}],
  ])('%s', async (code, mended, params) => {
    expect(await refusal({ ...WRONG, ...mended })).toEqual({ code, params });
  });

  it.each<readonly [string, Partial<BuyRequest>, object]>([
    ['CURRENCY_NOT_FOUND', { currencyId: CURRENCY.BTC, stake: undefined }, {}],
    ['CURRENCY_NOT_FOUND', { currencyId: 999 as CurrencyId }, {}],
    ['CURRENCY_NOT_FOUND', { currencyId: undefined }, {}],
    ['AMOUNT_REQUIRED', { stake: undefined }, {}],
    ['AMOUNT_REQUIRED', { stake: decimal('0') }, {}],
    ['AMOUNT_REQUIRED', { stake: decimal('-10') }, {}],
    ['AMOUNT_TOO_SMALL', { stake: decimal('9.99999999') }, { min: '10', max: '5000' }],
    ['AMOUNT_TOO_SMALL', { stake: decimal('1.000000001') }, { min: '10', max: '5000' }],
    ['AMOUNT_TOO_LARGE', { stake: decimal('5000.00000001') }, { min: '10', max: '5000' }],
    ['AMOUNT_PRECISION', { stake: decimal('10.000000001') }, { places: 8 }],
    ['TERMS_CHANGED', { termsHash: '0'.repeat(64) }, {}],
  ])('%s', async (code, changes, params) => {
    expect(await refusal(changes)).toEqual({ code, params });
  });

  it('NO_IDENTITY first, REAL_NAME_REQUIRED while a check is pending or rejected', async () => {
    const stranger = await desk.buyer('100');
    expect(await refusal(WRONG, stranger)).toMatchObject({ code: 'NO_IDENTITY' });
    for (const status of ['pending', 'rejected']) {
      await desk.db.execute(sql`update identity_checks set status = ${status} where user_id = ${userId}`);
      expect(await refusal(WRONG)).toMatchObject({ code: 'REAL_NAME_REQUIRED' });
    }
  });

  it('MARKET_NOT_OPEN before MARKET_SUSPENDED, and both before the currency', async () => {
    const wrong = { currencyId: CURRENCY.BTC };
    await desk.feed.setStatus('BTC/USDT', 'feed-stalled');
    expect(await refusal(wrong)).toMatchObject({ code: 'MARKET_SUSPENDED' });
    let all: OptionVersionTerms['markets'] = [];
    await desk.publish(({ markets }) => {
      all = markets;
      return { markets: markets.filter(({ symbol }) => symbol !== 'BTC/USDT') };
    });
    expect(await refusal(wrong)).toMatchObject({ code: 'MARKET_NOT_OPEN' });
    await desk.publish(() => ({ markets: [...all] }));
    await desk.feed.setStatus('BTC/USDT', 'trading');
  });

  it('OWN_LIMIT, OPTIONS_TOO_MANY, PRICE_STALE and TERMS_CHANGED, all at first', async () => {
    const request = { stake: decimal('5000'), termsHash: '0'.repeat(64), clientRequestId: undefined };
    await desk.publish(({ currencies }) => ({ currencies: currencies.map((one) => ({ ...one, openMax: 1 })) }));
    await writeSelfLimits(desk, userId, { dailyStake: decimal('1000') });
    const { termsHash } = await desk.purchase(userId, { stake: decimal('10') });
    desk.clock.advance(5001);
    expect(await refusal(request)).toEqual({ code: 'OWN_LIMIT', params: { max: '990' } });
    desk.clock.advance(1001);
    const fits = { ...request, stake: decimal('990') };
    expect(await refusal(fits)).toEqual({ code: 'OPTIONS_TOO_MANY', params: { max: 1 } });
    await desk.publish(({ currencies }) => ({ currencies: currencies.map((one) => ({ ...one, openMax: 20 })) }));
    desk.clock.advance(1001);
    expect(await refusal(fits)).toMatchObject({ code: 'PRICE_STALE' });
    await desk.tick();
    // The same figures in another version are other terms.
    expect(await refusal({ ...fits, termsHash })).toMatchObject({ code: 'TERMS_CHANGED' });
  });

  it('PRICE_STALE from 5.001 s on, and not at 5 s', async () => {
    desk.clock.advance(5000);
    desk.whileWaiting(() => desk.tick());
    await desk.purchase(userId);
    desk.clock.advance(5000);
    desk.clock.advance(1);
    expect(await refusal({ stake: decimal('11') })).toMatchObject({ code: 'PRICE_STALE' });
  });

  it('INSUFFICIENT_BALANCE, and nothing is held then', async () => {
    const poor = await desk.verified('99.99999999');
    expect(await refusal({}, poor)).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect((await desk.balances(poor)).user).toBe('99.99999999+0');
  });

  it('SECONDS_INVALID for more than 300 s while prices are simulated', async () => {
    await desk.publish(({ times }) => ({
      times: [...times, { seconds: 301, profitRatio: decimal('90'), minStake: decimal('10'), maxStake: decimal('20') }],
    }));
    expect(await refusal({ seconds: 301 })).toMatchObject({ code: 'SECONDS_INVALID' });
    await desk.db.execute(sql`update price_series set source = 'live', state = '{"sources": 3}'`);
    await desk.publish(({ entryDelays }) => ({ entryDelays: entryDelays && { ...entryDelays, live: 0 } }));
    expect(await desk.purchase(userId, { seconds: 301, stake: decimal('20') })).toMatchObject({ priceSource: 'live' });
    await desk.db.execute(sql`update price_series set source = 'simulated'`);
  });
});

describe('the limits of the house', () => {
  // 85 is 0.5 % of the capital, so that ten fit into the 5 % of one direction.
  it.each(ENGINES)('accept ten of 64 concurrent purchases, and the largest amount named: %s', async (engine) => {
    const house = await openOptionDesk('17000', engine);
    try {
      const buyers: UserId[] = [];
      for (let n = 0; n < 64; n += 1) buyers.push(await house.verified('5000'));
      const tries = await Promise.allSettled(buyers.map((id) => house.purchase(id)));
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
      const refused = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason as object] : []));
      expect(refused).toHaveLength(54);
      expect(refused.every((reason) => JSON.stringify(reason).includes('HOUSE_LIMIT'))).toBe(true);
      expect(await house.faults()).toEqual([]);

      // The house limit refuses before the ledger does.
      expect(await house.refusalOf(house.purchase(await house.verified('1')))).toMatchObject({ code: 'HOUSE_LIMIT' });

      // Another direction has 5 % of its own, and one order 1 % of the capital: 170.
      const ask = (stake: string) => house.purchase(buyers[63] as UserId, { stake: decimal(stake), direction: 'down' });
      const { code, params } = await house.refusalOf(ask('5000'));
      expect({ code, params }).toEqual({ code: 'HOUSE_LIMIT', params: { max: '200.00000001' } });
      expect(await house.refusalOf(ask('200.00000002'))).toMatchObject({ code: 'HOUSE_LIMIT' });
      expect(await ask('200.00000001')).toMatchObject({ payout: '170' });
      // One user has 2 %: as much again, and then nothing.
      expect(await ask('200')).toMatchObject({ payout: '170' });
      expect(await house.refusalOf(ask('10'))).toEqual({ code: 'HOUSE_LIMIT', params: { max: '0' } });
      expect(await house.faults()).toEqual([]);
    } finally {
      await house.close();
    }
  });
});
