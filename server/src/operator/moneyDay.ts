/** Amounts approved within a day, per user and per operator: above a limit two operators must approve. */
import { sql, type SQL } from 'drizzle-orm';
import type { CurrencyId } from '@halyard/contract/ids';
import { add, compare, decimal, multiply, ZERO, type Decimal } from '@halyard/contract/money';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';
import { listMarketRecords } from '../market/marketRecord.ts';
import { usdtPriceOf } from '../market/usdtPrice.ts';
import { ReviewError, type AloneLimits } from './review.ts';

/**
 * Records that move money in or out, the column with the time of their decision, and their approval in the audit log.
 */
const MONEY = {
  deposits: { decidedAt: sql`reviewed_at`, action: 'deposits.approve', subject: 'deposit:' },
  withdrawals: { decidedAt: sql`closed_at`, action: 'withdrawals.approve', subject: 'withdrawal:' },
} as const;

/** A direction of money. */
export type MoneyTable = keyof typeof MONEY;

/** Whether reviews of a group move money. */
export function isMoneyTable(group: string): group is MoneyTable {
  return Object.hasOwn(MONEY, group);
}

type MoneyRecord = { readonly table: MoneyTable; readonly id: number };
type Passed = { readonly currencyId: CurrencyId; readonly name: string; readonly amount: string };

/**
 * Whether a record exceeds what an operator may approve alone, at the newest prices: for its user, or together with
 * what this operator approved alone for all users. A currency without a price counts as exceeding; a missing record
 * does not.
 */
export async function isOverInDay(
  reader: Reader,
  record: MoneyRecord,
  { operator, forOneUser, forAllUsers }: AloneLimits,
): Promise<boolean> {
  if (forOneUser !== undefined && (await isWorthMore(reader, passedForUser(record), forOneUser))) return true;
  return forAllUsers !== undefined && isWorthMore(reader, passedAlone(record, operator), forAllUsers);
}

/** The record, and those of its user that were approved in the same direction. */
function passedForUser({ table, id }: MoneyRecord): SQL {
  return sql`select r.channel_id, r.amount from ${sql.identifier(table)} one
      join ${sql.identifier(table)} r on r.user_id = one.user_id
    where one.id = ${id} and (r.id = one.id or ${isPassedInDay(table)})`;
}

/** The record, and those that an operator approved in the same direction without a second one. */
function passedAlone({ table, id }: MoneyRecord, operator: string): SQL {
  const { action, subject } = MONEY[table];
  return sql`select r.channel_id, r.amount from ${sql.identifier(table)} r
    where r.id = ${id} or (${isPassedInDay(table)} and exists (
      select 1 from operator_actions a where a.subject = ${subject}::text || r.id and a.action = ${action}
        and a.operator = ${operator} and a.keys not like '%,%'))`;
}

function isPassedInDay(table: MoneyTable): SQL {
  return sql`(r.status = 'passed' and r.${MONEY[table].decidedAt} > clock_timestamp() - interval '24 hours')`;
}

async function isWorthMore(reader: Reader, records: SQL, over: Decimal): Promise<boolean> {
  const all = await rowsOf<Passed>(
    reader,
    sql`select s.id as "currencyId", s.name, sum(p.amount)::text as amount
      from (${records}) p join funding_channels c on c.id = p.channel_id join currencies s on s.id = c.currency_id
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

/**
 * Checks again within the transaction of an approval: concurrent commands would each count without the others. Throws
 * `ReviewError`.
 */
export async function requireWithinDay(
  tx: Transaction,
  { table, id, userId }: MoneyRecord & { readonly userId: number },
  alone: AloneLimits | undefined,
): Promise<void> {
  if (alone === undefined) return;
  // Always the user before the operator, so that no two approvals deadlock.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`approve ${table}`}), ${userId})`);
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtext(${`operator approves ${table}`}), hashtext(${alone.operator}))`,
  );
  if (!(await isOverInDay(tx, { table, id }, alone))) return;
  throw new ReviewError(
    'second-person',
    'with what was approved meanwhile it takes two operators: give the command again',
  );
}
