import { Pin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ArticleRow } from '@halyard/contract/news/calls';
import { useFormat } from '../../shared/format/useFormat.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import styles from './Notices.module.css';

/** A notice in the list: whether it was read, its title, what it says in a sentence, its day. */
export function NoticeRow({ notice, isRead }: { notice: ArticleRow; isRead: boolean }) {
  const { t } = useTranslation('notices');
  const format = useFormat();
  return (
    <Link to={paths.notice({ id: notice.id })} className={styles['row']}>
      <span className={styles['mark']}>
        {!isRead && (
          <span className={styles['dot']}>
            <VisuallyHidden>{t('unread')}</VisuallyHidden>
          </span>
        )}
      </span>
      <span className={styles['words']}>
        <span className={styles['title']} data-unread={!isRead || undefined}>
          {notice.title}
        </span>
        <span className={styles['summary']}>{notice.summary}</span>
        <span className={styles['day']}>
          {notice.isPinned && (
            <span className={styles['pin']}>
              <Pin aria-hidden size={12} />
              {t('pinned')}
            </span>
          )}
          {/* Articles are dated by days of UTC. */}
          <time dateTime={notice.createdAt.slice(0, 10)}>
            {format.moment(Date.parse(notice.createdAt), 'date', 'utc')}
          </time>
        </span>
      </span>
    </Link>
  );
}
