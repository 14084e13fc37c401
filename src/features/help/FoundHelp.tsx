import { useTranslation } from 'react-i18next';
import type { ArticleRow } from '@halyard/contract/news/calls';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import styles from './Help.module.css';
import { HelpRow } from './HelpRow.tsx';

/** What a search found, the best first. */
export function FoundHelp({ rows }: { rows: readonly ArticleRow[] }) {
  const { t } = useTranslation('help');
  return (
    <>
      <p role="status" className={styles['count']}>
        {rows.length > 0 && t('found', { count: rows.length })}
      </p>
      {rows.length === 0 ? (
        <EmptyState drawing="search" text={t('none')} />
      ) : (
        <ul aria-label={t('results')}>
          {rows.map((row) => (
            <li key={row.id} className={styles['item']}>
              <HelpRow row={row} end={t(`section.${row.section ?? 'other'}`)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
