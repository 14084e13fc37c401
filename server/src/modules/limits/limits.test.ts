// Fee groups from what users traded, fixed in an order at its placement, and limits by level and by user: through the
// real calls and the real job.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getOwnLimits } from '@halyard/contract/limits/calls';
import { getPublishedLimits } from '@halyard/contract/limits/publishedCalls';
import type { LevelLimits, LimitTerms } from '@halyard/contract/limits/rules';
import { decimal } from '@halyard/contract/money';
import type { Order } from '@halyard/contract/spot/calls';
import { placeOrder } from '@halyard/contract/spot/mutationCalls';
import { buyTrust } from '@halyard/contract/trust/calls';
import { getWithdrawalTerms } from '@halyard/contract/withdrawals/calls';
import { DAY_MS, dateOf } from '@halyard/contract/time';
import { rowsOf } from '../../db/database.ts';
import type { TransactionJob } from '../../jobs/job.ts';
import { limitVersions, readUserLimits } from '../../limits/limitVersions.ts';
import { askWithdrawal, openWithdrawer, verify } from '../../testing/funding.ts';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import { openOffice, type Office } from '../../testing/operatorTool.ts';
import { createTestClock } from '../../testing/testClock.ts';
import type { TestUser } from '../../testing/testServer.ts';
import { createVolumeJob, readLastDay } from './index.ts';

const SYMBOL = 'BTC/USDT';
const PAIR = { baseId: CURRENCY.BTC, quoteId: CURRENCY.USDT };
const START = Date.parse('2026-11-25T12:00:00.000Z');

const share = (volume: string, maker: string, taker: string) => ({
  volume: decimal(volume),
  maker: decimal(maker),
  taker: decimal(taker),
});
const EVERY: LevelLimits = { openOrders: 200, exposure: null, withdrawalsPerDay: 3 };
const TERMS: LimitTerms = {
  levels: { none: EVERY, basic: EVERY, advanced: { ...EVERY, withdrawalsPerDay: 4 } },
  groups: [share('0', '1', '1'), share('600', '0.5', '0.75')],
};

let clock = createTestClock(START);
let office: Office;
let job: TransactionJob;

beforeAll(async () => {
  clock = createTestClock(START);
  office = await openOffice({ clock });
  await mkdir(office.server.dataDir, { recursive: true });
  await publishTerms(TERMS);
  job = createVolumeJob({ clock });
});
afterAll(() => office.close());
beforeEach(() => tick('60000'));

const publishTerms = (terms: LimitTerms) =>
  office.server.db.transaction((tx) => limitVersions.addVersion(tx, terms, new Date(clock.nowMs()).toISOString()));
const tick = async (price: string) => {
  clock.advance(1500);
  await office.server.feed.append(SYMBOL, { price, at: new Date(clock.nowMs()).toISOString() });
};
/** The exchange's own job may close days at the same time. */
const closeDays = () =>
  vi.waitFor(async () => {
    await office.server.db.transaction((tx) => job.run(tx, { key: 'only', payload: {}, failures: 0 }));
    expect(await readLastDay(office.server.db)).toBe(dateOf(clock.nowMs() - DAY_MS));
  });
const own = (user: TestUser) => office.server.call(getOwnLimits, {}, { token: user.token });
const place = (user: TestUser, change: object = {}) =>
  office.server.call(
    placeOrder,
    {
      ...PAIR,
      side: 'buy',
      orderType: 'limit',
      quantity: decimal('0.01'),
      price: decimal('50000'),
      clientRequestId: randomUUID(),
      ...change,
    } as never,
    { token: user.token },
  ) as Promise<Order>;
const ratesOf = async ({ id }: Pick<Order, 'id'>) => {
  const [row] = await rowsOf<{ maker: string; taker: string }>(
    office.server.db,
    sql`select trim_scale(maker_fee_rate)::text as maker, trim_scale(taker_fee_rate)::text as taker
      from spot_orders where id = ${id}`,
  );
  return row;
};
const trader = async () => {
  const user = await office.server.registerUser();
  await office.server.fund(user, CURRENCY.USDT, '100000');
  return user;
};

describe('a fee group', () => {
  it('counts what a user traded on both sides in closed days, and begins with the next order', async () => {
    const user = await trader();
    const before = await place(user);
    await place(user, { orderType: 'market', price: undefined });
    await closeDays();
    expect(await own(user)).toMatchObject({ group: 1, volume: '0' });

    clock.advance(DAY_MS);
    await tick('60000');
    await closeDays();
    const [row] = await rowsOf<{ quote: string }>(
      office.server.db,
      sql`select trim_scale(sum(price * quantity))::text as quote from spot_fills where taker_user_id = ${user.id}`,
    );
    expect(await own(user)).toMatchObject({ group: 2, volume: row?.quote, maker: '0.5', taker: '0.75' });
    expect(await ratesOf(await place(user))).toEqual({ maker: '0.0004', taker: '0.00075' });
    expect(await ratesOf(before)).toEqual({ maker: '0.0008', taker: '0.001' });
  });

  it('ends when the trades are older than 30 days', async () => {
    const user = await trader();
    await place(user, { orderType: 'market', price: undefined, quantity: decimal('0.1') });
    // Sessions do not live that long.
    const groupOf = async () => {
      await closeDays();
      return (await readUserLimits(office.server.db, user.id, { nowMs: clock.nowMs() })).groupNumber;
    };
    clock.advance(DAY_MS);
    expect(await groupOf()).toBe(2);
    clock.advance(29 * DAY_MS);
    expect(await groupOf()).toBe(2);
    clock.advance(DAY_MS);
    expect(await groupOf()).toBe(1);
  });

  it('is never worse than the fee that the user saw', async () => {
    const user = await trader();
    await expect(place(user, { feeRate: decimal('0.00075') })).rejects.toMatchObject({ code: 'FEES_CHANGED' });
    expect(await ratesOf(await place(user, { feeRate: decimal('0.001') }))).toMatchObject({ taker: '0.001' });
  });
});

describe('a limit', () => {
  it('of open orders is that of the level, or a granted one until that is revoked', async () => {
    await publishTerms({ ...TERMS, levels: { ...TERMS.levels, none: { ...EVERY, openOrders: 1 } } });
    const user = await trader();
    await place(user);
    await expect(place(user)).rejects.toMatchObject({ code: 'ORDERS_TOO_MANY' });
    await office.tool.json('limits', 'grant', String(user.id), '--open-orders', '2', '--reason', 'a market maker');
    await place(user);
    await expect(place(user)).rejects.toMatchObject({ code: 'ORDERS_TOO_MANY' });
    expect(await own(user)).toMatchObject({ level: 'none', limits: { openOrders: 2 }, openOrders: 2 });
    const grant = (...words: readonly string[]) =>
      office.tool.json('limits', 'grant', String(user.id), ...words, '--reason', 'more');
    await grant('--withdrawals', '9');
    await grant('--open-orders', '1', '--withdrawals', '12');
    expect(await own(user)).toMatchObject({ limits: { openOrders: 2, withdrawalsPerDay: 12 } });
    expect(await office.auditOf(`user:${user.id}`)).toMatchObject([
      { reason: 'open_orders as published -> 2; a market maker' },
      { reason: 'withdrawals_per_day as published -> 9; more' },
      { reason: 'withdrawals_per_day 9 -> 12; more' },
    ]);
    const revoke = () => office.tool('limits', 'revoke', String(user.id), '--reason', 'a mistake');
    expect(await revoke()).toMatchObject({ exitCode: 0 });
    expect(await own(user)).toMatchObject({ limits: { openOrders: 1, withdrawalsPerDay: 3 }, openOrders: 2 });
    expect(await revoke()).toMatchObject({ exitCode: 1, err: expect.stringContaining('has no granted limits') });
    expect(await office.auditOf(`user:${user.id}`)).toContainEqual(
      expect.objectContaining({
        action: 'limits.revoke',
        reason: 'open_orders 2 -> as published, withdrawals_per_day 12 -> as published; a mistake',
      }),
    );
    const alerts = await rowsOf(
      office.server.db,
      sql`select 1 as one from user_events where user_id = ${user.id} and facts ->> 'kind' = 'limits_revoked'`,
    );
    expect(alerts).toHaveLength(1);
    await publishTerms(TERMS);
  });

  it('of withdrawals is shown before and counts requests, whatever their amount', async () => {
    const user = await openWithdrawer(office.server);
    const terms = () => office.server.call(getWithdrawalTerms, {}, { token: user.token });
    for (let left = 3; left > 0; left -= 1) {
      expect(await terms()).toMatchObject({ dailyLimit: 3, leftToday: left });
      expect(await own(user)).toMatchObject({ level: 'basic', withdrawalsLeft: left });
      await askWithdrawal(office.server, user);
    }
    await expect(askWithdrawal(office.server, user)).rejects.toMatchObject({ code: 'WITHDRAWALS_PER_DAY' });
  });

  it('of open exposure applies to verified users where terms have one', async () => {
    const basic = { ...EVERY, exposure: decimal('150') };
    await publishTerms({ ...TERMS, levels: { ...TERMS.levels, basic } });
    const user = await trader();
    await office.server.fund(user, CURRENCY.USDT, '1000', 'trust');
    await verify(office.server, user.id);
    const buy = (amount: string) =>
      office.server.call(
        buyTrust,
        { product: 1, amount: decimal(amount), clientRequestId: randomUUID() },
        { token: user.token },
      );
    await buy('100');
    await expect(buy('100')).rejects.toMatchObject({ code: 'EXPOSURE_LIMIT' });
    expect(await own(user)).toMatchObject({ exposureLeft: '50' });
    await publishTerms(TERMS);
    await buy('100');
  });
});

describe('terms', () => {
  it('are published with the next ones and the rates of markets, without a login', async () => {
    const effectiveAt = new Date(clock.nowMs() + DAY_MS).toISOString();
    const next = { ...TERMS, groups: [share('0', '0.5', '0.5')] };
    await office.server.db.transaction((tx) => limitVersions.addVersion(tx, next, effectiveAt));
    const published = await office.server.call(getPublishedLimits, {});
    expect(published).toMatchObject({ groups: TERMS.groups, next: { effectiveAt, groups: next.groups } });
    expect(published.markets.find(({ symbol }) => symbol === SYMBOL)).toMatchObject({ takerFeeRate: '0.001' });
    // The setting of the exchange for users without verification.
    expect(published.levels.none.exposure).toBe('1000000000');
  });

  it('with fewer withdrawals than the specification has are refused', async () => {
    const file = join(office.server.dataDir, 'limits.json');
    const terms = (await office.tool.json('limits', 'terms')) as { levels: { basic: object } };
    writeFileSync(
      file,
      JSON.stringify({
        ...terms,
        levels: { ...terms.levels, basic: { ...terms.levels.basic, withdrawals_per_day: 2 } },
      }),
    );
    const refused = await office.tool('limits', 'publish', '--file', file, '--start', 'now');
    expect(refused.err).toContain('withdrawals_per_day is 3 at least');
  });
});
