/** Fiat rates, as operators set them: each row is one, and rows are never changed. */
import { sql, type SQL } from 'drizzle-orm';
import type { MoneyRate } from '@halyard/contract/money-rates/rules';
import { decimal } from '@halyard/contract/money';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';

/** A rate as it was set. */
type SetRate = MoneyRate & { readonly id: number; readonly operator: string; readonly at: string };

type RateRow = { id: string; currency: string; per_usdt: string; day: string; operator: string; at: string };

const COLUMNS = sql`r.id::text as id, r.currency, r.per_usdt::text as per_usdt, to_char(r.day, 'YYYY-MM-DD') as day,
  r.operator, ${isoText(sql`r.created_at`)} as at`;

/** The valid rate of each currency on a day: that of the latest day up to it, and of that day the last one set. */
export async function selectNewestRates(reader: Reader, today: string, currency?: string): Promise<SetRate[]> {
  return select(
    reader,
    sql`select distinct on (r.currency) ${COLUMNS} from money_rates r
      where r.day <= ${today}::date and r.currency = coalesce(${currency ?? null}::text, r.currency)
      order by r.currency, r.day desc, r.id desc`,
  );
}

/** All rates, the last set first. */
export async function selectRates(reader: Reader, limit: number): Promise<SetRate[]> {
  return select(reader, sql`select ${COLUMNS} from money_rates r order by r.id desc limit ${limit}`);
}

export async function insertRate(
  tx: Transaction,
  { currency, perUsdt, day }: MoneyRate,
  operator: string,
): Promise<void> {
  await tx.execute(
    sql`insert into money_rates (currency, per_usdt, day, operator) values (${currency}, ${perUsdt}, ${day}, ${operator})`,
  );
}

async function select(reader: Reader, query: SQL): Promise<SetRate[]> {
  const rows = await rowsOf<RateRow>(reader, query);
  return rows.map(({ id, per_usdt, ...row }) => ({ ...row, id: Number(id), perUsdt: decimal(per_usdt) }));
}
