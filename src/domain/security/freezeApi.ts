/** Freezing an account and lifting that, the anti-phishing code, and what happened to the account's safety (ours). */
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
/** Whose events, in which language. */
type Events = { readonly userId: UserId; readonly language: Language };

const PAGE_SIZE = 20;

export const freezeApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Whether the account is frozen, and its anti-phishing code, masked. A server of the family has no such call. */
    getAccountProtection: build.query<AccountProtection, void>({
      query: () => toCall(getAccountProtection, {}),
      providesTags: ['Security'],
      extraOptions: { errors: 'inline' },
    }),
    /** Freezes the account of a mail's key, logged in or not. Its page shows what is wrong. */
    freezeByKey: build.mutation<string, string>({
      query: (key) => toCall(freezeByKey, { key }),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Security'],
    }),
    /** Freezes the own account; every other session ends. Its page shows what is wrong. */
    freezeAccount: build.mutation<string, void>({
      query: () => toCall(freezeAccount, {}),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Security', 'Withdrawal'],
    }),
    /** Asks for the review that lifts a freeze. Its page shows what is wrong. */
    askUnfreeze: build.mutation<string, void>({
      query: () => toCall(askUnfreeze, {}),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Security'],
    }),
    /** Sets or changes the anti-phishing code. Its form shows what is wrong. */
    setAntiPhishingCode: build.mutation<string, string>({
      query: (code) => toCall(setAntiPhishingCode, { code }),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Security'],
    }),
    /** Security events, page by page, the newest first. */
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
