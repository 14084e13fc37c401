/** Articles for the screens, in the language of the app. */
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import type { ArticleRow } from '@halyard/contract/calls/news';
import type { AppError } from '../../shared/api/appError.ts';
import { useLanguage } from '../preferences/usePreferences.ts';
import { useGetArticleQuery, useListArticlesQuery, usePageNoticesInfiniteQuery } from './newsApi.ts';
import type { ArticleKey } from './newsRequests.ts';
import { useNewsUpdates } from './useNewsUpdates.ts';

// Seconds after which what was read is read again when one comes back to it; with a worker that costs no waiting.
const AGAIN_AFTER = { refetchOnMountOrArgChange: 60 };

/** Notices, pinned ones first, the newest first; `loadMore` while there are more, `moreError` when that failed. */
export function useNotices() {
  const { language } = useLanguage();
  const query = usePageNoticesInfiniteQuery(language, AGAIN_AFTER);
  const { currentData, isFetchNextPageError, refetch } = query;
  const notices = useMemo(() => currentData && unique(currentData.pages.flatMap(({ rows }) => rows)), [currentData]);
  const failure = query.error as AppError | undefined;
  useNewsUpdates('news/list', refetch);
  return {
    notices,
    fetchedAt: currentData?.pages[0]?.fetchedAt,
    error: notices === undefined ? failure : undefined,
    moreError: isFetchNextPageError ? failure : undefined,
    isLoadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    loadMore: query.fetchNextPage,
    retry: refetch,
    isRetrying: query.isFetching,
    updatedAtMs: query.fulfilledTimeStamp,
  };
}

/** All banners, or all of help; `error` only while nothing is known. */
export function useArticles(kind: 'banner' | 'help', { isWanted = true } = {}) {
  const { language } = useLanguage();
  const query = useListArticlesQuery(isWanted ? { kind, language } : skipToken, AGAIN_AFTER);
  const { currentData, refetch } = query;
  useNewsUpdates('news/list', () => isWanted && refetch());
  return {
    rows: currentData?.rows,
    fetchedAt: currentData?.fetchedAt,
    error: currentData === undefined ? (query.error as AppError | undefined) : undefined,
    retry: refetch,
    isRetrying: query.isFetching,
    updatedAtMs: query.fulfilledTimeStamp,
  };
}

/** One article; nothing is asked for while it is not known which. */
export function useArticle(key: ArticleKey | undefined) {
  const { language } = useLanguage();
  const query = useGetArticleQuery(key === undefined ? skipToken : { key, language }, AGAIN_AFTER);
  const { currentData, refetch } = query;
  const isWanted = key !== undefined;
  useNewsUpdates('news/detail', () => isWanted && refetch());
  return {
    article: currentData?.article,
    fetchedAt: currentData?.fetchedAt,
    error: currentData === undefined ? (query.error as AppError | undefined) : undefined,
    retry: refetch,
    isRetrying: query.isFetching,
    updatedAtMs: query.fulfilledTimeStamp,
  };
}

// Pages are counted from the top, so a notice that came in between moves the rest on and one of them is answered twice.
function unique(rows: readonly ArticleRow[]): readonly ArticleRow[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
