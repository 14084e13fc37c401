/** Rebates of a user, a row for each day, invited user and currency. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { UserId } from '@halyard/contract/ids';
import { REBATES_CSV_COLUMNS, type Rebate } from '@halyard/contract/referral/calls';
import { decimal } from '@halyard/contract/money';
import { maskAccount } from '@halyard/contract/referral/rebates';
import { cell, openCsv } from '../../calls/csvFile.ts';
import { BusinessError } from '../../calls/errors.ts';
import { rowsOf, type Database, type Reader } from '../../db/database.ts';
import { isoText } from '../../db/sqlTime.ts';
import type { Day } from './days.ts';

type Wanted = {
  readonly from?: Day | undefined;
  readonly limit: number;
  readonly offset?: number;
  /** Rows below this one. */
  readonly after?: PaidRebate | undefined;
};
/** A rebate with its payment. */
type PaidRebate = Rebate & { readonly paymentId: number; readonly paidAt: string };

/** Rebates by payment, newest first. */
export async function readRebates(
  reader: Reader,
  userId: UserId,
  { from, limit, offset = 0, after }: Wanted,
): Promise<PaidRebate[]> {
  const rows = await rowsOf<{
    id: number;
    paymentId: number;
    day: Day;
    account: string;
    generation: number;
    currency: string;
    fees: string;
    rate: string;
    value: string;
    paidAt: string;
  }>(
    reader,
    sql`select r.id::float8 as id, p.id::float8 as "paymentId", r.day::text as day,
        coalesce(u.email, u.phone, '') as account, r.generation, c.name as currency, r.fees::text as fees,
        r.rate::text as rate, r.value::text as value, ${isoText(sql`p.paid_at`)} as "paidAt"
      from rebates r join rebate_payments p on p.id = r.payment_id join users u on u.id = r.payer_id
        join currencies c on c.id = r.currency_id
      where r.beneficiary_id = ${userId} and r.payment_id is not null and ${since(from)}
        and ${after === undefined ? sql`true` : sql`(r.payment_id, r.id) < (${after.paymentId}, ${after.id})`}
      order by r.payment_id desc, r.id desc limit ${limit} offset ${offset}`,
  );
  return rows.map(({ account, fees, rate, value, ...row }) => ({
    ...row,
    from: maskAccount(account),
    fees: decimal(fees),
    rate: decimal(rate),
    value: decimal(value),
    createdAt: `${row.paidAt.slice(0, 19)}.000Z`,
  }));
}

/** Number of rebates. */
export async function countRebates(reader: Reader, userId: UserId, from: Day | undefined): Promise<number> {
  const [row] = await rowsOf<{ total: number }>(
    reader,
    sql`select count(*)::integer as total from rebates r join rebate_payments p on p.id = r.payment_id
      where r.beneficiary_id = ${userId} and ${since(from)}`,
  );
  return row?.total ?? 0;
}

/** The lower bound of a request. Throws `BusinessError` RANGE_INVALID for an invalid date. */
export function readFrom(written: string | undefined): Day | undefined {
  const text = (written ?? '').trim().slice(0, 10);
  if (text === '') return undefined;
  if (!z.safeParse(z.iso.date(), text).success) throw new BusinessError('RANGE_INVALID');
  return text;
}

/** All rebates of a user as CSV. */
export async function readRebatesCsv(db: Database, userId: UserId): Promise<AsyncGenerator<string>> {
  return openCsv({
    columns: REBATES_CSV_COLUMNS,
    read: (limit, after: PaidRebate | undefined) => readRebates(db, userId, { limit, after }),
    cellsOf: (rebate) => ({
      paid_at: rebate.paidAt,
      day: rebate.day,
      from: cell(rebate.from),
      generation: String(rebate.generation),
      fees: rebate.fees,
      rate: rebate.rate,
      rebate: rebate.value,
      currency: cell(rebate.currency),
      id: String(rebate.id),
    }),
  });
}

function since(from: Day | undefined) {
  return from === undefined ? sql`true` : sql`p.paid_at >= ${from}::date at time zone 'UTC'`;
}
