/** The user's withdrawal addresses. */
import type { RequestOf } from '@halyard/contract/call';
import {
  addWithdrawalAddress,
  listWithdrawalAddresses,
  removeWithdrawalAddress,
  getWhitelist,
  setWhitelist,
  type WithdrawalAddress,
  type Whitelist,
} from '@halyard/contract/withdrawals/calls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { moneyMutation } from '../../shared/money-mutations/moneyMutation.ts';
import { legacyAddresses } from '../legacy-clients/addresses.ts';

const addressesApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** All addresses, newest first. */
    listAddresses: build.query<readonly WithdrawalAddress[], void>({
      query: () => toCall(listWithdrawalAddresses, {}),
      extraOptions: { fromLegacyClient: legacyAddresses },
      providesTags: ['Address'],
    }),
  }),
});

export const { useListAddressesQuery } = addressesApi;

/** Adds an address. */
export const addressAddition = moneyMutation({
  call: addWithdrawalAddress,
  subject: 'newAddress',
  invalidates: ['Address', 'Security'],
  secrets: ['fundPassword', 'code'],
});

export const addressRemoval = moneyMutation({
  call: removeWithdrawalAddress,
  subject: 'addressRemoval',
  invalidates: ['Address'],
});

// The withdrawal whitelist: its state, and turning it on and off.

const whitelistApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** A legacy server lacks this call and answers an error. */
    getWhitelist: build.query<Whitelist, void>({
      query: () => toCall(getWhitelist, {}),
      extraOptions: { errors: 'inline' },
      providesTags: ['Address'],
    }),
    /** The caller shows errors. */
    setWhitelist: build.mutation<Whitelist, RequestOf<typeof setWhitelist>>({
      query: (request) => toCall(setWhitelist, request),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Address', 'Security'],
    }),
  }),
});

export const { useGetWhitelistQuery, useSetWhitelistMutation } = whitelistApi;
