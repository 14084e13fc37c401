/** Reading the table of transfers. */
import { sql, type SQL } from 'drizzle-orm';
import type { RequestOf } from '@halyard/contract/call';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import type { listTransfers, Transfer } from '@halyard/contract/wallet/entryCalls';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { decimal } from '@halyard/contract/money';
import type { Page } from '../../calls/paging.ts';
import { isoText, rowsOf, type Reader } from '../../db/database.ts';
import type { Row } from '../../db/rows.ts';

/** One side of a transfer: the amount that left an account, or that arrived. */
export type Side = { readonly transfer: Transfer; readonly isIn: boolean };

type Window = Pick<Page, 'limit' | 'offset'>;

type TransferRow = Row<'transfers', 'id' | 'currency_id' | 'amount'> & {
  readonly currency: string;
  readonly from_kind: AccountKind;
  readonly to_kind: AccountKind;
  readonly at: string;
};

/** Rows of before the account was called `futures` have `contract`: rewriting them would stop a large exchange. */
const currentKind = (column: SQL) => sql`case ${column} when 'contract' then 'futures' else ${column} end`;
const COLUMNS = sql`t.id, t.currency_id, c.name as currency, ${currentKind(sql`t.from_kind`)} as from_kind,
  ${currentKind(sql`t.to_kind`)} as to_kind, t.amount, ${isoText(sql`t.created_at`)} as at`;
const TABLES = sql`transfers t join currencies c on c.id = t.currency_id`;

/** A user's transfers, newest first, and their total number. */
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
 * Both sides of a user's transfers, newest first and of each the receiving one first, and the total number of sides.
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
