/** Lists of records: filters, limit, and continuation. */
import { sql, type SQL } from 'drizzle-orm';
import type { CommandInput, CommandOption } from './command.ts';
import { readCount, readId, readWord } from './values.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 1000;

/** Filter of a list. Pending records are listed oldest first, in the order of processing; all others newest first. */
export type Listing = {
  readonly status: string | null;
  readonly userId: number | null;
  readonly fromId: number | null;
  readonly limit: number;
  readonly isOldestFirst: boolean;
};

/** A part of a list, and the id at which the next part begins. */
export type Piece<R> = { readonly rows: readonly R[]; readonly nextId: number | null };

/** Options of lists without a status. */
export const PIECE_OPTIONS: readonly CommandOption[] = [
  { name: 'limit', value: 'n', summary: `at most so many, 1 to ${LIMIT_MAX}; ${LIMIT_DEFAULT} unless said otherwise` },
  { name: 'from', value: 'id', summary: 'begin with this id' },
];

/** Options of lists of records that are reviewed. */
export function reviewListOptions(statuses: readonly string[]): readonly CommandOption[] {
  return [
    { name: 'status', value: 'word', summary: `${[...statuses, 'all'].join(', ')}; pending unless said otherwise` },
    { name: 'user', value: 'id', summary: 'of this user only' },
    ...PIECE_OPTIONS,
  ];
}

/** Parses the options of a list. Throws `UsageError`. */
export function readListing({ options }: CommandInput, statuses: readonly string[] = []): Listing {
  const { status, user, limit, from } = options;
  const word = statuses.length === 0 ? 'all' : readWord(status ?? 'pending', 'status', [...statuses, 'all']);
  return {
    status: word === 'all' ? null : word,
    userId: user === undefined ? null : readId(user, '--user'),
    fromId: from === undefined ? null : readId(from, '--from'),
    limit: limit === undefined ? LIMIT_DEFAULT : readCount(limit, 'limit', LIMIT_MAX),
    isOldestFirst: word === 'pending',
  };
}

/** Filter, order and limit of a query over a table named `r`, one row more than requested. */
export function pieceClause({ fromId, limit, isOldestFirst }: Listing): { readonly where: SQL; readonly order: SQL } {
  return isOldestFirst
    ? { where: sql`r.id >= coalesce(${fromId}::bigint, r.id)`, order: sql`order by r.id limit ${limit + 1}` }
    : { where: sql`r.id <= coalesce(${fromId}::bigint, r.id)`, order: sql`order by r.id desc limit ${limit + 1}` };
}

/** Filter, order and limit of a query over a table of reviewed records, named `r`. */
export function reviewClause(listing: Listing): SQL {
  const { status, userId } = listing;
  const { where, order } = pieceClause(listing);
  return sql`where r.status = coalesce(${status}::text, r.status) and r.user_id = coalesce(${userId}::int, r.user_id)
    and ${where} ${order}`;
}

/** Removes the extra row that indicates whether there are more. */
export function pieceOf<R extends { readonly id: number }>(rows: readonly R[], { limit }: Listing): Piece<R> {
  return { rows: rows.slice(0, limit), nextId: rows[limit]?.id ?? null };
}

/** Line below a list that has more rows. */
export function moreLine({ nextId }: Piece<unknown>): string {
  return nextId === null ? '' : `\n\nThere are more: --from ${nextId}`;
}
