/** Passwords, codes to the user's own address, and sessions. */
import type { RequestOf } from '@halyard/contract/call';
import type { SessionId } from '@halyard/contract/ids';
import {
  changePassword,
  hasFundPassword,
  listSessions,
  revokeSessions,
  sendOwnCode,
  setFundPassword,
  type Session,
} from '@halyard/contract/security/calls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

export const securityApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    hasFundPassword: build.query<boolean, void>({
      query: () => toCall(hasFundPassword, {}),
      transformResponse: (answer: 'set' | 'unset') => answer === 'set',
      providesTags: ['Security'],
    }),
    /** Sets or changes the fund password. The form shows errors. */
    setFundPassword: build.mutation<string, RequestOf<typeof setFundPassword>>({
      query: (request) => toCall(setFundPassword, request),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Security', 'Withdrawal'],
    }),
    /** Changes the login password; every other session ends. The form shows errors. */
    changePassword: build.mutation<string, RequestOf<typeof changePassword>>({
      query: (request) => toCall(changePassword, request),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Security', 'Withdrawal'],
    }),
    /** Sends a code to the user's own address. */
    sendOwnCode: build.mutation<string, void>({
      query: () => toCall(sendOwnCode, {}),
      extraOptions: { errors: 'inline' },
    }),
    /** The user's sessions, this one first. */
    listSessions: build.query<readonly Session[], void>({
      query: () => toCall(listSessions, {}),
      providesTags: ['Security'],
    }),
    /** Ends one other session, or all of them. The caller shows errors. */
    revokeSessions: build.mutation<string, { readonly id: SessionId } | 'others'>({
      query: (which) => toCall(revokeSessions, which === 'others' ? { others: true } : which),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Security'],
    }),
  }),
});

export const {
  useHasFundPasswordQuery,
  useSetFundPasswordMutation,
  useChangePasswordMutation,
  useSendOwnCodeMutation,
  useListSessionsQuery,
  useRevokeSessionsMutation,
} = securityApi;
