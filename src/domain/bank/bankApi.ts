/** The user's bank card (specification, section 7, "Account"). */
import type { RequestOf } from '@halyard/contract/call';
import { getBankCard, saveBankCard, type BankCard } from '@halyard/contract/calls/bank';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

export const bankApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** The bound card; `null` when none is. */
    getBankCard: build.query<BankCard | null, void>({
      query: () => toCall(getBankCard, {}),
      transformResponse: (card: BankCard) => (card.accountNumber == null || card.accountNumber === '' ? null : card),
      providesTags: ['BankCard'],
    }),
    /** Binds a card in place of the bound one. Its form shows what is wrong. */
    saveBankCard: build.mutation<string, RequestOf<typeof saveBankCard>>({
      query: (request) => toCall(saveBankCard, request),
      extraOptions: { isMoneyWrite: true, errors: 'inline' },
      invalidatesTags: ['BankCard', 'Withdrawal', 'Security'],
    }),
  }),
});

export const { useGetBankCardQuery, useSaveBankCardMutation } = bankApi;
