/** All ledger entries of a user as CSV. */
import { CSV_ACCOUNTS } from '@halyard/contract/wallet/calls';
import { ENTRIES_CSV_COLUMNS } from '@halyard/contract/wallet/entryCalls';
import type { UserId } from '@halyard/contract/ids';
import { cell, openCsv } from '../../calls/csvFile.ts';
import type { Database } from '../../db/database.ts';
import { ledgerEntryId, toPostingFilter, type EntryFilter } from './entries.ts';
import { selectPostings, type PostingRecord } from './entryRepository.ts';

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
