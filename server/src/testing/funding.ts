/** Users who deposit and withdraw, with every condition of a withdrawal met. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { RequestOf } from '@halyard/contract/call';
import { BANK_CHANNEL, declareDeposit, type Deposit } from '@halyard/contract/deposits/calls';
import type { AddressId, ChannelId, UserId } from '@halyard/contract/ids';
import { sendOwnCode } from '@halyard/contract/security/calls';
import { withdraw, type Withdrawal } from '@halyard/contract/withdrawals/calls';
import { decimal } from '@halyard/contract/money';
import type { SessionUser } from '../calls/callHandler.ts';
import { rowsOf } from '../db/database.ts';
import { replaceHash } from '../modules/security/fundPassword.ts';
import { hashPassword } from '../modules/user/passwords.ts';
import { saveCard, type CardSnapshot } from '../modules/bank/bankRepository.ts';
import { CURRENCY } from './ledgerFixtures.ts';
import { codeIn, type TestServer, type TestUser } from './testServer.ts';

/** Channels of the catalogue. */
export const CHANNEL = {
  BTC: 1 as ChannelId,
  ETH: 2 as ChannelId,
  USDT: 3 as ChannelId,
  BANK: BANK_CHANNEL as ChannelId,
  MISSING: 77 as ChannelId,
} as const;

/** Valid addresses, in normal form: of an arbitrary hash, of Bitcoin's first block, and from EIP-55. */
export const ADDRESS = {
  TRC20: 'TNMzMpsqesGZAC9VscgcZbmLjtgtgkFqD5',
  OMNI: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  ERC20: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
} as const;

export const FUND_PASSWORD = '246802';

/** A card with the example of the IBAN registry. */
export const CARD: CardSnapshot = {
  holder: 'Ann Trader',
  bankName: 'Deutsche Bank',
  accountNumber: '6222 0212 3456 7890',
  branch: '',
  bankAddress: 'Taunusanlage 12, Frankfurt',
  swift: 'DEUTDEFF',
  iban: 'DE89370400440532013000',
  payeeAddress: '1 Harbour Road, Hamburg',
  postalCode: '20457',
};

/** A user who may withdraw, with one address for USDT. */
export type Withdrawer = TestUser & { readonly addressId: AddressId };

/** A verified user with a fund password, an address on TRC20 and test funds; `usdt` defaults to 1,000. */
export async function openWithdrawer(
  server: TestServer,
  { usdt = '1000' }: { readonly usdt?: string } = {},
): Promise<Withdrawer> {
  const user = await server.registerUser();
  await verify(server, user.id);
  await giveFundPassword(server, user.id);
  const addressId = await giveAddress(server, user.id);
  await server.fund(user, CURRENCY.USDT, usdt);
  return { ...user, addressId };
}

/** Gives a user {@link FUND_PASSWORD}. */
export async function giveFundPassword({ db }: Pick<TestServer, 'db'>, userId: UserId): Promise<void> {
  const after = await hashPassword(FUND_PASSWORD);
  await db.transaction((tx) => replaceHash(tx, userId, { before: null, after }));
}

/** Factors for a step-up of a user: the login password, and a code that is sent to the user. */
export async function proofOf(
  server: Pick<TestServer, 'call' | 'messages'>,
  { token, address, password }: TestUser,
): Promise<{ readonly loginPassword: string; readonly code: string }> {
  await server.call(sendOwnCode, {}, { token });
  const isCode = (message: { readonly address: string; readonly body: string }) =>
    message.address === address && /\d{6}/.test(message.body);
  return { loginPassword: password, code: codeIn(server.messages.findLast(isCode)) };
}

/** Ends a user's step-ups: a token is then no more than a token. */
export async function dropStepUp({ db }: Pick<TestServer, 'db'>, userId: UserId): Promise<void> {
  await db.execute(sql`update sessions set proved_at = null, proved_by = null where user_id = ${userId}`);
}

/** The first session of a user who is logged in, as handlers know it. */
export async function sessionOf({ db }: Pick<TestServer, 'db'>, userId: UserId): Promise<SessionUser> {
  const [row] = await rowsOf<{ id: number }>(
    db,
    sql`select id from sessions where user_id = ${userId} order by id limit 1`,
  );
  if (row === undefined) throw new Error('the user has no session');
  return { id: userId, sessionId: row.id };
}

/** Verifies the real name of a user. */
export async function verify(server: Pick<TestServer, 'db'>, userId: UserId): Promise<void> {
  await server.db.execute(sql`
    insert into identity_checks (user_id, level, status, country, full_name, id_number, address)
    values (${userId}, 'basic', 'verified', 'DE', 'Ann Trader', ${randomUUID()}, '1 Harbour Road')`);
}

/** Stores an address on TRC20 for USDT in a user's book. */
export async function giveAddress(server: Pick<TestServer, 'db'>, userId: UserId): Promise<AddressId> {
  const [row] = await rowsOf<{ id: AddressId }>(
    server.db,
    sql`insert into withdrawal_addresses (user_id, channel_id, chain, address)
      values (${userId}, ${CHANNEL.USDT}, 'TRC20', ${ADDRESS.TRC20}) returning id`,
  );
  if (row === undefined) throw new Error('no address was written');
  return row.id;
}

/** Saves {@link CARD}. */
export function giveCard({ db }: Pick<TestServer, 'db'>, userId: UserId): Promise<void> {
  return saveCard(db, userId, CARD);
}

/** Requests a valid withdrawal of 100 USDT, but for `changes`; resolves to it. */
export async function askWithdrawal(
  server: Pick<TestServer, 'call'>,
  { token, addressId }: Pick<Withdrawer, 'token' | 'addressId'>,
  fields: Partial<RequestOf<typeof withdraw>> = {},
): Promise<Withdrawal> {
  const request = {
    channelId: CHANNEL.USDT,
    amount: decimal('100'),
    addressId,
    fundPassword: FUND_PASSWORD,
    clientRequestId: randomUUID(),
    ...fields,
  };
  const answer = await server.call(withdraw, request, { token });
  if (typeof answer === 'string') throw new Error(`a text and no withdrawal: ${answer}`);
  return answer;
}

/** Declares a deposit of 1,000 USDT by TRC20, but for `changes`; resolves to it. */
export async function askDeposit(
  server: Pick<TestServer, 'call'>,
  { token }: Pick<TestUser, 'token'>,
  fields: Partial<RequestOf<typeof declareDeposit>> & { readonly proof: string },
): Promise<Deposit> {
  const request = {
    channelId: CHANNEL.USDT,
    amount: decimal('1000'),
    chain: 'TRC20',
    clientRequestId: randomUUID(),
    ...fields,
  } as const;
  const answer = await server.call(declareDeposit, request, { token });
  if (typeof answer === 'string') throw new Error(`a text and no deposit: ${answer}`);
  return answer;
}
