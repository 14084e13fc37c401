/** The built-in articles: `content/<kind>/<slug>/` of the repository, published at start. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Clock } from '../../clock.ts';
import type { Database, Reader } from '../../db/database.ts';
import { LOCKS } from '../../db/locks.ts';
import { REPOSITORY } from '../../folders.ts';
import { openArticleFolder } from './articleFolder.ts';
import { ArticleError } from './articleSource.ts';
import { putArticle, selectStates } from './newsRepository.ts';

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
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.articles})`);
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
