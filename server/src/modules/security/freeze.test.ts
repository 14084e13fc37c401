// A frozen account through the real app: calls that it refuses and allows, links that change nothing when read, the
// review that lifts the freeze, and no payouts in the meantime.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { saveBankCard } from '@halyard/contract/bank/calls';
import { acceptConvert } from '@halyard/contract/convert/calls';
import { createPlan, editPlan, setPlan } from '@halyard/contract/convert/planCalls';
import { addMargin, closePosition, openPosition, reversePosition } from '@halyard/contract/futures/calls';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { LANGUAGES } from '@halyard/contract/languages';
import { subscribe } from '@halyard/contract/launchpad/calls';
import { decimal } from '@halyard/contract/money';
import { buyOption } from '@halyard/contract/options/calls';
import { changePassword, sendOwnCode } from '@halyard/contract/security/calls';
import {
  askUnfreeze,
  freezeAccount,
  freezeByKey,
  getAccountProtection,
  listSecurityEvents,
  setAntiPhishingCode,
} from '@halyard/contract/security/freezeCalls';
import { listOrders } from '@halyard/contract/spot/calls';
import {
  cancelGroup,
  cancelOrder,
  placeEntry,
  placeOco,
  placeOrder,
  replaceOrder,
} from '@halyard/contract/spot/mutationCalls';
import { buyTrust, setRenewal } from '@halyard/contract/trust/calls';
import { getUser, logIn } from '@halyard/contract/user/calls';
import { addWithdrawalAddress, setWhitelist, withdraw } from '@halyard/contract/withdrawals/calls';
import { rowsOf } from '../../db/database.ts';
import { readBalance } from '../../ledger/ledger.ts';
import {
  ADDRESS,
  askWithdrawal,
  CARD,
  CHANNEL,
  dropStepUp,
  FUND_PASSWORD,
  openWithdrawer,
  proofOf,
  type Withdrawer,
} from '../../testing/funding.ts';
import { accountOf, CURRENCY } from '../../testing/ledgerFixtures.ts';
import { openOffice, type Office } from '../../testing/operatorTool.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { MODULES } from '../all.ts';

describe('freeze', () => {
  const PAIR = { baseId: CURRENCY.BTC, quoteId: CURRENCY.USDT } as const;
  const LINK = /https:\/\/halyard\.example(\/h5\/#\/pages\/security\/freeze)\?key=([\w-]{22})\b/;

  const clock = createTestClock();
  let office: Office;
  let server: TestServer;
  let owner: Withdrawer;
  beforeAll(async () => {
    office = await openOffice({ clock });
    ({ server } = office);
    await server.feed.append('BTC/USDT', { price: '60000' });
  });
  afterAll(() => office.close());
  beforeEach(async () => {
    owner = await openWithdrawer(server);
  });

  const as = (token = owner.token) => ({ token });
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error as { code?: string }).code,
    );
  const mails = (of: { address: string } = owner) => server.messages.filter(({ address }) => address === of.address);
  const state = (token = owner.token) => server.call(getAccountProtection, {}, { token });
  const prove = (who = owner) =>
    server.db.execute(sql`update sessions set proved_at = now() where user_id = ${who.id}`);
  const logInAgain = () => server.call(logIn, { address: owner.address, password: owner.password });
  const newestMail = async (subject: string) => {
    // Mails that are due at the same time arrive in any order.
    const newest = () => mails().findLast((mail) => mail.subject === `Halyard: ${subject}`);
    return vi.waitFor(() => newest()?.body ?? Promise.reject(new Error(`no mail says ${subject}`)));
  };
  /** The key of the mail about a withdrawal that the user asked for. */
  async function keyOfMail(): Promise<string> {
    await askWithdrawal(server, owner);
    const [, , key = ''] = LINK.exec(await newestMail('Withdrawal requested')) ?? [];
    return key;
  }
  const waitingRequest = async () => {
    const [row] = await rowsOf<{ id: number }>(
      server.db,
      sql`select id from unfreeze_requests where user_id = ${owner.id} and status = 'pending'`,
    );
    return row?.id ?? 0;
  };

  describe('the mail about a withdrawal', () => {
    it('contains amount, target and the page that freezes, and the key is stored as its hash', async () => {
      await askWithdrawal(server, owner);
      const body = await newestMail('Withdrawal requested');
      expect(body).toContain('100 USDT to TNMzMp…FqD5');
      const [, , key = ''] = LINK.exec(body) ?? [];
      const rows = await rowsOf<{ row: string }>(
        server.db,
        sql`select row_to_json(k)::text as row from freeze_keys k where user_id = ${owner.id}`,
      );
      expect(rows.map(({ row }) => JSON.parse(row) as unknown)).toMatchObject([{ event: 'withdrawal_requested' }]);
      expect(rows[0]?.row).not.toContain(key);
      const { events } = await server.call(listSecurityEvents, {}, as());
      expect(events[0]).toMatchObject({ title: 'Withdrawal requested', text: expect.stringContaining('TNMzMp…FqD5') });
    });

    it.each(LANGUAGES)('fills every placeholder in %s', async (language) => {
      await server.db.execute(sql`update users set language = ${language} where id = ${owner.id}`);
      await askWithdrawal(server, owner);
      await vi.waitFor(() => expect(mails().at(-1)?.body).toMatch(LINK));
      expect(mails().at(-1)?.body).not.toMatch(/\{\{|\n{3}/);
    });
  });

  describe('the key of a mail', () => {
    it('refuses every call that opens or pays out, and pays out nothing that is pending', async () => {
      const { token } = owner;
      await server.fund(owner, CURRENCY.USDT, '5000', 'futures');
      await server.fund(owner, CURRENCY.BTC, '1');
      const opening = { ...PAIR, lots: 5, leverage: 20, side: 'long' } as const;
      const open = (again = as()) =>
        server.call(openPosition, { ...opening, clientRequestId: randomUUID() }, again) as Promise<FuturesPosition>;
      const order = { ...PAIR, quantity: decimal('0.01'), price: decimal('30000') } as const;
      const [position, other] = [await open(), await open()];
      const bought = { ...order, side: 'buy', clientRequestId: randomUUID() } as const;
      const waiting = await server.call(placeOrder, bought, as());
      const request = { clientRequestId: randomUUID() };
      const withdrawal = await askWithdrawal(server, owner, request);
      const key = await keyOfMail();

      const response = await server.app.inject({ url: `/api/security/freeze_by_key?key=${key}` });
      expect(response.statusCode).toBe(404);
      expect(await state()).toMatchObject({ isFrozen: false, frozenAt: null });

      expect(await server.call(freezeByKey, { key })).toBe('Account frozen.');
      expect(await codeOf(server.call(getUser, {}, { token }))).toBe('NOT_LOGGED_IN');
      expect(await newestMail('Account frozen')).not.toContain('http');

      const again = { token: await logInAgain() };
      expect(await state(again.token)).toMatchObject({ isFrozen: true, unfreezing: null });
      const [amount, id] = [decimal('100'), 1 as never];
      const option = { marketId: id, currencyId: CURRENCY.USDT, direction: 'up', seconds: 30, stake: amount } as const;
      const refused = [
        open(again),
        server.call(reversePosition, { id: position.id, clientRequestId: randomUUID() }, again),
        server.call(placeOrder, { ...bought, clientRequestId: randomUUID() }, again),
        server.call(buyTrust, { product: id, amount }, again),
        server.call(buyOption, option, again),
        server.call(subscribe, { offeringId: id, amount }, again),
        askWithdrawal(server, { ...owner, token: again.token }),
      ];
      expect(new Set(await Promise.all(refused.map(codeOf)))).toEqual(new Set(['ACCOUNT_FROZEN']));
      // Requests from before the freeze get their first answer.
      expect(await askWithdrawal(server, { ...owner, token: again.token }, request)).toEqual(withdrawal);
      expect(await server.call(placeOrder, bought, again)).toMatchObject({ id: waiting.id });

      expect(await codeOf(server.call(cancelOrder, { id: waiting.id }, again))).toBe('done');
      const sell = { ...order, side: 'sell', price: decimal('90000'), clientRequestId: randomUUID() } as const;
      expect(await codeOf(server.call(placeOrder, sell, again))).toBe('done');
      const margin = { id: other.id, amount: decimal('10'), clientRequestId: randomUUID() };
      expect(await codeOf(server.call(addMargin, margin, again))).toBe('done');
      const closing = { id: position.id, clientRequestId: randomUUID() };
      expect(await codeOf(server.call(closePosition, closing, again))).toBe('done');

      const approve = await office.tool('withdrawals', 'approve', `${withdrawal.id}`);
      expect(approve).toMatchObject({ exitCode: 1, err: expect.stringContaining('has frozen the account') });
      const reject = await office.tool(
        'withdrawals',
        'reject',
        `${withdrawal.id}`,
        '--reason',
        'The account is frozen.',
      );
      expect(reject.exitCode).toBe(0);
    });

    it('freezes nothing when it is wrong, truncated or a month old', async () => {
      const key = await keyOfMail();
      const wrong = `${key.slice(0, -2)}${key.endsWith('AA') ? 'BB' : 'AA'}`;
      for (const bad of [wrong, key.slice(1), '']) {
        expect(await codeOf(server.call(freezeByKey, { key: bad }))).toBe('FREEZE_KEY_INVALID');
      }
      const age = (interval: string) =>
        server.db.execute(
          sql`update freeze_keys set expires_at = now() + ${interval}::interval where user_id = ${owner.id}`,
        );
      await age('-1 second');
      expect(await codeOf(server.call(freezeByKey, { key }))).toBe('FREEZE_KEY_INVALID');
      expect((await state()).isFrozen).toBe(false);
      await age('1 minute');
      expect(await codeOf(server.call(freezeByKey, { key }))).toBe('done');
    });

    it('is valid for 30 days by the database’s clock', async () => {
      await keyOfMail();
      const [row] = await rowsOf<{ days: number }>(
        server.db,
        sql`select round(extract(epoch from expires_at - now()) / 86400)::int as days from freeze_keys where user_id = ${owner.id}`,
      );
      expect(row?.days).toBe(30);
    });
  });

  describe('the freeze button', () => {
    it('keeps the session that pressed it, and ends the others', async () => {
      const other = await logInAgain();
      await server.call(freezeAccount, {}, as());
      expect((await state()).isFrozen).toBe(true);
      expect(await codeOf(server.call(getUser, {}, { token: other }))).toBe('NOT_LOGGED_IN');
      const plain = {
        channelId: 3 as never,
        amount: decimal('100'),
        fundPassword: '246802',
        addressId: owner.addressId,
      };
      expect(await codeOf(server.call(withdraw, plain, as()))).toBe('ACCOUNT_FROZEN');
      await server.call(freezeAccount, {}, as());
      const { events } = await server.call(listSecurityEvents, {}, as());
      expect(events.filter(({ title }) => title === 'Account frozen')).toHaveLength(1);
    });
  });

  describe('groups of orders of a frozen account', () => {
    it('protect as before and can be cancelled, but no purchase is placed and none is changed', async () => {
      const { token, id } = owner;
      await server.fund(owner, CURRENCY.USDT, '5000');
      await server.fund(owner, CURRENCY.BTC, '1');
      await server.feed.append('BTC/USDT', { price: '60000' });
      const exits = { quantity: decimal('0.1'), takeProfitPrice: decimal('70000'), stopPrice: decimal('50000') };
      const oco = { ...PAIR, ...exits, side: 'sell' } as const;
      const buying = { ...oco, side: 'buy', takeProfitPrice: decimal('50000'), stopPrice: decimal('70000') } as const;
      const entry = { ...PAIR, ...exits, side: 'buy', orderType: 'limit', price: decimal('55000') } as const;
      const protective = await server.call(placeOco, { ...oco, clientRequestId: randomUUID() }, as(token));
      const waiting = await server.call(placeEntry, { ...entry, clientRequestId: randomUUID() }, as(token));
      await server.call(freezeAccount, {}, as(token));
      const change = { id: waiting.orders[0]?.id as never, quantity: decimal('0.05'), price: decimal('54000') };
      const refused = [
        server.call(placeOco, { ...buying, clientRequestId: randomUUID() }, as(token)),
        server.call(placeEntry, { ...entry, clientRequestId: randomUUID() }, as(token)),
        server.call(replaceOrder, { ...change, clientRequestId: randomUUID() }, as(token)),
      ];
      expect(new Set(await Promise.all(refused.map(codeOf)))).toEqual(new Set(['ACCOUNT_FROZEN']));
      const more = await server.call(placeOco, { ...oco, clientRequestId: randomUUID() }, as(token));
      for (const { groupId } of [waiting, more])
        expect(await codeOf(server.call(cancelGroup, { groupId, clientRequestId: randomUUID() }, as(token)))).toBe(
          'done',
        );

      await server.feed.append('BTC/USDT', { price: '49000' });
      await vi.waitFor(async () => {
        const orders = await server.call(listOrders, { groupId: protective.groupId }, as(token));
        const ends = orders.map(({ leg, status }) => [leg, status]);
        expect(ends).toEqual(
          expect.arrayContaining([
            ['take_profit', 'cancelled'],
            ['stop_loss', 'completed'],
          ]),
        );
      });
      expect(await readBalance(server.db, accountOf(id, CURRENCY.BTC))).toMatchObject({ available: '0.9', held: '0' });
      expect(await readBalance(server.db, accountOf(id, CURRENCY.USDT))).toMatchObject({ held: '0' });
    });
  });

  describe('a freeze', () => {
    it('is lifted once by an operator at the request of a stepped-up owner, and the account is as before', async () => {
      await dropStepUp(server, owner.id);
      expect(await codeOf(server.call(askUnfreeze, {}, as()))).toBe('PROOF_REQUIRED');
      await prove();
      expect(await codeOf(server.call(askUnfreeze, {}, as()))).toBe('ACCOUNT_NOT_FROZEN');
      await server.call(freezeAccount, {}, as());
      const asked = await Promise.all([1, 2, 3].map(() => codeOf(server.call(askUnfreeze, {}, as()))));
      expect(asked.filter((code) => code === 'UNFREEZE_PENDING')).toHaveLength(2);
      expect(asked).toContain('done');
      const first = await waitingRequest();
      const reject = await office.tool('unfreeze', 'reject', `${first}`, '--reason', 'Call us first.');
      expect(reject.out).toBe(`unfreeze ${first} is rejected now.`);
      expect((await state()).unfreezing).toMatchObject({ status: 'rejected', reason: 'Call us first.' });
      expect(await newestMail('Account stays frozen')).toContain('Reason: Call us first.');

      await server.call(askUnfreeze, {}, as());
      const second = await waitingRequest();
      expect((await office.tool('unfreeze', 'approve', `${second}`)).exitCode).toBe(0);
      expect(await office.tool('unfreeze', 'approve', `${second}`)).toMatchObject({
        exitCode: 1,
        err: `unfreeze request ${second} is approved already`,
      });
      expect(await state()).toMatchObject({ isFrozen: false, unfreezing: null });
      await newestMail('Account unfrozen');
      expect(await codeOf(askWithdrawal(server, owner))).toBe('done');
      expect(await office.auditOf(`unfreeze:${second}`)).toEqual([
        { operator: 'olga', action: 'unfreeze.approve', reason: null },
      ]);
    });

    it('cancels requests to lift an earlier one', async () => {
      const key = await keyOfMail();
      await server.call(freezeAccount, {}, as());
      await prove();
      await server.call(askUnfreeze, {}, as());
      const asked = await waitingRequest();
      await server.call(freezeByKey, { key });
      const approved = await office.tool('unfreeze', 'approve', `${asked}`);
      expect(approved).toMatchObject({ exitCode: 1, err: `unfreeze request ${asked} is cancelled already` });
      expect((await state(await logInAgain())).isFrozen).toBe(true);
    });
  });

  describe('the anti-phishing code', () => {
    const set = (code: string) => server.call(setAntiPhishingCode, { code }, as());

    it('is set by a stepped-up owner, printed in every mail, and shown masked', async () => {
      await dropStepUp(server, owner.id);
      expect(await codeOf(set('Blue harbour 7'))).toBe('PROOF_REQUIRED');
      await prove();
      for (const bad of ['abc', 'two  blanks', 'a'.repeat(21), 'no-dashes', '<b>x</b>', 'a\nb c d']) {
        expect(await codeOf(set(bad))).toBe('ANTI_PHISHING_FORMAT');
      }
      await set(' Blue harbour 7 ');
      expect(await state()).toMatchObject({ antiPhishingCode: 'B•••••7' });
      expect(await newestMail('Anti-phishing code set')).toContain('Your anti-phishing code: Blue harbour 7');
      await server.call(sendOwnCode, {}, as());
      expect(mails().at(-1)?.body).toContain('Your anti-phishing code: Blue harbour 7');
      const { events } = await server.call(listSecurityEvents, {}, as());
      expect(JSON.stringify(events)).not.toContain('Blue harbour 7');
      await set('ท่าเรือ 9');
      await vi.waitFor(() => expect(mails().at(-1)?.body).toContain('Your anti-phishing code: ท่าเรือ 9'));
    });
  });

  describe('security events', () => {
    it('show the origin, in pages, and none of other users', async () => {
      const userAgent =
        'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36';
      const login = { address: owner.address, password: owner.password };
      const token = await server.call(logIn, login, { userAgent, ip: '10.1.2.3' });
      await prove();
      await server.call(changePassword, { oldPassword: owner.password, password: 'a louder harbour' }, { token });
      const first = await server.call(listSecurityEvents, { limit: 1 }, { token });
      expect(first.events).toMatchObject([
        { kind: 'password_changed', title: 'Login password changed', device: 'Chrome 120, Android 14, Pixel 7' },
      ]);
      const rest = await server.call(listSecurityEvents, { before: first.next ?? '' }, { token });
      expect(rest.events.map(({ title }) => title)).toEqual(['Login from a new device']);
      expect(rest.next).toBeNull();
      const bad = server.call(listSecurityEvents, { before: '2026-02-31T00:00:00.000Z_1' }, { token });
      expect(await codeOf(bad)).toBe('PARAMETER_INVALID');
      const stranger = await server.registerUser();
      expect((await server.call(listSecurityEvents, {}, { token: stranger.token })).events).toEqual([]);
    });
  });

  it('names the place in the app when the exchange has no public address', async () => {
    const local = await startTestServer({ settings: { publicUrl: undefined } });
    const user = await openWithdrawer(local);
    await askWithdrawal(local, user);
    await vi.waitFor(() => expect(local.messages.at(-1)?.subject).toBe('Halyard: Withdrawal requested'));
    expect(local.messages.at(-1)?.body).toContain('tap “Freeze my account”');
    expect(local.messages.at(-1)?.body).not.toContain('http');
    await local.close();
  });
});

// Refusals of a freeze beside trading: no new withdrawal target is added, and requests from before are still answered,
// also when they carry their step-up again.
describe('frozen guard', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  test('refuses a new target to a frozen account, and repeats the answer to an earlier request', async () => {
    const owner = await openWithdrawer(server);
    const { token, addressId } = owner;
    await dropStepUp(server, owner.id);
    const proof = await proofOf(server, owner);
    const { USDT: channelId } = CHANNEL;
    const request = { channelId, addressId, amount: decimal('100'), clientRequestId: randomUUID() };
    const ask = () => server.call(withdraw, { ...request, ...proof, fundPassword: FUND_PASSWORD }, { token });
    const first = await ask();
    await server.call(freezeAccount, {}, { token });
    expect(await ask()).toEqual(first);

    const address = { channelId: CHANNEL.ETH, address: ADDRESS.ERC20, fundPassword: FUND_PASSWORD };
    await expect(server.call(addWithdrawalAddress, address, { token })).rejects.toMatchObject({
      code: 'ACCOUNT_FROZEN',
    });
    const card = { ...CARD, fundPassword: FUND_PASSWORD };
    await expect(server.call(saveBankCard, card, { token })).rejects.toMatchObject({ code: 'ACCOUNT_FROZEN' });
  });

  test('covers every call that enlarges, pays out or adds a target', () => {
    const refused = MODULES.flatMap(({ refusedWhenFrozen = [] }) => refusedWhenFrozen.map(({ call }) => call.name));
    expect(refused.toSorted()).toEqual(
      [
        placeOrder,
        replaceOrder,
        placeOco,
        placeEntry,
        acceptConvert,
        createPlan,
        editPlan,
        setPlan,
        buyOption,
        openPosition,
        reversePosition,
        buyTrust,
        setRenewal,
        subscribe,
        withdraw,
        addWithdrawalAddress,
        setWhitelist,
        saveBankCard,
      ]
        .map(({ name }) => name)
        .toSorted(),
    );
  });
});
