/**
 * What articles are asked for with. The same words each time: the worker knows what it keeps by them, so what is
 * fetched ahead is what a screen asks for. The language is always said, although the exchange would take that of the
 * request.
 */
import type { RequestOf } from '@halyard/contract/call';
import { getArticle, listArticles } from '@halyard/contract/news/calls';
import type { ArticleId } from '@halyard/contract/ids';
import { PAGE_LIMIT_MAX } from '@halyard/contract/paging';
import type { Language } from '@halyard/contract/languages';

/** Rows of one page of notices, and how many of them are fetched ahead. */
export const NOTICES_PAGE_LENGTH = 20;

/** What an article is asked for by: its id, or its name, which is the same on every exchange. */
export type ArticleKey = { readonly id: ArticleId } | { readonly slug: string };

/** A page of notices; pages count from 1. */
export function noticesRequest(language: Language, page: number) {
  return ofList({ kind: 'notice', language, page, limit: NOTICES_PAGE_LENGTH });
}

/** All banners, or all of help. */
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
