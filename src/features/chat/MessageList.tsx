import { CircleAlert, Clock, Check, CheckCheck, ImageOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatMessage } from '@halyard/contract/chat/calls';
import { discardMessage, retryMessage, type useChat, type WaitingEntry } from '../../domain/chat/useChat.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { useIsOnline } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { PhotoPreview } from '../../shared/ui/PhotoPreview.tsx';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import { useInView } from '../../shared/viewport/useInView.ts';
import styles from './Chat.module.css';
import { usePrivatePicture } from '../../domain/uploads/usePrivatePicture.ts';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';

type MessageListProps = ReturnType<typeof useChat> & { messages: readonly ChatMessage[] };

/** Messages by day; waiting ones come last. */
export function MessageList(props: MessageListProps) {
  const { messages, waiting, hasOlder, readByOperator } = props;
  const { t } = useTranslation('chat');
  const days = useMemo(() => daysOf(messages, waiting), [messages, waiting]);
  const dayName = useDayName();
  const lastRead = messages.findLast(
    ({ id, from }) => from === 'user' && readByOperator !== null && id <= readByOperator,
  );
  return (
    <div className={styles['list']}>
      {hasOlder ? <Older {...props} /> : <Beginning isEmpty={days.length === 0} />}
      {days.map(({ key, atMs, messages: written, waiting: queued }) => (
        <section key={key} aria-label={dayName(atMs)}>
          <h2 className={styles['day']}>{dayName(atMs)}</h2>
          <ol aria-label={t('label')} className={styles['entries']}>
            {written.map((message) => (
              <li
                key={message.clientId ?? message.id}
                className={styles['entry']}
                data-own={message.from === 'user' || undefined}
              >
                <Bubble message={message} isLastRead={message === lastRead} />
              </li>
            ))}
            {queued.map((entry) => (
              <li key={entry.id} className={styles['entry']} data-own>
                <WaitingBubble entry={entry} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Beginning({ isEmpty }: { isEmpty: boolean }) {
  const { t } = useTranslation('chat');
  return (
    <div className={styles['beginning']} data-empty={isEmpty || undefined}>
      {isEmpty && <p className={styles['lead']}>{t('empty')}</p>}
      <p>{t('honest')}</p>
      <p className={styles['safety']}>{t('safety')}</p>
    </div>
  );
}

function Older({ messages, isLoadingOlder, olderError, loadOlder }: MessageListProps) {
  const { t } = useTranslation('chat');
  const start = useInView<HTMLDivElement>({
    isOn: !isLoadingOlder && olderError === undefined,
    step: messages.length,
    onNear: loadOlder,
  });
  return (
    <div ref={start} className={styles['older']}>
      {olderError !== undefined && (
        <p role="alert">
          {t('earlierFailed')} {appErrorText(olderError)}
        </p>
      )}
      <Button kind="quiet" size="small" isLoading={isLoadingOlder} onClick={loadOlder}>
        {t('earlier')}
      </Button>
    </div>
  );
}

/** The name of a day: today, yesterday, or its date. */
function useDayName(): (atMs: number) => string {
  const { t } = useTranslation('chat');
  const format = useFormat();
  return (atMs) => {
    const now = new Date();
    const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
    const isOn = (day: Date) => new Date(atMs).toDateString() === day.toDateString();
    if (isOn(now)) return t('day.today');
    return isOn(yesterday) ? t('day.yesterday') : format.moment(atMs, 'date');
  };
}

/** Messages of one day in the device's time zone, and waiting ones. */
type ChatDay = {
  readonly key: string;
  /** A moment of the day (Unix milliseconds). */
  readonly atMs: number;
  readonly messages: readonly ChatMessage[];
  readonly waiting: readonly WaitingEntry[];
};

/** The days in order. Waiting messages come last, also when a clock is wrong. */
function daysOf(messages: readonly ChatMessage[], waiting: readonly WaitingEntry[]): readonly ChatDay[] {
  const days: (ChatDay & { messages: ChatMessage[]; waiting: WaitingEntry[] })[] = [];
  const dayOf = (atMs: number) => {
    const last = days.at(-1);
    // Clocks may go back within a chat; days must not.
    if (last !== undefined && (keyOf(atMs) === last.key || atMs < last.atMs)) return last;
    const day = { key: keyOf(atMs), atMs, messages: [], waiting: [] };
    days.push(day);
    return day;
  };
  for (const message of messages) dayOf(Date.parse(message.createdAt)).messages.push(message);
  for (const entry of waiting) dayOf(entry.createdAtMs).waiting.push(entry);
  return days;
}

function keyOf(atMs: number): string {
  const day = new Date(atMs);
  return `${day.getFullYear()}-${day.getMonth()}-${day.getDate()}`;
}

/** A message that is being sent, waits for the network, or was refused; the user then retries or deletes it. */
function WaitingBubble({ entry }: { entry: WaitingEntry }) {
  const { t } = useTranslation('chat');
  const format = useFormat();
  const isOnline = useIsOnline();
  const { text, picture, failure, createdAtMs } = entry;
  const hasFailed = failure !== undefined;
  return (
    <>
      <div className={styles['bubble']} data-state={hasFailed ? 'failed' : 'waiting'}>
        <VisuallyHidden>{t('from.me')}</VisuallyHidden>
        {picture !== undefined && (
          <div className={styles['picture']}>
            <PhotoPreview label={t('picture.own')} file={picture} />
          </div>
        )}
        {text !== '' && <p className={styles['text']}>{text}</p>}
      </div>
      {hasFailed ? (
        <p role="alert" className={styles['why']}>
          <CircleAlert aria-hidden />
          <span>
            {t('state.failed')} {appErrorText(failure)}
          </span>
        </p>
      ) : (
        <p className={styles['meta']}>
          <time dateTime={new Date(createdAtMs).toISOString()}>{format.moment(createdAtMs, 'minute')}</time>
          <Clock aria-hidden />
          {t(isOnline ? 'state.sending' : 'state.waiting')}
        </p>
      )}
      {(hasFailed || !isOnline) && (
        <div className={styles['choices']}>
          {hasFailed && (
            <Button kind="quiet" size="small" onClick={() => void retryMessage(entry)}>
              {t('retry')}
            </Button>
          )}
          <Button kind="quiet" size="small" onClick={() => void discardMessage(entry)}>
            {t('discard')}
          </Button>
        </div>
      )}
    </>
  );
}

type BubbleProps = {
  message: ChatMessage;
  /** The last own message that an operator has read. */
  isLastRead: boolean;
};

/** A chat message. Its content is plain text: tags and links stay as typed. */
function Bubble({ message, isLastRead }: BubbleProps) {
  const { t } = useTranslation('chat');
  const format = useFormat();
  const { from, text, picture, createdAt } = message;
  const isOwn = from === 'user';
  const label = t(isOwn ? 'picture.own' : 'picture.theirs');
  return (
    <>
      <div className={styles['bubble']}>
        <VisuallyHidden>{t(isOwn ? 'from.me' : 'from.them')}</VisuallyHidden>
        {picture !== null && <SentPicture path={picture} label={label} />}
        {text !== '' && <p className={styles['text']}>{text}</p>}
      </div>
      <p className={styles['meta']}>
        <time dateTime={createdAt}>{format.moment(Date.parse(createdAt), 'minute')}</time>
        {isOwn && <Mark isRead={isLastRead} />}
      </p>
    </>
  );
}

function Mark({ isRead }: { isRead: boolean }) {
  const { t } = useTranslation('chat');
  if (isRead) {
    return (
      <span className={styles['read']}>
        <CheckCheck aria-hidden />
        {t('state.read')}
      </span>
    );
  }
  return (
    <>
      <Check aria-hidden />
      <VisuallyHidden>{t('state.sent')}</VisuallyHidden>
    </>
  );
}

/** A picture of the chat, loaded when it is near the viewport; its place is reserved. */
function SentPicture({ path, label }: { path: string; label: string }) {
  const [isNear, setNear] = useState(typeof IntersectionObserver !== 'function');
  const place = useInView<HTMLDivElement>({ isOn: !isNear, step: 0, onNear: () => setNear(true) });
  return (
    <div ref={place} className={styles['picture']}>
      {isNear ? <Shown path={path} label={label} /> : <Skeleton shape="block" height="100%" />}
    </div>
  );
}

function Shown({ path, label }: { path: string; label: string }) {
  const { t } = useTranslation('common');
  const { url, error, isLoading, retry } = usePrivatePicture(path);
  if (isLoading) return <Skeleton shape="block" height="100%" />;
  if (error === undefined) return <PhotoPreview label={label} file={url} />;
  return (
    <div className={styles['gone']}>
      <ImageOff aria-hidden />
      <p>{appErrorText(error)}</p>
      <Button kind="quiet" size="small" onClick={retry}>
        {t('ui.retry')}
      </Button>
    </div>
  );
}
