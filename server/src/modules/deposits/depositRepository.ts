/** The table of deposits. */
import { sql } from 'drizzle-orm';
import type { RequestOf } from '@halyard/contract/call';
import type { Chain, Deposit, listDeposits, ReviewStatus } from '@halyard/contract/deposits/calls';
import type { ChannelId, CurrencyId, DepositId, UserId } from '@halyard/contract/ids';
import { decimal, type Decimal } from '@halyard/contract/money';
import { uploadPathOf, type UploadExtension } from '@halyard/contract/uploads/rules';
import type { Page } from '../../calls/paging.ts';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import type { Row } from '../../db/rows.ts';
import { explorerLink, requestCondition, selectExplorer } from '../channels/channelRepository.ts';

/** A deposit as declared. */
export type NewDeposit = {
  readonly userId: UserId;
  readonly channelId: ChannelId;
  /** Null for a bank deposit, like the address. */
  readonly chain: Chain | null;
  readonly address: string | null;
  readonly amount: Decimal;
  readonly proofId: string;
  readonly payer: string | null;
  readonly sentPaymentId: string | null;
  readonly at: string;
  readonly clientRequestId: string | undefined;
};

/** A deposit under review. */
export type LockedDeposit = {
  readonly id: DepositId;
  readonly userId: UserId;
  readonly currencyId: CurrencyId;
  readonly currency: string;
  readonly amount: Decimal;
  readonly status: ReviewStatus;
};

type DepositRow = Row<
  'deposits',
  | 'id'
  | 'channel_id'
  | 'amount'
  | 'address'
  | 'proof_id'
  | 'payer'
  | 'reject_reason'
  | 'payment_id'
  | 'sent_payment_id'
  | 'created_at'
  | 'reviewed_at'
> & {
  readonly channel: string;
  readonly settlement: string;
  readonly chain: Chain | null;
  readonly explorer: string | null;
  readonly proof_extension: UploadExtension;
  readonly status: ReviewStatus;
};

const DEPOSITS = sql`select d.id, d.channel_id, c.name as channel, s.name as settlement, d.amount, d.chain, d.address,
    d.proof_id, p.extension as proof_extension, d.payer, d.status, d.reject_reason, d.payment_id, d.sent_payment_id,
    ${selectExplorer(sql`d`)} as explorer,
    ${isoText(sql`d.created_at`)} as created_at, ${isoText(sql`d.reviewed_at`)} as reviewed_at
  from deposits d join funding_channels c on c.id = d.channel_id join currencies s on s.id = c.currency_id
    join uploads p on p.id = d.proof_id`;

/**
 * Serializes declarations of one user until the transaction ends; resolves to the number of the user's deposits under
 * review.
 */
export async function lockPending(tx: Transaction, userId: UserId): Promise<number> {
  await lockUser(tx, userId);
  // A statement of its own, so that it sees what was committed while the lock was waited for.
  const [row] = await rowsOf<{ count: number }>(
    tx,
    sql`select count(*)::int as count from deposits where user_id = ${userId} and status = 'pending'`,
    'count_pending_deposits',
  );
  return row?.count ?? 0;
}

/** Stores a declared deposit; resolves to its id. */
export async function insertDeposit(tx: Transaction, deposit: NewDeposit): Promise<DepositId> {
  const { userId, channelId, chain, address, amount, proofId, payer, sentPaymentId, at } = deposit;
  const { clientRequestId = null } = deposit;
  const [row] = await rowsOf<{ id: number }>(
    tx,
    sql`insert into deposits (user_id, channel_id, chain, address, amount, proof_id, payer, sent_payment_id, created_at, client_request_id)
      values (${userId}, ${channelId}, ${chain}, ${address}, ${amount}, ${proofId}, ${payer}, ${sentPaymentId}, ${at}, ${clientRequestId})
      returning id`,
    'insert_deposit',
  );
  if (row === undefined) throw new Error('a deposit was not written');
  return row.id as DepositId;
}

/** A user's deposits, newest first, and their total number. */
export async function selectDeposits(
  reader: Reader,
  userId: UserId,
  filter: RequestOf<typeof listDeposits>,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
): Promise<{ rows: Deposit[]; total: number }> {
  const condition = requestCondition(sql`d`, userId, filter);
  const rows = await rowsOf<DepositRow>(
    reader,
    sql`${DEPOSITS} where ${condition} order by d.id desc limit ${limit} offset ${offset}`,
  );
  const [counted] = await rowsOf<{ total: number }>(
    reader,
    sql`select count(*)::int as total from deposits d where ${condition}`,
  );
  return { rows: rows.map(toDeposit), total: counted?.total ?? 0 };
}

/** The current state of one deposit of a user. Throws an `Error` when it does not exist. */
export async function readDeposit(reader: Reader, userId: UserId, id: DepositId): Promise<Deposit> {
  const [row] = await rowsOf<DepositRow>(
    reader,
    sql`${DEPOSITS} where d.user_id = ${userId} and d.id = ${id}`,
    'read_deposit',
  );
  if (row === undefined) throw new Error(`no deposit ${id}`);
  return toDeposit(row);
}

/** Locks a deposit until the transaction ends. */
export async function lockDeposit(tx: Transaction, id: number): Promise<LockedDeposit | undefined> {
  const [row] = await rowsOf<{
    id: DepositId;
    userId: UserId;
    currencyId: CurrencyId;
    currency: string;
    amount: string;
    status: ReviewStatus;
  }>(
    tx,
    sql`select d.id, d.user_id as "userId", c.currency_id as "currencyId", s.name as currency, d.amount, d.status
      from deposits d join funding_channels c on c.id = d.channel_id join currencies s on s.id = c.currency_id
      where d.id = ${id}::bigint for update of d`,
  );
  return row && { ...row, amount: decimal(row.amount) };
}

/** Stores the outcome of a review. The caller holds the lock. */
export async function closeDeposit(
  tx: Transaction,
  id: DepositId,
  outcome: {
    readonly status: 'passed' | 'rejected';
    readonly reason: string | null;
    readonly payment?: string | undefined;
    readonly at: string;
  },
): Promise<void> {
  await tx.execute(
    sql`update deposits set status = ${outcome.status}, reject_reason = ${outcome.reason}, reviewed_at = ${outcome.at},
        payment_id = ${outcome.payment ?? null}
      where id = ${id}`,
  );
}

function toDeposit(row: DepositRow): Deposit {
  return {
    id: row.id as DepositId,
    channelId: row.channel_id as ChannelId,
    channel: row.channel,
    settlement: row.settlement,
    amount: decimal(row.amount),
    chain: row.chain,
    address: row.address,
    proof: row.proof_id === null ? null : uploadPathOf({ id: row.proof_id, extension: row.proof_extension }),
    payer: row.payer,
    status: row.status,
    rejectReason: row.reject_reason,
    paymentId: row.payment_id,
    ...(row.sent_payment_id !== null && { sentPaymentId: row.sent_payment_id }),
    ...explorerLink(row, row.payment_id ?? row.sent_payment_id),
    createdAt: row.created_at,
    at: row.created_at,
    reviewedAt: row.reviewed_at,
  };
}
