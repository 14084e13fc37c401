/** Articles for the screens, in the app's language. */
import { useEffect, useEffectEvent } from 'react';
import { skipToken } from '@reduxjs/toolkit/query';
import type { ArticleRow } from '@halyard/contract/news/calls';
import { NEWS_UPDATED, type NewsUpdated } from '@halyard/contract/serviceWorker';
import type { AppError } from '../../shared/api/appError.ts';
import { usePagedList } from '../../shared/api/usePagedList.ts';
import { useLanguage } from '../preferences/usePreferences.ts';
import {
  useGetArticleQuery,
  useListArticlesQuery,
  usePageNoticesInfiniteQuery,
  type ArticleList,
  type ArticleKey,
} from './newsApi.ts';

// Seconds after which articles are read again when a page reopens; the worker answers from its cache meanwhile.
const AGAIN_AFTER = { refetchOnMountOrArgChange: 60 };

/** Notices, pinned ones first, then newest first. Their age is that of the worker's answer. */
export function useNotices() {
  const { language } = useLanguage();
  const query = usePageNoticesInfiniteQuery(language, AGAIN_AFTER);
  const list = usePagedList(query, rowsOf);
  const fetchedAt = query.currentData?.pages[0]?.fetchedAt;
  useNewsUpdates('news/list', query.refetch);
  return { ...list, fetchedAt, updatedAtMs: fetchedAt === undefined ? list.updatedAtMs : undefined, asOfMs: undefined };
}

/** All banners, or all help articles; `error` only while there is no data. */
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

/** One article; no request while its key is unknown. */
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

/** Calls that the worker caches. */
type NewsPath = 'news/list' | 'news/detail';

/** Calls `renew` when the worker reports that the exchange's answer differs from the cached one. */
function useNewsUpdates(path: NewsPath, renew: () => unknown): void {
  const onRenew = useEffectEvent(renew);
  useEffect(() => {
    // Missing in private windows of some browsers, and on insecure pages.
    const { serviceWorker } = navigator;
    if (serviceWorker === undefined) return undefined;
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      if (isNewsUpdated(data) && data.path === path) onRenew();
    };
    serviceWorker.addEventListener('message', onMessage);
    return () => serviceWorker.removeEventListener('message', onMessage);
  }, [path]);
}

function isNewsUpdated(data: unknown): data is NewsUpdated {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === NEWS_UPDATED && 'path' in data;
}
