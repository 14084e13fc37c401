import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ArticleRow } from '@halyard/contract/news/calls';
import { paths } from '../../shared/navigation/paths.ts';
import styles from './Help.module.css';

/** Link to an article: title and summary. */
export function HelpRow({ row, end }: { row: ArticleRow; end?: string }) {
  return (
    <Link to={paths.helpDetail({ id: row.id })} className={styles['row']}>
      <span className={styles['words']}>
        <span className={styles['title']}>{row.title}</span>
        <span className={styles['summary']}>{row.summary}</span>
        {end !== undefined && <span className={styles['place']}>{end}</span>}
      </span>
      <ChevronRight aria-hidden size={18} className={styles['arrow']} />
    </Link>
  );
}
