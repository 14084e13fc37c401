/** Files of new coins, made by the exchange: the user's own subscriptions, and how an offer was allotted. */
import * as z from 'zod/mini';
import type { OfferId } from '@halyard/contract/calls/ids';
import {
  SHARES_CSV_PATH,
  sharesCsvRequest,
  SUBSCRIPTIONS_CSV_PATH,
  subscriptionsCsvRequest,
} from '@halyard/contract/calls/offers';
import { downloadFile } from '../../shared/api/downloadFile.ts';
import { fetchFile, type FetchedFile } from '../../shared/api/fetchFile.ts';
import type { AppExtra, RootState } from '../../shared/store/rootState.ts';

export function downloadSubscriptions() {
  const query = z.encode(subscriptionsCsvRequest, {});
  return downloadFile({ path: SUBSCRIPTIONS_CSV_PATH, query, name: 'subscriptions.csv' });
}

export function downloadShares(id: OfferId) {
  return downloadFile({ path: SHARES_CSV_PATH, query: z.encode(sharesCsvRequest, { id }), name: 'allotment.csv' });
}

/** A thunk that reads the allotment for this page itself. */
export function fetchShares(id: OfferId) {
  return (_dispatch: unknown, getState: () => RootState, extra: AppExtra): Promise<FetchedFile> => {
    const identity = extra.readIdentity(getState());
    return fetchFile({ path: SHARES_CSV_PATH, query: z.encode(sharesCsvRequest, { id }), identity });
  };
}
