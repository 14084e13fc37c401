/**
 * A user's ledger entries: the postings of the user's accounts, newest first.
 *
 * Each account is read backwards along its index and no further than the page needs, so a page costs the same however
 * long the history is. Days and kinds are looked up in the journal, row by row, until the page is full.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { WITHDRAWAL_KINDS, type EntryKindFilter, type UserEntryKind } from '@halyard/contract/wallet/entryCalls';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { decimal, type Decimal } from '@halyard/contract/money';
import { isoText, rowsOf, type Reader } from '../../db/database.ts';

/** Effect of one ledger entry on one account of the user. Amounts in units of the currency. */
export type PostingRecord = {
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
export type PostingFilter = {
  readonly currencyId?: CurrencyId | undefined;
  readonly account?: AccountKind | undefined;
  readonly kind?: EntryKindFilter | undefined;
  readonly fromAt?: string | undefined;
  readonly untilAt?: string | undefined;
};

/** A position in the order of ledger entries: that of an entry that was read. */
export type PostingCursor = Pick<PostingRecord, 'entryId' | 'accountId'>;

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
export async function selectPostings(
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
export async function countPostings(reader: Reader, userId: UserId, filter: PostingFilter): Promise<number> {
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
  const conditions = [
    sql`a.user_id = ${userId}`,
    ...(currencyId === undefined ? [] : [sql`a.currency_id = ${currencyId}`]),
    ...(account === undefined ? [] : [sql`a.kind = ${account}`]),
  ];
  return sql.join(conditions, sql` and `);
}

function entryCondition({ kind, fromAt, untilAt }: PostingFilter): SQL {
  const conditions = [
    ...(kind === undefined ? [] : [kind === 'withdrawal' ? sql`e.kind ${IS_OF_WITHDRAWAL}` : sql`e.kind = ${kind}`]),
    ...(fromAt === undefined ? [] : [sql`e.created_at >= ${fromAt}::timestamptz`]),
    ...(untilAt === undefined ? [] : [sql`e.created_at < ${untilAt}::timestamptz`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
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
