/** Two-step login: the authenticator app, its recovery codes, and what to do when both are lost. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import {
  cancelFactorReset,
  confirmTotp,
  listFactors,
  removeTotp,
  renewRecoveryCodes,
  requestFactorReset,
  sendFactorResetCode,
  startTotp,
  type Factors,
  type NewRecoveryCodes,
  type StartedTotp,
} from '@halyard/contract/security/factorCalls';
import { toCall, type CallOptions } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

// What asks for it shows what is wrong.
const INLINE: CallOptions = { errors: 'inline' };
const WRITE: CallOptions = { isMoneyMutation: true, errors: 'inline' };

export const factorsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Which factors are on. */
    listFactors: build.query<Factors, void>({
      query: () => toCall(listFactors, {}),
      providesTags: ['Security'],
    }),
    /** Makes a secret that waits for its first code. */
    startTotp: build.mutation<StartedTotp, void>({
      query: () => toCall(startTotp, {}),
      extraOptions: WRITE,
    }),
    /** Turns the app on; answers its recovery codes. */
    confirmTotp: build.mutation<NewRecoveryCodes, RequestOf<typeof confirmTotp>>({
      query: (request) => toCall(confirmTotp, request),
      extraOptions: WRITE,
      invalidatesTags: ['Security', 'Withdrawal'],
    }),
    /** Turns the app off. */
    removeTotp: build.mutation<AnswerOf<typeof removeTotp>, void>({
      query: () => toCall(removeTotp, {}),
      extraOptions: WRITE,
      invalidatesTags: ['Security', 'Withdrawal'],
    }),
    /** Makes new recovery codes. */
    renewRecoveryCodes: build.mutation<NewRecoveryCodes, void>({
      query: () => toCall(renewRecoveryCodes, {}),
      extraOptions: WRITE,
      invalidatesTags: ['Security'],
    }),
    /** Sends who has no factor any more a code to his address. */
    sendFactorResetCode: build.mutation<string, RequestOf<typeof sendFactorResetCode>>({
      query: (request) => toCall(sendFactorResetCode, request),
      extraOptions: INLINE,
    }),
    /** Asks to have the factors removed. */
    requestFactorReset: build.mutation<string, RequestOf<typeof requestFactorReset>>({
      query: (request) => toCall(requestFactorReset, request),
      extraOptions: INLINE,
    }),
    /** Calls that off. */
    cancelFactorReset: build.mutation<string, void>({
      query: () => toCall(cancelFactorReset, {}),
      extraOptions: WRITE,
      invalidatesTags: ['Security'],
    }),
  }),
});

export const {
  useListFactorsQuery,
  useStartTotpMutation,
  useConfirmTotpMutation,
  useRemoveTotpMutation,
  useRenewRecoveryCodesMutation,
  useSendFactorResetCodeMutation,
  useRequestFactorResetMutation,
  useCancelFactorResetMutation,
} = factorsApi;
