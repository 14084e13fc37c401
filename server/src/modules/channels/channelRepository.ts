/** Deposit and withdrawal channels, with the terms that the operator sets. */
import { sql, type SQL } from 'drizzle-orm';
import type { Chain, ReviewStatus } from '@halyard/contract/deposits/calls';
import type { ChannelId, CurrencyId, UserId } from '@halyard/contract/ids';
import { decimal, type Decimal } from '@halyard/contract/money';
import { BusinessError } from '../../calls/callHandler.ts';
import { allOf, whenGiven } from '../../calls/paging.ts';
import { rowsOf, type Reader } from '../../db/database.ts';
import { paymentIdOf } from '../../operator/payment.ts';

/** A chain that a coin travels on. */
export type ChannelChain = {
  readonly chain: Chain;
  readonly confirmations: number;
  /** Address of a transaction in a block explorer, with `{id}` in place of its id; null without one. */
  readonly explorer: string | null;
};

/** A channel. Amounts are in units of the settlement currency. */
export type ChannelRecord = {
  readonly id: ChannelId;
  readonly name: string;
  readonly currencyId: CurrencyId;
  /** Name of the settlement currency: the coin itself, or USDT for the bank. */
  readonly settlement: string;
  readonly isBank: boolean;
  readonly places: number;
  readonly depositMin: Decimal;
  readonly withdrawalMin: Decimal;
  readonly feePercent: Decimal;
  readonly feeMin: Decimal;
  /** In display order; none for the bank. */
  readonly chains: readonly ChannelChain[];
};

type ChannelRow = {
  id: ChannelId;
  name: string;
  currencyId: CurrencyId;
  settlement: string;
  isBank: boolean;
  places: number;
  depositMin: string;
  withdrawalMin: string;
  feePercent: string;
  feeMin: string;
  chains: readonly ChannelChain[];
};

/** All channels, in display order. */
export async function listChannels(reader: Reader): Promise<ChannelRecord[]> {
  return select(reader, sql`true`);
}

/** One channel. Throws `BusinessError('CURRENCY_NOT_FOUND')`. */
export async function requireChannel(reader: Reader, id: ChannelId): Promise<ChannelRecord> {
  const [channel] = await select(reader, sql`c.id = ${id}`);
  if (channel === undefined) throw new BusinessError('CURRENCY_NOT_FOUND');
  return channel;
}

/** Filter of a user's deposits or withdrawals. */
type RequestFilter = {
  readonly channelId?: ChannelId | undefined;
  readonly status?: ReviewStatus | undefined;
  readonly id?: number | undefined;
  readonly clientRequestId?: string | undefined;
};

/** The condition of a user's deposits or withdrawals; `row` is the alias of their table. */
export function requestCondition(row: SQL, userId: UserId, filter: RequestFilter): SQL {
  return allOf([
    sql`${row}.user_id = ${userId}`,
    ...whenGiven(filter.channelId, (id) => sql`${row}.channel_id = ${id}`),
    ...whenGiven(filter.status, (status) => sql`${row}.status = ${status}`),
    ...whenGiven(filter.id, (id) => sql`${row}.id = ${id}`),
    ...whenGiven(filter.clientRequestId, (id) => sql`${row}.client_request_id = ${id}`),
  ]);
}

/** The explorer of a deposit's or withdrawal's chain; `row` is the alias of their table. */
export function selectExplorer(row: SQL): SQL {
  return sql`(select f.explorer from funding_chains f where f.channel_id = ${row}.channel_id and f.chain = ${row}.chain)`;
}

/**
 * The link to a transaction in a chain's explorer, as a field of a deposit or withdrawal; none without an explorer, or
 * with an id that is not of the chain's form. Explorers do not know the number of an output.
 */
export function explorerLink(
  { chain, explorer }: { readonly chain: Chain | null; readonly explorer: string | null },
  paymentId: string | null,
): { readonly explorerUrl?: string } {
  if (chain === null || explorer === null || paymentId === null) return {};
  const [transaction] = paymentIdOf(chain, paymentId)?.split(':') ?? [];
  return transaction === undefined ? {} : { explorerUrl: explorer.replace('{id}', transaction) };
}

/** A record as its user sees it. Transactions of a sandbox are in no explorer. */
export function markTest<R extends { readonly explorerUrl?: string | undefined }>(record: R, isTest: boolean): R {
  return { ...record, isTest, ...(isTest && { explorerUrl: undefined }) };
}

async function select(reader: Reader, condition: SQL): Promise<ChannelRecord[]> {
  const rows = await rowsOf<ChannelRow>(
    reader,
    sql`select c.id, c.name, c.currency_id as "currencyId", s.name as settlement, c.is_bank as "isBank", c.places,
        c.deposit_min as "depositMin", c.withdrawal_min as "withdrawalMin",
        c.withdrawal_fee_percent as "feePercent", c.withdrawal_fee_min as "feeMin",
        coalesce((
          select json_agg(json_build_object('chain', f.chain, 'confirmations', f.confirmations, 'explorer', f.explorer)
            order by f.sort, f.chain)
          from funding_chains f where f.channel_id = c.id
        ), '[]'::json) as chains
      from funding_channels c join currencies s on s.id = c.currency_id
      where ${condition} order by c.sort, c.id`,
  );
  return rows.map((row) => ({
    ...row,
    depositMin: decimal(row.depositMin),
    withdrawalMin: decimal(row.withdrawalMin),
    feePercent: decimal(row.feePercent),
    feeMin: decimal(row.feeMin),
  }));
}
