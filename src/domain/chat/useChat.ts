import { checkUploadHead, checkUploadSize } from '@halyard/contract/uploads/rules';
import { useCallback, useMemo } from 'react';
import type { ChatMessage } from '@halyard/contract/chat/calls';
import type { UserId } from '@halyard/contract/ids';
import type { AppError } from '../../shared/api/appError.ts';
import { discardItem, enqueue, retryItem } from '../../shared/outbox/outbox.ts';
import type { OutboxItem } from '../../shared/outbox/outboxStore.ts';
import { useOutbox } from '../../shared/outbox/outboxView.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { readHead } from '../uploads/uploadsThunks.ts';
import { unreadChanged, useGetChatQuery, useReadOlderChatMutation } from './chatApi.ts';
import { CHAT_READ_KEY, waitingMessageOf, type WaitingMessage } from './waitingMessage.ts';

/** A message that waits to be sent, or was refused. */
export type WaitingEntry = WaitingMessage & {
  readonly id: string;
  readonly createdAtMs: number;
  /** Why it was refused; the user then retries or deletes it. */
  readonly failure: AppError | undefined;
  readonly item: OutboxItem;
};

const NOTHING: readonly ChatMessage[] = [];
const UNKNOWN = { messages: undefined, unread: 0, hasOlder: false, readByOperator: null };

/**
 * The chat of the logged-in user: loaded messages and those waiting to be sent. `messages` is `undefined` before the
 * first answer, also after an error.
 */
export function useChat(userId: UserId) {
  const { currentData: chat, error, isFetching, refetch } = useGetChatQuery(userId);
  const [readOlder, older] = useReadOlderChatMutation();
  const dispatch = useAppDispatch();
  const { messages, unread, hasOlder, readByOperator } = chat ?? UNKNOWN;
  const first = messages?.[0]?.id;
  const waiting = useWaitingEntries(messages ?? NOTHING);

  const loadOlder = useCallback(() => {
    if (first !== undefined) void readOlder({ userId, before: first });
  }, [readOlder, userId, first]);

  const lastFromOperator = messages?.findLast(({ from }) => from === 'operator')?.id;
  const markRead = useCallback(async () => {
    if (lastFromOperator === undefined) return;
    dispatch(unreadChanged(userId, 0));
    // After the end of the session the messages are marked again at the next login.
    await enqueue({ kind: 'read', key: CHAT_READ_KEY, payload: { until: lastFromOperator } }).catch(() => undefined);
  }, [dispatch, userId, lastFromOperator]);

  return {
    messages,
    waiting,
    unread,
    readByOperator,
    error: messages === undefined ? (error as AppError | undefined) : undefined,
    isRetrying: isFetching,
    retry: useCallback(() => void refetch(), [refetch]),
    hasOlder,
    isLoadingOlder: older.isLoading,
    olderError: older.error as AppError | undefined,
    loadOlder,
    markRead,
  };
}

/**
 * Queues a message: shown immediately, sent as soon as possible. Throws the `AppError` NOT_LOGGED_IN without a user.
 */
export async function writeMessage(message: WaitingMessage): Promise<void> {
  await enqueue({ kind: 'chat', payload: message });
}

/** Retries a refused message, or deletes it. */
export const retryMessage = ({ item }: WaitingEntry) => retryItem(item);
export const discardMessage = ({ item }: WaitingEntry) => discardItem(item);

function useWaitingEntries(messages: readonly ChatMessage[]): readonly WaitingEntry[] {
  const items = useOutbox();
  return useMemo(() => {
    // The answer and the outbox do not change at the same moment; this avoids showing a message twice.
    const arrived = new Set(messages.map(({ clientId }) => clientId));
    return items.flatMap((item) => {
      const message = item.kind === 'chat' && !arrived.has(item.id) ? waitingMessageOf(item) : undefined;
      const { id, createdAtMs, failure } = item;
      return message === undefined ? [] : [{ ...message, id, createdAtMs, failure, item }];
    });
  }, [items, messages]);
}

/**
 * Checks a picture before it waits for the network. Errors: FILE_EMPTY, FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED,
 * FILE_UNREADABLE.
 */
export async function checkPicture(file: Blob): Promise<AppError | undefined> {
  const fault = checkUploadSize(file.size);
  if (fault !== undefined) return fault;
  const head = await readHead(file);
  return head === undefined ? { code: 'FILE_UNREADABLE' } : checkUploadHead(head, { allowPdf: false });
}
