/** The user's withdrawal addresses. */
import {
  addWithdrawalAddress,
  listWithdrawalAddresses,
  removeWithdrawalAddress,
  type WithdrawalAddress,
} from '@halyard/contract/withdrawals/calls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { moneyMutation } from '../../shared/money-mutations/moneyMutation.ts';
import { legacyAddresses } from '../legacy-clients/addresses.ts';

export const addressesApi = emptyApi.injectEndpoints({
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

/** Removes an address. */
export const addressRemoval = moneyMutation({
  call: removeWithdrawalAddress,
  subject: 'addressRemoval',
  invalidates: ['Address'],
});
