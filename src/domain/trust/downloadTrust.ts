import * as z from 'zod/mini';
import { TRUST_CSV_PATH, trustCsvRequest } from '@halyard/contract/trust/calls';
import { downloadFile } from '../../shared/api/downloadFile.ts';
import type { TrustFilter } from './trustApi.ts';

/** Saves the trust orders of a filter as a CSV file made by the exchange. */
export function downloadTrust(filter: TrustFilter) {
  return downloadFile({ path: TRUST_CSV_PATH, query: z.encode(trustCsvRequest, filter), name: 'trust.csv' });
}
