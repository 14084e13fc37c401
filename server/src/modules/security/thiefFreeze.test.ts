// In production, a thief with a token, the password too, or the mailbox gets nothing out; the owner is notified, and
// the link in that mail stops everything until an operator lifts it. With a second factor on, token, password and
// mailbox together give no step-up.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  askUnfreeze,
  freezeByKey,
  getAccountProtection,
  setAntiPhishingCode,
} from '@halyard/contract/security/freezeCalls';
import { removeBankCard, saveBankCard } from '@halyard/contract/bank/calls';
import { removeTotp, renewRecoveryCodes, requestFactorReset, startTotp } from '@halyard/contract/security/factorCalls';
import {
  askFundReset,
  changePassword,
  revokeSessions,
  sendOwnCode,
  setFundPassword,
} from '@halyard/contract/security/calls';
import { askNewPasskey } from '@halyard/contract/security/passkeyCalls';
import { getStepUp, stepUp } from '@halyard/contract/security/stepUpCalls';
import { cancelOrder, placeOrder } from '@halyard/contract/spot/mutationCalls';
import { getUser, logIn, resetPassword, sendMailCode } from '@halyard/contract/user/calls';
import {
  setWhitelist,
  addWithdrawalAddress,
  removeWithdrawalAddress,
  withdraw,
} from '@halyard/contract/withdrawals/calls';
import { decimal } from '@halyard/contract/money';
import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/database.ts';
import { postEntries, readBalance } from '../../ledger/ledger.ts';
import {
  ADDRESS,
  CARD,
  CHANNEL,
  dropStepUp,
  FUND_PASSWORD,
  giveAddress,
  giveCard,
  giveFundPassword,
  proofOf,
  verify,
  type Withdrawer,
} from '../../testing/funding.ts';
import { accountOf, CURRENCY, deposit } from '../../testing/ledgerFixtures.ts';
import { openOffice, type Office } from '../../testing/operatorTool.ts';
import { codeIn, type TestServer, type TestUser } from '../../testing/testServer.ts';
import {
  atOneStep,
  codeAt,
  enter,
  forgetSteps,
  openProtected,
  prove,
  type Protected,
} from '../../testing/twoStepLogin.ts';

const LINK = /https:\/\/halyard\.example\/h5\/#\/pages\/security\/freeze\?key=([\w-]{22})\b/;
const STOLEN = 'mine from now';
const HOME = { ip: '10.30.0.1', device: 'a7'.repeat(16) };
const ELSEWHERE = { ip: '10.31.0.1', device: 'f7'.repeat(16), userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0' };
const BTC_USDT = { baseId: CURRENCY.BTC, quoteId: CURRENCY.USDT } as const;
const BUY = { ...BTC_USDT, side: 'buy', quantity: decimal('0.001'), price: decimal('30000') } as const;
const SELL = { ...BTC_USDT, side: 'sell', quantity: decimal('0.001'), price: decimal('90000') } as const;

const as = (token: string) => ({ token });

let office: Office;
let server: TestServer;
let owner: Withdrawer;
beforeAll(async () => {
  office = await openOffice({ isSandbox: false, settings: { withdrawalHoldHours: 24, fundPasswordResetHours: 72 } });
  ({ server } = office);
  await server.feed.append('BTC/USDT', { price: '60000' });
});
afterAll(() => office.close());

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code,
  );
const mails = () => server.messages.filter(({ address }) => address === owner.address);
/** Text of the mail with this subject, once it arrived. */
const mailOf = (subject: string): Promise<string> =>
  vi.waitFor(() => {
    const found = mails().findLast((mail) => mail.subject === `Halyard: ${subject}`);
    return found?.body ?? Promise.reject(new Error(`no mail says ${subject}`));
  });
const keyIn = (body: string): string => LINK.exec(body)?.[1] ?? '';
/** The newest code in the mailbox after another one was requested. */
const codeAfter = async (ask: () => Promise<unknown>): Promise<string> => {
  const before = mails().length;
  await ask();
  return codeIn(
    mails()
      .slice(before)
      .findLast(({ body }) => /\b\d{6}\b/.test(body)),
  );
};
/** A step-up with a code of its own, even right after the last one was sent. */
const newProof = async (user: TestUser) => {
  await server.db.execute(sql`update codes set created_at = created_at - interval '1 hour'`);
  return proofOf(server, user);
};
const balances = async () =>
  Promise.all(
    [CURRENCY.USDT, CURRENCY.BTC].map(async (currency) => {
      const { available, held } = await readBalance(server.db, accountOf(owner.id, currency));
      return [available, held];
    }),
  );
const takeOut = (token: string, given: object = {}) =>
  codeOf(
    server.call(
      withdraw,
      {
        channelId: CHANNEL.USDT,
        amount: decimal('100'),
        addressId: owner.addressId,
        fundPassword: FUND_PASSWORD,
        ...given,
      },
      { token },
    ),
  );
/** A verified account with all that a withdrawal needs, older than any hold, without a step-up. */
async function fillAccount(user: TestUser): Promise<Withdrawer> {
  await verify(server, user.id);
  await giveFundPassword(server, user.id);
  await giveCard(server, user.id);
  const addressId = await giveAddress(server, user.id);
  await server.db.transaction(async (tx) => {
    const funds = [deposit(accountOf(user.id, CURRENCY.USDT), '1000'), deposit(accountOf(user.id, CURRENCY.BTC), '1')];
    await postEntries(tx, funds);
    const old = sql`now() - interval '30 days'`;
    await tx.execute(
      sql`update users set fund_password_at = ${old}, factors_changed_at = case when factors_changed_at is null then null
          else ${old} end where id = ${user.id}`,
    );
    await tx.execute(sql`update withdrawal_addresses set created_at = ${old} where user_id = ${user.id}`);
    await tx.execute(sql`update bank_cards set updated_at = ${old} where user_id = ${user.id}`);
  });
  await dropStepUp(server, user.id);
  return { ...user, addressId };
}
const UNTOUCHED = [
  ['1000', '0'],
  ['1', '0'],
];

/** All calls that pay out or take the account over, as a thief who also knows the fund password would try them. */
const ways = (token: string, oldPassword: string): readonly Promise<string | undefined>[] => {
  const his = { token };
  const [channelId, amount] = [CHANNEL.USDT, decimal('100')] as const;
  const entry = { channelId, chain: 'ERC20', address: ADDRESS.ERC20, fundPassword: FUND_PASSWORD } as const;
  return [
    takeOut(token),
    takeOut(token, { channelId: CHANNEL.BANK, addressId: undefined, address: '--', amount }),
    codeOf(server.call(addWithdrawalAddress, entry, his)),
    codeOf(server.call(removeWithdrawalAddress, { id: owner.addressId }, his)),
    codeOf(server.call(removeBankCard, { accountNumber: CARD.accountNumber }, his)),
    codeOf(server.call(saveBankCard, { ...CARD, bankName: 'Elsewhere', fundPassword: FUND_PASSWORD }, his)),
    codeOf(
      server.call(setFundPassword, { password: '135791', passwordRepeat: '135791', oldPassword: FUND_PASSWORD }, his),
    ),
    codeOf(server.call(askFundReset, { password: '135791', passwordRepeat: '135791' }, his)),
    codeOf(server.call(changePassword, { oldPassword, password: STOLEN }, his)),
    codeOf(server.call(revokeSessions, { others: true }, his)),
    codeOf(server.call(setWhitelist, { isOn: true }, his)),
    codeOf(server.call(setAntiPhishingCode, { code: 'Mallory 1' }, his)),
    codeOf(server.call(startTotp, {}, his)),
    codeOf(server.call(removeTotp, {}, his)),
    codeOf(server.call(renewRecoveryCodes, {}, his)),
    codeOf(server.call(askNewPasskey, {}, his)),
    codeOf(server.call(askUnfreeze, {}, his)),
  ];
};

/** Uses the link of a mail: ends sessions and stops what goes out until an operator lifts it. */
async function freezeAndLift(body: string, stolen: string, password: string): Promise<void> {
  const waiting = await server.call(placeOrder, BUY, { token: stolen });
  expect(keyIn(body)).not.toBe('');
  expect(await codeOf(server.call(freezeByKey, { key: keyIn(body) }, { ip: '10.32.0.1' }))).toBe('done');
  for (const token of [stolen, owner.token]) {
    expect(await codeOf(server.call(getUser, {}, { token }))).toBe('NOT_LOGGED_IN');
  }
  await mailOf('Account frozen');
  const login = { address: owner.address, password };
  const again = { ...owner, password, token: await server.call(logIn, login, HOME) };
  // Refused for the owner too, with everything correct, and for new targets.
  expect(await takeOut(again.token, await newProof(again))).toBe('ACCOUNT_FROZEN');
  const session = as(again.token);
  expect(await codeOf(server.call(placeOrder, BUY, session))).toBe('ACCOUNT_FROZEN');
  if (typeof waiting === 'string') throw new Error('there is no order');
  expect(await codeOf(server.call(cancelOrder, { id: waiting.id }, session))).toBe('done');
  expect(await codeOf(server.call(placeOrder, SELL, session))).toBe('done');

  expect(await codeOf(server.call(askUnfreeze, {}, session))).toBe('PROOF_REQUIRED');
  const { token } = await server.call(stepUp, await newProof(again), session);
  await server.call(askUnfreeze, {}, { token });
  expect(await server.call(getAccountProtection, {}, { token })).toMatchObject({ isFrozen: true });
  const [asked] = await rowsOf<{ id: number }>(
    server.db,
    sql`select id from unfreeze_requests where user_id = ${owner.id} and status = 'pending'`,
  );
  expect((await office.tool('unfreeze', 'approve', `${asked?.id}`)).exitCode).toBe(0);
  expect(await server.call(getAccountProtection, {}, { token })).toMatchObject({ isFrozen: false });
  await mailOf('Account unfrozen');
  expect(await codeOf(server.call(placeOrder, BUY, { token }))).toBe('done');
}

describe('without a second factor', () => {
  beforeEach(async () => {
    owner = await fillAccount(await server.registerUser(undefined, HOME));
  });

  it('with a token alone a thief gets nothing, and the mail about the first guess freezes the account', async () => {
    const { token } = owner;
    expect(new Set(await Promise.all(ways(token, 'a loud harbour')))).toEqual(
      new Set(['PROOF_REQUIRED', 'PASSWORD_WRONG']),
    );
    expect(await codeOf(server.call(stepUp, { loginPassword: 'a loud harbour', code: '000000' }, as(token)))).toBe(
      'PASSWORD_WRONG',
    );
    expect(await balances()).toEqual(UNTOUCHED);
    await freezeAndLift(await mailOf('Wrong login password'), token, owner.password);
  });

  it('with token and password a thief gets nothing, and the mail about the new device freezes the account', async () => {
    const { address, password } = owner;
    const token = await server.call(logIn, { address, password }, ELSEWHERE);
    expect(new Set(await Promise.all(ways(token, password)))).toEqual(new Set(['PROOF_REQUIRED']));
    // A code is sent to the owner's mailbox only.
    const code = await codeAfter(() => server.call(sendOwnCode, {}, as(token)));
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await codeOf(server.call(stepUp, { loginPassword: password, code: wrong }, as(token)))).toBe('CODE_WRONG');
    expect(await codeOf(server.call(stepUp, { loginPassword: password }, as(token)))).toBe('CODE_REQUIRED');
    expect(await balances()).toEqual(UNTOUCHED);
    await freezeAndLift(await mailOf('Login from a new device'), token, password);
  });

  it('with the mailbox alone a thief gets a session and no money: withdrawals stop, and its mail freezes the account', async () => {
    const { address } = owner;
    const code = await codeAfter(() => server.call(sendMailCode, { address, purpose: 'forget' }, ELSEWHERE));
    await server.call(resetPassword, { address, code, password: STOLEN, passwordRepeat: STOLEN }, ELSEWHERE);
    const token = await server.call(logIn, { address, password: STOLEN }, ELSEWHERE);
    const thief = { ...owner, token, password: STOLEN };
    expect(await takeOut(token)).toBe('PROOF_REQUIRED');
    expect(await takeOut(token, await newProof(thief))).toBe('WITHDRAWALS_BLOCKED');
    expect(await balances()).toEqual(UNTOUCHED);
    const mail = await mailOf('Login password changed');
    expect(mail).toMatch(/\d{4}-[\d: -]+ UTC/);
    await freezeAndLift(mail, token, STOLEN);
  });
});

describe('with a second factor', () => {
  let guarded: Protected;
  beforeEach(async () => {
    guarded = await openProtected(server);
    owner = await fillAccount(guarded);
  });

  it('with the mailbox alone a thief resets nothing', async () => {
    const { address, password } = owner;
    const code = await codeAfter(() => server.call(sendMailCode, { address, purpose: 'forget' }, ELSEWHERE));
    const reset = { address, code, password: STOLEN, passwordRepeat: STOLEN };
    expect(await codeOf(server.call(resetPassword, reset, ELSEWHERE))).toBe('SECOND_FACTOR_REQUIRED');
    expect(await codeOf(server.call(resetPassword, { ...reset, secondFactor: '000000' }, ELSEWHERE))).toBe(
      'SECOND_FACTOR_WRONG',
    );
    expect(await enter(server, { address, password: STOLEN })).toBe('LOGIN_FAILED');
    expect(await codeOf(server.call(getUser, {}, as(owner.token)))).toBe('done');
    expect(await enter(server, { address, password })).toBe('SECOND_FACTOR_REQUIRED');
    expect(await balances()).toEqual(UNTOUCHED);
    expect(keyIn(await mailOf('Authenticator app added'))).not.toBe('');
  });

  it('with token, password and mailbox a thief gets no step-up, and a factor reset waits for operator and days', async () => {
    const { address, password, token } = owner;
    const code = await codeAfter(() => server.call(sendOwnCode, {}, as(token)));
    const given = { loginPassword: password, code };
    expect(await codeOf(server.call(stepUp, given, as(token)))).toBe('CODE_REQUIRED');
    expect(await codeOf(server.call(stepUp, { ...given, totp: '000000' }, as(token)))).toBe('SECOND_FACTOR_WRONG');
    expect(await server.call(getStepUp, {}, as(token))).toMatchObject({ until: null });
    expect(await takeOut(token, given)).toBe('PROOF_REQUIRED');
    expect(new Set(await Promise.all(ways(token, password)))).toEqual(new Set(['PROOF_REQUIRED']));
    expect(await enter(server, { address, password })).toBe('SECOND_FACTOR_REQUIRED');
    await server.call(requestFactorReset, { address, password, code });
    expect(await enter(server, { address, password })).toBe('SECOND_FACTOR_REQUIRED');
    expect(await balances()).toEqual(UNTOUCHED);

    // The owner is notified, freezes the account, and the app still steps them up.
    expect(
      await codeOf(server.call(freezeByKey, { key: keyIn(await mailOf('Reset of two-step login requested')) })),
    ).toBe('done');
    expect(await codeOf(server.call(getUser, {}, as(token)))).toBe('NOT_LOGGED_IN');
    const again = await atOneStep(server, async (step) => {
      await forgetSteps(server, owner);
      return server.call(logIn, { address, password, secondFactor: codeAt(guarded.secret, step) });
    });
    await prove(server, owner);
    expect(await takeOut(again)).toBe('ACCOUNT_FROZEN');
  });
});
