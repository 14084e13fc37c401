/** A user's withdrawal addresses. Adding an entry needs the fund password and a code. */
import { sql } from 'drizzle-orm';
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { Chain } from '@halyard/contract/deposits/calls';
import type { AddressId, ChannelId, UserId } from '@halyard/contract/ids';
import {
  addWithdrawalAddress,
  removeWithdrawalAddress,
  type WithdrawalAddress,
} from '@halyard/contract/withdrawals/calls';
import { checkChainAddress, normalizeChainAddress } from '@halyard/contract/withdrawals/chainAddress';
import { ADDRESSES_MAX, LABEL_LENGTH_MAX } from '@halyard/contract/withdrawals/rules';
import { BusinessError, refusal, type UserCaller } from '../../calls/callHandler.ts';
import { noticeOf } from '../../calls/messages.ts';
import { allOf, whenGiven } from '../../calls/paging.ts';
import { plainLine } from '../../calls/plainText.ts';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import { checkAndRunOnce } from '../../db/runOnce.ts';
import { requireChannel, type ChannelRecord } from '../channels/channelRepository.ts';
import { requireFundPassword } from '../security/fundPassword.ts';
import { holdDetails } from '../security/holds.ts';
import { stepUpOrRequire } from '../security/stepUp.ts';
import { refuseClosed } from '../security/whitelist.ts';
import { alertUser } from '../user/userMail.ts';
import type { WithdrawalDeps } from './withdrawalTerms.ts';

/** The caller, and their language. */
type Asking = Pick<UserCaller, 'user' | 'language'>;
type AddRequest = RequestOf<typeof addWithdrawalAddress>;
/** `channel`: its name. */
type Entry = NewAddress & { readonly channel: string };

/** A user's entries for one coin, newest first. Throws `BusinessError`: CURRENCY_NOT_FOUND, NO_WITHDRAWAL_ADDRESS. */
export async function readAddresses(
  reader: Reader,
  userId: UserId,
  channelId: ChannelId,
): Promise<WithdrawalAddress[]> {
  await requireChannel(reader, channelId);
  const found = await selectAddresses(reader, userId, { channelId });
  if (found.length === 0) throw new BusinessError('NO_WITHDRAWAL_ADDRESS');
  return found;
}

/**
 * Adds an entry. Throws `BusinessError` with the codes that the call documents, checked in that order; only a stored
 * entry uses up a correct code.
 */
export async function addAddress(
  deps: WithdrawalDeps,
  { user, language }: Asking,
  { fundPassword, code, totp, ...request }: AddRequest,
): Promise<AnswerOf<typeof addWithdrawalAddress>> {
  const { db, clock } = deps;
  const once = { call: addWithdrawalAddress, userId: user.id, requestId: request.clientRequestId, request, clock };
  return checkAndRunOnce(db, once, {
    isCheckCounted: true,
    check: async () => {
      const entry = await readEntry(db, user.id, request);
      await refuseClosed(db, user.id, deps);
      await refuseUnfit(db, entry);
      const { spend } = await stepUpOrRequire(deps, user, { code, totp }, { isPasswordAsked: true });
      await requireFundPassword(deps, user, fundPassword);
      return { entry, spend };
    },
    run: async (tx, { entry, spend }) => {
      await write(tx, deps, { entry, sessionId: user.sessionId });
      await spend(tx);
      return noticeOf(language, 'ADDRESS_ADDED');
    },
  });
}

/** Removes an entry. Throws `BusinessError`: PROOF_REQUIRED, ADDRESS_NOT_FOUND when it is missing or another user's. */
export async function deleteAddress(
  deps: WithdrawalDeps,
  { user, language }: Asking,
  { loginPassword, code, totp, ...request }: RequestOf<typeof removeWithdrawalAddress>,
): Promise<AnswerOf<typeof removeWithdrawalAddress>> {
  const { db, clock } = deps;
  const userId = user.id;
  const once = { call: removeWithdrawalAddress, userId, requestId: request.clientRequestId, request, clock };
  return checkAndRunOnce(db, once, {
    isCheckCounted: true,
    check: () => stepUpOrRequire(deps, user, { loginPassword, code, totp }),
    run: async (tx, { spend }) => {
      // Locked before the entry, as in an addition.
      await lockUser(tx, userId);
      const at = new Date(clock.nowMs()).toISOString();
      const details = await removeAddress(tx, userId, request.id, at);
      if (details === undefined) throw new BusinessError('ADDRESS_NOT_FOUND');
      await spend(tx);
      await alertUser(tx, { userId, kind: 'address_removed', sessionId: user.sessionId, details, at });
      return noticeOf(language, 'ADDRESS_REMOVED');
    },
  });
}

type New = { readonly entry: Entry; readonly sessionId: number };

async function write(tx: Transaction, { clock, holdHours }: WithdrawalDeps, { entry, sessionId }: New): Promise<void> {
  const { userId, channel, chain } = entry;
  await lockUser(tx, userId);
  await refuseClosed(tx, userId, { holdHours });
  await refuseUnfit(tx, entry);
  if (!(await insertAddress(tx, entry))) throw new BusinessError('ADDRESS_EXISTS');
  const details = { channel, chain, ...(await holdDetails(tx, holdHours)) };
  const at = new Date(clock.nowMs()).toISOString();
  const event = { userId, kind: 'address_added', sessionId, details, at } as const;
  await alertUser(tx, event);
}

async function readEntry(reader: Reader, userId: UserId, request: AddRequest): Promise<Entry> {
  const channel = await requireChannel(reader, request.channelId);
  if (channel.isBank) throw new BusinessError('CURRENCY_NOT_FOUND');
  const chain = chainOf(channel, request.chain);
  const fault = checkChainAddress(chain, request.address, channel.name);
  if (fault !== undefined) throw refusal(fault);
  const label = plainLine(request.label ?? '');
  if (Array.from(label).length > LABEL_LENGTH_MAX) throw new BusinessError('LABEL_TOO_LONG', { max: LABEL_LENGTH_MAX });
  const address = normalizeChainAddress(chain, request.address);
  await refuseOwnDeposit(reader, userId, address);
  return { userId, channelId: channel.id, channel: channel.name, chain, address, label };
}

function chainOf({ chains }: ChannelRecord, asked: Chain | undefined): Chain {
  const [only, ...others] = chains;
  if (asked === undefined && only !== undefined && others.length === 0) return only.chain;
  if (asked === undefined) throw new BusinessError('CHAIN_REQUIRED');
  if (!chains.some(({ chain }) => chain === asked)) throw new BusinessError('CHAIN_NOT_FOUND');
  return asked;
}

async function refuseUnfit(reader: Reader, { userId, channelId, chain, address }: NewAddress): Promise<void> {
  const book = await selectAddresses(reader, userId);
  const exists = book.some(
    (known) => known.channelId === channelId && known.chain === chain && known.address === address,
  );
  if (exists) throw new BusinessError('ADDRESS_EXISTS');
  if (book.length >= ADDRESSES_MAX) throw new BusinessError('ADDRESSES_TOO_MANY', { max: ADDRESSES_MAX });
}

// The table of withdrawal addresses. A removed one stays as a row without use.

/** An entry to be stored. */
type NewAddress = {
  readonly userId: UserId;
  readonly channelId: ChannelId;
  readonly chain: Chain;
  /** In normal form. */
  readonly address: string;
  readonly label: string;
};

/** Filter of a user's entries. */
export type AddressFilter = {
  readonly channelId?: ChannelId | undefined;
  readonly id?: AddressId | undefined;
  readonly chain?: Chain | undefined;
};

type AddressRow = Omit<WithdrawalAddress, 'id' | 'channelId'> & { id: AddressId; channelId: ChannelId };

/** A user's entries, newest first. */
export async function selectAddresses(
  reader: Reader,
  userId: UserId,
  { channelId, id, chain }: AddressFilter = {},
): Promise<WithdrawalAddress[]> {
  const condition = allOf([
    sql`a.user_id = ${userId} and a.deleted_at is null`,
    ...whenGiven(channelId, (channel) => sql`a.channel_id = ${channel}`),
    ...whenGiven(id, (address) => sql`a.id = ${address}`),
    ...whenGiven(chain, (given) => sql`a.chain = ${given}`),
  ]);
  return rowsOf<AddressRow>(
    reader,
    sql`select a.id, a.channel_id as "channelId", c.name as channel, a.address, a.label, a.chain, ${isoText(sql`a.created_at`)} as at
      from withdrawal_addresses a join funding_channels c on c.id = a.channel_id
      where ${condition} order by a.id desc`,
  );
}

/** Throws `BusinessError('ADDRESS_OWN')` for one of the user's deposit addresses. */
export async function refuseOwnDeposit(reader: Reader, userId: UserId, address: string): Promise<void> {
  const rows = await rowsOf(
    reader,
    sql`select 1 from deposit_addresses where user_id = ${userId} and address = ${address} limit 1`,
  );
  if (rows.length > 0) throw new BusinessError('ADDRESS_OWN');
}

/** Stores an entry, new from then on by the database's clock; false when it exists already. */
async function insertAddress(
  tx: Transaction,
  { userId, channelId, chain, address, label }: NewAddress,
): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`insert into withdrawal_addresses (user_id, channel_id, chain, address, label)
      values (${userId}, ${channelId}, ${chain}, ${address}, ${label})
      on conflict do nothing returning id`,
  );
  return rows.length > 0;
}

/** Removes an entry of a user; resolves to its target, `undefined` when the user has none with this id. */
async function removeAddress(
  tx: Transaction,
  userId: UserId,
  id: AddressId,
  at: string,
): Promise<{ readonly channel: string; readonly chain: string } | undefined> {
  const [removed] = await rowsOf<{ channel: string; chain: string }>(
    tx,
    sql`update withdrawal_addresses a set deleted_at = ${at} from funding_channels c
      where a.id = ${id} and a.user_id = ${userId} and a.deleted_at is null and c.id = a.channel_id returning c.name as channel, a.chain`,
  );
  return removed;
}
