/**
 * CSV files (RFC 4180) of any number of rows. Rows are read in batches while they are sent, so memory use is constant.
 */
import type { UserId } from '@halyard/contract/ids';
import type { Database } from '../db/database.ts';

/** A downloadable file: of a user's own records, or public. */
export type CsvFile = {
  /** Below `/api/`. */
  readonly path: string;
  /** Name of the downloaded file, before its date. */
  readonly name: string;
} & (
  | {
      /** Throws `BusinessError` for an invalid query. */
      open(db: Database, userId: UserId, query: unknown): Promise<AsyncGenerator<string>>;
    }
  | {
      /** The same for a file that needs no token. */
      openPublic(db: Database, query: unknown): Promise<AsyncGenerator<string>>;
    }
);

/** Source of a file's lines: rows of type `R`, in the file's order. */
export type CsvSource<C extends string, R> = {
  readonly columns: readonly C[];
  /** Rows after a given one, or the first ones; fewer than `limit` only when there are no more. */
  read(limit: number, after: R | undefined): Promise<readonly R[]>;
  /** Cells of a line, ready to be written: pass texts through {@link cell}, numbers as they are. */
  cellsOf(row: R): Readonly<Record<C, string>>;
};

const BATCH_ROWS = 500;
const LINE_END = '\r\n';
// Prefix of a cell that a spreadsheet would run as a formula.
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Streams the file in pieces, the header row first. Reads the first batch before it returns, so that an error is thrown
 * before anything is sent.
 */
export async function openCsv<C extends string, R>(source: CsvSource<C, R>): Promise<AsyncGenerator<string>> {
  return piecesOf(source, await source.read(BATCH_ROWS, undefined));
}

/** Quotes a text where necessary and prevents formulas. */
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

/** One line of a file, with cells as {@link openCsv} needs them. */
export function csvLine<C extends string>(columns: readonly C[], cells: Readonly<Record<C, string>>): string {
  return columns.map((name) => cells[name]).join(',') + LINE_END;
}
