import { CircleAlert, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { discardMessage, retryMessage, type WaitingEntry } from '../../domain/chat/useChat.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { useIsOnline } from '../../shared/realtime/useIsOnline.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { PhotoPreview } from '../../shared/ui/PhotoPreview.tsx';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import styles from './Chat.module.css';

/** A message that is on its way, waits for the network, or was refused; then its user says what becomes of it. */
export function WaitingBubble({ entry }: { entry: WaitingEntry }) {
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
