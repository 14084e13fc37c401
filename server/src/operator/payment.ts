/** Payment of a deposit or a withdrawal: one payment approves one record. */
import { sql, type SQL } from 'drizzle-orm';
import { rowsOf } from '../db/database.ts';
import { CommandError, UsageError, type CommandInput, type CommandOption, type OperatorDeps } from './command.ts';
import type { MoneyTable } from './moneyDay.ts';

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
  const [other] = await rowsOf<{ id: number }>(
    db,
    sql`select id from ${name} where chain is not distinct from ${chain} and ${isSamePayment(chain, payment)} limit 1`,
  );
  if (other !== undefined) throw new CommandError(takenText(table, other.id));
  return payment;
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
