/**
 * Cost of a user's coins, by the rules of `contract/src/wallet/cost.ts`: a fold of the user's ledger entries, cached so
 * that only newer entries are read. The first read of 50,000 trades takes PGlite 6 s, in pieces, and later ones 0.1 s.
 */
import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { AnswerOf } from '@halyard/contract/call';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { decimal, isPositive, isZero, ZERO, type Decimal } from '@halyard/contract/money';
import {
  advanceCost,
  COST_UNIT,
  type CostBook,
  type CostChange,
  type CostEntry,
  type CostStep,
} from '@halyard/contract/wallet/cost';
import { TAX_CSV_COLUMNS, type getCosts, type OwnCost, type taxCsvRequest } from '@halyard/contract/wallet/costCalls';
import type { UserEntryKind } from '@halyard/contract/wallet/entryCalls';
import type { ResultLine } from '@halyard/contract/wallet/resultCalls';
import { taxEventOf, type TaxEvent } from '@halyard/contract/wallet/results';
import { cell, csvLine } from '../../calls/csvFile.ts';
import { isoText, rowsOf, type Database, type Reader } from '../../db/database.ts';
import { decimalOrUndefined, decimalOrZero } from '../../db/decimals.ts';
import { USDT, usdtPriceAt } from '../../market/usdtPrice.ts';

type Costs = AnswerOf<typeof getCosts>;

const ONE_MOMENT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

/** The owned coins and their cost. */
export async function readCosts(db: Database, userId: UserId): Promise<Costs> {
  const { owned, book } = await foldJournal(db, userId);
  return { since: await selectFirstAt(db, userId), positions: positionsOf(owned, book) };
}

/**
 * Folds the newer entries. The result is compared with the balances of the same moment: when the cached fold misses an
 * entry, because one with a lower number was committed later, it is computed again.
 */
async function foldJournal(db: Database, userId: UserId): Promise<Folded> {
  const folded = await foldOn(db, userId, await selectBook(db, userId));
  if (isWhole(folded)) return folded;
  const again = await foldOn(db, userId, { entryId: 0, book: {} });
  if (!isWhole(again)) throw new Error(`the journal of user ${userId} does not make up the balances`);
  return again;
}

type Folded = { readonly owned: readonly OwnedAmount[]; readonly book: CostBook };

async function foldOn(
  db: Database,
  userId: UserId,
  start: { readonly entryId: number; readonly book: CostBook },
): Promise<Folded> {
  let { entryId, book } = start;
  for (;;) {
    const { piece, owned } = await db.transaction(
      async (tx) => ({ piece: await selectPiece(tx, userId, entryId), owned: await selectOwned(tx, userId) }),
      ONE_MOMENT,
    );
    for (const entry of piece.entries) book = advanceCost(book, entry).book;
    const isFurther = piece.through > entryId;
    entryId = piece.through;
    if (!piece.isLast) continue;
    if (isFurther && isWhole({ owned, book })) await storeBook(db, userId, { entryId, book });
    return { owned, book };
  }
}

function isWhole({ owned, book }: Folded): boolean {
  return owned.every(({ name, amount }) => name === COST_UNIT || (book[name]?.amount ?? ZERO) === amount);
}

function positionsOf(owned: readonly OwnedAmount[], book: CostBook): OwnCost[] {
  return owned.flatMap(({ id, name, amount }) => {
    const position = book[name];
    if (position === undefined || !isPositive(amount)) return [];
    return [{ currencyId: id, currency: name, ...position }];
  });
}

// Input of the cost computation: the entries that changed a user's holdings, with the prices of their time; books.

/** A change, with the fee of the house. */
export type StoredChange = CostChange & { readonly fee: Decimal };

/** A journal entry as the fold needs it. */
export type StoredEntry = CostEntry<StoredChange> & { readonly id: number; readonly reference: string };

/** Entries of a user in order, and the last id up to which there are no more. */
type EntryPiece = { readonly entries: readonly StoredEntry[]; readonly through: number; readonly isLast: boolean };

/** A cached fold. */
type StoredBook = { readonly entryId: number; readonly book: CostBook };

const PIECE_POSTINGS = 5000;

type ChangeRow = {
  last: string | null;
  postings: number;
  entry_id: string | null;
  kind: UserEntryKind;
  reference: string;
  at: string;
  currency: string;
  change: string;
  price: string | null;
  /** Null for entries without a fee. */
  fee: string | null;
};

/**
 * The entries after one that changed the user's holdings of a currency, over all accounts: holds, releases and
 * transfers do not. A limited number of postings is read, each account along its index, so a piece costs the same for
 * any length of the history. A price is valid for an hour: a missing one is better than one of another day. Beside a
 * change of USDT none is needed.
 */
export async function selectPiece(reader: Reader, userId: UserId, after: number): Promise<EntryPiece> {
  const rows = await rowsOf<ChangeRow>(
    reader,
    sql`with read as materialized (
        select p.* from ledger_accounts a
        cross join lateral (
          select q.entry_id, a.currency_id, q.available + q.held as change from ledger_postings q
          where q.account_id = a.id and q.entry_id > ${after}::bigint order by q.entry_id limit ${PIECE_POSTINGS}
        ) p
        where a.user_id = ${userId} order by p.entry_id limit ${PIECE_POSTINGS}
      ), changed as (
        select r.entry_id, r.currency_id, c.name as currency, sum(r.change) as change,
          bool_or(c.name = ${USDT}) over (partition by r.entry_id) as has_unit
        from read r join currencies c on c.id = r.currency_id
        group by r.entry_id, r.currency_id, c.name having sum(r.change) <> 0
      )
      select w.last::text as last, w.postings, m.entry_id::text as entry_id, m.kind, m.reference, ${isoText(sql`m.created_at`)} as at,
        m.currency, m.change::text as change,
        case when not m.has_unit then ${usdtPriceAt(sql`m.currency_id`, sql`m.created_at`, sql`m.created_at - interval '1 hour'`)} end::text as price,
        case when (m.kind = 'spot_fill' and m.change > 0) or m.kind = 'withdraw_settle' or m.kind like 'option\\_%' then (
          select sum(q.available + q.held) from ledger_postings q join ledger_accounts h on h.id = q.account_id
          where q.entry_id = m.entry_id and h.user_id is null and h.kind = 'fees' and h.currency_id = m.currency_id
        ) end::text as fee
      from (select max(entry_id) as last, count(*)::int as postings from read) w
      left join lateral (
        select ch.*, e.kind, e.reference, e.created_at from changed ch join ledger_entries e on e.id = ch.entry_id
      ) m on true
      order by m.entry_id, m.currency_id`,
  );
  return toPiece(rows, after);
}

/** Current holdings of each currency, over all accounts. */
export async function selectOwned(reader: Reader, userId: UserId): Promise<OwnedAmount[]> {
  const rows = await rowsOf<{ id: number; name: string; amount: string }>(
    reader,
    sql`select c.id, c.name, sum(a.available + a.held)::text as amount
      from ledger_accounts a join currencies c on c.id = a.currency_id
      where a.user_id = ${userId} group by c.id, c.name, c.sort order by c.sort, c.id`,
  );
  return rows.map(({ id, name, amount }) => ({ id: id as CurrencyId, name, amount: decimal(amount) }));
}
type OwnedAmount = { readonly id: CurrencyId; readonly name: string; readonly amount: Decimal };

/** Time of the user's first movement of money (ISO 8601). */
async function selectFirstAt(reader: Reader, userId: UserId): Promise<string | null> {
  const [row] = await rowsOf<{ at: string | null }>(
    reader,
    sql`select ${isoText(sql`min(e.created_at)`)} as at from ledger_accounts a
      cross join lateral (
        select p.entry_id from ledger_postings p where p.account_id = a.id order by p.entry_id limit 1
      ) first join ledger_entries e on e.id = first.entry_id where a.user_id = ${userId}`,
  );
  return row?.at ?? null;
}

/** The cached fold of a user; the initial state when there is none. */
async function selectBook(reader: Reader, userId: UserId): Promise<StoredBook> {
  const [row] = await rowsOf<{ entry_id: string; book: CostBook }>(
    reader,
    sql`select entry_id::text as entry_id, book from cost_books where user_id = ${userId}`,
  );
  return row === undefined ? { entryId: 0, book: {} } : { entryId: Number(row.entry_id), book: row.book };
}

/** Stores a fold; one that covers more entries stays. */
async function storeBook(db: Database, userId: UserId, { entryId, book }: StoredBook): Promise<void> {
  await db.execute(
    sql`insert into cost_books as cached (user_id, entry_id, book) values (${userId}, ${entryId}, ${JSON.stringify(book)}::text::jsonb)
      on conflict (user_id) do update set entry_id = excluded.entry_id, book = excluded.book
      where cached.entry_id <= excluded.entry_id`,
  );
}

/** Amounts and costs that a user owned after an entry. */
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

/** Stores a book; a month has one book, so a second one changes nothing. */
export async function storeStart(db: Database, userId: UserId, { month, entryId, book, usdt }: ResultBook) {
  await db.execute(
    sql`insert into result_books (user_id, month, entry_id, book, usdt)
      values (${userId}, ${`${month}-01`}::date, ${entryId}, ${JSON.stringify(book)}::text::jsonb, ${usdt}::numeric)
      on conflict do nothing`,
  );
}

/** The results of a month by the days of a UTC offset. */
export type ResultMonth = {
  readonly lines: readonly ResultLine[];
  /** Owned at its start, at its cost, in USDT; null when it is unknown. */
  readonly capital: Decimal | null;
  /** In USDT; null when it is unknown. */
  readonly paidIn: Decimal | null;
};
type MonthKey = { readonly month: string; readonly offsetMinutes: number };

/** The stored results of a month (`YYYY-MM`). */
export async function selectMonth(
  reader: Reader,
  userId: UserId,
  { month, offsetMinutes }: MonthKey,
): Promise<ResultMonth | undefined> {
  const [row] = await rowsOf<{ results: ResultMonth }>(
    reader,
    sql`select results from result_months
      where user_id = ${userId} and month = ${`${month}-01`}::date and utc_offset = ${offsetMinutes}`,
  );
  return row?.results;
}

/** Stores the results of a month that is over. */
export async function storeMonth(db: Database, userId: UserId, key: MonthKey, results: ResultMonth): Promise<void> {
  await db.execute(
    sql`insert into result_months (user_id, month, utc_offset, results)
      values (${userId}, ${`${key.month}-01`}::date, ${key.offsetMinutes}, ${JSON.stringify(results)}::text::jsonb)
      on conflict do nothing`,
  );
}

function toPiece(rows: readonly ChangeRow[], after: number): EntryPiece {
  const [first] = rows;
  const lastId = first?.last;
  if (first === undefined || lastId == null) return { entries: [], through: after, isLast: true };
  const isLast = first.postings < PIECE_POSTINGS;
  // A full piece may have cut its last entry in two: the next one begins with it.
  const through = isLast ? Number(lastId) : Number(lastId) - 1;
  const entries: (StoredEntry & { readonly changes: StoredChange[] })[] = [];
  for (const row of rows) {
    const id = Number(row.entry_id);
    if (row.entry_id === null || id > through) continue;
    const change = toChange(row);
    const open = entries.at(-1);
    if (open?.id === id) open.changes.push(change);
    else entries.push({ id, kind: row.kind, at: row.at, reference: row.reference, changes: [change] });
  }
  return { entries, through, isLast };
}

function toChange({ currency, change, price, fee }: ChangeRow): StoredChange {
  return {
    currency,
    amount: decimal(change),
    price: decimalOrUndefined(price),
    fee: decimalOrZero(fee),
  };
}

// The taxable events of a year as CSV.

type Columns = Readonly<Record<(typeof TAX_CSV_COLUMNS)[number], string>>;

/** Text of an unknown figure: an empty cell would look like zero. */
export const UNKNOWN = 'unknown';

/**
 * The file in pieces: the header row, then a line for each event, oldest first. Costs are folded from the first entry
 * on, so a late year reads the earlier ones too.
 */
export async function* readTaxCsv(
  db: Database,
  userId: UserId,
  { year }: z.output<typeof taxCsvRequest>,
): AsyncGenerator<string> {
  yield `${TAX_CSV_COLUMNS.join(',')}\r\n`;
  let book: CostBook = {};
  let after = 0;
  for (;;) {
    const piece = await selectPiece(db, userId, after);
    const lines = piece.entries.map((entry) => {
      const made = advanceCost(book, entry);
      book = made.book;
      return yearOf(entry) === year ? linesOf(entry, made.steps) : '';
    });
    const text = lines.join('');
    if (text !== '') yield text;
    // Entries are numbered almost in the order of their times: an entry a year later certainly comes after all of this
    // year.
    if (piece.isLast || piece.entries.some((entry) => yearOf(entry) > year + 1)) return;
    after = piece.through;
  }
}

function yearOf({ at }: Pick<StoredEntry, 'at'>): number {
  return new Date(at).getUTCFullYear();
}

function linesOf(entry: StoredEntry, steps: readonly CostStep<StoredChange>[]): string {
  return steps
    .map((step) => {
      const event = taxEventOf(entry.kind, step, step.fee);
      return event === undefined ? '' : csvLine(TAX_CSV_COLUMNS, cellsOf(entry, event));
    })
    .join('');
}

function cellsOf(entry: StoredEntry, event: TaxEvent): Columns {
  const charged = entry.changes.find(({ fee }) => !isZero(fee));
  return {
    at_utc: entry.at,
    event: event.event,
    kind: entry.kind,
    currency: cell(event.currency),
    amount: event.amount,
    proceeds_usdt: figure(event.proceeds),
    cost_usdt: figure(event.cost),
    gain_usdt: figure(event.gain),
    cost_of_received_usdt: figure(event.basis),
    ...feeCells(charged),
    reference: cell(entry.reference),
    id: String(entry.id),
  };
}

function feeCells(charged: StoredChange | undefined): Pick<Columns, 'fee' | 'fee_currency'> {
  return charged === undefined
    ? { fee: '0', fee_currency: '' }
    : { fee: charged.fee, fee_currency: cell(charged.currency) };
}

function figure(value: Decimal | null): string {
  return value ?? UNKNOWN;
}
