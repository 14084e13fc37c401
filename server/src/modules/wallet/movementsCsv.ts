/** All movements of a user as CSV (RFC 4180), read in batches while they are sent, so that any number of them takes the same memory. */
import { MOVEMENTS_CSV_COLUMNS } from '@halyard/contract/calls/records';
import type { UserId } from '@halyard/contract/calls/ids';
import type { Database } from '../../db/database.ts';
import { movementId, toPostingFilter, type MovementFilter } from './movements.ts';
import { selectPostings, type PostingFilter, type PostingRecord } from './movementRepository.ts';

const BATCH = 500;
const LINE_END = '\r\n';
// Cells that a spreadsheet would run as a formula.
const FORMULA = /^[=+\-@\t\r]/;

type Columns = Readonly<Record<(typeof MOVEMENTS_CSV_COLUMNS)[number], string>>;

/**
 * The file in pieces: the header row, then a line for each movement, newest first. A movement that is there when the reading begins is in it once,
 * whatever is written meanwhile. Reads the first batch before it answers, so that what is wrong is said before anything is sent. Errors: RANGE_INVALID.
 */
export async function readMovementsCsv(
  db: Database,
  userId: UserId,
  request: MovementFilter,
): Promise<AsyncGenerator<string>> {
  const filter = toPostingFilter(request);
  const first = filter === undefined ? [] : await selectPostings(db, userId, filter, { limit: BATCH });
  return piecesOf(db, userId, filter ?? {}, first);
}

async function* piecesOf(
  db: Database,
  userId: UserId,
  filter: PostingFilter,
  first: readonly PostingRecord[],
): AsyncGenerator<string> {
  yield MOVEMENTS_CSV_COLUMNS.join(',') + LINE_END;
  let batch = first;
  for (let last = batch.at(-1); last !== undefined; last = batch.at(-1)) {
    yield batch.map(lineOf).join('');
    batch = batch.length < BATCH ? [] : await selectPostings(db, userId, filter, { limit: BATCH, after: last });
  }
}

function lineOf(posting: PostingRecord): string {
  const columns: Columns = {
    at: posting.at,
    account: cell(posting.account),
    currency: cell(posting.currency),
    kind: cell(posting.kind),
    // Amounts are digits, a point and perhaps a minus, and must stay numbers.
    change_available: posting.available,
    change_held: posting.held,
    available_after: posting.availableAfter,
    held_after: posting.heldAfter,
    reference: cell(posting.reference),
    id: movementId(posting),
  };
  return MOVEMENTS_CSV_COLUMNS.map((name) => columns[name]).join(',') + LINE_END;
}

/** A text as a cell: in quotes where it must be, and never a formula. */
export function cell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
