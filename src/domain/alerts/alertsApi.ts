/** The user's price alerts. */
import type { RequestOf } from '@halyard/contract/call';
import type { AlertId } from '@halyard/contract/ids';
import {
  addPriceAlert,
  listPriceAlerts,
  removePriceAlert,
  type PriceAlert,
} from '@halyard/contract/price-alerts/calls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

export const alertsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** All alerts, newest first. */
    listPriceAlerts: build.query<readonly PriceAlert[], void>({
      query: () => toCall(listPriceAlerts, {}),
      providesTags: ['PriceAlert'],
      extraOptions: { cache: {} },
    }),
    addPriceAlert: build.mutation<PriceAlert, RequestOf<typeof addPriceAlert>>({
      query: (request) => toCall(addPriceAlert, request),
      invalidatesTags: ['PriceAlert'],
    }),
    removePriceAlert: build.mutation<unknown, AlertId>({
      query: (id) => toCall(removePriceAlert, { id }),
      // Also when the alert was already gone.
      invalidatesTags: ['PriceAlert'],
    }),
  }),
});

export const { useListPriceAlertsQuery, useAddPriceAlertMutation, useRemovePriceAlertMutation } = alertsApi;
