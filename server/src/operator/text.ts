import { sql, type SQL } from 'drizzle-orm';
import { MINUTE_MS } from '@halyard/contract/time';
import { readCount, readId, readWord, type CommandInput, type CommandOption } from './command.ts';

/** Formats answers as text for a terminal: aligned tables and fields. Texts of users cannot control the terminal. */

/** A cell; `null` is a dash. */
export type Cell = string | number | null;

type Column = { readonly title: string; readonly isRight?: boolean };

const GAP = '  ';
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;
const MARK = /\p{M}/u;

/**
 * Text on one line, with invisible characters (line ends, escape sequences, marks that change the writing direction)
 * escaped.
 */
export function visible(text: string): string {
  return text.replaceAll(UNSEEN, (unseen) => `\\u{${(unseen.codePointAt(0) ?? 0).toString(16)}}`);
}

/** JSON that is safe in a terminal: invisible characters are escaped, the value is the same. */
export function formatJson(data: unknown): string {
  const json = JSON.stringify(data, undefined, 2);
  return json.replaceAll(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/gu, (unseen) =>
    Array.from({ length: unseen.length }, (_, index) => unseen.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** A table with a line of titles; `none` when there are no rows. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly Cell[])[], none: string): string {
  if (rows.length === 0) return none;
  const lines = [columns.map(({ title }) => title.toUpperCase()), ...rows.map((row) => row.map(textOf))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => widthOf(line[index] ?? ''))));
  return lines
    .map((line) =>
      line
        .map((text, index) => pad(text, widths[index] ?? 0, columns[index]?.isRight === true))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

/** One `name  value` per line, with the values aligned. */
export function formatFields(fields: readonly (readonly [name: string, value: Cell])[]): string {
  const width = Math.max(...fields.map(([name]) => widthOf(name)));
  return fields.map(([name, value]) => `${pad(name, width, false)}${GAP}${textOf(value)}`).join('\n');
}

/** An instant as `2026-01-31 13:45:00`, in UTC. */
export function formatInstant(instant: string | null): string | null {
  return instant === null ? null : instant.slice(0, 19).replace('T', ' ');
}

function textOf(cell: Cell): string {
  const text = cell === null ? '' : visible(String(cell));
  return text === '' ? '–' : text;
}

function pad(text: string, width: number, isRight: boolean): string {
  const blanks = ' '.repeat(width - widthOf(text));
  return isRight ? blanks + text : text + blanks;
}

/** Width in terminal columns: ideographs and emoji take two, combining marks none. */
function widthOf(text: string): number {
  return Array.from(text).reduce((width, character) => {
    if (MARK.test(character)) return width;
    return width + (WIDE.test(character) ? 2 : 1);
  }, 0);
}

// Ages of records, shown to operators.

/** Time and age at a moment, e.g. `2026-01-31 13:45:00, 3 d old`; null when unknown. */
export function sinceText(since: string | null, at: string): Cell {
  return since === null ? null : `${formatInstant(since)}, ${ageText(Date.parse(at) - Date.parse(since))} old`;
}

function ageText(ms: number): string {
  const minutes = Math.max(Math.floor(ms / MINUTE_MS), 0);
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
}

// Lists of records: filters, limit, and continuation.

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
