/** Two-step login: authenticator app, recovery codes, and resetting both when lost. */
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

// The caller shows errors.
const INLINE: CallOptions = { errors: 'inline' };
const WRITE: CallOptions = { isMoneyMutation: true, errors: 'inline' };

export const factorsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** The factors that are on. */
    listFactors: build.query<Factors, void>({
      query: () => toCall(listFactors, {}),
      providesTags: ['Security'],
    }),
    /** Creates a secret that waits for its first code. */
    startTotp: build.mutation<StartedTotp, void>({
      query: () => toCall(startTotp, {}),
      extraOptions: WRITE,
    }),
    /** Turns the app on; returns its recovery codes. */
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
    /** Mails a code to a user who lost every factor. */
    sendFactorResetCode: build.mutation<string, RequestOf<typeof sendFactorResetCode>>({
      query: (request) => toCall(sendFactorResetCode, request),
      extraOptions: INLINE,
    }),
    /** Requests the removal of the factors. */
    requestFactorReset: build.mutation<string, RequestOf<typeof requestFactorReset>>({
      query: (request) => toCall(requestFactorReset, request),
      extraOptions: INLINE,
    }),
    /** Cancels that request. */
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
