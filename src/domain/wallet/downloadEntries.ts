/** All ledger entries as one CSV file, made by the exchange. */
import * as z from 'zod/mini';
import { ENTRIES_CSV_PATH, entriesCsvRequest } from '@halyard/contract/wallet/entryCalls';
import { downloadFile } from '../../shared/api/downloadFile.ts';
import type { EntryFilter } from './recordsApi.ts';

/** Reads the ledger entries of a filter, all of them without one, and hands the file to the user. */
export function downloadEntries(filter: EntryFilter) {
  return downloadFile({
    path: ENTRIES_CSV_PATH,
    query: z.encode(entriesCsvRequest, filter),
    name: 'movements.csv',
  });
}
