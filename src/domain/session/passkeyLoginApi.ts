/** Login with a passkey in place of a password. */
import type { AnswerOf } from '@halyard/contract/call';
import { askPasskeyLogin, logInWithPasskey } from '@halyard/contract/security/passkeyCalls';
import { getUser, type User } from '@halyard/contract/user/calls';
import { toCall, type CallOptions } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { loginAbandoned, tokenIssued, userReceived } from './sessionSlice.ts';

const INLINE: CallOptions = { errors: 'inline' };
const INLINE_META = { isInline: true };

export const passkeyLoginApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Options for a login. */
    askPasskeyLogin: build.mutation<string, void>({
      query: () => toCall(askPasskeyLogin, {}),
      extraOptions: INLINE,
    }),
    /** As with a password login: a session is a token plus its user. */
    logInWithPasskey: build.mutation<User, string>({
      queryFn: async (passkey, api, _options, runCall) => {
        const login = await runCall(toCall(logInWithPasskey, { passkey }));
        if (login.error !== undefined) return { error: login.error, meta: INLINE_META };
        api.dispatch(tokenIssued((login.data as AnswerOf<typeof logInWithPasskey>).token));
        const center = await runCall(toCall(getUser, {}));
        if (center.error !== undefined) {
          api.dispatch(loginAbandoned());
          return { error: center.error, meta: INLINE_META };
        }
        api.dispatch(userReceived(center.data as User));
        return { data: center.data as User };
      },
      extraOptions: INLINE,
    }),
  }),
});

export const { useAskPasskeyLoginMutation, useLogInWithPasskeyMutation } = passkeyLoginApi;
