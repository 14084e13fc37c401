/**
 * Rows of any number as a CSV file (RFC 4180), read in batches while they are sent, so that any number of them takes
 * the same memory.
 */
import type { UserId } from '@halyard/contract/ids';
import type { Database } from '../db/database.ts';

/** A file that users download of their records, or anybody of what is published. */
export type CsvFile = {
  /** Below `/api/`. */
  readonly path: string;
  /** What the downloaded file is called, before its day. */
  readonly name: string;
} & (
  | {
      /** Throws `BusinessError` for a query that it cannot read. */
      open(db: Database, userId: UserId, query: unknown): Promise<AsyncGenerator<string>>;
    }
  | {
      /** The same of what anybody may read. */
      openPublic(db: Database, query: unknown): Promise<AsyncGenerator<string>>;
    }
);

/** Where the lines of a file come from: rows of type `R`, in the file's order. */
export type CsvSource<C extends string, R> = {
  readonly columns: readonly C[];
  /** The rows that follow one that was read, or the first ones; fewer than `limit` only when there are no more. */
  read(limit: number, after: R | undefined): Promise<readonly R[]>;
  /** A line's cells, ready to be written: texts go through {@link cell}, numbers stay as they are. */
  cellsOf(row: R): Readonly<Record<C, string>>;
};

const BATCH_ROWS = 500;
const LINE_END = '\r\n';
// Cells that a spreadsheet would run as a formula.
const FORMULA = /^[=+\-@\t\r]/;

/**
 * The file in pieces, the header row first. Reads the first batch before it answers, so that what is wrong is said
 * before anything is sent.
 */
export async function openCsv<C extends string, R>(source: CsvSource<C, R>): Promise<AsyncGenerator<string>> {
  return piecesOf(source, await source.read(BATCH_ROWS, undefined));
}

/** A text as a cell: in quotes where it must be, and never a formula. */
export function cell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

async function* piecesOf<C extends string, R>(
  { columns, read, cellsOf }: CsvSource<C, R>,
  first: readonly R[],
): AsyncGenerator<string> {
  yield columns.join(',') + LINE_END;
  let batch = first;
  for (let last = batch.at(-1); last !== undefined; last = batch.at(-1)) {
    yield batch.map((row) => csvLine(columns, cellsOf(row))).join('');
    batch = batch.length < BATCH_ROWS ? [] : await read(BATCH_ROWS, last);
  }
}

/** A line of a file; {@link openCsv} says what its cells are. */
export function csvLine<C extends string>(columns: readonly C[], cells: Readonly<Record<C, string>>): string {
  return columns.map((name) => cells[name]).join(',') + LINE_END;
}
