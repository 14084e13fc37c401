// Conditions of a withdrawal: the terms list them, and the API checks them in their order, through the real app on a
// real database.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestOf } from '@halyard/contract/call';
import type { AddressId } from '@halyard/contract/ids';
import { stepUp } from '@halyard/contract/security/stepUpCalls';
import { logIn } from '@halyard/contract/user/calls';
import { cancelWithdrawal, getWithdrawalTerms, type withdraw } from '@halyard/contract/withdrawals/calls';
import { decimal } from '@halyard/contract/money';
import { HOUR_MS } from '@halyard/contract/time';
import { rowsOf } from '../../db/database.ts';
import { checkBooks } from '../../ledger/closings.ts';
import { readBalance } from '../../ledger/ledger.ts';
import {
  askWithdrawal,
  CHANNEL,
  FUND_PASSWORD,
  openWithdrawer,
  proofOf,
  sessionOf,
  type Withdrawer,
} from '../../testing/funding.ts';
import { accountOf, CURRENCY } from '../../testing/ledgerFixtures.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { reviewWithdrawal } from './withdrawalReviews.ts';

const { USDT } = CURRENCY;
const REVIEWER = { name: 'olga' };

const clock = createTestClock(Date.parse('2026-03-05T10:00:00.000Z'));
let server: TestServer;
let user: Withdrawer;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await openWithdrawer(server);
});

const as = () => ({ token: user.token });
const ask = (fields: Partial<RequestOf<typeof withdraw>> = {}) => askWithdrawal(server, user, fields);
const termsOf = (channelId = CHANNEL.USDT) => server.call(getWithdrawalTerms, { channelId }, as());
const balance = () => readBalance(server.db, accountOf(user.id, USDT));
const refused = (code: string) => expect.objectContaining({ code });
const fundFailures = async () => {
  const { id, sessionId } = await sessionOf(server, user.id);
  return rowsOf(server.db, sql`select failures from login_tries where key = ${`fund ${id} session ${sessionId}`}`);
};

describe('wallet/get_info', () => {
  it('lists every condition', async () => {
    expect(await termsOf()).toEqual({
      channelId: CHANNEL.USDT,
      name: 'USDT',
      feePercent: '0.1',
      min: '20',
      available: '1000',
      legalAvailable: '0',
      settlement: 'USDT',
      isBank: false,
      places: 6,
      feeMin: '1',
      chains: ['TRC20', 'OMNI', 'ERC20'],
      dailyLimit: 3,
      leftToday: 3,
      arrivalHours: 12,
      blockedUntil: null,
      holds: [],
      isBookClosed: false,
      isVerified: true,
      hasFundPassword: true,
    });
  });

  it('shows that the bank settles in USDT', async () => {
    expect(await termsOf(CHANNEL.BANK)).toMatchObject({
      name: 'Bank',
      settlement: 'USDT',
      isBank: true,
      places: 2,
      min: '100',
      available: '1000',
      chains: [],
    });
  });

  it('shows the state of a new user', async () => {
    const stranger = await server.registerUser();
    const terms = await server.call(getWithdrawalTerms, { channelId: CHANNEL.BTC }, { token: stranger.token });
    expect(terms).toMatchObject({ available: '0', isVerified: false, hasFundPassword: false, leftToday: 3 });
  });

  it('counts down the requests of the day and shows until when withdrawals are held', async () => {
    await ask();
    const until = new Date(Date.now() + HOUR_MS).toISOString();
    await server.db.execute(sql`update users set withdrawals_blocked_until = ${until} where id = ${user.id}`);
    expect(await termsOf()).toMatchObject({
      leftToday: 2,
      available: '900',
      blockedUntil: until,
      holds: [{ cause: 'password', until }],
    });
  });

  it('has a minimum that leaves something after the fee, with any terms of the operator', async () => {
    await server.db.execute(sql`update funding_channels set withdrawal_min = 0.5 where id = ${CHANNEL.USDT}`);
    try {
      expect((await termsOf()).min).toBe('1.000001');
      await expect(ask({ amount: decimal('1') })).rejects.toEqual(refused('AMOUNT_TOO_SMALL'));
      expect((await ask({ amount: decimal('1.000001') })).receipt).toBe('0.000001');
    } finally {
      await server.db.execute(sql`update funding_channels set withdrawal_min = 20 where id = ${CHANNEL.USDT}`);
    }
  });

  it('refuses unknown channels', async () => {
    await expect(termsOf(CHANNEL.MISSING)).rejects.toEqual(refused('CURRENCY_NOT_FOUND'));
  });
});

describe('a condition', () => {
  /** Each is met by the next one; the request is wrong in everything after it, too. */
  it('is checked in the documented order, and nothing is held while one is not met', async () => {
    const stranger = await server.registerUser();
    const poor = { ...stranger, addressId: 2_147_483_647 as AddressId };
    const wrong = { amount: decimal('10'), fundPassword: '123' };
    const codeOf = (fields: Partial<RequestOf<typeof withdraw>>, who: Withdrawer = user) =>
      askWithdrawal(server, who, { ...wrong, ...fields }).then(
        () => 'accepted',
        (error: unknown) => (error as { code?: string }).code,
      );
    expect(await codeOf({ channelId: CHANNEL.MISSING, addressId: undefined }, poor)).toBe('CURRENCY_NOT_FOUND');
    expect(await codeOf({ addressId: undefined }, poor)).toBe('WITHDRAW_ADDRESS_REQUIRED');
    expect(await codeOf({}, poor)).toBe('ADDRESS_NOT_FOUND');
    expect(await codeOf({ channelId: CHANNEL.BTC })).toBe('ADDRESS_NOT_FOUND');
    expect(await codeOf({ chain: 'ERC20' })).toBe('ADDRESS_NOT_FOUND');
    expect(await codeOf({ address: 'somewhere else' })).toBe('ADDRESS_NOT_FOUND');
    expect(await codeOf({ channelId: CHANNEL.BANK })).toBe('BANK_CARD_REQUIRED');
    await server.db.execute(sql`update identity_checks set status = 'pending' where user_id = ${user.id}`);
    expect(await codeOf({ amount: undefined })).toBe('AMOUNT_REQUIRED');
    expect(await codeOf({ amount: decimal('10.0000001') })).toBe('AMOUNT_PRECISION');
    expect(await codeOf({})).toBe('AMOUNT_TOO_SMALL');
    expect(await codeOf({ amount: decimal('10000000000000') })).toBe('AMOUNT_TOO_LARGE');
    await server.db.execute(sql`update users set fund_password_hash = null where id = ${user.id}`);
    expect(await codeOf({ amount: decimal('2000') })).toBe('REAL_NAME_REQUIRED');
    await server.db.execute(sql`update identity_checks set status = 'verified' where user_id = ${user.id}`);
    expect(await codeOf({ amount: decimal('2000') })).toBe('FUND_PASSWORD_UNSET');
    const ready = await openWithdrawer(server);
    const until = new Date(Date.now() + HOUR_MS).toISOString();
    await server.db.execute(sql`update users set withdrawals_blocked_until = ${until} where id = ${ready.id}`);
    const big = { amount: decimal('2000') };
    expect(await codeOf({ ...big, fundPassword: undefined }, ready)).toBe('FUND_PASSWORD_REQUIRED');
    expect(await codeOf(big, ready)).toBe('FUND_PASSWORD_FORMAT');
    expect(await codeOf({ ...big, fundPassword: '000000' }, ready)).toBe('FUND_PASSWORD_WRONG');
    const right = { ...big, fundPassword: FUND_PASSWORD };
    expect(await codeOf(right, ready)).toBe('WITHDRAWALS_BLOCKED');
    await server.db.execute(sql`update users set withdrawals_blocked_until = null where id = ${ready.id}`);
    expect(await codeOf(right, ready)).toBe('INSUFFICIENT_BALANCE');
    for (let n = 0; n < 3; n += 1) await askWithdrawal(server, ready);
    expect(await codeOf(right, ready)).toBe('WITHDRAWALS_PER_DAY');
    expect(await readBalance(server.db, accountOf(ready.id, USDT))).toEqual({ available: '700', held: '300' });
    expect(await balance()).toEqual({ available: '1000', held: '0' });
  });

  it('that is not met does not use up the request: the same id passes once it is met', async () => {
    const clientRequestId = randomUUID();
    await expect(ask({ clientRequestId, fundPassword: '000000' })).rejects.toEqual(refused('FUND_PASSWORD_WRONG'));
    await expect(ask({ clientRequestId, amount: decimal('5000') })).rejects.toEqual(refused('INSUFFICIENT_BALANCE'));
    expect((await termsOf()).leftToday).toBe(3);
    expect(await ask({ clientRequestId })).toMatchObject({ status: 'pending' });
    expect(await fundFailures()).toEqual([]);
  });

  it('counts a wrong fund password even when nothing else happens', async () => {
    await expect(ask({ fundPassword: '000000' })).rejects.toEqual(refused('FUND_PASSWORD_WRONG'));
    expect(await fundFailures()).toEqual([{ failures: 1 }]);
  });

  it('stays met for the owner while a thief guesses the fund password in another session', async () => {
    const thief = await server.call(logIn, { address: user.address, password: user.password });
    const proved = await server.call(stepUp, await proofOf(server, { ...user, token: thief }), { token: thief });
    const guess = () => askWithdrawal(server, { ...user, token: proved.token }, { fundPassword: '000000' });
    for (let left = 4; left > 0; left -= 1) await expect(guess()).rejects.toEqual(refused('FUND_PASSWORD_WRONG'));
    for (let round = 0; round < 3; round += 1) await expect(guess()).rejects.toEqual(refused('FUND_PASSWORD_WAIT'));
    expect(await ask()).toMatchObject({ status: 'pending' });
    await expect(guess()).rejects.toEqual(refused('FUND_PASSWORD_WAIT'));
  });

  it('allows three requests a day until midnight UTC, cancelled and rejected ones included', async () => {
    clock.advance(Date.parse('2026-03-06T23:59:00.000Z') - clock.nowMs());
    user = await openWithdrawer(server);
    const { id } = await ask();
    await server.call(cancelWithdrawal, { id }, as());
    const second = await ask();
    await reviewWithdrawal(server, { id: second.id, decision: 'reject', reason: 'no' }, REVIEWER);
    await ask();
    await expect(ask()).rejects.toEqual(refused('WITHDRAWALS_PER_DAY'));
    clock.advance(59_999);
    await expect(ask()).rejects.toEqual(refused('WITHDRAWALS_PER_DAY'));
    clock.advance(1);
    expect(await ask()).toMatchObject({ status: 'pending' });
    expect((await termsOf()).leftToday).toBe(2);
  });
});

it('keeps the ledger in balance', async () => {
  expect(await checkBooks(server.db)).toEqual([]);
});
