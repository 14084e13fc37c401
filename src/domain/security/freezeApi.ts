/** Account freeze, the anti-phishing code, and security events. */
import type { AnswerOf } from '@halyard/contract/call';
import {
  askUnfreeze,
  freezeAccount,
  freezeByKey,
  getAccountProtection,
  listSecurityEvents,
  setAntiPhishingCode,
  type AccountProtection,
} from '@halyard/contract/security/freezeCalls';
import type { UserId } from '@halyard/contract/ids';
import type { Language } from '@halyard/contract/languages';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

type Page = AnswerOf<typeof listSecurityEvents>;
/** Key of the events: user and language. */
type Events = { readonly userId: UserId; readonly language: Language };

const PAGE_SIZE = 20;

export const freezeApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Whether the account is frozen, and its masked anti-phishing code. A legacy server has no such call. */
    getAccountProtection: build.query<AccountProtection, void>({
      query: () => toCall(getAccountProtection, {}),
      providesTags: ['Security'],
      extraOptions: { errors: 'inline' },
    }),
    /** Freezes the account of a mailed key, logged in or not. The page shows errors. */
    freezeByKey: build.mutation<string, string>({
      query: (key) => toCall(freezeByKey, { key }),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Security'],
    }),
    /** Freezes the user's own account; every other session ends. The page shows errors. */
    freezeAccount: build.mutation<string, void>({
      query: () => toCall(freezeAccount, {}),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Security', 'Withdrawal'],
    }),
    /** Requests the review that lifts a freeze. The page shows errors. */
    askUnfreeze: build.mutation<string, void>({
      query: () => toCall(askUnfreeze, {}),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Security'],
    }),
    /** Sets or changes the anti-phishing code. The form shows errors. */
    setAntiPhishingCode: build.mutation<string, string>({
      query: (code) => toCall(setAntiPhishingCode, { code }),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Security'],
    }),
    /** Security events, paged, newest first. */
    pageSecurityEvents: build.infiniteQuery<Page, Events, string | undefined>({
      infiniteQueryOptions: {
        initialPageParam: undefined,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ pageParam: before }) => toCall(listSecurityEvents, { limit: PAGE_SIZE, ...(before && { before }) }),
      providesTags: ['Message'],
      extraOptions: { errors: 'inline' },
    }),
  }),
});

export const {
  useGetAccountProtectionQuery,
  useFreezeByKeyMutation,
  useFreezeAccountMutation,
  useAskUnfreezeMutation,
  useSetAntiPhishingCodeMutation,
  usePageSecurityEventsInfiniteQuery,
} = freezeApi;
