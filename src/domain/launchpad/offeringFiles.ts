/** Launchpad files made by the exchange: the user's subscriptions, and the allotment of an offering. */
import * as z from 'zod/mini';
import type { OfferingId } from '@halyard/contract/ids';
import {
  SHARES_CSV_PATH,
  sharesCsvRequest,
  SUBSCRIPTIONS_CSV_PATH,
  subscriptionsCsvRequest,
} from '@halyard/contract/launchpad/calls';
import { createDownload } from '../../shared/api/downloadFile.ts';
import { fetchFile, type FetchedFile } from '../../shared/api/fetchFile.ts';
import type { AppExtra, RootState } from '../../shared/store/rootState.ts';

export const downloadSubscriptions = createDownload(
  SUBSCRIPTIONS_CSV_PATH,
  'subscriptions.csv',
  subscriptionsCsvRequest,
);

export const downloadShares = createDownload(SHARES_CSV_PATH, 'allotment.csv', sharesCsvRequest);

/** Thunk that reads the allotment for use in this page. */
export function fetchShares(id: OfferingId) {
  return (_dispatch: unknown, getState: () => RootState, extra: AppExtra): Promise<FetchedFile> => {
    const identity = extra.readIdentity(getState());
    return fetchFile({ path: SHARES_CSV_PATH, query: z.encode(sharesCsvRequest, { id }), identity });
  };
}
