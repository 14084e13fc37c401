import { Check, CheckCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ChatMessage } from '@halyard/contract/chat/calls';
import { useFormat } from '../../shared/format/useFormat.ts';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import styles from './Chat.module.css';
import { SentPicture } from './SentPicture.tsx';

type BubbleProps = {
  message: ChatMessage;
  /** The last own message that was read by somebody. */
  isLastRead: boolean;
};

/** A message that is in the chat. Its text is text: what looks like a tag or a link stays as it was typed. */
export function Bubble({ message, isLastRead }: BubbleProps) {
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
