import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BellRing,
  CalendarSync,
  ChartCandlestick,
  MessagesSquare,
  Scale,
  ShieldCheck,
  Sprout,
  Timer,
  Vault,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { MessageCategory, OwnMessage } from '@halyard/contract/notifications/calls';
import { useFormat } from '../../shared/format/useFormat.ts';
import { builtRouteOf } from '../../shared/navigation/builtPages.ts';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import styles from './MessageList.module.css';

const ICONS: Readonly<Record<MessageCategory, LucideIcon>> = {
  alerts: BellRing,
  fills: ChartCandlestick,
  options: Timer,
  plans: CalendarSync,
  contracts: Scale,
  trust: Vault,
  offers: Sprout,
  deposits: ArrowDownToLine,
  withdrawals: ArrowUpFromLine,
  rebates: Users,
  security: ShieldCheck,
  support: MessagesSquare,
};

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
  const Icon = ICONS[category];
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
