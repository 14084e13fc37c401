// Holds end by the database's clock to the second, independent of the process's clock. The database's clock is a
// function of the test here, found before the real one.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveBankCard } from '@halyard/contract/bank/calls';
import { changePassword, setFundPassword } from '@halyard/contract/security/calls';
import { addWithdrawalAddress, getWithdrawalTerms, withdraw } from '@halyard/contract/withdrawals/calls';
import { decimal } from '@halyard/contract/money';
import { MINUTE_MS, HOUR_MS } from '@halyard/contract/time';
import { isoText, rowsOf } from '../../db/database.ts';
import { ADDRESS, CARD, CHANNEL, FUND_PASSWORD, proofOf, verify } from '../../testing/funding.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { testEnginesByNight } from '../../testing/testDatabase.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { requireChannel } from '../channels/channelRepository.ts';
import { readHolds, refuseHeld } from './withdrawalTerms.ts';

const HOLD_HOURS = 24;
const CODES = {
  password: 'WITHDRAWALS_BLOCKED',
  fund_password: 'WITHDRAWALS_HELD_FUND_PASSWORD',
  factor: 'WITHDRAWALS_HELD_FACTOR',
  address: 'WITHDRAWALS_HELD_ADDRESS',
  bank_card: 'WITHDRAWALS_HELD_BANK_CARD',
} as const;
type Cause = keyof typeof CODES;

describe.each(await testEnginesByNight())('holds on %s', (engine) => {
  const clock = createTestClock(Date.now());
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ engine, clock, settings: { withdrawalHoldHours: HOLD_HOURS } });
    await server.db.execute(sql`create schema set_clock`);
    await server.db.execute(
      sql`create function set_clock.clock_timestamp() returns timestamptz language sql
        as $$ select current_setting('test.now')::timestamptz $$`,
    );
  });
  afterAll(() => server.close());

  /** The holds at an instant of the database's clock. */
  async function holdsAt(user: TestUser, instant: string, channelId = CHANNEL.USDT) {
    const channel = await requireChannel(server.db, channelId);
    return server.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('test.now', ${instant}, true)`);
      await tx.execute(sql`set local search_path = set_clock, pg_catalog, public`);
      return readHolds(tx, { holdHours: HOLD_HOURS }, { userId: user.id, channel });
    });
  }

  /** Every change with a hold, made by the real calls; with its time in the database. */
  async function makeAllNew(user: TestUser): Promise<Readonly<Record<Cause, string>>> {
    const as = { token: user.token };
    const fund = { password: FUND_PASSWORD, passwordRepeat: FUND_PASSWORD };
    await server.call(setFundPassword, { ...fund, ...(await proofOf(server, user)) }, as);
    const entry = { channelId: CHANNEL.USDT, chain: 'ERC20', address: ADDRESS.ERC20 } as const;
    const { code } = await proofOf(server, user);
    await server.call(addWithdrawalAddress, { ...entry, fundPassword: FUND_PASSWORD, code }, as);
    const card = { ...CARD, fundPassword: FUND_PASSWORD, ...(await proofOf(server, user)) };
    await server.call(saveBankCard, card, as);
    await server.call(changePassword, { oldPassword: user.password, password: 'a louder harbour' }, as);
    await server.db.execute(sql`update users set factors_changed_at = now() where id = ${user.id}`);
    const [since] = await rowsOf<Record<Cause, string>>(
      server.db,
      sql`select ${isoText(sql`u.password_changed_at`)} as password, ${isoText(sql`u.fund_password_at`)} as fund_password,
          ${isoText(sql`u.factors_changed_at`)} as factor, ${isoText(sql`a.created_at`)} as address,
          ${isoText(sql`c.updated_at`)} as bank_card
        from users u join withdrawal_addresses a on a.user_id = u.id join bank_cards c on c.user_id = u.id
        where u.id = ${user.id}`,
    );
    if (since === undefined) throw new Error('not all of it is there');
    return since;
  }

  it.each([
    ['ten minutes late', -10 * MINUTE_MS],
    ['a day late', -24 * HOUR_MS],
    ['ten minutes early', 10 * MINUTE_MS],
    ['a day early', 24 * HOUR_MS],
  ])('last 24 hours to the second while the process is %s', async (_how, offMs) => {
    clock.advance(Date.now() + offMs - clock.nowMs());
    const user = await server.registerUser();
    await verify(server, user.id);
    const since = await makeAllNew(user);
    for (const cause of Object.keys(CODES) as Cause[]) {
      const channel = cause === 'bank_card' ? CHANNEL.BANK : CHANNEL.USDT;
      const endMs = Date.parse(since[cause]) + HOLD_HOURS * HOUR_MS;
      const before = await holdsAt(user, new Date(endMs - 1000).toISOString(), channel);
      const hold = before.find((known) => known.cause === cause);
      expect(hold?.until).toBe(new Date(endMs).toISOString());
      if (hold === undefined) throw new Error('not held');
      const refused = () => refuseHeld([hold], hold.addressId ?? null);
      expect(refused).toThrow(expect.objectContaining({ code: CODES[cause] }));
      const after = await holdsAt(user, new Date(endMs).toISOString(), channel);
      expect(after.map((known) => known.cause)).not.toContain(cause);
    }
    // Through the calls: all of it is seconds old.
    const terms = await server.call(getWithdrawalTerms, { channelId: CHANNEL.USDT }, { token: user.token });
    expect(terms.holds?.map(({ cause }) => cause).toSorted()).toEqual([
      'address',
      'factor',
      'fund_password',
      'password',
    ]);
    const request = {
      channelId: CHANNEL.USDT,
      amount: decimal('100'),
      address: ADDRESS.ERC20,
      fundPassword: FUND_PASSWORD,
    };
    await expect(server.call(withdraw, request, { token: user.token })).rejects.toMatchObject({
      code: 'WITHDRAWALS_HELD_FACTOR',
    });
  });

  it('after a password change are in its mail, with their end', async () => {
    const user = await server.registerUser();
    await server.call(
      changePassword,
      { oldPassword: user.password, password: 'a louder harbour' },
      { token: user.token },
    );
    await expect
      .poll(
        () => server.messages.find(({ subject, address }) => address === user.address && /changed/.test(subject))?.body,
      )
      .toMatch(/Withdrawals are on hold until \d{4}-[\d: -]+ UTC/);
  });
});
