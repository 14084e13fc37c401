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
import type { AppError } from '../../shared/api/appError.ts';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { askPasskey, hasPasskeys, type DeviceAnswer } from './passkeyDevice.ts';

const passkeysApi = emptyApi.injectEndpoints({
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

/**
 * Prompts for a passkey and returns the assertion for `user/prove`. Undefined when this browser has no passkeys: the
 * option is not offered.
 */
export function useAskPasskey(): (() => Promise<DeviceAnswer>) | undefined {
  const [ask] = useAskPasskeyStepUpMutation();
  if (!hasPasskeys()) return undefined;
  return async () => {
    const { data: options, error } = await ask();
    return options === undefined ? { error: error as AppError } : askPasskey(options);
  };
}
