/**
 * Requests of articles. Screens and the prefetch use the same parameters, because the worker caches by them. The
 * language is always explicit, although the exchange defaults to the request's.
 */
import type { RequestOf } from '@halyard/contract/call';
import { getArticle, listArticles } from '@halyard/contract/news/calls';
import type { ArticleId } from '@halyard/contract/ids';
import { PAGE_LIMIT_MAX } from '@halyard/contract/paging';
import type { Language } from '@halyard/contract/languages';

/** Rows of one page of notices, and how many are prefetched. */
export const NOTICES_PAGE_LENGTH = 20;

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
