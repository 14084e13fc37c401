/** The table of withdrawal addresses. A removed one stays as a row without use. */
import { sql, type SQL } from 'drizzle-orm';
import type { Chain } from '@halyard/contract/deposits/calls';
import type { AddressId, ChannelId, UserId } from '@halyard/contract/ids';
import type { WithdrawalAddress } from '@halyard/contract/withdrawals/calls';
import { BusinessError } from '../../calls/callHandler.ts';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';

/** An entry to be stored. */
export type NewAddress = {
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
  const conditions: SQL[] = [
    sql`a.user_id = ${userId} and a.deleted_at is null`,
    ...(channelId === undefined ? [] : [sql`a.channel_id = ${channelId}`]),
    ...(id === undefined ? [] : [sql`a.id = ${id}`]),
    ...(chain === undefined ? [] : [sql`a.chain = ${chain}`]),
  ];
  return rowsOf<AddressRow>(
    reader,
    sql`select a.id, a.channel_id as "channelId", c.name as channel, a.address, a.label, a.chain, ${isoText(sql`a.created_at`)} as at
      from withdrawal_addresses a join funding_channels c on c.id = a.channel_id
      where ${sql.join(conditions, sql` and `)} order by a.id desc`,
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
export async function insertAddress(
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
export async function removeAddress(
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
