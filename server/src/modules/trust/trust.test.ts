// Buying, paying, redeeming and completing of trust orders on a real database, by the figures of docs/product.md
// section 4: held amounts, daily payments, penalties, and the house's gains equal to the users' losses.
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { add, decimal, subtract } from '@halyard/contract/money';
import { rowsOf } from '../../db/database.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { accountOf, CURRENCY, deposit } from '../../testing/ledgerFixtures.ts';
import { openTrustDesk, type TrustDesk } from '../../testing/trustDesk.ts';
import { listInterest, readReport } from './index.ts';

const NOON = '2026-11-25T12:00:00.000Z';
let desk: TrustDesk;
beforeAll(async () => {
  desk = await openTrustDesk();
});
beforeEach(() => desk.goTo(NOON));
afterEach(() => desk.requireSound());
afterAll(() => desk.shut());

const saver = async (usdt = '1000') => {
  const [user] = await desk.savers(1, usdt);
  if (user === undefined) throw new Error('no user was made');
  return user;
};

describe('an order', () => {
  it('holds principal and interest, pays day by day, and releases the principal at its end', async () => {
    const user = await saver();
    const order = await desk.buy(user, '1000');
    expect(order).toMatchObject({
      startsOn: '2026-11-26',
      endsOn: '2026-12-03',
      interest: '28',
      paid: '0',
      remainDays: 7,
      penalty: '6',
      status: 'active',
    });
    expect([await desk.balance(user), await desk.house()]).toEqual(['0+1000', '999972+28']);
    desk.goTo('2026-11-26T23:59:59.999Z');
    await desk.pay();
    expect(await desk.balance(user)).toBe('0+1000');
    desk.goTo('2026-11-27T00:00:00.000Z');
    await desk.pay();
    await desk.pay();
    expect([await desk.balance(user), await desk.house()]).toEqual(['4+1000', '999972+24']);
    expect(await desk.read(user, order.id)).toMatchObject({ paid: '4', paidDays: 1, remainDays: 6 });
    desk.goTo('2026-12-03T00:00:00.000Z');
    await desk.pay();
    expect([await desk.balance(user), await desk.house()]).toEqual(['1028+0', '999972+0']);
    expect(await desk.read(user, order.id)).toMatchObject({ status: 'ended', isRedeemed: false, penalty: '0' });
    const messages = await rowsOf<{ facts: object }>(
      desk.db,
      sql`select facts from user_events where user_id = ${user}`,
    );
    expect(messages).toEqual([{ facts: { currency: 'USDT', days: 7, amount: '1000', interest: '28' } }]);
    expect(await listInterest(desk.db, user, { order: order.id, limit: 20, offset: 0 })).toHaveLength(7);
  });

  it('with payments stopped for 20 days is paid each day in order, with its date', async () => {
    const user = await saver();
    const { id } = await desk.buy(user, '1000', { product: 2 });
    desk.goTo('2026-12-15T08:00:00.000Z');
    await desk.pay();
    const rows = await listInterest(desk.db, user, { order: id, limit: 20, offset: 0 });
    expect(rows.map(({ day }) => day)).toEqual(Array.from({ length: 15 }, (_, index) => 15 - index));
    expect([rows[14]?.date, rows[0]?.date]).toEqual(['2026-11-26', '2026-12-10']);
    expect(await desk.balance(user)).toBe('1060+0');
  });

  it('that is half paid counts in the report, with today separate', async () => {
    const user = await saver();
    await desk.buy(user, '600');
    await desk.buy(user, '400');
    desk.goTo('2026-11-28T01:00:00.000Z');
    await desk.pay();
    const report = await readReport(desk.db, user, desk.clock.nowMs());
    expect(report).toMatchObject({ currency: 'USDT', earned: '8', earnedToday: '4', orders: 2, invested: '1000' });
    expect(report.currencies.map(({ currency }) => currency)).toEqual(['USDT', 'BTC', 'ETH']);
  });
});

describe('redeeming', () => {
  it.each([
    ['a millisecond before midnight', '2026-11-26T23:59:59.999Z', { back: '994', paid: '0', left: 7 }],
    ['at midnight', '2026-11-27T00:00:00.000Z', { back: '998', paid: '4', left: 6 }],
  ])('%s pays past days first', async (_name, instant, { back, paid, left }) => {
    const user = await saver();
    const { id } = await desk.buy(user, '1000');
    desk.goTo(instant);
    expect((await desk.read(user, id)).remainDays).toBe(left);
    const redeemed = await desk.redeem(user, id);
    expect(redeemed).toMatchObject({ isRedeemed: true, penalty: '6', paid, remainDays: 0 });
    expect(await desk.balance(user)).toBe(`${back}+0`);
    expect((await desk.refusalOf(desk.redeem(user, id))).code).toBe('TRUST_ORDER_NOT_HOSTING');
  });

  it('works a millisecond before the end; at the end the order is completed and the redemption refused', async () => {
    const user = await saver('2000');
    const [first, second] = [await desk.buy(user, '1000'), await desk.buy(user, '1000')];
    desk.goTo('2026-12-02T23:59:59.999Z');
    expect(await desk.redeem(user, first.id)).toMatchObject({ paid: '24', penalty: '6' });
    desk.goTo('2026-12-03T00:00:00.000Z');
    expect((await desk.refusalOf(desk.redeem(user, second.id))).code).toBe('TRUST_ORDER_MATURED');
    expect(await desk.read(user, second.id)).toMatchObject({ status: 'ended', isRedeemed: false, paid: '28' });
    expect(await desk.balance(user)).toBe('2046+0');
  });

  it('costs the user exactly the house’s gain, under either rule', async () => {
    const user = await saver('2000');
    const owned = async () => add(...(await desk.house()).split('+').map(decimal));
    const before = await owned();
    const [byDays, byRatio] = [await desk.buy(user, '1000'), await desk.buy(user, '1000', { product: 3 })];
    desk.goTo('2026-12-01T09:00:00.000Z');
    for (const { id } of [byDays, byRatio]) await desk.redeem(user, id);
    const [one, other] = [await desk.read(user, byDays.id), await desk.read(user, byRatio.id)];
    // 5 days of 4 and of 4.5 were paid; 25 days left at 0.4 % of 1,000.
    expect([one.penalty, other.penalty, one.paid, other.paid]).toEqual(['6', '100', '20', '22.5']);
    const gained = subtract(await owned(), before);
    expect(gained).toBe(subtract(decimal('106'), decimal('42.5')));
    expect(await desk.balance(user)).toBe('1936.5+0');
  });

  it('with a quote uses the better of quote and current penalty, for a minute', async () => {
    const user = await saver('3000');
    const orders = [];
    for (let made = 0; made < 3; made += 1) orders.push(await desk.buy(user, '1000', { product: 3 }));
    const [first, second, third] = orders;
    if (first === undefined || second === undefined || third === undefined) throw new Error('no orders');
    desk.goTo('2026-11-26T23:59:30.000Z');
    const quotes = [];
    for (const { id } of orders) quotes.push(await desk.quote(user, id));
    expect(quotes[0]).toMatchObject({ penalty: '120', refund: '880', paid: '0' });
    // Of another order.
    expect((await desk.refusalOf(desk.redeem(user, first.id, quotes[1]?.id))).code).toBe('QUOTE_EXPIRED');
    expect((await desk.redeem(user, first.id, quotes[0]?.id)).penalty).toBe('120');
    desk.goTo('2026-11-27T00:00:30.000Z');
    expect(await desk.redeem(user, second.id, quotes[1]?.id)).toMatchObject({ penalty: '116', paid: '4.5' });
    desk.clock.advance(1);
    expect((await desk.refusalOf(desk.redeem(user, third.id, quotes[2]?.id))).code).toBe('QUOTE_EXPIRED');
    expect((await desk.read(user, third.id)).status).toBe('active');
  });

  it('of another user’s order is refused like a missing one', async () => {
    const [user, other] = [await saver(), await saver()];
    const { id } = await desk.buy(user, '1000');
    for (const ask of [desk.redeem, desk.quote]) {
      expect((await desk.refusalOf(ask(other, id))).code).toBe('TRUST_ORDER_NOT_FOUND');
    }
  });
});

describe('buying', () => {
  it('is refused for the first fault', async () => {
    const user = await saver();
    const codeOf = async (amount: string, more?: Parameters<TrustDesk['buy']>[2]) =>
      (await desk.refusalOf(desk.buy(user, amount, more))).code;
    expect(await codeOf('1', { product: 99 })).toBe('PRODUCT_NOT_FOUND');
    expect(await codeOf('0')).toBe('AMOUNT_REQUIRED');
    expect(await codeOf('99.99')).toBe('AMOUNT_TOO_SMALL');
    expect(await codeOf('50000.01')).toBe('AMOUNT_TOO_LARGE');
    expect(await codeOf('100.000000001')).toBe('AMOUNT_PRECISION');
    expect(await codeOf('2000', { termsHash: '0'.repeat(64) })).toBe('TERMS_CHANGED');
    expect(await codeOf('2000')).toBe('INSUFFICIENT_BALANCE');
  });

  it('takes the missing amount from the spot account for clients that cannot fund the trust account', async () => {
    const user = await saver('300');
    const spot = accountOf(user, CURRENCY.USDT, 'spot');
    await desk.db.transaction((tx) => postEntries(tx, [deposit(spot, '700')]));
    expect((await desk.refusalOf(desk.buy(user, '1000'))).code).toBe('INSUFFICIENT_BALANCE');
    expect(await desk.buyPlainly(user, '1000')).toBe('Amount invested.');
    expect(await desk.balance(user)).toBe('0+1000');
    const moved = await rowsOf(desk.db, sql`select amount::float as amount, from_kind, to_kind from transfers`);
    expect(moved).toEqual([{ amount: 700, from_kind: 'spot', to_kind: 'trust' }]);
    expect((await desk.refusalOf(desk.buyPlainly(user, '1000'))).code).toBe('INSUFFICIENT_BALANCE');
  });
});

it('bought, paid and ended orders cannot be changed', async () => {
  const user = await saver();
  const { id } = await desk.buy(user, '1000');
  desk.goTo('2026-11-27T00:00:00.000Z');
  await desk.pay();
  const refused = (statement: ReturnType<typeof sql>) => expect(desk.db.execute(statement)).rejects.toThrow();
  await refused(sql`update trust_orders set amount = 2000 where id = ${id}`);
  await refused(sql`update trust_orders set paid_days = 0, paid = 0 where id = ${id}`);
  await refused(sql`update trust_interest set amount = 5`);
  await refused(sql`delete from trust_orders`);
  await desk.redeem(user, id);
  await refused(sql`update trust_orders set updated_at = now() where id = ${id}`);
});

describe('published terms', () => {
  beforeAll(async () => {
    await desk.shut();
    desk = await openTrustDesk({ capital: '100' });
  });

  it('apply to the orders of their time, despite later versions', async () => {
    const user = await saver('2000');
    const { id } = await desk.buy(user, '1000');
    await desk.publish({ rate: decimal('0.7'), penaltyValue: decimal('3') });
    expect(await desk.read(user, id)).toMatchObject({ interest: '28', penalty: '6' });
    expect(await desk.buy(user, '1000')).toMatchObject({ interest: '7', penalty: '3' });
  });

  it('sell no more than the capacity and the available interest', async () => {
    const user = await saver('10000');
    const last = { product: 8 };
    await desk.publish({ product: 8, capacity: decimal('1500'), maxAmount: decimal('1500') });
    await desk.buy(user, '1000', last);
    const refusal = { code: 'PRODUCT_SOLD_OUT', params: { left: '500' } };
    expect(await desk.refusalOf(desk.buy(user, '500.01', last))).toEqual(refusal);
    const { id } = await desk.buy(user, '500', last);
    await desk.redeem(user, id);
    expect(await desk.refusalOf(desk.buy(user, '501', last))).toEqual(refusal);
    // Of 100 the house held 28, 7 and 7, and got a penalty of 1.5.
    await desk.publish({ capacity: decimal('50000'), rate: decimal('100') });
    expect(await desk.refusalOf(desk.buy(user, '101', last))).toEqual({
      code: 'PRODUCT_SOLD_OUT',
      params: { left: '59.5' },
    });
  });
});
