/** The table of withdrawals, and the state of a user that conditions a withdrawal. */
import { sql } from 'drizzle-orm';
import { maskAccountNumber } from '@halyard/contract/bank/rules';
import type { RequestOf } from '@halyard/contract/call';
import type { Chain, ReviewStatus } from '@halyard/contract/deposits/calls';
import type { ChannelId, CurrencyId, UserId, WithdrawalId } from '@halyard/contract/ids';
import type { listWithdrawals, Withdrawal } from '@halyard/contract/withdrawals/calls';
import { decimal, subtract, type Decimal } from '@halyard/contract/money';
import type { Page } from '../../calls/paging.ts';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { requestsOfDay } from '../../limits/limitVersions.ts';
import type { CardSnapshot } from '../bank/bankRepository.ts';
import { explorerLink, requestCondition, selectExplorer } from '../channels/channelRepository.ts';
import type { WithdrawalMoney } from './ledgerEntries.ts';
import type { Row } from '../../db/rows.ts';

/** An accepted request. */
export type NewWithdrawal = {
  readonly userId: UserId;
  /** Id of the requester's session. */
  readonly sessionId: number;
  readonly channelId: ChannelId;
  /** Null for a bank withdrawal, like the address. */
  readonly chain: Chain | null;
  readonly address: string | null;
  /** Null for a chain. */
  readonly bankCard: CardSnapshot | null;
  readonly amount: Decimal;
  readonly fee: Decimal;
  readonly remark: string;
  readonly at: string;
  readonly deadlineAt: string;
  readonly clientRequestId: string | undefined;
};

/** A withdrawal under review. */
export type LockedWithdrawal = WithdrawalMoney & {
  readonly status: ReviewStatus;
  readonly currency: string;
  /** Whether an operator is paying it out: it cannot be cancelled any more. */
  readonly isPaying: boolean;
};

/** State of a user. */
export type UserGates = {
  readonly hasFundPassword: boolean;
  /** Withdrawals of this UTC day, with any outcome. */
  readonly requestsToday: number;
};

type WithdrawalRow = Row<
  'withdrawals',
  | 'id'
  | 'channel_id'
  | 'amount'
  | 'fee'
  | 'address'
  | 'remark'
  | 'reject_reason'
  | 'payment_id'
  | 'created_at'
  | 'deadline_at'
  | 'closed_at'
> & {
  readonly channel: string;
  readonly settlement: string;
  readonly chain: Chain | null;
  readonly bank_name: string | null;
  readonly account_number: string | null;
  readonly explorer: string | null;
  readonly status: ReviewStatus;
};

/** State of a user at an instant. Hold the lock of `lockUser` to rely on it. */
export async function readGates(reader: Reader, userId: UserId, nowMs: number): Promise<UserGates> {
  const [row] = await rowsOf<UserGates>(
    reader,
    sql`select u.fund_password_hash is not null as "hasFundPassword",
        ${requestsOfDay(sql`u.id`, nowMs)} as "requestsToday"
      from users u where u.id = ${userId}`,
  );
  if (row === undefined) throw new Error(`no user ${userId}`);
  return row;
}

/** Stores a request, with the times of the changes that hold it; resolves to its id. */
export async function insertWithdrawal(tx: Transaction, withdrawal: NewWithdrawal): Promise<WithdrawalId> {
  const { userId, sessionId, channelId, chain, address, bankCard, amount, fee, remark, at, deadlineAt } = withdrawal;
  const card = bankCard === null ? null : JSON.stringify(bankCard);
  const [row] = await rowsOf<{ id: number }>(
    tx,
    sql`insert into withdrawals (
        user_id, channel_id, chain, address, bank_card, amount, fee, remark, created_at, deadline_at, client_request_id,
        session_at, session_user_agent, session_ip, target_at, fund_password_at, password_at, factors_at
      ) values (
        ${userId}, ${channelId}, ${chain}, ${address}, ${card}::jsonb, ${amount}, ${fee}, ${remark}, ${at}, ${deadlineAt},
        ${withdrawal.clientRequestId ?? null}, (select created_at from sessions where id = ${sessionId}),
        (select user_agent from sessions where id = ${sessionId}), (select ip from sessions where id = ${sessionId}),
        coalesce(
          (select created_at from withdrawal_addresses where user_id = ${userId} and channel_id = ${channelId}
            and chain = ${chain} and address = ${address} and deleted_at is null),
          (select updated_at from bank_cards where user_id = ${userId} and ${bankCard !== null}::boolean)
        ), (select fund_password_at from users where id = ${userId}),
        (select coalesce(password_changed_at, created_at) from users where id = ${userId}),
        (select factors_changed_at from users where id = ${userId})
      ) returning id`,
  );
  if (row === undefined) throw new Error('a withdrawal was not written');
  return row.id as WithdrawalId;
}

/** A user's withdrawals, newest first, and their total number. */
export async function selectWithdrawals(
  reader: Reader,
  userId: UserId,
  filter: RequestOf<typeof listWithdrawals>,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
): Promise<{ rows: Withdrawal[]; total: number }> {
  const condition = requestCondition(sql`w`, userId, filter);
  const rows = await rowsOf<WithdrawalRow>(
    reader,
    sql`select w.id, w.channel_id, c.name as channel, s.name as settlement, w.amount, w.fee, w.address, w.chain,
        w.bank_card ->> 'bankName' as bank_name, w.bank_card ->> 'accountNumber' as account_number, w.remark, w.status, w.reject_reason, w.payment_id,
        ${selectExplorer(sql`w`)} as explorer,
        ${isoText(sql`w.created_at`)} as created_at, ${isoText(sql`w.deadline_at`)} as deadline_at, ${isoText(sql`w.closed_at`)} as closed_at
      from withdrawals w join funding_channels c on c.id = w.channel_id join currencies s on s.id = c.currency_id
      where ${condition} order by w.id desc limit ${limit} offset ${offset}`,
  );
  const [counted] = await rowsOf<{ total: number }>(
    reader,
    sql`select count(*)::int as total from withdrawals w where ${condition}`,
  );
  return { rows: rows.map(toWithdrawal), total: counted?.total ?? 0 };
}

/** The current state of one withdrawal of a user. Throws an `Error` when it does not exist. */
export async function readWithdrawal(reader: Reader, userId: UserId, id: WithdrawalId): Promise<Withdrawal> {
  const [withdrawal] = (await selectWithdrawals(reader, userId, { id }, { limit: 1, offset: 0 })).rows;
  if (withdrawal === undefined) throw new Error(`no withdrawal ${id}`);
  return withdrawal;
}

/** Locks a withdrawal until the transaction ends; with a user, only one of that user. */
export async function lockWithdrawal(
  tx: Transaction,
  { id, userId }: { readonly id: number; readonly userId?: UserId },
): Promise<LockedWithdrawal | undefined> {
  const [row] = await rowsOf<{
    id: WithdrawalId;
    userId: UserId;
    currencyId: CurrencyId;
    currency: string;
    amount: string;
    fee: string;
    status: ReviewStatus;
    isPaying: boolean;
  }>(
    tx,
    sql`select w.id, w.user_id as "userId", c.currency_id as "currencyId", s.name as currency, w.amount, w.fee, w.status,
        w.paying_at is not null as "isPaying"
      from withdrawals w join funding_channels c on c.id = w.channel_id join currencies s on s.id = c.currency_id
      where w.id = ${id}::bigint and ${userId === undefined ? sql`true` : sql`w.user_id = ${userId}`} for update of w`,
  );
  return row && { ...row, amount: decimal(row.amount), fee: decimal(row.fee) };
}

/** Stores that an operator pays a withdrawal out. The caller holds the lock. */
export async function notePaying(
  tx: Transaction,
  id: WithdrawalId,
  { at, by }: { readonly at: string; readonly by: string },
): Promise<void> {
  await tx.execute(sql`update withdrawals set paying_at = ${at}, paying_by = ${by} where id = ${id}`);
}

/** Stores the outcome of a withdrawal. The caller holds the lock. */
export async function closeWithdrawal(
  tx: Transaction,
  id: WithdrawalId,
  outcome: {
    readonly status: 'passed' | 'rejected' | 'cancelled';
    readonly reason: string | null;
    readonly payment?: string | undefined;
    readonly at: string;
  },
): Promise<void> {
  await tx.execute(
    sql`update withdrawals set status = ${outcome.status}, reject_reason = ${outcome.reason}, closed_at = ${outcome.at},
        payment_id = ${outcome.payment ?? null}
      where id = ${id}`,
  );
}

function toWithdrawal(row: WithdrawalRow): Withdrawal {
  const [amount, fee] = [decimal(row.amount), decimal(row.fee)];
  return {
    id: row.id as WithdrawalId,
    channelId: row.channel_id as ChannelId,
    channel: row.channel,
    legacyName: row.channel,
    settlement: row.settlement,
    amount,
    fee,
    receipt: subtract(amount, fee),
    address: row.address,
    chain: row.chain,
    status: row.status,
    createdAt: row.created_at,
    bankName: row.bank_name,
    accountNumber: row.account_number === null ? null : maskAccountNumber(row.account_number),
    remark: row.remark,
    rejectReason: row.reject_reason,
    paymentId: row.payment_id,
    ...explorerLink(row, row.payment_id),
    at: row.created_at,
    deadlineAt: row.deadline_at,
    closedAt: row.closed_at,
  };
}
