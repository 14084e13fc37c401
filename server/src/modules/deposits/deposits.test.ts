// Deposit channels, required fields of a declaration, and that only the review credits, once: through the real app on a
// real database.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RequestOf } from '@halyard/contract/call';
import { declareDeposit, getDepositAddress, getDepositTerms, listDeposits } from '@halyard/contract/deposits/calls';
import { decimal } from '@halyard/contract/money';
import { checkChainAddress } from '@halyard/contract/withdrawals/chainAddress';
import { rowsOf } from '../../db/database.ts';
import type { ExchangeEvent } from '../../events/events.ts';
import { checkBooks } from '../../ledger/closings.ts';
import { readBalance } from '../../ledger/ledger.ts';
import { askDeposit, CHANNEL } from '../../testing/funding.ts';
import { accountOf, CURRENCY } from '../../testing/ledgerFixtures.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { givePicture, giveVoucher } from '../../testing/uploads.ts';
import { reviewDeposit } from './depositReviews.ts';
import { referenceOf, SANDBOX_BANK } from './depositTerms.ts';

const { BTC, USDT } = CURRENCY;
const REVIEWER = { name: 'olga' };
const refused = (code: string) => expect.objectContaining({ code });

const clock = createTestClock();
let server: TestServer;
let user: TestUser;
let proof: string;
beforeAll(async () => {
  server = await startTestServer({ clock, settings: { bank: SANDBOX_BANK } });
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await server.registerUser();
  proof = await givePicture(server, user);
});

const as = () => ({ token: user.token });
const terms = () => server.call(getDepositTerms, {}, as());
const addressesOf = (channelId = CHANNEL.USDT) => server.call(getDepositAddress, { channelId }, as());
const declare = (fields: Partial<RequestOf<typeof declareDeposit>> = {}) =>
  askDeposit(server, user, { ...fields, proof: fields.proof ?? proof });
const list = (request: RequestOf<typeof listDeposits> = {}) => server.call(listDeposits, request, as());
const balance = (currencyId = USDT) => readBalance(server.db, accountOf(user.id, currencyId));

describe('deposit channels', () => {
  it('have minimum, decimals, chains and the user’s own addresses, and the bank has the user’s reference', async () => {
    const channels = await terms();
    expect(
      channels.map(({ name, settlement, isBank, places, min }) => [name, settlement, isBank, places, min]),
    ).toEqual([
      ['USDT', 'USDT', false, 6, '10'],
      ['BTC', 'BTC', false, 8, '0.0005'],
      ['ETH', 'ETH', false, 8, '0.01'],
      ['Bank', 'USDT', true, 2, '50'],
    ]);
    expect(channels.map(({ chains }) => chains.map(({ chain }) => chain).join())).toEqual([
      'TRC20,OMNI,ERC20',
      'OMNI',
      'ERC20',
      '',
    ]);
    const chains = channels.flatMap((channel) => channel.chains);
    expect(chains.filter(({ chain, address }) => checkChainAddress(chain, address, 'USDT') !== undefined)).toEqual([]);
    expect(chains.map(({ confirmations }) => confirmations)).toEqual([19, 3, 12, 3, 12]);
    expect(channels.map(({ bank }) => bank)).toEqual([
      null,
      null,
      null,
      { ...SANDBOX_BANK, reference: referenceOf(user.id) },
    ]);
    expect(await terms()).toEqual(channels);
  });

  it('are answered in the formats of legacy clients', async () => {
    const [usdt] = await terms();
    const byChain = Object.fromEntries(usdt?.chains.map(({ chain, address }) => [chain, address]) ?? []);
    expect(await addressesOf()).toEqual(byChain);
    expect(Object.keys(await addressesOf(CHANNEL.BTC))).toEqual(['OMNI']);
    const account = { ...SANDBOX_BANK, reference: referenceOf(user.id) };
    expect(await addressesOf(CHANNEL.BANK)).toEqual(account);
    const desktop = server.call(getDepositAddress, { channelId: CHANNEL.BANK, requestType: 'pc' }, as());
    expect(await desktop).toEqual({ Bank: account });
    await expect(addressesOf(CHANNEL.MISSING)).rejects.toEqual(refused('CURRENCY_NOT_FOUND'));
  });

  it('have other addresses for another user', async () => {
    const other = await server.registerUser();
    const [mine, his] = [await terms(), await server.call(getDepositTerms, {}, { token: other.token })];
    const seen = [...mine, ...his].flatMap(({ chains }) => chains.map(({ address }) => address));
    // Three networks each: OMNI is one address for USDT and BTC, ERC20 one for USDT and ETH.
    expect(new Set(seen).size).toBe(6);
  });
});

describe('a deposit', () => {
  it('is declared with its proof, and credits nothing before the review', async () => {
    const deposit = await declare({ payer: ' T\u202Eabc \n ' });
    const [usdt] = await terms();
    expect(deposit).toMatchObject({
      channelId: CHANNEL.USDT,
      channel: 'USDT',
      settlement: 'USDT',
      amount: '1000',
      chain: 'TRC20',
      address: usdt?.chains[0]?.address,
      proof,
      payer: 'Tabc',
      status: 'pending',
      rejectReason: null,
      at: new Date(clock.nowMs()).toISOString(),
      reviewedAt: null,
    });
    expect(await balance()).toEqual({ available: '0', held: '0' });
    expect((await list()).rows).toEqual([deposit]);
  });

  it('is credited to the spot account after approval', async () => {
    const { id } = await declare();
    clock.advance(5000);
    await reviewDeposit(server, { id, decision: 'approve' }, REVIEWER);
    expect(await balance()).toEqual({ available: '1000', held: '0' });
    const reviewedAt = new Date(clock.nowMs()).toISOString();
    expect((await list({ id })).rows).toMatchObject([{ status: 'passed', rejectReason: null, reviewedAt }]);
  });

  it('credits nothing after rejection, and shows the reason', async () => {
    const { id } = await declare();
    await reviewDeposit(server, { id, decision: 'reject', reason: ' Nothing arrived. ' }, REVIEWER);
    expect(await balance()).toEqual({ available: '0', held: '0' });
    expect((await list({ id })).rows).toMatchObject([{ status: 'rejected', rejectReason: 'Nothing arrived.' }]);
  });

  it('is decided once, with a line in the audit log', async () => {
    const { id } = await declare();
    await reviewDeposit(server, { id, decision: 'reject', reason: 'Nothing arrived.' }, REVIEWER);
    const again = reviewDeposit(server, { id, decision: 'approve' }, REVIEWER);
    await expect(again).rejects.toThrow(`deposit ${id} is rejected already`);
    const missing = reviewDeposit(server, { id: 9_999_999_999, decision: 'approve' }, REVIEWER);
    await expect(missing).rejects.toThrow('there is no deposit 9999999999');
    const unexplained = reviewDeposit(server, { id, decision: 'reject', reason: '\t' }, REVIEWER);
    await expect(unexplained).rejects.toThrow('reason');
    const lines = await rowsOf(
      server.db,
      sql`select operator, action, reason from operator_actions where subject = ${`deposit:${id}`}`,
    );
    expect(lines).toEqual([{ operator: 'olga', action: 'deposits.reject', reason: 'Nothing arrived.' }]);
  });

  it('by bank is credited in USDT, with a voucher or a picture', async () => {
    const voucher = await giveVoucher(server, user);
    const deposit = await declare({
      channelId: CHANNEL.BANK,
      chain: undefined,
      proof: voucher,
      amount: decimal('75.5'),
    });
    expect(deposit).toMatchObject({ channel: 'Bank', settlement: 'USDT', chain: null, address: null, proof: voucher });
    await reviewDeposit(server, { id: deposit.id, decision: 'approve' }, REVIEWER);
    expect(await balance()).toEqual({ available: '75.5', held: '0' });
    expect(await declare({ channelId: CHANNEL.BANK, chain: undefined })).toMatchObject({ proof });
  });

  it('of a coin is credited in that coin', async () => {
    const { id, address } = await declare({ channelId: CHANNEL.BTC, chain: 'OMNI', amount: decimal('0.12345678') });
    expect(await addressesOf(CHANNEL.BTC)).toEqual({ OMNI: address });
    await reviewDeposit(server, { id, decision: 'approve' }, REVIEWER);
    expect(await balance(BTC)).toEqual({ available: '0.12345678', held: '0' });
  });

  it('is published to the account room at every step', async () => {
    const published: ExchangeEvent[] = [];
    const stop = server.events.subscribe((event) => published.push(event));
    const { id } = await declare();
    await reviewDeposit(server, { id, decision: 'approve' }, REVIEWER);
    const other = await declare();
    await reviewDeposit(server, { id: other.id, decision: 'reject', reason: 'no' }, REVIEWER);
    const ids: readonly unknown[] = [id, other.id];
    // An earlier review may still be published.
    const own = () =>
      published
        .flatMap((event) => {
          if (event.type === 'record-changed') return [[event.record.id, event.record.status]];
          if (event.type !== 'user-notified' || event.facts.subject !== 'deposit') return [];
          return [[event.ref, event.facts.status, event.facts.currencyId]];
        })
        .filter(([of]) => ids.includes(of));
    await vi.waitFor(() => expect(own()).toHaveLength(4));
    stop();
    expect(own()).toEqual(
      expect.arrayContaining([
        [id, 'pending'],
        [id, 'passed', USDT],
        [other.id, 'pending'],
        [other.id, 'rejected', USDT],
      ]),
    );
  });

  it('is answered by a text when the request has no id; without a chain the first one is used', async () => {
    const legacy = { channelId: CHANNEL.USDT, amount: decimal('10'), picture: proof, payer: '', type: '0' };
    expect(await server.call(declareDeposit, legacy, { ...as(), language: 'kr' })).toMatch(/[가-힣]/);
    expect((await list()).rows).toMatchObject([{ amount: '10', chain: 'TRC20', payer: null, proof }]);
  });

  it('is the same one for a repeated request, also after the terms changed', async () => {
    const clientRequestId = randomUUID();
    const first = await declare({ clientRequestId });
    await server.db.execute(sql`update funding_channels set deposit_min = 5000 where id = ${CHANNEL.USDT}`);
    try {
      expect(await declare({ clientRequestId })).toEqual(first);
    } finally {
      await server.db.execute(sql`update funding_channels set deposit_min = 10 where id = ${CHANNEL.USDT}`);
    }
    await expect(declare({ clientRequestId, amount: decimal('1001') })).rejects.toEqual(refused('REQUEST_ID_REUSED'));
    expect(await list({ clientRequestId })).toMatchObject({ rows: [first], total: 1 });
  });

  it('is refused for the first fault', async () => {
    const codeOf = (fields: Partial<RequestOf<typeof declareDeposit>>) =>
      declare({ amount: undefined, proof: '', ...fields }).then(
        () => 'declared',
        (error: unknown) => (error as { code?: string }).code,
      );
    const stranger = await server.registerUser();
    const foreign = await givePicture(server, stranger);
    const voucher = await giveVoucher(server, user);
    expect(await codeOf({ channelId: CHANNEL.MISSING })).toBe('CURRENCY_NOT_FOUND');
    expect(await codeOf({ channelId: CHANNEL.ETH })).toBe('CHAIN_NOT_FOUND');
    expect(await codeOf({ channelId: CHANNEL.BANK })).toBe('CHAIN_NOT_FOUND');
    expect(await codeOf({})).toBe('AMOUNT_REQUIRED');
    expect(await codeOf({ amount: decimal('0') })).toBe('AMOUNT_REQUIRED');
    expect(await codeOf({ amount: decimal('-20') })).toBe('AMOUNT_REQUIRED');
    expect(await codeOf({ amount: decimal('10.0000001') })).toBe('AMOUNT_PRECISION');
    expect(await codeOf({ amount: decimal('9.999999') })).toBe('AMOUNT_TOO_SMALL');
    expect(await codeOf({ amount: decimal('1000000000000.1') })).toBe('AMOUNT_TOO_LARGE');
    const amount = decimal('10');
    expect(await codeOf({ amount })).toBe('DEPOSIT_PROOF_REQUIRED');
    expect(await codeOf({ amount, proof: '/upload/nothing.png' })).toBe('FILE_NOT_FOUND');
    expect(await codeOf({ amount, proof: `/upload/${randomUUID()}.png` })).toBe('FILE_NOT_FOUND');
    expect(await codeOf({ amount, proof: foreign })).toBe('FILE_NOT_FOUND');
    expect(await codeOf({ amount, proof: voucher })).toBe('FILE_TYPE_UNSUPPORTED');
    expect((await list()).total).toBe(0);
  });
});

describe('charge_mention/log2', () => {
  it('filters, and pages in the format of legacy clients', async () => {
    const first = await declare();
    const second = await declare({ channelId: CHANNEL.BTC, chain: 'OMNI', amount: decimal('1') });
    const third = await declare();
    await reviewDeposit(server, { id: first.id, decision: 'approve' }, REVIEWER);
    const page = await list({ page: 1, limit: 2 });
    expect(page).toMatchObject({ page: 1, limit: 2, total: 3, nextPageUrl: '/api/charge_mention/log2?page=2' });
    expect(page.rows).toEqual([third, second]);
    expect(await list({ page: 2, limit: 2 })).toMatchObject({ total: 3, nextPageUrl: null, rows: [{ id: first.id }] });
    expect((await list({ status: 'passed' })).rows.map(({ id }) => id)).toEqual([first.id]);
    expect((await list({ channelId: CHANNEL.BTC })).rows).toEqual([second]);
    expect(await list({ page: 9 })).toMatchObject({ rows: [], total: 3, nextPageUrl: null });
  });
});

describe('without keys and bank account', () => {
  it('no deposit is possible, and every channel reports it', async () => {
    const bare = await startTestServer({ isSandbox: false, settings: { bank: undefined, depositKeys: {} } });
    const stranger = await bare.registerUser();
    const call = { token: stranger.token };
    expect(await bare.call(getDepositTerms, {}, call)).toEqual([]);
    for (const channelId of [CHANNEL.USDT, CHANNEL.BANK]) {
      const asking = bare.call(getDepositAddress, { channelId }, call);
      await expect(asking).rejects.toEqual(refused('DEPOSIT_UNAVAILABLE'));
      const declaring = bare.call(declareDeposit, { channelId, amount: decimal('100'), proof: 'x' }, call);
      await expect(declaring).rejects.toEqual(refused('DEPOSIT_UNAVAILABLE'));
    }
    await bare.close();
  });
});

it('keeps the ledger in balance', async () => {
  expect(await checkBooks(server.db)).toEqual([]);
});
