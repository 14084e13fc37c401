/** How much money of one user is approved within a day: above the limit two operators approve together. */
import { sql, type SQL } from 'drizzle-orm';
import type { CurrencyId } from '@halyard/contract/calls/ids';
import { add, compare, decimal, multiply, ZERO, type Decimal } from '@halyard/contract/money';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';
import { listMarketRecords } from '../market/marketRecord.ts';
import { usdtPriceOf } from '../market/usdtPrice.ts';
import { ReviewError } from './review.ts';

/** The records that move money in or out, and the column of when they were decided. */
const MONEY = {
  deposits: sql`reviewed_at`,
  withdrawals: sql`closed_at`,
} as const satisfies Readonly<Record<string, SQL>>;

/** A direction of money. */
export type MoneyTable = keyof typeof MONEY;

/** Whether reviews of a group move money. */
export function isMoneyTable(group: string): group is MoneyTable {
  return Object.hasOwn(MONEY, group);
}

type Passed = { readonly currencyId: CurrencyId; readonly name: string; readonly amount: string };

/**
 * Whether a record, together with what its user was passed in the same direction within 24 hours, is worth more than
 * `over` USDT by the newest prices. A currency without a price counts as more; a record that does not exist does not.
 */
export async function isOverInDay(reader: Reader, table: MoneyTable, id: number, over: Decimal): Promise<boolean> {
  const name = sql.identifier(table);
  const all = await rowsOf<Passed>(
    reader,
    sql`select s.id as "currencyId", s.name, sum(r.amount)::text as amount
      from ${name} one join ${name} r on r.user_id = one.user_id
        join funding_channels c on c.id = r.channel_id join currencies s on s.id = c.currency_id
      where one.id = ${id}
        and (r.id = one.id or (r.status = 'passed' and r.${MONEY[table]} > clock_timestamp() - interval '24 hours'))
      group by s.id, s.name`,
  );
  const markets = await listMarketRecords(reader);
  let sum = ZERO;
  for (const { currencyId, name: currency, amount } of all) {
    const price = usdtPriceOf({ id: currencyId, name: currency }, markets);
    if (price === undefined) return true;
    sum = add(sum, multiply(decimal(amount), price));
  }
  return compare(sum, over) > 0;
}

type Alone = {
  readonly table: MoneyTable;
  readonly id: number;
  readonly userId: number;
  readonly aloneUpTo: Decimal | undefined;
};

/**
 * Asks once more within the transaction of an approval: commands that one operator gives at the same moment would each
 * count without the others. Throws `ReviewError`.
 */
export async function requireWithinDay(tx: Transaction, { table, id, userId, aloneUpTo }: Alone): Promise<void> {
  if (aloneUpTo === undefined) return;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`approve ${table}`}), ${userId})`);
  if (!(await isOverInDay(tx, table, id, aloneUpTo))) return;
  throw new ReviewError(
    'second-person',
    'with what was approved meanwhile it takes two operators: give the command again',
  );
}
