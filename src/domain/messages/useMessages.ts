/** The message centre for the screens, in the language of the app. */
import { useCallback, useMemo } from 'react';
import type { UserId } from '@halyard/contract/calls/ids';
import type { MessageCategory, OwnMessage } from '@halyard/contract/calls/messages';
import type { AppError } from '../../shared/api/appError.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { useAppDispatch, useAppSelector } from '../../shared/store/hooks.ts';
import { useLanguage } from '../preferences/usePreferences.ts';
import { selectUser } from '../session/sessionSlice.ts';
import { useCountUnreadMessagesQuery, usePageMessagesInfiniteQuery } from './messagesApi.ts';
import { markRead } from './readMarks.ts';

/** A user's messages, of one category or of all, the newest first; `loadMore` while there are more, `moreError` when that failed. */
export function useMessages(userId: UserId, category: MessageCategory | undefined) {
  const { language } = useLanguage();
  const dispatch = useAppDispatch();
  const list = useMemo(
    () => ({ userId, language, ...(category !== undefined && { category }) }),
    [userId, language, category],
  );
  const query = usePageMessagesInfiniteQuery(list);
  const { currentData, isFetchNextPageError, refetch } = query;
  const messages = useMemo(() => unique(currentData?.pages.map((page) => page.messages)), [currentData]);
  const failure = query.error as AppError | undefined;
  const newest = messages?.[0];
  const read = useCallback(
    (message: OwnMessage) =>
      void dispatch(markRead(list, message, category === undefined && message.id === newest?.id)),
    [dispatch, list, category, newest],
  );
  return {
    messages,
    unread: currentData?.pages[0]?.unread ?? 0,
    /** Marks everything up to a message. */
    read,
    error: messages === undefined ? failure : undefined,
    moreError: isFetchNextPageError ? failure : undefined,
    isLoadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    loadMore: query.fetchNextPage,
    retry: refetch,
    isRetrying: query.isFetching,
    asOfMs: useAsOf(query),
  };
}

/** How many messages the user has not read, 99 at most; 0 for nobody, and as long as it is not known. */
export function useUnreadMessages(): number {
  const user = useAppSelector(selectUser);
  const { currentData = 0 } = useCountUnreadMessagesQuery(user?.id ?? (0 as UserId), { skip: user === undefined });
  return currentData;
}

// What came in between two pages is answered in both.
function unique(pages: readonly (readonly OwnMessage[])[] | undefined): readonly OwnMessage[] | undefined {
  return pages && [...new Map(pages.flat().map((message) => [message.id, message])).values()];
}
