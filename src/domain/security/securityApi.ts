/** Passwords, codes to the user himself, and where he is logged in (specification, section 7, "User"). */
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
    /** Whether a fund password is set. */
    hasFundPassword: build.query<boolean, void>({
      query: () => toCall(hasFundPassword, {}),
      transformResponse: (answer: 'set' | 'unset') => answer === 'set',
      providesTags: ['Security'],
    }),
    /** Sets or changes the fund password. Its form shows what is wrong. */
    setFundPassword: build.mutation<string, RequestOf<typeof setFundPassword>>({
      query: (request) => toCall(setFundPassword, request),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Security', 'Withdrawal'],
    }),
    /** Changes the login password; every other session ends. Its form shows what is wrong. */
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
    /** Where the user is logged in, this session first. */
    listSessions: build.query<readonly Session[], void>({
      query: () => toCall(listSessions, {}),
      providesTags: ['Security'],
    }),
    /** Ends one other session, or all of them. What asks for it shows what is wrong. */
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
