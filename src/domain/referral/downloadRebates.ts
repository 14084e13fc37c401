import { REBATES_CSV_PATH } from '@halyard/contract/referral/calls';
import { downloadFile } from '../../shared/api/downloadFile.ts';

/** Saves all rebates as a CSV file made by the exchange. */
export function downloadRebates() {
  return downloadFile({ path: REBATES_CSV_PATH, query: {}, name: 'rebates.csv' });
}
