/** The user's book of withdrawal addresses (specification, section 7, "Wallet"). */
import {
  addWithdrawalAddress,
  listWithdrawalAddresses,
  removeWithdrawalAddress,
  type WithdrawalAddress,
} from '@halyard/contract/calls/withdrawals';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { moneyWrite } from '../../shared/money-writes/moneyWrite.ts';
import { familyAddresses } from '../family/addresses.ts';

export const addressesApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** The whole book, newest first. */
    listAddresses: build.query<readonly WithdrawalAddress[], void>({
      query: () => toCall(listWithdrawalAddresses, {}),
      extraOptions: { fromFamily: familyAddresses },
      providesTags: ['Address'],
    }),
  }),
});

export const { useListAddressesQuery } = addressesApi;

/** Adds an address to the book. */
export const addressAddition = moneyWrite({
  call: addWithdrawalAddress,
  subject: 'newAddress',
  invalidates: ['Address', 'Security'],
  secrets: ['fundPassword', 'code'],
});

/** Removes an address from the book. */
export const addressRemoval = moneyWrite({
  call: removeWithdrawalAddress,
  subject: 'addressRemoval',
  invalidates: ['Address'],
});
