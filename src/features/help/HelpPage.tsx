import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AsOf } from '../../domain/news/AsOf.tsx';
import { useHelpSearch } from '../../domain/news/useHelpSearch.ts';
import { useArticles } from '../../domain/news/useNews.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { PullToRefresh } from '../../shared/ui/PullToRefresh.tsx';
import { SearchField } from '../../shared/ui/SearchField.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { AskService } from './AskService.tsx';
import { FoundHelp } from './FoundHelp.tsx';
import styles from './Help.module.css';
import { HelpSections } from './HelpSections.tsx';
import { useCachedQuery } from './useCachedQuery.ts';

/**
 * Help (specification, section 2): articles by section, and a search that needs no connection. The query holds what is
 * searched for, `q`.
 */
export function HelpPage() {
  const { t } = useTranslation('help');
  const back = useBack();
  const { query, setQuery } = useCachedQuery();
  const [hasFocused, setFocused] = useState(false);
  const { rows, fetchedAt, error, retry, isRetrying, updatedAtMs } = useArticles('help');
  const found = useHelpSearch(rows, query, hasFocused || query !== '');
  return (
    <Page header={<NavBar title={t('title')} onBack={back} />} isFlush>
      <PullToRefresh onRefresh={retry} updatedAtMs={fetchedAt === undefined ? updatedAtMs : undefined}>
        <div className={styles['top']}>
          <SearchField label={t('search')} value={query} onValueChange={setQuery} onFocus={() => setFocused(true)} />
          <AsOf fetchedAt={fetchedAt} />
        </div>
        {rows === undefined && error === undefined && <HelpLoading />}
        {error !== undefined && (
          <ErrorState what={t('failed')} onRetry={() => void retry()} isRetrying={isRetrying}>
            {appErrorText(error)}
          </ErrorState>
        )}
        {rows !== undefined && (found === undefined ? <HelpSections rows={rows} /> : <FoundHelp rows={found} />)}
        {rows !== undefined && <AskService />}
      </PullToRefresh>
    </Page>
  );
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** Help before it is there. */
function HelpLoading() {
  return (
    <Loading>
      {ROWS.map((row) => (
        <div key={row} className={styles['row']}>
          <span className={styles['words']}>
            <Skeleton width="50%" />
            <Skeleton width="85%" />
          </span>
        </div>
      ))}
    </Loading>
  );
}
