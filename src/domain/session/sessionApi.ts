/** Codes, registration, login, logout and the user. */
import type { AnswerOf, Call, RequestOf } from '@halyard/contract/call';
import {
  checkMailCode,
  checkTextCode,
  getUser,
  logIn,
  logOut,
  registerUser,
  resetPassword,
  sendMailCode,
  sendTextCode,
  type User,
} from '@halyard/contract/user/calls';
import { isOutcomeUnknown } from '../../shared/api/appError.ts';
import { toCall, type CallMeta, type CallOptions } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { beginRenewal, endRenewal } from '../../shared/api/tokenRenewal.ts';
import type { AppDispatch, AppExtra, RootState } from '../../shared/store/rootState.ts';
import { loggedOut, loginAbandoned, selectUser, tokenIssued, userReceived } from './sessionSlice.ts';

const nothing = () => undefined;
// The forms show errors beside the field; a toast would repeat them.
const INLINE: CallOptions = { errors: 'inline' };
const INLINE_META: CallMeta = { isInline: true };
const inline = <C extends Call>(call: C) => ({
  query: (request: RequestOf<C>) => toCall(call, request),
  extraOptions: INLINE,
});

type Started = {
  readonly dispatch: AppDispatch;
  readonly getState: () => unknown;
  readonly queryFulfilled: PromiseLike<unknown>;
};

/** The session of a user who resets their own password ends after the answer, not before. */
async function endSessionAfter({ address }: RequestOf<typeof resetPassword>, started: Started): Promise<void> {
  beginRenewal();
  const isDone = await started.queryFulfilled.then(
    () => true,
    () => false,
  );
  const user = selectUser(started.getState() as RootState);
  if (isDone && (user?.email === address || user?.phone === address)) started.dispatch(loggedOut());
  endRenewal();
}

export const sessionApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    sendMailCode: build.mutation<AnswerOf<typeof sendMailCode>, RequestOf<typeof sendMailCode>>(inline(sendMailCode)),
    sendTextCode: build.mutation<AnswerOf<typeof sendTextCode>, RequestOf<typeof sendTextCode>>(inline(sendTextCode)),
    checkMailCode: build.mutation<AnswerOf<typeof checkMailCode>, RequestOf<typeof checkMailCode>>(
      inline(checkMailCode),
    ),
    checkTextCode: build.mutation<AnswerOf<typeof checkTextCode>, RequestOf<typeof checkTextCode>>(
      inline(checkTextCode),
    ),
    registerUser: build.mutation<AnswerOf<typeof registerUser>, RequestOf<typeof registerUser>>(inline(registerUser)),
    /**
     * Ends every session of the account, including this one. The socket may report that before the answer arrives; the
     * session waits for the answer, which would be aborted otherwise.
     */
    resetPassword: build.mutation<AnswerOf<typeof resetPassword>, RequestOf<typeof resetPassword>>({
      query: (request) => toCall(resetPassword, request),
      onQueryStarted: endSessionAfter,
      extraOptions: { ...INLINE, renewsToken: true },
    }),
    /** Logs in and reads the user: a session is a token plus its user, so without the user there is no session. */
    logIn: build.mutation<User, RequestOf<typeof logIn>>({
      queryFn: async (request, api, _options, runCall) => {
        const login = await runCall(toCall(logIn, request));
        if (login.error !== undefined) return { error: login.error, meta: INLINE_META };
        api.dispatch(tokenIssued(login.data as AnswerOf<typeof logIn>));
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
    /** Reads the user again and stores it in the session. */
    getUser: build.query<User, void>({
      query: () => toCall(getUser, {}),
      providesTags: ['Session'],
      onQueryStarted: async (_request, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
        if (data !== undefined) dispatch(userReceived(data));
      },
    }),
    /**
     * Ends the session here immediately, and on the server as soon as it is reachable, while the page is open: logout
     * works offline.
     */
    logOut: build.mutation<null, void>({
      queryFn: async (_request, api, _options, runCall) => {
        // The call takes the token before this function clears it.
        const identity = (api.extra as AppExtra).readIdentity(api.getState() as RootState);
        const ended = runCall(toCall(logOut, {}));
        api.dispatch(loggedOut());
        const { error } = await ended;
        // Not repeated once the exchange has answered.
        if (error !== undefined && (error.code === 'OFFLINE' || isOutcomeUnknown(error))) {
          void import('./endLater.ts').then(({ endLater }) => endLater(api, identity), nothing);
        }
        return { data: null };
      },
      extraOptions: INLINE,
    }),
  }),
});

export const {
  useSendMailCodeMutation,
  useSendTextCodeMutation,
  useCheckMailCodeMutation,
  useCheckTextCodeMutation,
  useRegisterUserMutation,
  useResetPasswordMutation,
  useLogInMutation,
  useGetUserQuery,
  useLogOutMutation,
} = sessionApi;
