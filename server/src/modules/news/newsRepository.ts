/** The SQL of articles. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, type SQL } from 'drizzle-orm';
import type { ArticleId } from '@halyard/contract/ids';
import type { Language } from '@halyard/contract/languages';
import type { Article, ArticleKind, ArticleRow, HelpSection } from '@halyard/contract/news/calls';
import type { Page } from '../../calls/paging.ts';
import type { Clock } from '../../clock.ts';
import { isoText, rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import type { Row as TableRow } from '../../db/rows.ts';
import { REPOSITORY } from '../../folders.ts';
import { ArticleError, openArticleFolder, type RenderedArticle } from './articleFolder.ts';

/** Author of the current version: the repository, or an operator. */
export type ArticleOrigin = 'builtin' | 'operator';

/** State of an article apart from its texts. */
export type ArticleState = {
  readonly id: ArticleId;
  readonly slug: string;
  readonly kind: ArticleKind;
  readonly status: 'published' | 'withdrawn';
  readonly origin: ArticleOrigin;
  readonly digest: string;
  readonly languages: readonly Language[];
  readonly title: string;
  readonly publishedAt: string;
};

type Row = TableRow<
  'articles',
  'id' | 'cover' | 'slug' | 'link' | 'sort' | 'is_pinned' | 'published_at' | 'updated_at'
> & {
  readonly kind: ArticleKind;
  readonly language: string;
  readonly title: string;
  readonly summary: string;
  readonly section: HelpSection | null;
};

// The text in the requested language, or else the English one, which every article has.
const wordsIn = (language: Language) => sql`join lateral (
    select w.* from article_texts w where w.article_id = a.id and w.language in (${language}, 'en')
    order by w.language = ${language} desc limit 1) t on true`;
const COLUMNS = sql`a.id, a.kind, t.language, t.title, t.summary, a.cover, a.slug, a.section, a.link, a.sort, a.is_pinned,
  ${isoText(sql`a.published_at`)} as published_at, ${isoText(sql`a.updated_at`)} as updated_at`;

/** A page of the published articles of a kind: pinned ones first, then in their order, the newest first. */
export async function selectArticles(
  reader: Reader,
  { kind, language }: { readonly kind: ArticleKind; readonly language: Language },
  { limit, offset }: Page,
): Promise<{ rows: ArticleRow[]; total: number }> {
  const condition = sql`a.kind = ${kind} and a.status = 'published'`;
  const rows = await rowsOf<Row>(
    reader,
    sql`select ${COLUMNS} from articles a ${wordsIn(language)} where ${condition}
      order by a.is_pinned desc, a.sort, a.published_at desc, a.id desc limit ${limit} offset ${offset}`,
  );
  const [counted] = await rowsOf<{ total: number }>(
    reader,
    sql`select count(*)::int as total from articles a where ${condition}`,
  );
  return { rows: rows.map(toRow), total: counted?.total ?? 0 };
}

/** Key of an article in requests. */
export type ArticleKey = { readonly id: ArticleId } | { readonly slug: string };

/** A published article; `undefined` when there is none. */
export async function selectArticle(reader: Reader, key: ArticleKey, language: Language): Promise<Article | undefined> {
  const condition = 'id' in key ? sql`a.id = ${key.id}` : sql`a.slug = ${key.slug}`;
  const [row] = await rowsOf<Row & { author: string; html: string }>(
    reader,
    sql`select ${COLUMNS}, a.author, t.html from articles a ${wordsIn(language)} where ${condition} and a.status = 'published'`,
  );
  return row && { ...toRow(row), author: row.author, content: row.html };
}

/** States of articles, published or not, by name; of one when a name is given. */
export async function selectStates(reader: Reader, slug?: string): Promise<ArticleState[]> {
  const condition: SQL = slug === undefined ? sql`true` : sql`a.slug = ${slug}`;
  return rowsOf<ArticleState>(
    reader,
    sql`select a.id, a.slug, a.kind, a.status, a.origin, a.digest, ${isoText(sql`a.published_at`)} as "publishedAt",
        (select w.title from article_texts w where w.article_id = a.id and w.language = 'en') as title,
        (select array_agg(w.language order by w.language) from article_texts w where w.article_id = a.id) as languages
      from articles a where ${condition} order by a.kind, a.slug`,
  );
}

/**
 * Replaces the article with the same name, or adds it, and publishes it. The day of the first publication stays unless
 * the head has another.
 */
export async function putArticle(
  tx: Transaction,
  { slug, head, cover, texts, digest }: RenderedArticle,
  { origin, at }: { readonly origin: ArticleOrigin; readonly at: string },
): Promise<ArticleId> {
  const publishedAt = head.date === undefined ? at : `${head.date}T00:00:00.000Z`;
  const [row] = await rowsOf<{ id: number }>(
    tx,
    sql`insert into articles (slug, kind, section, sort, is_pinned, link, author, cover, status, origin, digest, published_at, updated_at)
      values (${slug}, ${head.kind}, ${head.section ?? null}, ${head.sort}, ${head.pinned}, ${head.link ?? null}, ${head.author}, ${cover ?? null},
        'published', ${origin}, ${digest}, ${publishedAt}::timestamptz, ${at}::timestamptz)
      on conflict (slug) do update set kind = excluded.kind, section = excluded.section, sort = excluded.sort, is_pinned = excluded.is_pinned,
        link = excluded.link, author = excluded.author, cover = excluded.cover, status = 'published', origin = excluded.origin,
        digest = excluded.digest, updated_at = excluded.updated_at,
        published_at = case when ${head.date ?? null}::text is null then articles.published_at else excluded.published_at end
      returning id`,
  );
  if (row === undefined) throw new Error('an article was not written');
  await tx.execute(sql`delete from article_texts where article_id = ${row.id}`);
  for (const { language, title, summary, html } of texts) {
    await tx.execute(
      sql`insert into article_texts (article_id, language, title, summary, html)
        values (${row.id}, ${language}, ${title}, ${summary}, ${html})`,
    );
  }
  return row.id as ArticleId;
}

/** Hides an article, or restores it. It belongs to the operator from then on. */
export async function setStatus(
  tx: Transaction,
  id: ArticleId,
  status: ArticleState['status'],
  at: string,
): Promise<void> {
  await tx.execute(
    sql`update articles set status = ${status}, origin = 'operator', updated_at = ${at}::timestamptz where id = ${id}`,
  );
}

function toRow(row: Row): ArticleRow {
  return {
    id: row.id as ArticleId,
    kind: row.kind,
    language: row.language,
    title: row.title,
    summary: row.summary,
    cover: row.cover,
    thumbnail: row.cover,
    createdAt: row.published_at,
    sort: row.sort,
    updatedAt: row.updated_at,
    slug: row.slug,
    section: row.section,
    link: row.link,
    isPinned: row.is_pinned,
  };
}

// The built-in articles: `content/<kind>/<slug>/` of the repository, published at start.

/** Their folder. */
export const CONTENT_FOLDER = join(REPOSITORY, 'content');

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly log: { warn(details: object, message: string): void };
};

/**
 * Publishes new and changed articles. Those that an operator edited or withdrew stay unchanged. An article that cannot
 * be read is logged and left out: the exchange starts without it.
 */
export async function takeInArticles(deps: Deps, folder = CONTENT_FOLDER): Promise<void> {
  for (const article of await articleFolders(folder)) {
    try {
      await takeIn(deps, article);
    } catch (error) {
      if (!(error instanceof ArticleError)) throw error;
      deps.log.warn({ article, reason: error.message }, 'an article of the repository was left out');
    }
  }
}

/** Articles of the repository are updated by one node at a time. */
const ARTICLES_LOCK = 7_301_115;

async function takeIn({ db, clock, dataDir }: Deps, folder: string): Promise<void> {
  const article = await openArticleFolder(folder);
  const isCurrent = async (reader: Reader) => {
    const [known] = await selectStates(reader, article.slug);
    return known?.origin === 'operator' || known?.digest === article.digest;
  };
  if (await isCurrent(db)) return;
  const rendered = await article.render(dataDir);
  const at = new Date(clock.nowMs()).toISOString();
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ARTICLES_LOCK})`);
    if (!(await isCurrent(tx))) await putArticle(tx, rendered, { origin: 'builtin', at });
  });
}

async function articleFolders(folder: string): Promise<string[]> {
  const kinds = await foldersIn(folder);
  return (await Promise.all(kinds.map(foldersIn))).flat();
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .toSorted();
}
