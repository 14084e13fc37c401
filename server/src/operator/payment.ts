/** Payment of a deposit or a withdrawal: one payment approves one record. */
import { sql, type SQL } from 'drizzle-orm';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';
import { CommandError, UsageError, type CommandInput, type CommandOption, type OperatorDeps } from './command.ts';
import type { MoneyTable } from './moneyDay.ts';
import { ReviewError } from './review.ts';

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
 * not fit the chain, and {@link CommandError} when it belongs to another record.
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
  const [hash = ''] = payment.split(':');
  if (chain === null || hash !== payment) return sql`payment_id in (${payment}, ${chain === null ? payment : hash})`;
  return sql`(payment_id = ${hash} or payment_id like ${`${hash}:%`})`;
}

function takenText(table: MoneyTable, id: number): string {
  const record = table === 'deposits' ? 'deposit' : 'withdrawal';
  return `this payment is that of ${record} ${id}: one payment approves one ${record}`;
}
