import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { articleKeyOf } from '../../domain/news/articleKey.ts';
import { ArticleView } from '../../domain/news/ArticleView.tsx';
import { useHelpArticle } from '../../domain/news/useHelpArticle.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { AskService, HelpRow } from './HelpRow.tsx';
import styles from './Help.module.css';

/** One help article; the query names it by `id` or `slug`. */
export function HelpDetailPage() {
  const { t } = useTranslation('help');
  const [query] = useSearchParams();
  const { reading, isKnown, related } = useHelpArticle(articleKeyOf(query));
  const gone = (
    <EmptyState
      text={t('gone')}
      action={
        <ButtonLink kind="ghost" size="small" to={paths.help()}>
          {t('all')}
        </ButtonLink>
      }
    />
  );
  return (
    <Page header={<NavBar title={t('title')} />} isReading>
      <ArticleView reading={reading} isKnown={isKnown} gone={gone}>
        {related.length > 0 && (
          <section className={styles['related']} aria-labelledby="help-related">
            <h2 id="help-related" className={styles['heading']}>
              {t('related')}
            </h2>
            <ul>
              {related.map((row) => (
                <li key={row.id} className={styles['item']}>
                  <HelpRow row={row} />
                </li>
              ))}
            </ul>
          </section>
        )}
        <AskService />
      </ArticleView>
    </Page>
  );
}
