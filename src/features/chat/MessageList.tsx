import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatMessage } from '@halyard/contract/chat/calls';
import type { useChat } from '../../domain/chat/useChat.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { useInView } from '../../shared/viewport/useInView.ts';
import { Bubble } from './Bubble.tsx';
import styles from './Chat.module.css';
import { WaitingBubble } from './WaitingBubble.tsx';
import { daysOf } from './days.ts';

type MessageListProps = ReturnType<typeof useChat> & { messages: readonly ChatMessage[] };

/** What was written, by days; what waits stands at the end. */
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
              <li key={message.clientId ?? message.id} className={styles['entry']} data-own={isOwn(message)}>
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

const isOwn = ({ from }: ChatMessage) => from === 'user' || undefined;

function Beginning({ isEmpty }: { isEmpty: boolean }) {
  const { t } = useTranslation('chat');
  return (
    <div className={styles['beginning']} data-empty={isEmpty || undefined}>
      {isEmpty && <p className={styles['lead']}>{t('empty')}</p>}
      <p>{t('honest')}</p>
      <p>{t('safety')}</p>
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

/** What a day is called: today, yesterday, or its date. */
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
