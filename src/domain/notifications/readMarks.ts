import type { OwnMessage } from '@halyard/contract/notifications/calls';
import type { AppError } from '../../shared/api/appError.ts';
import { enqueue } from '../../shared/outbox/outbox.ts';
import type { OutboxItem } from '../../shared/outbox/outboxStore.ts';
import type { AppDispatch, RootState } from '../../shared/store/rootState.ts';
import { selectUser } from '../session/sessionSlice.ts';
import { messagesApi, type MessageList } from './messagesApi.ts';

/**
 * Outbox key of the read mark: the last one replaces earlier ones. Marks apply on the screen immediately and on the
 * server through the outbox.
 */
export const MESSAGES_READ_KEY = 'messages';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Marks all messages up to and including one; `isAll` when that is the newest. */
export function markRead(list: MessageList, { createdAt }: Pick<OwnMessage, 'createdAt'>, isAll: boolean) {
  return async (dispatch: AppDispatch): Promise<void> => {
    dispatch(
      messagesApi.util.updateQueryData('pageMessages', list, ({ pages }) => {
        for (const message of pages.flatMap(({ messages }) => messages)) {
          if (message.createdAt <= createdAt) message.isRead = true;
        }
        if (isAll) for (const page of pages) page.unread = 0;
      }),
    );
    if (isAll) dispatch(messagesApi.util.updateQueryData('countUnreadMessages', list.userId, () => 0));
    // If the device cannot store the mark, the messages are only marked again later.
    await enqueue({ kind: 'read', key: MESSAGES_READ_KEY, payload: { until: createdAt } }).catch(() => undefined);
  };
}

/** Sends a waiting mark. One in the format of another app version is dropped. */
export function sendMessagesRead({ payload }: OutboxItem) {
  return async (dispatch: AppDispatch, getState: () => RootState): Promise<'sent'> => {
    const user = selectUser(getState());
    const until = (payload as { readonly until?: unknown } | undefined)?.until;
    if (user === undefined) return failed({ code: 'NOT_LOGGED_IN' });
    if (typeof until !== 'string' || !INSTANT.test(until)) return 'sent';
    const marking = messagesApi.endpoints.readMessages.initiate({ userId: user.id, until }, { track: false });
    const { error } = await dispatch(marking);
    return error === undefined ? 'sent' : failed(error as AppError);
  };
}

function failed(error: AppError): Promise<never> {
  return Promise.reject(error);
}
