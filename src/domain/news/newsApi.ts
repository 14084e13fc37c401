/** Notices, banners, help and customer service. The same for all users, so the worker may cache them. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { ArticleId } from '@halyard/contract/ids';
import { getCustomerUrl, listArticles, getArticle, type Article, type ArticleRow } from '@halyard/contract/news/calls';
import type { Language } from '@halyard/contract/languages';
import { PAGE_LIMIT_MAX } from '@halyard/contract/paging';
import { toCall, type CallMeta } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

// Requests of articles. Screens and the prefetch use the same parameters, because the worker caches by them. The
// language is always explicit, although the exchange defaults to the request's.

/** Rows of one page of notices, and how many are prefetched. */
const NOTICES_PAGE_LENGTH = 20;

/** An article by id, or by slug, which is the same on every exchange. */
export type ArticleKey = { readonly id: ArticleId } | { readonly slug: string };

/** A page of notices; pages count from 1. */
export function noticesRequest(language: Language, page: number) {
  return ofList({ kind: 'notice', language, page, limit: NOTICES_PAGE_LENGTH });
}

/** All banners, or all help articles. */
export function wholeListRequest(kind: 'banner' | 'help', language: Language) {
  return ofList({ kind, language, page: 1, limit: PAGE_LIMIT_MAX });
}

/** One article with its content. */
export function articleRequest(key: ArticleKey, language: Language) {
  return { call: getArticle, request: { ...key, language } };
}

function ofList(request: RequestOf<typeof listArticles>) {
  return { call: listArticles, request };
}

/** When a cached answer came from the exchange (ISO 8601, UTC); `undefined` for a fresh one. */
type Fetched = { readonly fetchedAt: string | undefined };
/** Articles without content; `total` counts all pages. */
export type ArticleList = Fetched & { readonly rows: readonly ArticleRow[]; readonly total: number };
/** An article and its age. */
type CachedArticle = Fetched & { readonly article: Article };

type ListAnswer = AnswerOf<typeof listArticles>;

const PUBLIC = { isPublic: true };

const newsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Notices in a language, paged: pinned ones first, then newest first. */
    pageNotices: build.infiniteQuery<ArticleList, Language, number>({
      infiniteQueryOptions: { initialPageParam: 1, getNextPageParam: nextPage },
      query: ({ queryArg, pageParam }) => noticesRequest(queryArg, pageParam),
      transformResponse: toList,
      extraOptions: PUBLIC,
    }),
    /** All banners, or all help articles, in a language and in the operator's order. */
    listArticles: build.query<ArticleList, { readonly kind: 'banner' | 'help'; readonly language: Language }>({
      query: ({ kind, language }) => wholeListRequest(kind, language),
      transformResponse: toList,
      extraOptions: PUBLIC,
    }),
    /** One article with its content. Errors: ARTICLE_NOT_FOUND. */
    getArticle: build.query<CachedArticle, { readonly key: ArticleKey; readonly language: Language }>({
      query: ({ key, language }) => articleRequest(key, language),
      transformResponse: (article: Article, meta: CallMeta | undefined) => ({ article, fetchedAt: meta?.fetchedAt }),
      extraOptions: PUBLIC,
    }),
    /** Address of external customer service; empty when support is by chat. */
    getCustomerUrl: build.query<string, void>({
      query: () => toCall(getCustomerUrl, {}),
      transformResponse: ({ customerUrl }: AnswerOf<typeof getCustomerUrl>) => customerUrl,
      extraOptions: PUBLIC,
    }),
  }),
});

export const { usePageNoticesInfiniteQuery, useListArticlesQuery, useGetArticleQuery, useGetCustomerUrlQuery } =
  newsApi;

function toList({ rows, total }: ListAnswer, meta: CallMeta | undefined): ArticleList {
  return { rows, total, fetchedAt: meta?.fetchedAt };
}

/** The end: all rows have arrived, or a page was empty. */
function nextPage(last: ArticleList, all: readonly ArticleList[]): number | undefined {
  const count = all.reduce((sum, { rows }) => sum + rows.length, 0);
  return last.rows.length === 0 || count >= last.total ? undefined : all.length + 1;
}
