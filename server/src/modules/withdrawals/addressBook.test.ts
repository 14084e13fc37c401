// The address book: accepted and refused entries, and that only a stored entry uses up the code.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RequestOf } from '@halyard/contract/call';
import { getDepositTerms } from '@halyard/contract/deposits/calls';
import { sendOwnCode } from '@halyard/contract/security/calls';
import {
  addWithdrawalAddress,
  getWithdrawalAddresses,
  listWithdrawalAddresses,
  removeWithdrawalAddress,
} from '@halyard/contract/withdrawals/calls';
import { ADDRESSES_MAX, LABEL_LENGTH_MAX } from '@halyard/contract/withdrawals/rules';
import { makeRequestId, REQUEST_BEGINS_WITHIN_MS } from '@halyard/contract/requestId';
import { MINUTE_MS } from '@halyard/contract/time';
import type { ExchangeEvent } from '../../events/events.ts';
import {
  ADDRESS,
  askWithdrawal,
  CHANNEL,
  dropStepUp,
  FUND_PASSWORD,
  openWithdrawer,
  type Withdrawer,
} from '../../testing/funding.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { codeIn, startTestServer, type TestServer } from '../../testing/testServer.ts';

const OTHER_TRON = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';

const clock = createTestClock();
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
const refused = (code: string) => expect.objectContaining({ code });
const book = () => server.call(listWithdrawalAddresses, {}, as());
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'added',
    (error: unknown) => (error as { code?: string }).code,
  );

async function newCode(): Promise<string> {
  clock.advance(MINUTE_MS);
  await server.call(sendOwnCode, {}, as());
  return codeIn(server.messages.findLast(({ address }) => address === user.address));
}

function add(fields: Partial<RequestOf<typeof addWithdrawalAddress>>): Promise<string> {
  const request = {
    channelId: CHANNEL.USDT,
    chain: 'ERC20',
    address: ADDRESS.ERC20,
    fundPassword: FUND_PASSWORD,
  } as const;
  return server.call(addWithdrawalAddress, { ...request, ...fields }, as());
}

describe('an address', () => {
  it('is added, and removed, once under its request id, even after the code is used up and the entry gone', async () => {
    const request = { code: await newCode(), clientRequestId: makeRequestId(clock.nowMs()) };
    expect(await add(request)).toBe('Address added.');
    expect(await add(request)).toBe('Address added.');
    const [entry] = await book();
    expect(await book()).toHaveLength(2);
    const removal = { id: entry?.id ?? (0 as never), clientRequestId: makeRequestId(clock.nowMs()) };
    const remove = () => server.call(removeWithdrawalAddress, removal, as());
    expect(await remove()).toBe('Address removed.');
    expect(await remove()).toBe('Address removed.');
    expect(await book()).toHaveLength(1);
  });

  it('is not added late: its code then stays valid', async () => {
    const code = await newCode();
    const clientRequestId = makeRequestId(clock.nowMs());
    clock.advance(REQUEST_BEGINS_WITHIN_MS + 1);
    expect(await codeOf(add({ code, clientRequestId }))).toBe('REQUEST_EXPIRED');
    expect(await codeOf(add({ code }))).toBe('added');
  });

  it('is added with the fund password and a code, in normal form, and can be withdrawn to', async () => {
    const published: ExchangeEvent[] = [];
    const code = await newCode();
    const stop = server.events.subscribe((event) => published.push(event));
    const address = ` ${ADDRESS.ERC20.toLowerCase()} `;
    expect(await add({ address, label: '  my \n cold  wallet ', code })).toBe('Address added.');
    const [entry, older] = await book();
    expect(entry).toMatchObject({
      channelId: CHANNEL.USDT,
      channel: 'USDT',
      chain: 'ERC20',
      address: ADDRESS.ERC20,
      label: 'my cold wallet',
    });
    expect(older?.id).toBe(user.addressId);
    const facts = expect.objectContaining({ subject: 'security', kind: 'address_added' });
    await vi.waitFor(() =>
      expect(published).toContainEqual(expect.objectContaining({ type: 'user-notified', userId: user.id, facts })),
    );
    stop();
    if (entry === undefined) throw new Error('no entry');
    const withdrawal = await askWithdrawal(server, { ...user, addressId: entry.id });
    expect(withdrawal).toMatchObject({ address: ADDRESS.ERC20, chain: 'ERC20' });
    const spelt = await askWithdrawal(server, user, { addressId: undefined, address: ADDRESS.ERC20.toLowerCase() });
    expect(spelt).toMatchObject({ address: ADDRESS.ERC20, chain: 'ERC20' });
  });

  it('is never the user’s own deposit address, nor one that loses the money', async () => {
    const ways = await server.call(getDepositTerms, {}, as());
    const own = ways.flatMap(({ chains }) => chains).find(({ chain }) => chain === 'TRC20')?.address ?? '';
    await expect(add({ chain: 'TRC20', address: own })).rejects.toEqual(refused('ADDRESS_OWN'));
    const contract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    await expect(add({ chain: 'TRC20', address: contract })).rejects.toEqual(refused('ADDRESS_UNUSABLE'));
    const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    await expect(add({ chain: 'OMNI', address: segwit })).rejects.toEqual(refused('ADDRESS_SEGWIT'));
  });

  it('of a coin with one chain needs no chain in the request', async () => {
    await add({ channelId: CHANNEL.BTC, chain: undefined, address: ADDRESS.OMNI, code: await newCode() });
    expect((await book())[0]).toMatchObject({ channel: 'BTC', chain: 'OMNI', address: ADDRESS.OMNI });
  });

  it('is listed for its coin alone; an empty list is an error, as legacy clients expect', async () => {
    expect(await server.call(getWithdrawalAddresses, { channelId: CHANNEL.USDT }, as())).toHaveLength(1);
    const none = server.call(getWithdrawalAddresses, { channelId: CHANNEL.ETH }, as());
    await expect(none).rejects.toEqual(refused('NO_WITHDRAWAL_ADDRESS'));
    const unknown = server.call(getWithdrawalAddresses, { channelId: CHANNEL.MISSING }, as());
    await expect(unknown).rejects.toEqual(refused('CURRENCY_NOT_FOUND'));
  });

  it('is refused for the first fault, in the documented order', async () => {
    const code = await newCode();
    await dropStepUp(server, user.id);
    const wrongCode = code === '000000' ? '000001' : '000000';
    const long = 'x'.repeat(LABEL_LENGTH_MAX + 1);
    const bad = { address: 'nonsense', label: long, fundPassword: '1', code: '' };
    expect(await codeOf(add({ ...bad, channelId: CHANNEL.MISSING }))).toBe('CURRENCY_NOT_FOUND');
    expect(await codeOf(add({ ...bad, channelId: CHANNEL.BANK }))).toBe('CURRENCY_NOT_FOUND');
    expect(await codeOf(add({ ...bad, chain: undefined }))).toBe('CHAIN_REQUIRED');
    expect(await codeOf(add({ ...bad, channelId: CHANNEL.ETH, chain: 'TRC20' }))).toBe('CHAIN_NOT_FOUND');
    expect(await codeOf(add({ ...bad, address: '  ' }))).toBe('ADDRESS_REQUIRED');
    expect(await codeOf(add(bad))).toBe('ADDRESS_INVALID');
    expect(await codeOf(add({ ...bad, address: ADDRESS.TRC20 }))).toBe('ADDRESS_OF_OTHER_CHAIN');
    const misspelt = ADDRESS.ERC20.replace('aAeb', 'aaeb');
    expect(await codeOf(add({ ...bad, address: misspelt }))).toBe('ADDRESS_CHECKSUM_WRONG');
    const known = { ...bad, chain: 'TRC20', address: ADDRESS.TRC20 } as const;
    expect(await codeOf(add(known))).toBe('LABEL_TOO_LONG');
    expect(await codeOf(add({ ...known, label: '' }))).toBe('ADDRESS_EXISTS');
    const good = { label: 'x'.repeat(LABEL_LENGTH_MAX), code };
    expect(await codeOf(add({ ...good, fundPassword: undefined }))).toBe('FUND_PASSWORD_REQUIRED');
    expect(await codeOf(add({ ...good, fundPassword: '12345' }))).toBe('FUND_PASSWORD_FORMAT');
    expect(await codeOf(add({ ...good, fundPassword: '000000' }))).toBe('FUND_PASSWORD_WRONG');
    // Without a step-up the fund password is not checked.
    expect(await codeOf(add({ ...good, fundPassword: '000000', code: '' }))).toBe('PROOF_REQUIRED');
    expect(await codeOf(add({ ...good, fundPassword: '000000', code: wrongCode }))).toBe('CODE_WRONG');
    expect(await book()).toHaveLength(1);
    expect(await codeOf(add(good))).toBe('added');
    expect(await codeOf(add({ ...good, chain: 'TRC20', address: OTHER_TRON }))).toBe('CODE_WRONG');
  });

  it('is added once by two parallel requests, and the code is used up once', async () => {
    const code = await newCode();
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => codeOf(add({ code }))));
    expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(1);
    // The later request finds the entry, or the code used up.
    const others = outcomes.filter((outcome) => outcome !== 'added');
    expect(others.every((outcome) => outcome === 'ADDRESS_EXISTS' || outcome === 'CODE_WRONG')).toBe(true);
    expect(await book()).toHaveLength(2);
  });

  it('is refused when the book is full', async () => {
    await server.db.execute(sql`
      insert into withdrawal_addresses (user_id, channel_id, chain, address)
      select ${user.id}, 1, 'OMNI', ${randomUUID()}::text || n from generate_series(2, ${ADDRESSES_MAX}::int) as n`);
    const code = await newCode();
    await expect(add({ code })).rejects.toEqual(refused('ADDRESSES_TOO_MANY'));
    await server.call(removeWithdrawalAddress, { id: user.addressId }, as());
    expect(await codeOf(add({ code }))).toBe('added');
  });

  it('cannot be withdrawn to after its removal, and may be added again', async () => {
    expect(await server.call(removeWithdrawalAddress, { id: user.addressId }, as())).toBe('Address removed.');
    expect(await book()).toEqual([]);
    await expect(askWithdrawal(server, user)).rejects.toEqual(refused('ADDRESS_NOT_FOUND'));
    const again = server.call(removeWithdrawalAddress, { id: user.addressId }, as());
    await expect(again).rejects.toEqual(refused('ADDRESS_NOT_FOUND'));
    expect(await codeOf(add({ chain: 'TRC20', address: ADDRESS.TRC20, code: await newCode() }))).toBe('added');
  });
});
