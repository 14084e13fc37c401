/** The user's book of withdrawal addresses (specification, section 7, "Wallet"). */
import {
  addWithdrawalAddress,
  getWithdrawalAddresses,
  listWithdrawalAddresses,
  removeWithdrawalAddress,
  type WithdrawalAddress,
} from '@halyard/contract/calls/withdrawals';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { moneyWrite } from '../../shared/money-writes/moneyWrite.ts';
import { BASE_COINS } from '../wallet/baseCoins.ts';

const COINS = BASE_COINS.filter(({ isBank }) => !isBank);

export const addressesApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** The whole book, newest first. A server of the family tells it coin by coin, and an empty one as an error. */
    listAddresses: build.query<readonly WithdrawalAddress[], void>({
      queryFn: async (_none, _api, _options, runCall) => {
        const told = await runCall(toCall(listWithdrawalAddresses, {}));
        if (told.error === undefined) return { data: told.data as readonly WithdrawalAddress[] };
        if (told.error.code !== 'CALL_NOT_FOUND') return { error: told.error };
        const book: WithdrawalAddress[] = [];
        for (const { id: channelId } of COINS) {
          const { data } = await runCall(toCall(getWithdrawalAddresses, { channelId }));
          book.push(...((data ?? []) as readonly WithdrawalAddress[]));
        }
        return { data: book };
      },
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
