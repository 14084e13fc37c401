/** Stored books from which results are folded: one a user and month. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { decimal, ZERO, type Decimal } from '@halyard/contract/money';
import type { CostBook } from '@halyard/contract/wallet/cost';
import { rowsOf, type Database, type Reader } from '../../db/database.ts';

/** What a user owned after an entry, and at which cost. */
export type ResultBook = {
  /** The month (`YYYY-MM`) that can begin with it; empty at the first entry. */
  readonly month: string;
  readonly entryId: number;
  readonly book: CostBook;
  /** Owned USDT, which the book does not have. */
  readonly usdt: Decimal;
};

/** The newest stored book from which a month can be folded; the initial state when there is none. */
export async function selectStart(reader: Reader, userId: UserId, month: string): Promise<ResultBook> {
  const [row] = await rowsOf<{ month: string; entry_id: string; book: CostBook; usdt: string }>(
    reader,
    sql`select to_char(month, 'YYYY-MM') as month, entry_id::text as entry_id, book, usdt::text as usdt from result_books
      where user_id = ${userId} and month <= ${`${month}-01`}::date order by result_books.month desc limit 1`,
  );
  if (row === undefined) return { month: '', entryId: 0, book: {}, usdt: ZERO };
  return { month: row.month, entryId: Number(row.entry_id), book: row.book, usdt: decimal(row.usdt) };
}

/** Stores a book; the same month has the same one, whoever stores it first. */
export async function storeStart(db: Database, userId: UserId, { month, entryId, book, usdt }: ResultBook) {
  await db.execute(
    sql`insert into result_books (user_id, month, entry_id, book, usdt)
      values (${userId}, ${`${month}-01`}::date, ${entryId}, ${JSON.stringify(book)}::text::jsonb, ${usdt}::numeric)
      on conflict do nothing`,
  );
}
