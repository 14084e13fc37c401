/** Articles for tests: published articles of a server, and the calls that read them. */
import * as z from 'zod/mini';
import type { AnswerOf, Call } from '@halyard/contract/call';
import { getArticle, getCustomerUrl, listArticles, type Article } from '@halyard/contract/news/calls';
import { successEnvelope } from '@halyard/contract/envelope';
import { build, type Overrides } from '@halyard/contract/testing/build';
import { refuse, type FakeBackend } from './fakeBackend.ts';

/** A notice. The larger its id, the newer it is. */
export function articleOf(id: number, overrides: Overrides<Article> = {}): Article {
  return build(getArticle.answer, {
    id: id as Article['id'],
    kind: 'notice',
    language: 'en',
    title: `Title ${id}`,
    summary: `Summary ${id}`,
    content: `<p>Content ${id}</p>`,
    cover: null,
    thumbnail: null,
    link: null,
    section: null,
    slug: `article-${id}`,
    author: 'Halyard',
    isPinned: false,
    createdAt: `2026-03-${String(1 + (id % 28)).padStart(2, '0')}T00:00:00.000Z`,
    updatedAt: '2026-03-12T14:05:00.000Z',
    ...overrides,
  });
}

/** A help article about depositing. */
export function helpOf(id: number, overrides: Overrides<Article> = {}): Article {
  return articleOf(id, { kind: 'help', section: 'deposits', ...overrides });
}

type Reading = {
  /** In list order; those of the requested language, or the English ones. */
  readonly articles?: readonly Article[];
  /** Time at which the worker cached the answers (ISO 8601). */
  readonly cachedSince?: string | undefined;
  readonly customerUrl?: string;
};

/** Makes a server answer with these articles. */
export function serveArticles(server: FakeBackend, { articles = [], cachedSince, customerUrl = '' }: Reading): void {
  const known = (language = 'en') => {
    const own = articles.filter((article) => article.language === language);
    const others = articles.filter(
      ({ language: tag, slug }) => tag === 'en' && own.every((each) => each.slug !== slug),
    );
    return [...own, ...others];
  };
  server.on(listArticles, ({ kind, language, page = 1, limit = 15 }) => {
    const rows = known(language).filter((article) => article.kind === kind);
    const shown = rows.slice((page - 1) * limit, page * limit);
    return cachedAnswer(listArticles, { rows: shown, total: rows.length, limit }, cachedSince);
  });
  server.on(getArticle, ({ id, slug, language }) => {
    const found = known(language).find((article) => article.id === id || article.slug === slug);
    return found === undefined ? refuse('ARTICLE_NOT_FOUND') : cachedAnswer(getArticle, found, cachedSince);
  });
  server.on(getCustomerUrl, () => ({ customerUrl }));
}

/** Answer as the worker returns it from its cache. */
function cachedAnswer<C extends Call>(call: C, answer: AnswerOf<C>, since: string | undefined): AnswerOf<C> {
  if (since === undefined) return answer;
  const body = JSON.stringify(successEnvelope(call.envelope, z.encode(call.answer, answer)));
  const special = () => Promise.resolve(new Response(body, { headers: { 'halyard-fetched-at': since } }));
  return { special } as never;
}
