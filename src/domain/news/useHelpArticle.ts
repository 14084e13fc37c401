import type { ArticleRow } from '@halyard/contract/news/calls';
import type { ArticleKey } from './newsApi.ts';
import { useArticle, useArticles } from './useNews.ts';

/** Related articles of the same section. */
const RELATED_MAX = 4;

/**
 * A help article and its neighbours. A slug is resolved through the list first: prefetched articles are cached by id,
 * so it also opens offline.
 */
export function useHelpArticle(asked: ArticleKey | undefined) {
  const list = useArticles('help');
  const isListThere = list.rows !== undefined || list.error !== undefined;
  const reading = useArticle(keyFor(asked, list.rows, isListThere));
  return { reading, isKnown: asked !== undefined, related: relatedTo(reading.article, list.rows ?? []) };
}

function keyFor(
  asked: ArticleKey | undefined,
  rows: readonly ArticleRow[] | undefined,
  isListThere: boolean,
): ArticleKey | undefined {
  if (asked === undefined || 'id' in asked) return asked;
  const id = rows?.find(({ slug }) => slug === asked.slug)?.id;
  if (id !== undefined) return { id };
  return isListThere ? asked : undefined;
}

/** Those that follow in the section, then those before. */
function relatedTo(article: ArticleRow | undefined, rows: readonly ArticleRow[]): readonly ArticleRow[] {
  if (article?.section == null) return [];
  const own = rows.filter(({ section }) => section === article.section);
  const place = own.findIndex(({ id }) => id === article.id);
  return [...own.slice(place + 1), ...own.slice(0, Math.max(0, place))].slice(0, RELATED_MAX);
}
