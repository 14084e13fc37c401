/** Files of what coins cost, made by the exchange. */
import * as z from 'zod/mini';
import { HOLDINGS_CSV_PATH, TAX_CSV_PATH, taxCsvRequest } from '@halyard/contract/wallet/costCalls';
import { downloadFile } from '../../shared/api/downloadFile.ts';

/** Hands the user a file of the coins that he owns, with their cost and what they would win. */
export function downloadHoldings() {
  return downloadFile({ path: HOLDINGS_CSV_PATH, query: {}, name: 'holdings.csv' });
}

/** Hands the user a file of the taxable events of a year (UTC). */
export function downloadTax(year: number) {
  return downloadFile({ path: TAX_CSV_PATH, query: z.encode(taxCsvRequest, { year }), name: `tax-${year}.csv` });
}
