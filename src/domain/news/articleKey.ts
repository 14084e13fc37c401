import { type ArticleId, articleId } from '@halyard/contract/ids';
import * as z from 'zod/mini';
import type { ArticleKey } from './newsApi.ts';

/** The article that a page's query names by `id` or `slug`; `undefined` when it names none. */
export function articleKeyOf(query: URLSearchParams): ArticleKey | undefined {
  const id = z.safeDecode(articleId, query.get('id') ?? '');
  if (id.success) return { id: id.data as ArticleId };
  const slug = query.get('slug') ?? '';
  return SLUG.test(slug) ? { slug } : undefined;
}

const SLUG = /^[a-z0-9][a-z0-9-]{0,60}$/;
