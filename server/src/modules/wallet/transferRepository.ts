/** The table of transfers. */
import { sql, type SQL } from 'drizzle-orm';
import type { RequestOf } from '@halyard/contract/call';
import type { CurrencyId, UserId } from '@halyard/contract/calls/ids';
import type { listTransfers, Transfer } from '@halyard/contract/calls/records';
import type { AccountKind } from '@halyard/contract/calls/wallet';
import { decimal, type Decimal } from '@halyard/contract/money';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { isoText } from '../../db/sqlTime.ts';
import type { Page } from '../../calls/paging.ts';

/** What is moved. */
export type NewTransfer = {
  readonly userId: UserId;
  readonly currencyId: CurrencyId;
  readonly from: AccountKind;
  readonly to: AccountKind;
  readonly amount: Decimal;
  readonly clientRequestId: string | undefined;
};

/** One side of a transfer: what left an account, or what came into it. */
export type Side = { readonly transfer: Transfer; readonly isIn: boolean };

type Window = Pick<Page, 'limit' | 'offset'>;

type TransferRow = {
  id: number;
  currency_id: number;
  currency: string;
  from_kind: AccountKind;
  to_kind: AccountKind;
  amount: string;
  at: string;
};

const COLUMNS = sql`t.id, t.currency_id, c.name as currency, t.from_kind, t.to_kind, t.amount, ${isoText(sql`t.created_at`)} as at`;
const TABLES = sql`transfers t join currencies c on c.id = t.currency_id`;

/** Writes a transfer, dated as its ledger entry is: both are of one transaction. */
export async function insertTransfer(
  tx: Transaction,
  { userId, currencyId, from, to, amount, clientRequestId }: NewTransfer,
): Promise<{ readonly id: number; readonly at: string }> {
  const [row] = await rowsOf<{ id: number; at: string }>(
    tx,
    sql`insert into transfers (user_id, currency_id, from_kind, to_kind, amount, client_request_id)
      values (${userId}, ${currencyId}, ${from}, ${to}, ${amount}, ${clientRequestId ?? null})
      returning id, ${isoText(sql`created_at`)} as at`,
    'insert_transfer',
  );
  if (row === undefined) throw new Error('a transfer was not written');
  return row;
}

/** A user's transfers, newest first, and how many there are in all. */
export async function selectTransfers(
  reader: Reader,
  userId: UserId,
  { clientRequestId }: RequestOf<typeof listTransfers>,
  { limit, offset }: Window,
): Promise<{ rows: Transfer[]; total: number }> {
  const condition =
    clientRequestId === undefined
      ? sql`t.user_id = ${userId}`
      : sql`t.user_id = ${userId} and t.client_request_id = ${clientRequestId}`;
  const rows = await rowsOf<TransferRow>(
    reader,
    sql`select ${COLUMNS} from ${TABLES} where ${condition} order by t.id desc limit ${limit} offset ${offset}`,
  );
  return { rows: rows.map(toTransfer), total: await countTransfers(reader, condition) };
}

/**
 * Both sides of a user's transfers, newest first and of each the receiving one first, and how many sides there are in
 * all.
 */
export async function selectSides(
  reader: Reader,
  userId: UserId,
  { limit, offset }: Window,
): Promise<{ rows: Side[]; total: number }> {
  const condition = sql`t.user_id = ${userId}`;
  const rows = await rowsOf<TransferRow & { is_in: boolean }>(
    reader,
    sql`select ${COLUMNS}, side.is_in from ${TABLES} cross join (values (true), (false)) as side(is_in)
      where ${condition} order by t.id desc, side.is_in desc limit ${limit} offset ${offset}`,
  );
  return {
    rows: rows.map((row) => ({ transfer: toTransfer(row), isIn: row.is_in })),
    total: 2 * (await countTransfers(reader, condition)),
  };
}

async function countTransfers(reader: Reader, condition: SQL): Promise<number> {
  const [counted] = await rowsOf<{ total: number }>(
    reader,
    sql`select count(*)::int as total from transfers t where ${condition}`,
  );
  return counted?.total ?? 0;
}

function toTransfer(row: TransferRow): Transfer {
  return {
    id: row.id,
    currencyId: row.currency_id as CurrencyId,
    currency: row.currency,
    from: row.from_kind,
    to: row.to_kind,
    amount: decimal(row.amount),
    at: row.at,
  };
}
