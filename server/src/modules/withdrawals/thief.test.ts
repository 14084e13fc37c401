// A stolen session gets nothing from a verified user without a fund password, in production as in a sandbox: every
// withdrawal target needs factors that a thief lacks, and a thief with those waits while the owner is notified.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RequestOf } from '@halyard/contract/call';
import { saveBankCard } from '@halyard/contract/bank/calls';
import { listMessages } from '@halyard/contract/notifications/calls';
import { stepUp } from '@halyard/contract/security/stepUpCalls';
import { changePassword, revokeSessions, setFundPassword } from '@halyard/contract/security/calls';
import { logIn, resetPassword, sendMailCode } from '@halyard/contract/user/calls';
import {
  addWithdrawalAddress,
  getWithdrawalTerms,
  listWithdrawalAddresses,
  removeWithdrawalAddress,
  withdraw,
} from '@halyard/contract/withdrawals/calls';
import { decimal } from '@halyard/contract/money';
import { postEntries, readBalance } from '../../ledger/ledger.ts';
import {
  ADDRESS,
  CARD,
  CHANNEL,
  dropStepUp,
  FUND_PASSWORD,
  giveCard,
  giveFundPassword,
  proofOf,
  verify,
} from '../../testing/funding.ts';
import { accountOf, CURRENCY, deposit } from '../../testing/ledgerFixtures.ts';
import { testEnginesByNight } from '../../testing/testDatabase.ts';
import { codeIn, startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';

const HOLD_HOURS = 24;
const BY_CHAIN = { channelId: CHANNEL.USDT, amount: decimal('100'), address: ADDRESS.ERC20, chain: 'ERC20' } as const;
const BY_BANK = { channelId: CHANNEL.BANK, amount: decimal('100'), address: '--' } as const;

describe.each(await testEnginesByNight())('a stolen session on %s', (engine) => {
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
  const removeAddress = async (given: object) => {
    const [entry] = await server.call(listWithdrawalAddresses, {}, as());
    if (entry === undefined) throw new Error('there is no address');
    return codeOf(server.call(removeWithdrawalAddress, { id: entry.id, ...given }, as()));
  };
  /** Everything that a withdrawal needs exists and is older than its hold; the step-up is over. */
  const setUp = async () => {
    await giveFundPassword(server, victim.id);
    await giveCard(server, victim.id);
    await server.db.execute(sql`insert into withdrawal_addresses (user_id, channel_id, chain, address, created_at)
      values (${victim.id}, ${CHANNEL.USDT}, 'ERC20', ${ADDRESS.ERC20}, now() - interval '30 days')`);
    await server.db.execute(
      sql`update users set fund_password_at = now() - interval '30 days' where id = ${victim.id}`,
    );
    await server.db.execute(
      sql`update bank_cards set updated_at = now() - interval '30 days' where user_id = ${victim.id}`,
    );
    await dropStepUp(server, victim.id);
  };
  const mails = () => server.messages.filter(({ address }) => address === victim.address);

  it('alone sets, saves, adds and withdraws nothing, and its owner is notified', async () => {
    const guess = 'a loud harbour';
    await dropStepUp(server, victim.id);
    expect(await setFund()).toBe('PROOF_REQUIRED');
    expect(await setFund({ loginPassword: guess, code: '000000' })).toBe('PASSWORD_WRONG');
    expect(await bind({ holder: 'Mallory Thief' })).toBe('BANK_HOLDER_DIFFERS');
    expect(await bind()).toBe('PROOF_REQUIRED');
    expect(await bind({ loginPassword: guess, code: '000000' })).toBe('PASSWORD_WRONG');
    expect(await addAddress('000000')).toBe('CODE_WRONG');
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

  it('gets nothing from a complete account: not alone, not with the login password', async () => {
    await setUp();
    const proof = await proofOf(server, victim);
    const { loginPassword } = proof;
    const wrong = proof.code === '000000' ? '000001' : '000000';
    for (const given of [{}, { loginPassword }, { loginPassword, code: wrong }, { code: wrong }]) {
      const isGuess = 'loginPassword' in given && 'code' in given;
      const refusal = isGuess ? 'CODE_WRONG' : 'PROOF_REQUIRED';
      expect(await takeOut({ ...BY_CHAIN, ...given })).toBe(refusal);
      expect(await takeOut({ ...BY_BANK, ...given })).toBe(refusal);
      expect(await removeAddress(given)).toBe(refusal);
    }
    expect(await setFund({ oldPassword: FUND_PASSWORD })).toBe('PROOF_REQUIRED');
    const password = 'mine from now';
    expect(await codeOf(server.call(changePassword, { oldPassword: loginPassword, password }, as()))).toBe(
      'PROOF_REQUIRED',
    );
    expect(await codeOf(server.call(revokeSessions, { others: true }, as()))).toBe('PROOF_REQUIRED');
    expect(await codeOf(server.call(stepUp, { loginPassword }, as()))).toBe('CODE_REQUIRED');
    expect(await balance()).toEqual({ available: '1000', held: '0' });
    // The owner without step-up support gets through, once for each code.
    expect(await takeOut({ ...BY_CHAIN, ...proof })).toBe('done');
    expect(await takeOut({ ...BY_CHAIN, ...proof })).toBe('CODE_WRONG');
    expect(await balance()).toEqual({ available: '900', held: '100' });
  });

  it('that guesses the login password is reported to the owner, and soon waits', async () => {
    await setUp();
    const guess = { loginPassword: 'a loud harbour', code: '000000' };
    for (let tries = 0; tries < 5; tries += 1) expect(await takeOut({ ...BY_CHAIN, ...guess })).toBe('PASSWORD_WRONG');
    expect(await takeOut({ ...BY_CHAIN, ...guess })).toBe('RATE_LIMITED');
    await vi.waitFor(() => expect(mails().at(-1)?.subject).toBe('Halyard: Wrong login password'));
  });

  it('gets nothing with the mailbox alone: after a password reset withdrawals are held', async () => {
    await setUp();
    const { address } = victim;
    const password = 'mine from now';
    await server.call(sendMailCode, { address, purpose: 'forget' });
    const code = await vi.waitFor(() => codeIn(mails().findLast(({ body }) => /\d{6}/.test(body))));
    await server.call(resetPassword, { address, code, password, passwordRepeat: password });
    const token = await server.call(logIn, { kind: 'email', address, password });
    const thief = { ...victim, token, password };
    const takeAs = (given: object) =>
      codeOf(server.call(withdraw, { ...BY_CHAIN, fundPassword: FUND_PASSWORD, ...given }, { token }));
    expect(await takeAs({})).toBe('PROOF_REQUIRED');
    expect(await takeAs(await proofOf(server, thief))).toBe('WITHDRAWALS_BLOCKED');
    expect(await balance()).toEqual({ available: '1000', held: '0' });
    await vi.waitFor(() => expect(mails().some(({ subject }) => /password/i.test(subject))).toBe(true));
  });

  it('with the password and the mailbox waits a day for each withdrawal target, and its owner is notified', async () => {
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

    const titles = ['Fund password set', 'Withdrawal address added', 'Bank account added'];
    const { messages } = await server.call(listMessages, {}, as());
    expect(messages.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
    for (const { text } of messages) expect(text).toMatch(/(on hold until|withdraw to it from) \d{4}-[\d: -]+ UTC/);
    await vi.waitFor(() => {
      const alerts = mails().filter(({ subject }) => titles.includes(subject.replace('Halyard: ', '')));
      expect(alerts).toHaveLength(titles.length);
      for (const { body } of alerts) expect(body).toMatch(/\d{4}-[\d: -]+ UTC/);
    });
  });

  it('of the owner is held by new targets alone, until their day is over by the database’s clock', async () => {
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
    // Later changes do not affect a pending request.
    expect(await bind({ fundPassword: FUND_PASSWORD, ...(await proofOf(server, victim)) })).toBe('done');
    expect(await balance()).toEqual({ available: '900', held: '100' });
  });

  it('cannot withdraw to a card that was saved in another name before the owner was verified', async () => {
    await server.db.execute(sql`update identity_checks set status = 'pending' where user_id = ${victim.id}`);
    expect(await bind({ holder: 'Mallory Thief', ...(await proofOf(server, victim)) })).toBe('done');
    await server.db.execute(sql`update identity_checks set status = 'verified' where user_id = ${victim.id}`);
    const terms = await server.call(getWithdrawalTerms, { channelId: CHANNEL.BANK }, as());
    expect(terms.isCardOfOther).toBe(true);
    expect(await takeOut(BY_BANK)).toBe('BANK_HOLDER_DIFFERS');
  });
});
