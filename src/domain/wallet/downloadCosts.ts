import * as z from 'zod/mini';
import { HOLDINGS_CSV_PATH, TAX_CSV_PATH, taxCsvRequest } from '@halyard/contract/wallet/costCalls';
import { downloadFile } from '../../shared/api/downloadFile.ts';

/** Saves a file of the user's coins with their cost and unrealised profit, made by the exchange. */
export function downloadHoldings() {
  return downloadFile({ path: HOLDINGS_CSV_PATH, query: {}, name: 'holdings.csv' });
}

/** Saves a file of a year's taxable events (UTC), made by the exchange. */
export function downloadTax(year: number) {
  return downloadFile({ path: TAX_CSV_PATH, query: z.encode(taxCsvRequest, { year }), name: `tax-${year}.csv` });
}
