import { useTranslation } from 'react-i18next';
import { HELP_SECTIONS, type ArticleRow } from '@halyard/contract/news/calls';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import styles from './Help.module.css';
import { HelpRow } from './HelpRow.tsx';

/** Sections in their order; articles of a server that has none stand under the last one. */
const PLACES = [...HELP_SECTIONS, 'other'] as const;

/** Help by section, as the operator ordered it. */
export function HelpSections({ rows }: { rows: readonly ArticleRow[] }) {
  const { t } = useTranslation('help');
  if (rows.length === 0) return <EmptyState text={t('empty')} />;
  return PLACES.map((place) => {
    const own = rows.filter(({ section }) => (section ?? 'other') === place);
    if (own.length === 0) return null;
    return (
      <section key={place} className={styles['section']} aria-labelledby={`help-${place}`}>
        <h2 id={`help-${place}`} className={styles['heading']}>
          {t(`section.${place}`)}
        </h2>
        {place === 'fairness' && (
          <ButtonLink kind="ghost" size="small" to={paths.fairness()}>
            {t('titles.fairness', { ns: 'shell' })}
          </ButtonLink>
        )}
        <ul>
          {own.map((row) => (
            <li key={row.id} className={styles['item']}>
              <HelpRow row={row} />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
