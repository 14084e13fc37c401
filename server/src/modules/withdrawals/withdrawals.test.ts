// Costs, holds, releases and refusals of withdrawals, through the real app on a real database.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RequestOf } from '@halyard/contract/call';
import type { WithdrawalId } from '@halyard/contract/ids';
import { cancelWithdrawal, listWithdrawals, withdraw } from '@halyard/contract/withdrawals/calls';
import { decimal, subtract } from '@halyard/contract/money';
import { HOUR_MS } from '@halyard/contract/time';
import { rowsOf } from '../../db/database.ts';
import type { ExchangeEvent } from '../../events/events.ts';
import { checkBooks } from '../../ledger/closings.ts';
import { readBalance } from '../../ledger/ledger.ts';
import {
  askWithdrawal,
  CHANNEL,
  FUND_PASSWORD,
  giveCard,
  openWithdrawer,
  type Withdrawer,
} from '../../testing/funding.ts';
import { accountOf, CURRENCY } from '../../testing/ledgerFixtures.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { payWithdrawal, reviewWithdrawal } from './withdrawalReviews.ts';

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
const list = (request: RequestOf<typeof listWithdrawals> = {}) => server.call(listWithdrawals, request, as());
const balance = () => readBalance(server.db, accountOf(user.id, USDT));
const refused = (code: string) => expect.objectContaining({ code });

describe('a withdrawal', () => {
  it('holds the amount immediately, and answers fee, payout and deadline', async () => {
    const withdrawal = await ask({ amount: decimal('500.5'), remark: '  for\tthe \u202Eboat \n ' });
    expect(withdrawal).toMatchObject({
      channelId: CHANNEL.USDT,
      channel: 'USDT',
      settlement: 'USDT',
      amount: '500.5',
      fee: '1',
      receipt: '499.5',
      address: 'TNMzMpsqesGZAC9VscgcZbmLjtgtgkFqD5',
      chain: 'TRC20',
      status: 'pending',
      remark: 'for the boat',
      bankName: null,
      accountNumber: null,
      rejectReason: null,
      at: new Date(clock.nowMs()).toISOString(),
      deadlineAt: new Date(clock.nowMs() + 12 * HOUR_MS).toISOString(),
      closedAt: null,
    });
    expect(await balance()).toEqual({ available: '499.5', held: '500.5' });
    expect((await list()).rows).toEqual([withdrawal]);
  });

  it('pays the fee to the house and the rest out after approval', async () => {
    const outside = await readBalance(server.db, { house: 'outside', currencyId: USDT });
    const fees = await readBalance(server.db, { house: 'fees', currencyId: USDT });
    const { id } = await ask({ amount: decimal('100') });
    await reviewWithdrawal(server, { id, decision: 'approve' }, REVIEWER);
    expect(await balance()).toEqual({ available: '900', held: '0' });
    const paidOut = await readBalance(server.db, { house: 'outside', currencyId: USDT });
    const taken = await readBalance(server.db, { house: 'fees', currencyId: USDT });
    expect(subtract(paidOut.available, outside.available)).toBe('99');
    expect(subtract(taken.available, fees.available)).toBe('1');
    expect((await list({ id })).rows).toMatchObject([
      { status: 'passed', closedAt: new Date(clock.nowMs()).toISOString() },
    ]);
  });

  it('releases the whole hold after rejection, and shows the reason', async () => {
    const { id } = await ask();
    await reviewWithdrawal(server, { id, decision: 'reject', reason: ' The address is on a list. ' }, REVIEWER);
    expect(await balance()).toEqual({ available: '1000', held: '0' });
    expect((await list({ id })).rows).toMatchObject([
      { status: 'rejected', rejectReason: 'The address is on a list.' },
    ]);
  });

  it('releases the whole hold when cancelled', async () => {
    const { id } = await ask();
    const cancelled = await server.call(cancelWithdrawal, { id }, as());
    expect(cancelled).toMatchObject({ id, status: 'cancelled', rejectReason: null });
    expect(await balance()).toEqual({ available: '1000', held: '0' });
    await expect(server.call(cancelWithdrawal, { id }, as())).rejects.toEqual(refused('WITHDRAWAL_NOT_PENDING'));
  });

  it('cannot be cancelled from the moment an operator pays it out, and is booked even after a freeze', async () => {
    const { id } = await ask();
    await payWithdrawal(server, id, REVIEWER);
    await expect(server.call(cancelWithdrawal, { id }, as())).rejects.toEqual(refused('WITHDRAWAL_NOT_PENDING'));
    await expect(payWithdrawal(server, id, REVIEWER)).rejects.toThrow(`withdrawal ${id} is being paid out already`);
    // A node of the version before, which does not know the payout, cannot cancel it either.
    await expect(
      server.db.execute(sql`update withdrawals set status = 'cancelled' where id = ${id}`),
    ).rejects.toThrow();
    expect((await list({ id })).rows).toMatchObject([{ status: 'pending' }]);
    expect(await balance()).toEqual({ available: '900', held: '100' });
    await server.db.execute(sql`update users set frozen_at = clock_timestamp() where id = ${user.id}`);
    await reviewWithdrawal(server, { id, decision: 'approve' }, REVIEWER);
    expect(await balance()).toEqual({ available: '900', held: '0' });
  });

  it('takes no higher fee than its user was shown', async () => {
    const setFee = (least: string) =>
      server.db.execute(sql`update funding_channels set withdrawal_fee_min = ${least} where id = ${CHANNEL.USDT}`);
    await setFee('3');
    const higher = ask({ fee: decimal('1') });
    await expect(higher).rejects.toEqual(refused('FEES_CHANGED'));
    expect(await balance()).toEqual({ available: '1000', held: '0' });
    const clientRequestId = randomUUID();
    expect(await ask({ fee: decimal('3'), clientRequestId })).toMatchObject({ fee: '3' });
    // A repeated request is the same with another fee.
    expect(await ask({ fee: decimal('2'), clientRequestId })).toMatchObject({ fee: '3' });
    await setFee('1');
    expect(await ask({ fee: decimal('3') })).toMatchObject({ fee: '1' });
  });

  it('is cancelled once, with the same answer to the repeated request', async () => {
    const { id } = await ask();
    const clientRequestId = randomUUID();
    const first = await server.call(cancelWithdrawal, { id, clientRequestId }, as());
    expect(await server.call(cancelWithdrawal, { id, clientRequestId }, as())).toEqual(first);
    expect(await balance()).toEqual({ available: '1000', held: '0' });
  });

  it('is decided once, with a line in the audit log', async () => {
    const { id } = await ask();
    await reviewWithdrawal(server, { id, decision: 'approve' }, REVIEWER);
    const again = reviewWithdrawal(server, { id, decision: 'reject', reason: 'late' }, REVIEWER);
    await expect(again).rejects.toThrow(`withdrawal ${id} is passed already`);
    await expect(server.call(cancelWithdrawal, { id }, as())).rejects.toEqual(refused('WITHDRAWAL_NOT_PENDING'));
    const lines = await rowsOf(
      server.db,
      sql`select operator, action, reason from operator_actions where subject = ${`withdrawal:${id}`}`,
    );
    expect(lines).toEqual([{ operator: 'olga', action: 'withdrawals.approve', reason: null }]);
  });

  it('is not rejected without a reason, nor decided when it is missing', async () => {
    const { id } = await ask();
    await expect(reviewWithdrawal(server, { id, decision: 'reject', reason: ' ' }, REVIEWER)).rejects.toThrow('reason');
    const missing = reviewWithdrawal(server, { id: 9_999_999_999, decision: 'approve' }, REVIEWER);
    await expect(missing).rejects.toThrow('there is no withdrawal 9999999999');
    expect((await list({ id })).rows).toMatchObject([{ status: 'pending' }]);
  });

  it('is published to the account room at every step', async () => {
    const published: ExchangeEvent[] = [];
    const stop = server.events.subscribe((event) => published.push(event));
    const { id } = await ask();
    await reviewWithdrawal(server, { id, decision: 'approve' }, REVIEWER);
    const other = await ask();
    await server.call(cancelWithdrawal, { id: other.id }, as());
    await vi.waitFor(() => {
      const facts = expect.objectContaining({ subject: 'withdrawal', status: 'passed', currencyId: USDT });
      expect(published).toContainEqual(expect.objectContaining({ userId: user.id, ref: id, facts }));
    });
    stop();
    const records = published.flatMap((event) => (event.type === 'record-changed' ? [event.record] : []));
    expect(records).toEqual([
      { subject: 'withdrawal', id, status: 'pending' },
      { subject: 'withdrawal', id: other.id, status: 'pending' },
      { subject: 'withdrawal', id: other.id, status: 'cancelled' },
    ]);
    const balances = published.filter((event) => event.type === 'balances-changed');
    expect(balances).toHaveLength(4);
    expect(balances[0]).toMatchObject({ userId: user.id, balances: [{ kind: 'spot', currencyId: USDT }] });
  });

  it('to the bank keeps the card of the request, and shows the end of its number', async () => {
    await giveCard(server, user.id);
    const withdrawal = await ask({
      channelId: CHANNEL.BANK,
      address: '--',
      addressId: undefined,
      amount: decimal('200.01'),
    });
    expect(withdrawal).toMatchObject({
      channel: 'Bank',
      settlement: 'USDT',
      amount: '200.01',
      fee: '5',
      receipt: '195.01',
      address: null,
      chain: null,
      bankName: 'Deutsche Bank',
      accountNumber: '****7890',
    });
    expect(JSON.stringify(withdrawal)).not.toContain('6222');
    await server.db.execute(sql`update bank_cards set account_number = '1111222233' where user_id = ${user.id}`);
    expect((await list({ id: withdrawal.id })).rows).toEqual([withdrawal]);
    expect(await balance()).toEqual({ available: '799.99', held: '200.01' });
  });

  it('is answered by a text when the request has no id, with any rate of a legacy client', async () => {
    const { addressId: _none, ...legacy } = { addressId: undefined };
    const answer = await server.call(
      withdraw,
      {
        ...legacy,
        channelId: CHANNEL.USDT,
        amount: decimal('100'),
        clientRate: '0',
        address: ' TNMzMpsqesGZAC9VscgcZbmLjtgtgkFqD5',
        fundPassword: FUND_PASSWORD,
        code: '',
        type: 0,
      },
      { ...as(), language: 'jp' },
    );
    expect(answer).toMatch(/[ぁ-ん]/);
    expect((await list()).rows).toMatchObject([{ amount: '100', fee: '1' }]);
  });

  it('is the same one for a repeated request, also after its terms and its address are gone', async () => {
    const clientRequestId = randomUUID();
    const first = await ask({ clientRequestId });
    await server.db.execute(sql`update withdrawal_addresses set deleted_at = now() where id = ${user.addressId}`);
    await server.db.execute(sql`update funding_channels set withdrawal_min = 500 where id = ${CHANNEL.USDT}`);
    try {
      expect(await ask({ clientRequestId })).toEqual(first);
    } finally {
      await server.db.execute(sql`update funding_channels set withdrawal_min = 20 where id = ${CHANNEL.USDT}`);
    }
    expect(await balance()).toEqual({ available: '900', held: '100' });
    const changed = ask({ clientRequestId, amount: decimal('101') });
    await expect(changed).rejects.toEqual(refused('REQUEST_ID_REUSED'));
    expect((await list({ clientRequestId })).rows).toEqual([first]);
  });

  it('stores no trace of the fund password in the request', async () => {
    const clientRequestId = randomUUID();
    await ask({ clientRequestId });
    const hashOf = async () =>
      (
        await rowsOf<{ body_hash: string }>(
          server.db,
          sql`select body_hash from client_requests where request_id = ${clientRequestId}`,
        )
      )[0];
    const stored = await hashOf();
    // The same body with another fund password is the same request: nothing of the password is in the hash.
    expect(await ask({ clientRequestId, fundPassword: '000000' })).toMatchObject({ status: 'pending' });
    expect(await hashOf()).toEqual(stored);
  });
});

describe('charge_mention/log3', () => {
  it('filters, and pages in the format of legacy clients', async () => {
    const ids: WithdrawalId[] = [];
    for (const amount of ['20', '30', '40']) ids.unshift((await ask({ amount: decimal(amount) })).id);
    await server.call(cancelWithdrawal, { id: ids[1] as WithdrawalId }, as());
    const first = await list({ page: 1, limit: 2 });
    expect(first).toMatchObject({ page: 1, limit: 2, total: 3, nextPageUrl: '/api/charge_mention/log3?page=2' });
    const second = await list({ page: 2, limit: 2 });
    expect(second).toMatchObject({ page: 2, total: 3, nextPageUrl: null });
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids);
    expect((await list({ status: 'cancelled' })).rows.map(({ id }) => id)).toEqual([ids[1]]);
    expect((await list({ channelId: CHANNEL.BTC })).rows).toEqual([]);
    expect(await list({ page: 0, limit: 0 })).toMatchObject({ page: 1, limit: 1 });
    expect(await list({ page: 999_999_999_999_999, limit: 999 })).toMatchObject({
      limit: 100,
      rows: [],
      nextPageUrl: null,
    });
  });
});

it('keeps the ledger in balance', async () => {
  expect(await checkBooks(server.db)).toEqual([]);
});
