import { useCallback, useMemo } from 'react';
import type { AnswerOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import type { listMessages, MessageCategory, OwnMessage } from '@halyard/contract/notifications/calls';
import { usePagedList } from '../../shared/api/usePagedList.ts';
import { useAppDispatch, useAppSelector } from '../../shared/store/hooks.ts';
import { useLanguage } from '../preferences/usePreferences.ts';
import { selectUser } from '../session/sessionSlice.ts';
import { useCountUnreadMessagesQuery, usePageMessagesInfiniteQuery } from './messagesApi.ts';
import { markRead } from './readMarks.ts';

/** A user's messages in the app's language, of one category or of all, newest first. */
export function useMessages(userId: UserId, category: MessageCategory | undefined) {
  const { language } = useLanguage();
  const dispatch = useAppDispatch();
  const wanted = useMemo(
    () => ({ userId, language, ...(category !== undefined && { category }) }),
    [userId, language, category],
  );
  const query = usePageMessagesInfiniteQuery(wanted);
  const list = usePagedList(query, messagesOf);
  const newest = list.rows?.[0];
  const read = useCallback(
    (message: OwnMessage) =>
      void dispatch(markRead(wanted, message, category === undefined && message.id === newest?.id)),
    [dispatch, wanted, category, newest],
  );
  return {
    ...list,
    unread: query.currentData?.pages[0]?.unread ?? 0,
    /** Marks everything up to a message as read. */
    read,
  };
}

/** Unread messages, 99 at most; 0 while logged out or not known. */
export function useUnreadMessages(): number {
  const user = useAppSelector(selectUser);
  const { currentData = 0 } = useCountUnreadMessagesQuery(user?.id ?? (0 as UserId), { skip: user === undefined });
  return currentData;
}

function messagesOf({ messages }: AnswerOf<typeof listMessages>): readonly OwnMessage[] {
  return messages;
}
