/** Trust orders as a CSV file, made by the exchange, by the filter of their list. */
import * as z from 'zod/mini';
import { TRUST_CSV_PATH, trustCsvRequest } from '@halyard/contract/trust/calls';
import { downloadFile } from '../../shared/api/downloadFile.ts';
import type { TrustFilter } from './trustApi.ts';

/** Reads the orders of a filter and hands the file to the user. */
export function downloadTrust(filter: TrustFilter) {
  return downloadFile({ path: TRUST_CSV_PATH, query: z.encode(trustCsvRequest, filter), name: 'trust.csv' });
}
