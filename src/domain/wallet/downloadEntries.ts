import * as z from 'zod/mini';
import { ENTRIES_CSV_PATH, entriesCsvRequest } from '@halyard/contract/wallet/entryCalls';
import { downloadFile } from '../../shared/api/downloadFile.ts';
import type { EntryFilter } from './recordsApi.ts';

/** Saves the ledger entries of a filter as a CSV file made by the exchange; all entries without a filter. */
export function downloadEntries(filter: EntryFilter) {
  return downloadFile({
    path: ENTRIES_CSV_PATH,
    query: z.encode(entriesCsvRequest, filter),
    name: 'movements.csv',
  });
}
