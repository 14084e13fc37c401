import { Bell } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/navigation/paths.ts';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import { MessageBadge } from './MessageBadge.tsx';
import styles from './MessageBell.module.css';

/** Link to the messages, with the number of unread ones. */
export function MessageBell() {
  const { t } = useTranslation('shell');
  return (
    <Link to={paths.notices({ tab: 'messages' })} className={styles['bell']}>
      <Bell aria-hidden />
      <VisuallyHidden>{t('menu.messages')}</VisuallyHidden>
      <MessageBadge />
    </Link>
  );
}
