/** The user's bank card. */
import { getBankCard, removeBankCard, saveBankCard, type BankCard } from '@halyard/contract/bank/calls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { moneyMutation } from '../../shared/money-mutations/moneyMutation.ts';

export const bankApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** The bound card, or `null`. */
    getBankCard: build.query<BankCard | null, void>({
      query: () => toCall(getBankCard, {}),
      transformResponse: (card: BankCard) => (card.accountNumber == null || card.accountNumber === '' ? null : card),
      providesTags: ['BankCard'],
    }),
  }),
});

export const { useGetBankCardQuery } = bankApi;

/** Draft name of the card form. */
export const CARD_DRAFT = 'bank.card';

/** Binds a card, replacing the bound one. */
export const saveCard = moneyMutation({
  call: saveBankCard,
  subject: 'bankCard',
  setsState: true,
  invalidates: ['BankCard', 'Withdrawal', 'Security'],
  neverPersisted: {
    fundPassword: 'FUND_PASSWORD_REQUIRED',
    loginPassword: 'PASSWORD_REQUIRED',
    code: 'CODE_REQUIRED',
  },
  draftsOf: () => [CARD_DRAFT],
});

export const cardRemoval = moneyMutation({
  call: removeBankCard,
  subject: 'bankCardRemoval',
  invalidates: ['BankCard', 'Withdrawal', 'Security'],
});
