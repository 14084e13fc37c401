// Proves that a stolen session takes nothing from a verified user who has no fund password, in production as in a
// sandbox: what leads to a way out needs what a thief has not, and who has that too waits while the owner is told.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RequestOf } from '@halyard/contract/call';
import { saveBankCard } from '@halyard/contract/calls/bank';
import { listMessages } from '@halyard/contract/calls/messages';
import { changePassword, setFundPassword } from '@halyard/contract/calls/security';
import { addWithdrawalAddress, getWithdrawalTerms, withdraw } from '@halyard/contract/calls/withdrawals';
import { decimal } from '@halyard/contract/money';
import { readBalance } from '../../ledger/balances.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { ADDRESS, CARD, CHANNEL, FUND_PASSWORD, proofOf, verify } from '../../testing/funding.ts';
import { accountOf, CURRENCY, deposit } from '../../testing/ledgerFixtures.ts';
import { testEngines } from '../../testing/testDatabase.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';

const HOLD_HOURS = 24;
const BY_CHAIN = { channelId: CHANNEL.USDT, amount: decimal('100'), address: ADDRESS.ERC20, chain: 'ERC20' } as const;
const BY_BANK = { channelId: CHANNEL.BANK, amount: decimal('100'), address: '--' } as const;

describe.each(await testEngines())('a stolen session on %s', (engine) => {
  let server: TestServer;
  let victim: TestUser;
  beforeAll(async () => {
    server = await startTestServer({ engine, isSandbox: false, settings: { withdrawalHoldHours: HOLD_HOURS } });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    victim = await server.registerUser();
    await verify(server, victim.id);
    await server.db.transaction((tx) => postEntries(tx, [deposit(accountOf(victim.id, CURRENCY.USDT), '1000')]));
  });

  const as = () => ({ token: victim.token });
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error as { code?: string }).code,
    );
  const balance = () => readBalance(server.db, accountOf(victim.id, CURRENCY.USDT));
  const setFund = (proof: Partial<RequestOf<typeof setFundPassword>> = {}) =>
    codeOf(server.call(setFundPassword, { password: FUND_PASSWORD, passwordRepeat: FUND_PASSWORD, ...proof }, as()));
  const bind = (fields: Partial<RequestOf<typeof saveBankCard>> = {}) =>
    codeOf(server.call(saveBankCard, { ...CARD, ...fields }, as()));
  const addAddress = (code?: string) =>
    codeOf(
      server.call(
        addWithdrawalAddress,
        { channelId: CHANNEL.USDT, chain: 'ERC20', address: ADDRESS.ERC20, fundPassword: FUND_PASSWORD, code },
        as(),
      ),
    );
  const takeOut = (way: RequestOf<typeof withdraw>) =>
    codeOf(server.call(withdraw, { ...way, fundPassword: FUND_PASSWORD }, as()));
  const mails = () => server.messages.filter(({ address }) => address === victim.address);

  it('alone sets, binds, adds and takes out nothing, and its owner is told', async () => {
    const guess = 'a loud harbour';
    expect(await setFund()).toBe('PASSWORD_REQUIRED');
    expect(await setFund({ loginPassword: guess, code: '000000' })).toBe('PASSWORD_WRONG');
    expect(await bind({ holder: 'Mallory Thief' })).toBe('BANK_HOLDER_DIFFERS');
    expect(await bind()).toBe('PASSWORD_REQUIRED');
    expect(await bind({ loginPassword: guess, code: '000000' })).toBe('PASSWORD_WRONG');
    expect(await addAddress('000000')).toBe('FUND_PASSWORD_UNSET');
    expect(await codeOf(server.call(changePassword, { oldPassword: guess, password: 'mine from now' }, as()))).toBe(
      'PASSWORD_WRONG',
    );
    expect(await takeOut(BY_CHAIN)).toBe('ADDRESS_NOT_FOUND');
    expect(await takeOut(BY_BANK)).toBe('BANK_CARD_REQUIRED');
    expect(await balance()).toEqual({ available: '1000', held: '0' });
    const { messages } = await server.call(listMessages, {}, as());
    expect(messages.map(({ title }) => title)).toEqual(['Wrong login password']);
    await vi.waitFor(() => expect(mails().at(-1)?.subject).toBe('Halyard: Wrong login password'));
  });

  it('with the password and the mailbox waits a day for each way out, which its owner is told', async () => {
    expect(await setFund(await proofOf(server, victim))).toBe('done');
    expect(await addAddress((await proofOf(server, victim)).code)).toBe('done');
    const proof = { fundPassword: FUND_PASSWORD, ...(await proofOf(server, victim)) };
    expect(await bind({ ...proof, holder: 'Mallory Thief' })).toBe('BANK_HOLDER_DIFFERS');
    expect(await bind(proof)).toBe('done');
    const byChain = await server.call(getWithdrawalTerms, { channelId: CHANNEL.USDT }, as());
    expect(byChain.holds?.map(({ cause }) => cause).toSorted()).toEqual(['address', 'fund_password']);
    const byBank = await server.call(getWithdrawalTerms, { channelId: CHANNEL.BANK }, as());
    expect(byBank.holds?.map(({ cause }) => cause)).toEqual(['bank_card', 'fund_password']);
    expect(byBank.blockedUntil).toBe(byBank.holds?.[0]?.until);
    expect(await takeOut(BY_CHAIN)).toBe('WITHDRAWALS_HELD_ADDRESS');
    expect(await takeOut(BY_BANK)).toBe('WITHDRAWALS_HELD_BANK_CARD');
    expect(await balance()).toEqual({ available: '1000', held: '0' });

    const titles = ['Fund password set', 'Withdrawal address added', 'Bank card bound'];
    const { messages } = await server.call(listMessages, {}, as());
    expect(messages.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
    for (const { text } of messages) expect(text).toMatch(/(wait until|Nothing goes there before) \d{4}-[\d: -]+ UTC/);
    await vi.waitFor(() => {
      const told = mails().filter(({ subject }) => titles.includes(subject.replace('Halyard: ', '')));
      expect(told).toHaveLength(titles.length);
      for (const { body } of told) expect(body).toMatch(/\d{4}-[\d: -]+ UTC/);
    });
  });

  it('of an owner who did it himself is held by what is new alone, until its day is over by the database’s clock', async () => {
    await setFund(await proofOf(server, victim));
    await addAddress((await proofOf(server, victim)).code);
    const age = (hours: number, table: 'users' | 'withdrawal_addresses') =>
      server.db.execute(
        table === 'users'
          ? sql`update users set fund_password_at = now() - ${hours}::int * interval '1 hour' where id = ${victim.id}`
          : sql`update withdrawal_addresses set created_at = now() - ${hours}::int * interval '1 hour'
              where user_id = ${victim.id}`,
      );
    await age(HOLD_HOURS, 'withdrawal_addresses');
    expect(await takeOut(BY_CHAIN)).toBe('WITHDRAWALS_HELD_FUND_PASSWORD');
    await age(HOLD_HOURS - 1, 'withdrawal_addresses');
    await age(HOLD_HOURS, 'users');
    expect(await takeOut(BY_CHAIN)).toBe('WITHDRAWALS_HELD_ADDRESS');
    await age(HOLD_HOURS, 'withdrawal_addresses');
    const terms = await server.call(getWithdrawalTerms, { channelId: CHANNEL.USDT }, as());
    expect(terms).toMatchObject({ blockedUntil: null, holds: [] });
    expect(await takeOut(BY_CHAIN)).toBe('done');
    // What is new afterwards leaves what was asked for alone.
    expect(await bind({ fundPassword: FUND_PASSWORD, ...(await proofOf(server, victim)) })).toBe('done');
    expect(await balance()).toEqual({ available: '900', held: '100' });
  });

  it('finds no way out in a card that was bound in another name before the owner was verified', async () => {
    await server.db.execute(sql`update identity_checks set status = 'pending' where user_id = ${victim.id}`);
    expect(await bind({ holder: 'Mallory Thief', ...(await proofOf(server, victim)) })).toBe('done');
    await server.db.execute(sql`update identity_checks set status = 'verified' where user_id = ${victim.id}`);
    const terms = await server.call(getWithdrawalTerms, { channelId: CHANNEL.BANK }, as());
    expect(terms.isCardOfOther).toBe(true);
    expect(await takeOut(BY_BANK)).toBe('BANK_HOLDER_DIFFERS');
  });
});
