// The bank card: required fields, changes, removal, and the fund password that guards it.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CARD_PARTS } from '@halyard/contract/bank/rules';
import type { RequestOf } from '@halyard/contract/call';
import { getBankCard, removeBankCard, saveBankCard } from '@halyard/contract/bank/calls';
import { makeRequestId } from '@halyard/contract/requestId';
import type { ExchangeEvent } from '../../events/events.ts';
import { listMessages } from '@halyard/contract/notifications/calls';
import { decimal } from '@halyard/contract/money';
import { listWithdrawals } from '@halyard/contract/withdrawals/calls';
import {
  askWithdrawal,
  CARD,
  CHANNEL,
  dropStepUp,
  FUND_PASSWORD,
  giveCard,
  giveFundPassword,
  openWithdrawer,
  proofOf,
  verify,
} from '../../testing/funding.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await server.registerUser();
});

const as = () => ({ token: user.token });
const read = () => server.call(getBankCard, { language: 'en' }, as());
type Fields = Partial<RequestOf<typeof saveBankCard>>;
/** A thief with only the session. */
const saveAlone = (fields: Fields = {}) => server.call(saveBankCard, { ...CARD, ...fields }, as());
const save = async (fields: Fields = {}) => saveAlone({ ...(await proofOf(server, user)), ...fields });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'saved',
    (error: unknown) => (error as { code?: string }).code,
  );

const NOTHING_BOUND = { ...Object.fromEntries(CARD_PARTS.map((part) => [part, ''])), banks: [] };

describe('a bank card', () => {
  it('is empty before one is saved', async () => {
    expect(await read()).toEqual(NOTHING_BOUND);
  });

  it('is saved by a client without fields for SWIFT, the payee and the postal code, which older clients lack, and by no other', async () => {
    const { swift: _, payeeAddress: __, postalCode: ___, ...older } = CARD;
    const proof = await proofOf(server, user);
    const saveOlder = (fields: Fields) => server.call(saveBankCard, { ...proof, ...older, ...fields }, as());
    expect(await codeOf(saveOlder({ clientRequestId: makeRequestId(Date.now()) }))).toBe('SWIFT_INVALID');
    expect(await codeOf(saveOlder({ postalCode: '' }))).toBe('POSTAL_CODE_REQUIRED');
    expect(await saveOlder({ bankCode: 'deut de ff' })).toBe('Bank account saved.');
    expect(await read()).toMatchObject({ ...older, swift: 'DEUTDEFF', postalCode: '' });
  });

  it('is saved, published to its owner alone, and changed', async () => {
    const published: ExchangeEvent[] = [];
    const stop = server.events.subscribe((event) => published.push(event));
    expect(await save({ swift: ' deut de ff ', iban: 'de89 3704 0044 0532 0130 00' })).toBe('Bank account saved.');
    expect(await read()).toEqual({ ...CARD, banks: [] });
    const facts = expect.objectContaining({ subject: 'security', kind: 'bank_card_bound' });
    await vi.waitFor(() =>
      expect(published).toContainEqual(expect.objectContaining({ type: 'user-notified', userId: user.id, facts })),
    );
    stop();
    const stranger = await server.registerUser();
    expect(await server.call(getBankCard, {}, { token: stranger.token })).toEqual(NOTHING_BOUND);
    await save({ bankName: 'Harbour\n Bank', iban: '', branch: 'Altona' });
    expect(await read()).toEqual({ ...CARD, bankName: 'Harbour Bank', iban: '', branch: 'Altona', banks: [] });
  });

  it('is saved once under its request id, even after a change of the fund password', async () => {
    const clientRequestId = makeRequestId(Date.now());
    expect(await save({ clientRequestId })).toBe('Bank account saved.');
    await giveFundPassword(server, user.id);
    await save({ bankName: 'Harbour Bank', fundPassword: FUND_PASSWORD });
    expect(await saveAlone({ clientRequestId })).toBe('Bank account saved.');
    expect(await read()).toMatchObject({ bankName: 'Harbour Bank' });
    expect(await codeOf(saveAlone({ clientRequestId, branch: 'Altona' }))).toBe('REQUEST_ID_REUSED');
  });

  it('is saved by an older legacy client, which names the bank’s address otherwise', async () => {
    await save({ bankAddress: undefined, olderBankAddress: '2 Quay', bankId: '3', bankCode: '77', language: 'en' });
    expect(await read()).toMatchObject({ bankAddress: '2 Quay' });
  });

  it.each([
    [{ holder: ' ' }, 'BANK_HOLDER_REQUIRED'],
    [{ bankName: '' }, 'BANK_NAME_REQUIRED'],
    [{ accountNumber: undefined }, 'BANK_ACCOUNT_REQUIRED'],
    [{ bankAddress: '' }, 'BANK_ADDRESS_REQUIRED'],
    [{ payeeAddress: '' }, 'PAYEE_ADDRESS_REQUIRED'],
    [{ postalCode: '' }, 'POSTAL_CODE_REQUIRED'],
    [{ swift: '' }, 'SWIFT_INVALID'],
    [{ swift: 'DEUTDE' }, 'SWIFT_INVALID'],
    [{ iban: 'DE89370400440532013001' }, 'IBAN_CHECKSUM_WRONG'],
    [{ iban: 'DE8937040044053201300' }, 'IBAN_LENGTH_WRONG'],
    [{ iban: 'XX89370400440532013000' }, 'IBAN_COUNTRY_UNKNOWN'],
  ] as const)('with %o is refused: %s', async (fields, code) => {
    expect(await codeOf(saveAlone(fields))).toBe(code);
    expect(await read()).toEqual(NOTHING_BOUND);
  });

  it('needs the login password and the own code, each time', async () => {
    const { loginPassword, code } = await proofOf(server, user);
    await dropStepUp(server, user.id);
    expect(await codeOf(saveAlone({ code }))).toBe('PROOF_REQUIRED');
    expect(await codeOf(saveAlone({ code, loginPassword: 'a loud harbour' }))).toBe('PASSWORD_WRONG');
    expect(await codeOf(saveAlone({ loginPassword }))).toBe('PROOF_REQUIRED');
    expect(await codeOf(saveAlone({ loginPassword, code: code === '000000' ? '1' : '000000' }))).toBe('CODE_WRONG');
    expect(await read()).toEqual(NOTHING_BOUND);
    expect(await codeOf(saveAlone({ loginPassword, code }))).toBe('saved');
    expect(await codeOf(saveAlone({ loginPassword, code, branch: 'Altona' }))).toBe('CODE_WRONG');
    expect(await codeOf(save({ branch: 'Altona' }))).toBe('saved');
  });

  it('must be in the verified name, in any spelling of the bank', async () => {
    await verify(server, user.id);
    expect(await codeOf(saveAlone({ holder: 'Mallory Trader' }))).toBe('BANK_HOLDER_DIFFERS');
    expect(await read()).toEqual(NOTHING_BOUND);
    expect(await codeOf(save({ holder: 'TRADER, ANN' }))).toBe('saved');
  });

  it('needs the fund password once there is one', async () => {
    await save();
    await giveFundPassword(server, user.id);
    const accountNumber = '99990000';
    expect(await codeOf(saveAlone({ accountNumber }))).toBe('FUND_PASSWORD_REQUIRED');
    expect(await codeOf(saveAlone({ accountNumber, fundPassword: '000000' }))).toBe('FUND_PASSWORD_WRONG');
    expect(await read()).toMatchObject({ accountNumber: CARD.accountNumber });
    expect(await codeOf(save({ accountNumber, fundPassword: FUND_PASSWORD }))).toBe('saved');
    expect(await read()).toMatchObject({ accountNumber });
  });
});

describe('the removal of a bank card', () => {
  type Removal = Partial<RequestOf<typeof removeBankCard>>;
  const remove = (fields: Removal = {}, token = user.token) =>
    server.call(removeBankCard, { accountNumber: CARD.accountNumber, ...fields }, { token });
  const removals = async () => {
    const { messages } = await server.call(listMessages, {}, as());
    return messages.filter(({ title }) => title === 'Bank account removed').length;
  };

  it('is done once under its request id, notified, and makes room for another card', async () => {
    await giveCard(server, user.id);
    const clientRequestId = makeRequestId(Date.now());
    expect(await remove({ clientRequestId })).toBe('Bank account removed.');
    expect(await read()).toEqual(NOTHING_BOUND);
    await dropStepUp(server, user.id);
    expect(await save({ bankName: 'Harbour Bank' })).toBe('Bank account saved.');
    await dropStepUp(server, user.id);
    expect(await remove({ clientRequestId })).toBe('Bank account removed.');
    expect(await read()).toMatchObject({ bankName: 'Harbour Bank' });
    expect(await removals()).toBe(1);
  });

  it('leaves a pending withdrawal with the card of its request', async () => {
    const withdrawer = await openWithdrawer(server);
    user = withdrawer;
    await giveCard(server, user.id);
    const target = { channelId: CHANNEL.BANK, address: '--', addressId: undefined, amount: decimal('200') };
    const withdrawal = await askWithdrawal(server, withdrawer, target);
    await remove();
    const listed = async () => (await server.call(listWithdrawals, { id: withdrawal.id }, as())).rows;
    expect(await listed()).toEqual([withdrawal]);
    expect(withdrawal).toMatchObject({ status: 'pending', accountNumber: '****7890' });
    await expect(askWithdrawal(server, withdrawer, target)).rejects.toMatchObject({ code: 'BANK_CARD_REQUIRED' });
    await save({ accountNumber: '99990000', fundPassword: FUND_PASSWORD });
    expect(await listed()).toEqual([withdrawal]);
  });

  it('needs a step-up, and leaves the card of another user and a card with another number', async () => {
    await giveCard(server, user.id);
    const stranger = await server.registerUser();
    expect(await codeOf(remove({}, stranger.token))).toBe('BANK_CARD_NOT_FOUND');
    expect(await codeOf(remove({ accountNumber: '99990000' }))).toBe('BANK_CARD_NOT_FOUND');
    await dropStepUp(server, user.id);
    expect(await codeOf(remove())).toBe('PROOF_REQUIRED');
    expect(await read()).toMatchObject({ accountNumber: CARD.accountNumber });
    expect(await removals()).toBe(0);
  });
});
