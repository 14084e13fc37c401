import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigation, useSearchParams } from 'react-router-dom';
import { type ArticleRow, HELP_SECTIONS } from '@halyard/contract/news/calls';
import { AsOf } from '../../domain/news/AsOf.tsx';
import { useHelpSearch } from '../../domain/news/useHelpSearch.ts';
import { useArticles } from '../../domain/news/useNews.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { PullToRefresh } from '../../shared/ui/PullToRefresh.tsx';
import { SearchField } from '../../shared/ui/SearchField.tsx';
import { AskService, HelpRow } from './HelpRow.tsx';
import styles from './Help.module.css';

/** Sections in order; articles without one come last. */
const PLACES = [...HELP_SECTIONS, 'other'] as const;

// Some browsers refuse more than a hundred URL changes in half a minute.
const QUIET_MS = 400;

/** Help: articles by section, and a search that works offline. The query holds the search text, `q`. */
export function HelpPage() {
  const { t } = useTranslation('help');
  const { query, setQuery } = useCachedQuery();
  const [hasFocused, setFocused] = useState(false);
  const { rows, fetchedAt, error, retry, isRetrying, updatedAtMs } = useArticles('help');
  const found = useHelpSearch(rows, query, hasFocused || query !== '');
  return (
    <Page header={<NavBar title={t('title')} />} isReading isFlush>
      <PullToRefresh
        onRefresh={retry}
        updatedAtMs={fetchedAt === undefined && found === undefined ? updatedAtMs : undefined}
      >
        <div className={styles['top']}>
          <SearchField label={t('search')} value={query} onValueChange={setQuery} onFocus={() => setFocused(true)} />
          <AsOf fetchedAt={fetchedAt} />
        </div>
        {rows === undefined && error === undefined && <HelpLoading />}
        {error !== undefined && (
          <ErrorState what={t('failed')} onRetry={retry} isRetrying={isRetrying}>
            {appErrorText(error)}
          </ErrorState>
        )}
        {rows !== undefined &&
          (found === undefined ? <HelpSections rows={rows} /> : <FoundHelp rows={found} query={query} />)}
        {rows !== undefined && <AskService />}
      </PullToRefresh>
    </Page>
  );
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** Help while it loads. */
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

/** Search results, best first. */
function FoundHelp({ rows, query }: { rows: readonly ArticleRow[]; query: string }) {
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
              <HelpRow row={row} query={query} end={t(`section.${row.section ?? 'other'}`)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/**
 * The search text, written to the URL as `q` once typing pauses, so that returning from an article restores the
 * results. A changed URL changes the search.
 */
function useCachedQuery() {
  const [params, setParams] = useSearchParams();
  const queryInUrl = params.get('q') ?? '';
  // Changing this page's URL would cancel a navigation in progress.
  const isLeaving = useNavigation().state !== 'idle';
  // Not the URL itself: it changes with a delay, and a field bound to it would lose letters.
  const [query, setQuery] = useState(queryInUrl);
  const written = useRef(queryInUrl);
  useEffect(() => {
    if (queryInUrl === written.current) return;
    written.current = queryInUrl;
    setQuery(queryInUrl);
  }, [queryInUrl]);
  useEffect(() => {
    if (query === queryInUrl || isLeaving) return undefined;
    const keep = () => {
      written.current = query;
      setParams(query === '' ? {} : { q: query }, { replace: true, preventScrollReset: true });
    };
    const timer = setTimeout(keep, QUIET_MS);
    return () => clearTimeout(timer);
  }, [query, queryInUrl, isLeaving, setParams]);
  return { query, setQuery } as const;
}

/** Help by section, in the operator's order. */
function HelpSections({ rows }: { rows: readonly ArticleRow[] }) {
  const { t } = useTranslation('help');
  if (rows.length === 0) return <EmptyState text={t('empty')} />;
  const sections = PLACES.map((place) => ({
    place,
    own: rows.filter(({ section }) => (section ?? 'other') === place),
  })).filter(({ own }) => own.length > 0);
  return (
    <>
      <Topics places={sections.map(({ place }) => place)} />
      {sections.map(({ place, own }) => (
        <section key={place} className={styles['section']} aria-labelledby={`help-${place}`}>
          <h2 id={`help-${place}`} tabIndex={-1} className={styles['heading']}>
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
      ))}
    </>
  );
}

/** The sections, one tap away. A link would change the route, which is in the URL's hash. */
function Topics({ places }: { places: readonly (typeof PLACES)[number][] }) {
  const { t } = useTranslation('help');
  const goTo = (place: string) => {
    const heading = document.getElementById(`help-${place}`);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: 'start' });
  };
  return (
    <nav aria-label={t('title')} className={styles['topics']}>
      {places.map((place) => (
        <button key={place} type="button" className={styles['topic']} onClick={() => goTo(place)}>
          {t(`section.${place}`)}
        </button>
      ))}
    </nav>
  );
}
