/** Articles for the screens, in the language of the app. */
import { skipToken } from '@reduxjs/toolkit/query';
import type { ArticleRow } from '@halyard/contract/calls/news';
import type { AppError } from '../../shared/api/appError.ts';
import { usePagedList } from '../../shared/api/usePagedList.ts';
import { useLanguage } from '../preferences/usePreferences.ts';
import { useGetArticleQuery, useListArticlesQuery, usePageNoticesInfiniteQuery, type ArticleList } from './newsApi.ts';
import type { ArticleKey } from './newsRequests.ts';
import { useNewsUpdates } from './useNewsUpdates.ts';

// Seconds after which what was read is read again when one comes back to it; with a worker that costs no waiting.
const AGAIN_AFTER = { refetchOnMountOrArgChange: 60 };

/** Notices, pinned ones first, the newest first. Their age is that of the worker's answer. */
export function useNotices() {
  const { language } = useLanguage();
  const query = usePageNoticesInfiniteQuery(language, AGAIN_AFTER);
  const list = usePagedList(query, rowsOf);
  const fetchedAt = query.currentData?.pages[0]?.fetchedAt;
  useNewsUpdates('news/list', query.refetch);
  return { ...list, fetchedAt, updatedAtMs: fetchedAt === undefined ? list.updatedAtMs : undefined, asOfMs: undefined };
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

function rowsOf({ rows }: ArticleList): readonly ArticleRow[] {
  return rows;
}
