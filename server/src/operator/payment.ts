/** Payment of a deposit or a withdrawal: one payment approves one record. */
import { sql, type SQL } from 'drizzle-orm';
import type { CurrencyId } from '@halyard/contract/ids';
import { compare, decimal, type Decimal } from '@halyard/contract/money';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';
import { listMarketRecords } from '../market/marketRecord.ts';
import { usdtPriceOf, usdtSumOf } from '../market/usdtPrice.ts';
import { CommandError, UsageError, type CommandInput, type CommandOption, type OperatorDeps } from './command.ts';
import { ReviewError, type AloneLimits } from './review.ts';

/** Option of every approval that moves money. */
export const PAYMENT_OPTION: CommandOption = {
  name: 'payment',
  value: 'id',
  summary:
    'the transaction id, with ":1" for its output 1 where it pays several, or the bank reference; the user reads it',
};

/** 32 bytes in hexadecimal, and the number of the output. */
const TRANSACTION = /^(?:0x)?([0-9a-f]{64})(?::0*(\d{1,5}))?$/;
const REFERENCE_MAX = 64;

/**
 * Canonical form of a payment id; undefined for an invalid one. Without a chain it is a bank reference, which is
 * compared regardless of case, spaces, character width and invisible characters.
 */
export function paymentIdOf(chain: string | null, written: string): string | undefined {
  const text = written.trim();
  if (chain === null) {
    const seen = text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
    const reference = seen.replaceAll(/\s+/g, ' ').trim().toUpperCase();
    const isFit = reference !== '' && reference.length <= REFERENCE_MAX && !/\p{Cc}/u.test(text);
    return isFit ? reference : undefined;
  }
  const [, hash, output] = TRANSACTION.exec(text.toLowerCase()) ?? [];
  if (hash === undefined) return undefined;
  return `${chain === 'ERC20' ? '0x' : ''}${hash}${output === undefined ? '' : `:${output}`}`;
}

/**
 * Reads the payment of a pending record. Throws {@link UsageError} when it is missing (in a sandbox it may be) or does
 * not fit the chain, and {@link CommandError} when it belongs to another record, or its payout has not begun.
 */
export async function readPayment(
  { db, isSandbox }: OperatorDeps,
  { options }: CommandInput,
  { table, id }: { readonly table: MoneyTable; readonly id: number },
): Promise<string | undefined> {
  const name = sql.identifier(table);
  const [record] = await rowsOf<{ chain: string | null }>(
    db,
    sql`select chain from ${name} where id = ${id} and status = 'pending'`,
  );
  // The review reports a record that is missing or decided.
  if (record === undefined) return undefined;
  if (!isSandbox && table === 'withdrawals' && !(await isBeingPaid(db, { table, id })))
    throw new CommandError(`its user can still cancel it: withdrawals pay ${id}, then pay, then approve`);
  const { chain } = record;
  const what = chain === null ? 'the reference of the bank' : `the id of the transaction on ${chain}`;
  const written = options['payment'];
  if (written === undefined) {
    if (isSandbox) return undefined;
    throw new UsageError(`it takes ${what}: --payment "..."`);
  }
  const payment = paymentIdOf(chain, written);
  if (payment === undefined) throw new UsageError(`--payment must be ${what}, not «${written}»`);
  const other = await findPaidBy(db, { table, chain, payment });
  if (other !== undefined) throw new CommandError(takenText(table, other));
  return payment;
}

type Payment = { readonly table: MoneyTable; readonly chain: string | null; readonly payment: string };

/**
 * Checks again within the transaction of an approval, because concurrent commands may name a transaction and one of its
 * outputs. Throws {@link ReviewError}.
 */
export async function requireUnusedPayment(
  tx: Transaction,
  { table, id, payment }: { readonly table: MoneyTable; readonly id: number; readonly payment: string | undefined },
): Promise<void> {
  if (payment === undefined) return;
  const name = sql.identifier(table);
  const [record] = await rowsOf<{ chain: string | null }>(tx, sql`select chain from ${name} where id = ${id}`);
  const chain = record?.chain ?? null;
  const key = `payment of ${table} ${chain === null ? payment : payment.split(':', 1)[0]}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  const other = await findPaidBy(tx, { table, chain, payment });
  if (other !== undefined) throw new ReviewError('payment-taken', takenText(table, other));
}

/** The record that a payment, or one that includes it or is a part of it, has approved. */
async function findPaidBy(reader: Reader, { table, chain, payment }: Payment): Promise<number | undefined> {
  const [other] = await rowsOf<{ id: number }>(
    reader,
    sql`select id from ${sql.identifier(table)}
      where chain is not distinct from ${chain} and ${isSamePayment(chain, payment)} limit 1`,
  );
  return other?.id;
}

/** A whole transaction is also the payment of each of its outputs. */
function isSamePayment(chain: string | null, payment: string): SQL {
  if (chain === null) return sql`payment_id = ${payment}`;
  const [hash = ''] = payment.split(':');
  const isOutput = hash !== payment;
  if (isOutput) return sql`payment_id in (${payment}, ${hash})`;
  return sql`(payment_id = ${payment} or payment_id like ${`${payment}:%`})`;
}

function takenText(table: MoneyTable, id: number): string {
  const record = table === 'deposits' ? 'deposit' : 'withdrawal';
  return `this payment is that of ${record} ${id}: one payment approves one ${record}`;
}

// Amounts approved within a day, per user and per operator: above a limit two operators must approve.

/**
 * Records `r` that move money in or out: whether a pending one is being paid out already, the time of the decision that
 * let the money move, and its action in the audit log. A sandbox approves withdrawals without a payout.
 */
const MONEY = {
  deposits: {
    isPaying: sql`false`,
    decidedAt: sql`r.reviewed_at`,
    action: sql`'deposits.approve'`,
    subject: 'deposit:',
  },
  withdrawals: {
    isPaying: sql`(r.status = 'pending' and r.paying_at is not null)`,
    decidedAt: sql`coalesce(r.paying_at, r.closed_at)`,
    action: sql`case when r.paying_at is null then 'withdrawals.approve' else 'withdrawals.pay' end`,
    subject: 'withdrawal:',
  },
} as const;

/** A direction of money. */
export type MoneyTable = keyof typeof MONEY;

/** Whether reviews of a group move money. */
export function isMoneyTable(group: string): group is MoneyTable {
  return Object.hasOwn(MONEY, group);
}

type MoneyRecord = { readonly table: MoneyTable; readonly id: number };
type Passed = { readonly currencyId: CurrencyId; readonly name: string; readonly amount: string };

/** Whether operators decided to pay a record out, and have not booked the payment yet. */
export async function isBeingPaid(reader: Reader, { table, id }: MoneyRecord): Promise<boolean> {
  const name = sql.identifier(table);
  const paying = await rowsOf(reader, sql`select from ${name} r where r.id = ${id} and ${MONEY[table].isPaying}`);
  return paying.length > 0;
}

/**
 * Whether a record exceeds what an operator may approve alone, at the newest prices: for its user, or together with
 * what this operator approved alone for all users. A currency without a price counts as exceeding; a missing record,
 * and one that is being paid out already, do not.
 */
export async function isOverInDay(
  reader: Reader,
  record: MoneyRecord,
  { operator, forOneUser, forAllUsers }: AloneLimits,
): Promise<boolean> {
  if (await isBeingPaid(reader, record)) return false;
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
  const { isPaying, decidedAt } = MONEY[table];
  return sql`((r.status = 'passed' or ${isPaying}) and ${decidedAt} > clock_timestamp() - interval '24 hours')`;
}

async function isWorthMore(reader: Reader, records: SQL, over: Decimal): Promise<boolean> {
  const all = await rowsOf<Passed>(
    reader,
    sql`select s.id as "currencyId", s.name, sum(p.amount)::text as amount
      from (${records}) p join funding_channels c on c.id = p.channel_id join currencies s on s.id = c.currency_id
      group by s.id, s.name`,
  );
  const markets = await listMarketRecords(reader);
  const sum = usdtSumOf(
    all.map(({ currencyId: id, name, amount }) => ({
      amount: decimal(amount),
      price: usdtPriceOf({ id, name }, markets),
    })),
  );
  return sum === undefined || compare(sum, over) > 0;
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
