/** The user's passkeys, and challenges for a device to sign. */
import type { RequestOf } from '@halyard/contract/call';
import type { PasskeyId } from '@halyard/contract/ids';
import {
  addPasskey,
  askNewPasskey,
  askPasskeyStepUp,
  listPasskeys,
  removePasskey,
  renamePasskey,
  type Passkey,
} from '@halyard/contract/security/passkeyCalls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

export const passkeysApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    listPasskeys: build.query<readonly Passkey[], void>({
      query: () => toCall(listPasskeys, {}),
      providesTags: ['Security'],
    }),
    /** Options for a new passkey. The caller shows errors, here and below. */
    askNewPasskey: build.mutation<string, void>({
      query: () => toCall(askNewPasskey, {}),
      extraOptions: { errors: 'inline' },
    }),
    addPasskey: build.mutation<string, RequestOf<typeof addPasskey>>({
      query: (request) => toCall(addPasskey, request),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Security', 'Withdrawal'],
    }),
    renamePasskey: build.mutation<string, RequestOf<typeof renamePasskey>>({
      query: (request) => toCall(renamePasskey, request),
      extraOptions: { errors: 'inline' },
      invalidatesTags: ['Security'],
    }),
    removePasskey: build.mutation<string, PasskeyId>({
      query: (id) => toCall(removePasskey, { id }),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Security', 'Withdrawal'],
    }),
    /** Options for a step-up of this session. */
    askPasskeyStepUp: build.mutation<string, void>({
      query: () => toCall(askPasskeyStepUp, {}),
      extraOptions: { errors: 'inline' },
    }),
  }),
});

export const {
  useListPasskeysQuery,
  useAskNewPasskeyMutation,
  useAddPasskeyMutation,
  useRenamePasskeyMutation,
  useRemovePasskeyMutation,
  useAskPasskeyStepUpMutation,
} = passkeysApi;
