import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ArticleRow } from '@halyard/contract/calls/news';
import { paths } from '../../../shared/navigation/paths.ts';
import { Chip } from '../../../shared/ui/Chip.tsx';
import styles from './News.module.css';

/** The newest notice; leads to all of them. */
export function NoticeTicker({ notice }: { notice: ArticleRow }) {
  const { t } = useTranslation('home');
  return (
    <Link to={paths.notices()} className={styles['ticker']}>
      <Chip>{t('news.notice')}</Chip> <span className={styles['notice']}>{notice.title}</span>
      <ChevronRight aria-hidden size={16} className={styles['arrow']} />
    </Link>
  );
}
