import { useTranslation } from 'react-i18next';
import { type ReactNode, useEffect, useState, useSyncExternalStore, useCallback, useLayoutEffect, useRef } from 'react';
import type { UserId } from '@halyard/contract/ids';
import { useChat } from '../../domain/chat/useChat.ts';
import { useGetCustomerUrlQuery } from '../../domain/news/newsApi.ts';
import { selectUser } from '../../domain/session/sessionSlice.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { useLoginPath } from '../../shared/navigation/useBack.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { buttonClass, ButtonLink } from '../../shared/ui/Button.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import { useKeyboardInset } from '../../shared/viewport/useKeyboardInset.ts';
import styles from './Chat.module.css';
import { Composer } from './Composer.tsx';
import { MessageList } from './MessageList.tsx';

/** Customer service: the link that the operator set, or the chat. */
export function ChatPage() {
  const { t } = useTranslation('chat');
  const user = useAppSelector(selectUser);
  const { data: url = '', isLoading } = useGetCustomerUrlQuery();
  const link = linkOf(url);
  const header = (
    <div data-theme="dark" data-desktop className={styles['header']}>
      <NavBar title={t('title')} />
    </div>
  );
  if (link !== undefined) {
    return (
      <Page header={header}>
        <Elsewhere link={link} />
      </Page>
    );
  }
  if (isLoading) {
    return (
      <Page header={header}>
        <ChatLoading />
      </Page>
    );
  }
  if (user === undefined) {
    return (
      <Page header={header}>
        <LoginNeeded />
      </Page>
    );
  }
  // After a login in another tab, a different user must not see the draft.
  return <Conversation key={user.id} userId={user.id} header={header} />;
}

function LoginNeeded() {
  const { t } = useTranslation('chat');
  const loginPath = useLoginPath();
  return (
    <EmptyState
      text={t('login')}
      drawing="talk"
      action={
        <>
          <ButtonLink to={loginPath}>{t('login.action', { ns: 'shell' })}</ButtonLink>
          <div className={styles['ways']}>
            <ButtonLink kind="quiet" size="small" to={paths.forgetPassword()}>
              {t('cannotLogIn')}
            </ButtonLink>
            <ButtonLink kind="quiet" size="small" to={paths.help()}>
              {t('browseHelp')}
            </ButtonLink>
          </div>
        </>
      }
    />
  );
}

/** The operator's link in place of the chat; `undefined` when it is missing or no web page. */
function linkOf(written: string): URL | undefined {
  if (!URL.canParse(written)) return undefined;
  const url = new URL(written);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}

/** Customer service at another site: shows the destination before it opens. */
function Elsewhere({ link }: { link: URL }) {
  const { t } = useTranslation('chat');
  return (
    <EmptyState
      drawing="talk"
      text={t('elsewhere.text', { host: link.host })}
      action={
        <div className={styles['elsewhere']}>
          <a href={link.href} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
            {t('elsewhere.open', { host: link.host })}
            <VisuallyHidden>{t('elsewhere.newTab')}</VisuallyHidden>
          </a>
          <p className={styles['address']}>{link.href}</p>
        </div>
      }
    />
  );
}

type ConversationProps = { userId: UserId; header: ReactNode };

/** The chat: messages, oldest first, and the input. */
function Conversation({ userId, header }: ConversationProps) {
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
function ChatLoading() {
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

/** Within this distance of the end the chat follows new messages. */
const NEAR_PX = 120;
/** How long to wait for a page that cannot scroll: a closing menu above it blocks scrolling. */
const HELD_MS = 1500;

type Ends = {
  /** Ids of the first and the last entry. */
  readonly first: number | undefined;
  readonly last: string;
  /** Whether the last entry is the user's own, which is always scrolled to. */
  readonly isOwnLast: boolean;
};

/** Opens the chat at its end, follows new messages there, and keeps the position when older ones are inserted above. */
function useStickToEnd({ first, last, isOwnLast }: Ends) {
  const [isAtEnd, setAtEnd] = useState(true);
  const place = useRef({ first, last: '', height: 0, isAtEnd: true, isGoing: false });

  const measure = useCallback(() => {
    // The target of a running scroll counts as the position.
    if (place.current.isGoing) return;
    const isNow = distancePx() <= NEAR_PX;
    place.current = { ...place.current, isAtEnd: isNow, height: document.documentElement.scrollHeight };
    setAtEnd(isNow);
  }, []);

  const goToEnd = useCallback(() => {
    const deadlineMs = performance.now() + HELD_MS;
    place.current.isGoing = true;
    const arrive = () => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      if (distancePx() > 1 && performance.now() < deadlineMs) {
        requestAnimationFrame(arrive);
        return;
      }
      place.current.isGoing = false;
      measure();
    };
    window.scrollTo(0, document.documentElement.scrollHeight);
    // Checked again in the next frame, after the router has scrolled the new page to its top.
    requestAnimationFrame(arrive);
  }, [measure]);

  useLayoutEffect(() => {
    const was = place.current;
    const hasOlder = was.first !== undefined && first !== undefined && first < was.first;
    const isNew = was.last !== last;
    place.current = { ...was, first, last, height: document.documentElement.scrollHeight };
    if (hasOlder && !isNew) window.scrollTo(0, window.scrollY + place.current.height - was.height);
    else if (isNew && (was.isAtEnd || isOwnLast)) goToEnd();
  }, [first, last, isOwnLast, goToEnd]);

  useEffect(() => {
    const follow = () => {
      // The keyboard opened or a message grew, so the end has moved.
      if (place.current.isAtEnd) goToEnd();
      else measure();
    };
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', follow);
    window.visualViewport?.addEventListener('resize', follow);
    const growth = typeof ResizeObserver === 'function' ? new ResizeObserver(follow) : undefined;
    growth?.observe(document.body);
    return () => {
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', follow);
      window.visualViewport?.removeEventListener('resize', follow);
      growth?.disconnect();
    };
  }, [goToEnd, measure]);

  return { isAtEnd, goToEnd };
}

/** Distance of the page's end below the viewport, in pixels. */
function distancePx(): number {
  const { scrollHeight, clientHeight } = document.documentElement;
  return scrollHeight - clientHeight - window.scrollY;
}
