/** The user's messages (the message centre). The account stream invalidates the tag `Message` when something is new. */
import type { AnswerOf } from '@halyard/contract/call';
import {
  listMessages,
  readMessages,
  type MessageCategory,
  type OwnMessage,
} from '@halyard/contract/notifications/calls';
import type { UserId } from '@halyard/contract/ids';
import type { Language } from '@halyard/contract/languages';
import { toCall, type CallOptions } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

type Page = AnswerOf<typeof listMessages>;

/** Key of a message list: user, language, and one category or all. */
export type MessageList = {
  readonly userId: UserId;
  readonly language: Language;
  readonly category?: MessageCategory | undefined;
};

const PAGE_SIZE = 20;
// A failed mark is retried later without a message.
const INLINE: CallOptions = { errors: 'inline' };

export const messagesApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Messages, paged, newest first; cached for offline use. */
    pageMessages: build.infiniteQuery<Page, MessageList, string | undefined>({
      infiniteQueryOptions: {
        initialPageParam: undefined,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ queryArg: { category }, pageParam: before }) =>
        toCall(listMessages, { limit: PAGE_SIZE, ...(category && { category }), ...(before && { before }) }),
      providesTags: ['Message'],
      extraOptions: { cache: {} },
    }),
    /** Unread messages, for a badge. */
    countUnreadMessages: build.query<number, UserId>({
      query: () => toCall(listMessages, { limit: 1 }),
      transformResponse: ({ unread }: Page) => unread,
      providesTags: ['Message'],
    }),
    /** Marks messages as read up to a time (ISO 8601). */
    readMessages: build.mutation<
      AnswerOf<typeof readMessages>,
      { readonly userId: UserId; readonly until: OwnMessage['createdAt'] }
    >({
      query: ({ until }) => toCall(readMessages, { until }),
      extraOptions: INLINE,
      onQueryStarted: async ({ userId }, { dispatch, queryFulfilled }) => {
        const read = await queryFulfilled.catch(() => undefined);
        if (read === undefined) return;
        dispatch(messagesApi.util.updateQueryData('countUnreadMessages', userId, () => read.data.unread));
      },
    }),
  }),
});

export const { useCountUnreadMessagesQuery, usePageMessagesInfiniteQuery } = messagesApi;
