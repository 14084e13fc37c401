/** Files of new coins, made by the exchange: the user's own subscriptions, and how an offer was allotted. */
import * as z from 'zod/mini';
import type { OfferingId } from '@halyard/contract/ids';
import {
  SHARES_CSV_PATH,
  sharesCsvRequest,
  SUBSCRIPTIONS_CSV_PATH,
  subscriptionsCsvRequest,
} from '@halyard/contract/launchpad/calls';
import { downloadFile } from '../../shared/api/downloadFile.ts';
import { fetchFile, type FetchedFile } from '../../shared/api/fetchFile.ts';
import type { AppExtra, RootState } from '../../shared/store/rootState.ts';

export function downloadSubscriptions() {
  const query = z.encode(subscriptionsCsvRequest, {});
  return downloadFile({ path: SUBSCRIPTIONS_CSV_PATH, query, name: 'subscriptions.csv' });
}

export function downloadShares(id: OfferingId) {
  return downloadFile({ path: SHARES_CSV_PATH, query: z.encode(sharesCsvRequest, { id }), name: 'allotment.csv' });
}

/** A thunk that reads the allotment for this page itself. */
export function fetchShares(id: OfferingId) {
  return (_dispatch: unknown, getState: () => RootState, extra: AppExtra): Promise<FetchedFile> => {
    const identity = extra.readIdentity(getState());
    return fetchFile({ path: SHARES_CSV_PATH, query: z.encode(sharesCsvRequest, { id }), identity });
  };
}
