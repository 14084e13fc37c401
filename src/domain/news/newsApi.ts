/**
 * Notices, banners and help (specification, section 7, "News"), and where customer service is. The same for everybody,
 * so the worker may keep them.
 */
import type { AnswerOf } from '@halyard/contract/call';
import { getCustomerUrl, type Article, type ArticleRow, type listArticles } from '@halyard/contract/news/calls';
import type { Language } from '@halyard/contract/languages';
import { toCall, type CallMeta } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { articleRequest, noticesRequest, wholeListRequest, type ArticleKey } from './newsRequests.ts';

/** When an answer that the worker kept came from the exchange (ISO 8601, UTC); `undefined` when it came just now. */
export type Kept = { readonly fetchedAt: string | undefined };
/** Articles without their content; `total` counts those of all pages. */
export type ArticleList = Kept & { readonly rows: readonly ArticleRow[]; readonly total: number };
/** An article, and how old it is. */
export type CachedArticle = Kept & { readonly article: Article };

type ListAnswer = AnswerOf<typeof listArticles>;

const PUBLIC = { isPublic: true };

const newsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Notices in a language, page by page: pinned ones first, the newest first. */
    pageNotices: build.infiniteQuery<ArticleList, Language, number>({
      infiniteQueryOptions: { initialPageParam: 1, getNextPageParam: nextPage },
      query: ({ queryArg, pageParam }) => noticesRequest(queryArg, pageParam),
      transformResponse: toList,
      extraOptions: PUBLIC,
    }),
    /** All banners, or all of help, in a language and in the order that the operator gave them. */
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
    /** Where customer service is reached outside of the app; empty when it is reached by chat. */
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

/** The end is where as many rows came as there are, or where none came. */
function nextPage(last: ArticleList, all: readonly ArticleList[]): number | undefined {
  const count = all.reduce((sum, { rows }) => sum + rows.length, 0);
  return last.rows.length === 0 || count >= last.total ? undefined : all.length + 1;
}
