/** Rebates as a CSV file, made by the exchange. */
import { REBATES_CSV_PATH } from '@halyard/contract/referral/calls';
import { downloadFile } from '../../shared/api/downloadFile.ts';

/** Reads all rebates and hands the file to the user. */
export function downloadRebates() {
  return downloadFile({ path: REBATES_CSV_PATH, query: {}, name: 'rebates.csv' });
}
