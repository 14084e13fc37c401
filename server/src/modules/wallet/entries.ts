/** A user's ledger entries and the sides of transfers, as the calls answer them. */
import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import type { Language } from '@halyard/contract/languages';
import { add, decimal, isZero, negate, subtract, type Decimal } from '@halyard/contract/money';
import { CSV_ACCOUNTS, type AccountKind } from '@halyard/contract/wallet/calls';
import {
  ENTRIES_CSV_COLUMNS,
  WITHDRAWAL_KINDS,
  type entriesCsvRequest,
  type EntryKindFilter,
  type listEntries,
  type UserEntry,
  type UserEntryKind,
} from '@halyard/contract/wallet/entryCalls';
import { listTransferSides, type TransferSide } from '@halyard/contract/wallet/transferCalls';
import type { UserCaller } from '../../calls/callHandler.ts';
import { cell, openCsv } from '../../calls/csvFile.ts';
import { fillIn } from '../../calls/messages.ts';
import { allOf, dayRangeOf, pageOf, toNumberedPage, whenGiven } from '../../calls/paging.ts';
import { isoText, rowsOf, type Database, type Reader } from '../../db/database.ts';
import type { EntryLabels, ModuleDeps } from '../../module.ts';
import { selectSides, type Side } from './transferFunds.ts';
import texts from './transferTexts.json' with { type: 'json' };

/** Filters of ledger entries in a request. */
type EntryFilter = z.output<typeof entriesCsvRequest>;

/** A page of ledger entries, newest first. Errors: RANGE_INVALID. */
export async function readEntries(
  { db, entryLabels, readEntryTrades }: Pick<ModuleDeps, 'db' | 'entryLabels' | 'readEntryTrades'>,
  { user, language }: Pick<UserCaller, 'user' | 'language'>,
  request: RequestOf<typeof listEntries>,
): Promise<AnswerOf<typeof listEntries>> {
  const filter = toPostingFilter(request);
  const { limit, offset } = pageOf(request);
  if (filter === undefined) return { rows: [], total: 0, limit };
  const after = request.after === undefined ? undefined : cursorOf(request.after);
  const window = after === undefined ? { limit, offset } : { limit, after };
  const postings = await selectPostings(db, user.id, filter, window);
  const total = await countPostings(db, user.id, filter);
  const references = postings.map(({ reference }) => reference);
  const trades = await readEntryTrades(db, user.id, references);
  const labelled = (posting: PostingRecord) =>
    posting.kind === 'transfer' ? transferLabel(posting, language) : labelOf(entryLabels, posting, language);
  const rows = postings.map((posting) => ({
    ...toEntry(user.id, posting, labelled(posting)),
    trade: trades.get(posting.reference),
  }));
  return { rows, total, limit };
}

/** A page of the sides of transfers, newest first. Errors: RANGE_INVALID. */
export async function readTransferSides(
  db: Database,
  { user, language }: Pick<UserCaller, 'user' | 'language'>,
  request: RequestOf<typeof listTransferSides>,
): Promise<AnswerOf<typeof listTransferSides>> {
  const page = pageOf(request);
  const { rows, total } = await selectSides(db, user.id, request, page);
  const sides = rows.map((side) => toTransferSide(user.id, side, language));
  return toNumberedPage(listTransferSides.path, page, { rows: sides, total });
}

/** The filter in terms of the ledger; `undefined` when nothing can match. Errors: RANGE_INVALID. */
function toPostingFilter(request: EntryFilter): PostingFilter | undefined {
  const { currencyId, accountNumber: account, kind } = request;
  const range = dayRangeOf(request);
  return account === 'legal' ? undefined : { currencyId, account, kind, ...range };
}

/** Key of a ledger entry: its journal entry and its account. */
function ledgerEntryId({ entryId, accountId }: PostingCursor): string {
  return `${entryId}:${accountId}`;
}

function cursorOf(id: string): PostingCursor {
  const [entryId = '', accountId = ''] = id.split(':');
  return { entryId, accountId: Number(accountId) };
}

type Label = Pick<UserEntry, 'info' | 'type'>;

function toEntry(userId: UserId, posting: PostingRecord, label: Label): UserEntry {
  const { account, currencyId, currency, kind, available, held, availableAfter, heldAfter, reference, at } = posting;
  const isHold = isZero(add(available, held));
  const value = valueOf(posting);
  const after = isHold ? availableAfter : add(availableAfter, heldAfter);
  return {
    id: ledgerEntryId(posting),
    userId,
    currencyId,
    currency,
    value,
    before: subtract(after, value),
    after,
    isHold,
    ...label,
    createdAt: at,
    kind,
    account,
    availableChange: available,
    heldChange: held,
    reference,
    at,
    ...stepFields(posting),
  };
}

function stepFields({ kind, accountId, otherStep: step }: PostingRecord): Partial<UserEntry> {
  if (step === undefined) return {};
  if (kind === 'withdraw_hold') return { outcome: step.kind, outcomeAt: step.at };
  return { partOf: ledgerEntryId({ ...step, accountId }) };
}

/** Change of the total or, when that is unchanged, of the available amount. */
function valueOf({ available, held }: PostingRecord): Decimal {
  const owned = add(available, held);
  return isZero(owned) ? available : owned;
}

function transferLabel(posting: PostingRecord, language: Language): Label {
  const { account, otherAccount } = posting;
  const isIn = !valueOf(posting).startsWith('-');
  return { info: transferText(language, otherAccount ?? account, isIn), type: transferNumber(account, isIn) };
}

function toTransferSide(userId: UserId, { transfer, isIn }: Side, language: Language): TransferSide {
  const { id, currencyId, currency, from, to, amount, at } = transfer;
  return {
    // Each side has an id of its own.
    id: 2 * id + (isIn ? 1 : 0),
    userId,
    currencyId,
    currency,
    value: isIn ? amount : negate(amount),
    info: transferText(language, isIn ? from : to, isIn),
    type: transferNumber(isIn ? to : from, isIn),
    createdAt: at,
    transfer,
  };
}

// Texts of ledger entries, in the language of the request, and their numbers for legacy clients.

type TransferTexts = {
  readonly out: string;
  readonly in: string;
  readonly accounts: Readonly<Record<AccountKind, string>>;
};

const TRANSFER_TEXTS: Readonly<Record<Language, TransferTexts>> = texts;

type Sides = { readonly out: number; readonly in: number };
// Legacy clients do not have all accounts; 15 and 16 are of those other than spot.
const SPOT: Sides = { out: 11, in: 12 };
const ELSEWHERE: Sides = { out: 15, in: 16 };

/** Text of one side of a transfer; `other` is the other account. */
function transferText(language: Language, other: AccountKind, isIn: boolean): string {
  const side = TRANSFER_TEXTS[language];
  return fillIn(isIn ? side.in : side.out, { account: side.accounts[other] });
}

/** Number of one side of a transfer for legacy clients, in the account of that side. */
function transferNumber(account: AccountKind, isIn: boolean): number {
  return (account === 'spot' ? SPOT : ELSEWHERE)[isIn ? 'in' : 'out'];
}

/** Text and number of a ledger entry that is no transfer. Throws a `RangeError` for a kind that no module labels. */
function labelOf(
  labels: EntryLabels,
  { kind, account }: { readonly kind: UserEntryKind; readonly account: AccountKind },
  language: Language,
): { readonly info: string; readonly type: number } {
  const label = labels[kind];
  if (label === undefined) throw new RangeError(`no module labels the entry ${kind}`);
  const { text, legacyNumber } = label;
  return { info: text[language], type: typeof legacyNumber === 'number' ? legacyNumber : legacyNumber[account] };
}

// A user's ledger entries: the postings of the user's accounts, newest first.
//
// Each account is read backwards along its index and no further than the page needs, so a page costs the same however
// long the history is. Days and kinds are looked up in the journal, row by row, until the page is full.

/** Effect of one ledger entry on one account of the user. Amounts in units of the currency. */
type PostingRecord = {
  readonly entryId: string;
  readonly accountId: number;
  readonly account: AccountKind;
  readonly currencyId: CurrencyId;
  readonly currency: string;
  readonly kind: UserEntryKind;
  readonly reference: string;
  /** ISO 8601. */
  readonly at: string;
  readonly available: Decimal;
  readonly held: Decimal;
  readonly availableAfter: Decimal;
  readonly heldAfter: Decimal;
  /** For a transfer: the other account. */
  readonly otherAccount: AccountKind | undefined;
  /** For a closed withdrawal: of its request the entry that closed it, of that the request. */
  readonly otherStep: OtherStep | undefined;
};

type OtherStep = { readonly entryId: string; readonly kind: UserEntryKind; readonly at: string };

/** Filter of ledger entries; `fromAt` is included, `untilAt` is not, both ISO 8601. */
type PostingFilter = {
  readonly currencyId?: CurrencyId | undefined;
  readonly account?: AccountKind | undefined;
  readonly kind?: EntryKindFilter | undefined;
  readonly fromAt?: string | undefined;
  readonly untilAt?: string | undefined;
};

/** A position in the order of ledger entries: that of an entry that was read. */
type PostingCursor = Pick<PostingRecord, 'entryId' | 'accountId'>;

/** Page size, and the entries before the page: `offset` rows, or everything up to the cursor. */
export type PostingWindow = { readonly limit: number; readonly offset?: number; readonly after?: PostingCursor };

type PostingRow = {
  entry_id: string;
  account_id: number;
  account: AccountKind;
  currency_id: number;
  currency: string;
  kind: UserEntryKind;
  reference: string;
  at: string;
  available: string;
  held: string;
  available_after: string;
  held_after: string;
  other_account: AccountKind | null;
  step_id: string | null;
  step_kind: UserEntryKind;
  step_at: string;
};

const [REQUEST] = WITHDRAWAL_KINDS;
const IS_OF_WITHDRAWAL = sql`in (${sql.join(
  WITHDRAWAL_KINDS.map((kind) => sql`${kind}`),
  sql`, `,
)})`;

/** Ledger entries, newest first; those of one journal entry in the order of their accounts. */
async function selectPostings(
  reader: Reader,
  userId: UserId,
  filter: PostingFilter,
  { limit, offset = 0, after }: PostingWindow,
): Promise<PostingRecord[]> {
  // A cursor ends an account's range with one comparison: the cursor's entry itself still counts for accounts that come
  // after it there.
  const older =
    after === undefined
      ? sql`true`
      : sql`p.entry_id < ${after.entryId}::bigint + case when a.id < ${after.accountId}::bigint then 1 else 0 end`;
  const rows = await rowsOf<PostingRow>(
    reader,
    sql`select page.entry_id::text as entry_id, page.account_id, page.account, page.currency_id, c.name as currency,
        e.kind, e.reference, ${isoText(sql`e.created_at`)} as at, page.available, page.held, page.available_after, page.held_after,
        case when e.kind = 'transfer' then (
          select o.kind from ledger_postings q join ledger_accounts o on o.id = q.account_id
          where q.entry_id = page.entry_id and o.user_id = ${userId} and o.id <> page.account_id limit 1
        ) end as other_account,
        step.id::text as step_id, step.kind as step_kind, ${isoText(sql`step.created_at`)} as step_at
      from (
        select p.*, a.kind as account, a.currency_id
        from ledger_accounts a
        cross join lateral (
          select p.* from ${postingsFor(filter)}
          where p.account_id = a.id and ${older} and ${entryCondition(filter)}
          order by p.entry_id desc limit ${limit + offset}
        ) p
        where ${accountCondition(userId, filter)}
        order by p.entry_id desc, p.account_id desc limit ${limit} offset ${offset}
      ) page
      join ledger_entries e on e.id = page.entry_id
      join currencies c on c.id = page.currency_id
      left join lateral (
        select s.* from ledger_entries s join ledger_postings q on q.entry_id = s.id and q.account_id = page.account_id
        where e.kind ${IS_OF_WITHDRAWAL} and s.reference = e.reference and s.kind ${IS_OF_WITHDRAWAL}
          and (s.kind = ${REQUEST}) <> (e.kind = ${REQUEST})
        order by s.id limit 1
      ) step on true
      order by page.entry_id desc, page.account_id desc`,
  );
  return rows.map(toPosting);
}

/** Number of ledger entries. */
async function countPostings(reader: Reader, userId: UserId, filter: PostingFilter): Promise<number> {
  const [counted] = await rowsOf<{ total: number }>(
    reader,
    sql`select count(*)::int as total from ledger_accounts a join ${postingsFor(filter)} on p.account_id = a.id
      where ${accountCondition(userId, filter)} and ${entryCondition(filter)}`,
  );
  return counted?.total ?? 0;
}

/** Postings `p`, with their entries `e` when a filter needs them. */
function postingsFor({ kind, fromAt, untilAt }: PostingFilter): SQL {
  const needsEntries = [kind, fromAt, untilAt].some((value) => value !== undefined);
  return needsEntries ? sql`ledger_postings p join ledger_entries e on e.id = p.entry_id` : sql`ledger_postings p`;
}

function accountCondition(userId: UserId, { currencyId, account }: PostingFilter): SQL {
  return allOf([
    sql`a.user_id = ${userId}`,
    ...whenGiven(currencyId, (id) => sql`a.currency_id = ${id}`),
    ...whenGiven(account, (given) => sql`a.kind = ${given}`),
  ]);
}

function entryCondition({ kind, fromAt, untilAt }: PostingFilter): SQL {
  return allOf([
    ...whenGiven(kind, (given) => (given === 'withdrawal' ? sql`e.kind ${IS_OF_WITHDRAWAL}` : sql`e.kind = ${given}`)),
    ...whenGiven(fromAt, (instant) => sql`e.created_at >= ${instant}::timestamptz`),
    ...whenGiven(untilAt, (instant) => sql`e.created_at < ${instant}::timestamptz`),
  ]);
}

function toPosting(row: PostingRow): PostingRecord {
  return {
    entryId: row.entry_id,
    accountId: row.account_id,
    account: row.account,
    currencyId: row.currency_id as CurrencyId,
    currency: row.currency,
    kind: row.kind,
    reference: row.reference,
    at: row.at,
    available: decimal(row.available),
    held: decimal(row.held),
    availableAfter: decimal(row.available_after),
    heldAfter: decimal(row.held_after),
    otherAccount: row.other_account ?? undefined,
    otherStep: row.step_id === null ? undefined : { entryId: row.step_id, kind: row.step_kind, at: row.step_at },
  };
}

// All ledger entries of a user as CSV.

type Columns = Readonly<Record<(typeof ENTRIES_CSV_COLUMNS)[number], string>>;

/**
 * The file in pieces: the header row, then a line for each ledger entry, newest first. Every ledger entry that exists
 * at the start is included once, also during writes. Errors: RANGE_INVALID.
 */
export async function readEntriesCsv(
  db: Database,
  userId: UserId,
  request: EntryFilter,
): Promise<AsyncGenerator<string>> {
  const filter = toPostingFilter(request);
  return openCsv({
    columns: ENTRIES_CSV_COLUMNS,
    read: async (limit, after: PostingRecord | undefined) => {
      if (filter === undefined) return [];
      return selectPostings(db, userId, filter, after === undefined ? { limit } : { limit, after });
    },
    cellsOf,
  });
}

function cellsOf(posting: PostingRecord): Columns {
  return {
    at: posting.at,
    account: cell(CSV_ACCOUNTS[posting.account]),
    currency: cell(posting.currency),
    kind: cell(posting.kind),
    // Amounts are digits, a point and perhaps a minus, and must stay numbers.
    change_available: posting.available,
    change_held: posting.held,
    available_after: posting.availableAfter,
    held_after: posting.heldAfter,
    reference: cell(posting.reference),
    id: ledgerEntryId(posting),
  };
}
