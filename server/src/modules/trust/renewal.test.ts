// Renewal of trust orders by the job, on a real database: each end renews once, on terms no worse than the agreed ones,
// and what cannot be renewed is paid out with its reason. The books are proved after every test.
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import type { TrustOrder, TrustOrderId } from '@halyard/contract/trust/calls';
import { rowsOf } from '../../db/database.ts';
import { beginHalt } from '../../halts/halts.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { accountOf, CURRENCY, deposit } from '../../testing/ledgerFixtures.ts';
import { openTestNodes, testEngines } from '../../testing/testDatabase.ts';
import { openTrustDesk, type TrustDesk } from '../../testing/trustDesk.ts';
import { takeDueRenewal } from './ordersRepository.ts';
import { payOrder } from './renewal.ts';
import { listInterest, readRenewalOffer, setRenewal } from './index.ts';

const NOON = '2026-11-25T12:00:00.000Z';
// Of seven days, bought at noon.
const END = '2026-12-03T00:00:00.000Z';
const LAST_DAY = '2026-12-02T00:00:00.000Z';

const engines = await testEngines();
let desk: TrustDesk;
beforeEach(async () => {
  desk = await openTrustDesk();
  desk.goTo(NOON);
});
afterEach(async () => {
  try {
    await desk.requireSound();
  } finally {
    await desk.shut();
  }
});

async function saver(usdt = '1000'): Promise<UserId> {
  const [user] = await desk.savers(1, usdt);
  if (user === undefined) throw new Error('no user was made');
  return user;
}

/** Ends an order of 1,000; `before` happens on its last day. */
async function endOf(renewal: 'principal' | 'all', before?: (user: UserId, order: TrustOrder) => Promise<unknown>) {
  const user = await saver();
  const order = await desk.buy(user, '1000', { renewal });
  desk.goTo('2026-12-02T12:00:00.000Z');
  await desk.pay();
  await before?.(user, order);
  desk.goTo(END);
  await desk.pay();
  return { user, ended: await desk.read(user, order.id) };
}

const orders = (user: UserId) =>
  rowsOf<{ id: string; amount: number; bought_on: string; status: string }>(
    desk.db,
    sql`select id::text as id, amount::float as amount, to_char(bought_on, 'YYYY-MM-DD') as bought_on, status
      from trust_orders where user_id = ${user} order by id`,
  );

const facts = async (user: UserId, subject: string) =>
  (
    await rowsOf<{ facts: Record<string, unknown> }>(
      desk.db,
      sql`select facts from user_events where user_id = ${user} and subject = ${subject} order by ref`,
    )
  ).map((row) => row.facts);

describe('an order', () => {
  it('is renewed with its principal in the transaction of its last interest, once', async () => {
    const { user, ended } = await endOf('principal');
    await desk.pay();
    expect(await orders(user)).toMatchObject([
      { amount: 1000, bought_on: '2026-11-25', status: 'completed' },
      { amount: 1000, bought_on: '2026-12-03', status: 'active' },
    ]);
    expect(await desk.balance(user)).toBe('28+1000');
    const next = await desk.read(user, ended.renewedInto ?? (0 as TrustOrderId));
    expect(next).toMatchObject({
      renewedFrom: ended.id,
      renewal: 'principal',
      boughtAt: END,
      startsOn: '2026-12-04',
      endsOn: '2026-12-11',
      paid: '0',
    });
    expect(ended).toMatchObject({ status: 'ended', isRedeemed: false, renewalFailed: null, paid: '28' });
    const kinds = await rowsOf<{ kind: string }>(
      desk.db,
      sql`select kind from ledger_entries order by id desc limit 3`,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['trust_open', 'trust_mature', 'trust_interest']);
    expect(await facts(user, 'trust')).toMatchObject([
      { amount: '1000', interest: '28', renewed: { amount: '1000', days: 7, rate: '2.8', penaltyValue: '1.5' } },
    ]);
  });

  it('is renewed with its interest too', async () => {
    const { user } = await endOf('all');
    expect((await orders(user))[1]).toMatchObject({ amount: 1028, status: 'active' });
    expect(await desk.balance(user)).toBe('0+1028');
  });

  it('is paid out without a choice', async () => {
    const user = await saver();
    const { id } = await desk.buy(user, '1000');
    desk.goTo(END);
    await desk.pay();
    expect(await desk.read(user, id)).toMatchObject({ renewal: 'none', renewedInto: null, renewalFailed: null });
    expect(await desk.balance(user)).toBe('1028+0');
  });

  it('whose transaction is lost is renewed once by the next one', async () => {
    const user = await saver();
    await desk.buy(user, '1000', { renewal: 'all' });
    desk.goTo('2026-12-02T12:00:00.000Z');
    await desk.pay();
    desk.goTo(END);
    const crash = desk.db.transaction(async (tx) => {
      const order = await takeDueRenewal(tx, desk.clock.nowMs());
      if (order === undefined) throw new Error('nothing is due');
      await payOrder(tx, desk.deps, order, { nowMs: desk.clock.nowMs() });
      throw new Error('crash');
    });
    await expect(crash).rejects.toThrow('crash');
    expect(await orders(user)).toHaveLength(1);
    await desk.pay();
    await desk.pay();
    expect(await orders(user)).toHaveLength(2);
    expect(await desk.balance(user)).toBe('0+1028');
  });

  it('is renewed period by period, with its dates, after 20 days without payments', async () => {
    const user = await saver();
    await desk.buy(user, '1000', { renewal: 'principal' });
    desk.goTo('2026-12-15T08:00:00.000Z');
    await desk.pay();
    const made = await orders(user);
    expect(made.map(({ bought_on: on, status }) => `${on} ${status}`)).toEqual([
      '2026-11-25 completed',
      '2026-12-03 completed',
      '2026-12-11 active',
    ]);
    const dates = [];
    for (const { id } of made) {
      const rows = await listInterest(desk.db, user, { order: Number(id) as TrustOrderId, limit: 20, offset: 0 });
      dates.push(rows.map(({ date }) => date).toReversed());
    }
    expect(dates.map((ofOrder) => [ofOrder[0], ofOrder.at(-1), ofOrder.length])).toEqual([
      ['2026-11-26', '2026-12-02', 7],
      ['2026-12-04', '2026-12-10', 7],
      ['2026-12-12', '2026-12-14', 3],
    ]);
    expect(await desk.balance(user)).toBe('68+1000');
    // Nothing is announced afterwards.
    expect(await facts(user, 'renewal')).toEqual([]);
  });

  it('past its end is renewed by the first call that reaches it', async () => {
    const user = await saver();
    const { id } = await desk.buy(user, '1000', { renewal: 'principal' });
    desk.goTo('2026-12-03T09:00:00.000Z');
    expect((await desk.refusalOf(desk.redeem(user, id))).code).toBe('TRUST_ORDER_MATURED');
    expect((await orders(user))[1]).toMatchObject({ bought_on: '2026-12-03', status: 'active' });
  });
});

describe('an order that cannot be renewed is paid out', () => {
  const close = () => desk.db.execute(sql`update trust_products set closed_at = now() where product = 1`);
  const spend = (user: UserId) =>
    desk.db.transaction((tx) => postEntries(tx, [deposit(accountOf(user, CURRENCY.USDT, 'trust'), '-24')]));
  const country = async (user: UserId) => {
    await desk.db.execute(sql`update users set country = 'JP' where id = ${user}`);
    await desk.db.execute(
      sql`insert into country_rules (country, is_registration_off, products_off, reason) values ('JP', false, array['trust'], 'law')`,
    );
  };
  const CASES: readonly [string, 'principal' | 'all', (user: UserId) => Promise<unknown>][] = [
    ['closed', 'principal', close],
    ['closed', 'principal', () => desk.publish({ product: 9 })],
    ['terms', 'principal', () => desk.publish({ rate: decimal('2.79') })],
    ['terms', 'principal', () => desk.publish({ days: 8, rate: decimal('4') })],
    ['terms', 'principal', () => desk.publish({ penaltyValue: decimal('1.4') })],
    ['amount', 'all', () => desk.publish({ maxAmount: decimal('1027') })],
    ['amount', 'principal', () => desk.publish({ minAmount: decimal('1001') })],
    ['balance', 'all', spend],
    ['frozen', 'principal', (user) => desk.db.execute(sql`update users set frozen_at = now() where id = ${user}`)],
    [
      'halted',
      'principal',
      () => desk.db.transaction((tx) => beginHalt(tx, { subject: 'trust', marketId: null }, 'maintenance')),
    ],
    ['country', 'principal', country],
    [
      'break',
      'principal',
      (user) => desk.db.execute(sql`update users set break_until = '2027-01-01T00:00:00Z' where id = ${user}`),
    ],
  ];

  it.each(CASES)('%s (%s)', async (reason, renewal, before) => {
    const { user, ended } = await endOf(renewal, before);
    expect(ended).toMatchObject({ status: 'ended', renewedInto: null, paid: '28', renewalFailed: reason });
    expect(await desk.balance(user)).toBe(reason === 'balance' ? '1004+0' : '1028+0');
    expect(await facts(user, 'trust')).toMatchObject([{ failed: reason, product: 1 }]);
    expect(await orders(user)).toHaveLength(1);
  });

  it('when others have used up the capacity', async () => {
    const other = await saver();
    const { ended } = await endOf('all', async () => {
      await desk.publish({ capacity: decimal('1500'), maxAmount: decimal('1500') });
      await desk.buy(other, '500');
    });
    expect(ended.renewalFailed).toBe('sold_out');
  });

  it('except for its principal, which takes the room that it frees', async () => {
    const other = await saver();
    const { user } = await endOf('principal', async () => {
      await desk.publish({ capacity: decimal('1500'), maxAmount: decimal('1500') });
      await desk.buy(other, '500');
    });
    expect(await desk.balance(user)).toBe('28+1000');
  });
});

describe('the limit of open amounts', () => {
  beforeEach(async () => {
    await desk.shut();
    desk = await openTrustDesk({ exposureMax: '1000' });
  });

  it('leaves room for the same amount, and none for more', async () => {
    const same = await endOf('principal');
    expect(await desk.balance(same.user)).toBe('28+1000');
    desk.goTo(NOON);
    const more = await endOf('all');
    expect(more.ended.renewalFailed).toBe('limit');
    expect(await desk.balance(more.user)).toBe('1028+0');
  });
});

describe('terms', () => {
  it('with a higher rate are taken, and announced a day before', async () => {
    const user = await saver();
    const { id } = await desk.buy(user, '1000', { renewal: 'principal' });
    await desk.publish({ rate: decimal('3.5') });
    desk.goTo(LAST_DAY);
    await desk.pay();
    await desk.pay();
    expect(await facts(user, 'renewal')).toMatchObject([
      { outcome: 'changed', amount: '1000', endsAt: END, next: { rate: '3.5' }, before: { rate: '2.8' } },
    ]);
    desk.goTo(END);
    await desk.pay();
    const { renewedInto } = await desk.read(user, id);
    expect(await desk.read(user, renewedInto ?? id)).toMatchObject({ interest: '35', renewal: 'principal' });
  });

  it.each([
    ['same', {}],
    ['worse', { rate: decimal('1') }],
    ['closed', { product: 9 }],
  ])('are announced as %s', async (outcome, terms) => {
    const user = await saver();
    await desk.buy(user, '1000', { renewal: 'all' });
    await desk.publish(terms);
    desk.goTo(LAST_DAY);
    await desk.pay();
    const amount = outcome === 'same' ? '1028' : '1000';
    expect(await facts(user, 'renewal')).toMatchObject([{ outcome, amount }]);
  });

  it('that are worse are renewed on once the user has confirmed them', async () => {
    const { user } = await endOf('principal', async (of, { id }) => {
      await desk.publish({ rate: decimal('1'), penaltyValue: decimal('3') });
      await desk.setRenewal(of, id, 'principal');
    });
    expect((await orders(user))[1]).toMatchObject({ amount: 1000, status: 'active' });
  });

  it('that the user did not see are not agreed to', async () => {
    const user = await saver();
    const { id } = await desk.buy(user, '1000');
    const { termsHash } = await readRenewalOffer(desk.db, user, id);
    await desk.publish({ rate: decimal('1') });
    const caller = { user: { id: user, sessionId: 1 } };
    for (const seen of [termsHash ?? undefined, undefined]) {
      const asked = setRenewal(desk.deps, caller, { id, renewal: 'all', termsHash: seen });
      expect((await desk.refusalOf(asked)).code).toBe('TERMS_CHANGED');
    }
    expect(await desk.read(user, id)).toMatchObject({ renewal: 'none', renewalTerms: null });
  });
});

describe('the choice', () => {
  it('is changed until a minute before the end, and not by others', async () => {
    const [user, other] = [await saver(), await saver()];
    const { id } = await desk.buy(user, '1000', { renewal: 'principal' });
    expect((await desk.refusalOf(desk.setRenewal(other, id, 'none'))).code).toBe('TRUST_ORDER_NOT_FOUND');
    desk.goTo('2026-12-02T23:58:59.999Z');
    expect(await desk.setRenewal(user, id, 'none')).toMatchObject({ renewal: 'none', renewalTerms: null });
    expect(await desk.setRenewal(user, id, 'all')).toMatchObject({ renewal: 'all', renewalTerms: { rate: '2.8' } });
    desk.clock.advance(1);
    expect((await desk.refusalOf(desk.setRenewal(user, id, 'none'))).code).toBe('TRUST_RENEWAL_CLOSED');
    desk.goTo(END);
    const late = setRenewal(desk.deps, { user: { id: user, sessionId: 1 } }, { id, renewal: 'none' });
    expect((await desk.refusalOf(late)).code).toBe('TRUST_ORDER_MATURED');
    expect(await desk.balance(user)).toBe('0+1028');
  });

  it('does not keep a user from leaving early', async () => {
    const user = await saver();
    const { id } = await desk.buy(user, '1000', { renewal: 'all' });
    await desk.redeem(user, id);
    expect(await orders(user)).toMatchObject([{ status: 'redeemed' }]);
  });
});

it.runIf(engines.includes('postgres'))(
  'two nodes renew each order once while users change their choice and the end comes',
  async () => {
    await desk.shut();
    const nodes = await openTestNodes(2);
    desk = await openTrustDesk({ database: nodes[0] });
    const users = await desk.savers(24, '100');
    const bought = [];
    for (const user of users) bought.push({ user, ...(await desk.buy(user, '100', { renewal: 'principal' })) });
    desk.goTo('2026-12-02T23:58:59.999Z');
    await desk.pay();
    let changed = 0;
    const off = bought.slice(0, 12).map(async ({ user, id }) => {
      const outcome = await desk.setRenewal(user, id, 'none').then(
        () => 'off',
        (error: unknown) => (error as { code: string }).code,
      );
      changed += 1;
      if (changed === 4) desk.goTo(END);
      return outcome;
    });
    const paying = nodes.map(async ({ db }) => {
      for (let turn = 0; turn < 3; turn += 1) await desk.pay(db, 5);
    });
    const [outcomes] = await Promise.all([Promise.all(off), ...paying]);
    await desk.pay();
    const counts = await Promise.all(users.map(async (user) => (await orders(user)).length));
    expect(counts).toEqual([...outcomes.map((outcome) => (outcome === 'off' ? 1 : 2)), ...Array(12).fill(2)]);
    const balances = await Promise.all(users.map((user) => desk.balance(user)));
    expect(balances).toEqual(counts.map((count) => (count === 2 ? '2.8+100' : '102.8+0')));
  },
);
