import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserId } from '@halyard/contract/ids';
import { useChat } from '../../domain/chat/useChat.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import styles from './Chat.module.css';
import { Composer } from './Composer.tsx';
import { MessageList } from './MessageList.tsx';
import { useKeyboardInset } from '../../shared/viewport/useKeyboardInset.ts';
import { useStickToEnd } from './useStickToEnd.ts';

type ConversationProps = { userId: UserId; header: ReactNode };

/** The chat: messages, oldest first, and the input. */
export function Conversation({ userId, header }: ConversationProps) {
  const { t } = useTranslation('chat');
  const chat = useChat(userId);
  const { messages, waiting, unread, error, markRead } = chat;
  const { isAtEnd, goToEnd } = useStickToEnd(endsOf(chat));
  const isVisible = usePageVisible();
  const inset = useKeyboardInset();

  useEffect(() => {
    if (isVisible && isAtEnd && unread > 0) void markRead();
  }, [isVisible, isAtEnd, unread, markRead]);

  const footer = (
    <div className={styles['foot']} style={{ marginBlockEnd: inset }}>
      {!isAtEnd && unread > 0 && (
        <button type="button" className={styles['jump']} onClick={goToEnd}>
          {t('newMessages')}
        </button>
      )}
      <Composer />
    </div>
  );
  const isThere = messages !== undefined || waiting.length > 0;
  return (
    <Page header={header} footer={footer}>
      {!isThere && error === undefined && <ChatLoading />}
      {error !== undefined && (
        <ErrorState what={t('failed')} onRetry={chat.retry} isRetrying={chat.isRetrying}>
          {appErrorText(error)}
        </ErrorState>
      )}
      {isThere && <MessageList {...chat} messages={messages ?? NONE} />}
      <Announcer messages={messages} />
    </Page>
  );
}

const NONE: readonly never[] = [];

function endsOf({ messages = NONE, waiting }: ReturnType<typeof useChat>) {
  const last = messages.at(-1);
  return {
    first: messages[0]?.id,
    last: waiting.at(-1)?.id ?? last?.clientId ?? String(last?.id),
    isOwnLast: waiting.length > 0 || last?.from === 'user',
  };
}

/** Announces new answers to screen readers, but no earlier ones. */
function Announcer({ messages }: Pick<ReturnType<typeof useChat>, 'messages'>) {
  const { t } = useTranslation('chat');
  const [start, setStart] = useState<number>();
  if (messages !== undefined && start === undefined) setStart(messages.at(-1)?.id ?? 0);
  const last = messages?.findLast(({ from }) => from === 'operator');
  const isNew = last !== undefined && start !== undefined && last.id > start;
  return (
    <div aria-live="polite">
      {isNew && (
        <VisuallyHidden>{t('said', { text: last.text === '' ? t('picture.theirs') : last.text })}</VisuallyHidden>
      )}
    </div>
  );
}

/** Whether the page is visible. */
function usePageVisible(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

const BUBBLES = [
  { id: 'a', isOwn: false, width: '62%', height: 54 },
  { id: 'b', isOwn: true, width: '44%', height: 38 },
  { id: 'c', isOwn: true, width: '70%', height: 72 },
  { id: 'd', isOwn: false, width: '52%', height: 38 },
];

/** Messages while they load. */
export function ChatLoading() {
  return (
    <Loading>
      <div className={styles['loading']}>
        {BUBBLES.map(({ id, isOwn, width, height }) => (
          <div key={id} className={styles['entry']} data-own={isOwn || undefined}>
            <Skeleton shape="block" width={width} height={height} />
          </div>
        ))}
      </div>
    </Loading>
  );
}
