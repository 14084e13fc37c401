import { BellRing } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OwnMessage } from '@halyard/contract/notifications/calls';
import { useFormat } from '../../shared/format/useFormat.ts';
import { builtRouteOf } from '../../shared/navigation/builtPages.ts';
import { contributions } from '../../shared/navigation/contributions.ts';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import styles from './MessageList.module.css';

type MessageRowProps = {
  message: OwnMessage;
  /** Whether amounts are masked. */
  hidesText: boolean;
  onOpen: (message: OwnMessage) => void;
};

/** One message: category, read state, text and time. Links to its subject if this app version has that page. */
export function MessageRow({ message, hidesText, onOpen }: MessageRowProps) {
  const { t } = useTranslation('inbox');
  const format = useFormat();
  const { category, title, text, link, createdAt, isRead } = message;
  const Icon = contributions().messageIcons[category] ?? BellRing;
  const content = (
    <>
      <span className={styles['icon']}>
        <Icon aria-hidden />
        {!isRead && (
          <span className={styles['dot']}>
            <VisuallyHidden>{t('unread')}</VisuallyHidden>
          </span>
        )}
      </span>
      <span className={styles['words']}>
        <span className={styles['title']} data-unread={!isRead || undefined}>
          {title}
        </span>
        {!hidesText && text !== '' && <span className={styles['text']}>{text}</span>}
      </span>
      <time className={styles['time']} dateTime={createdAt}>
        {format.moment(Date.parse(createdAt), 'minute')}
      </time>
    </>
  );
  if (builtRouteOf(link.split('?', 1)[0] ?? '') === undefined) {
    return <div className={styles['row']}>{content}</div>;
  }
  return (
    <Link to={link} className={styles['row']} onClick={() => onOpen(message)}>
      {content}
    </Link>
  );
}
