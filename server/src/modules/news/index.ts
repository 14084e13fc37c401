/** The calls that read articles, and the link to customer service. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyPlugin from 'fastify-plugin';
import fastifyStatic from '@fastify/static';
import type { ArticleId } from '@halyard/contract/ids';
import { languageOf, type Language } from '@halyard/contract/languages';
import { getArticle, getCustomerUrl, listArticles } from '@halyard/contract/news/calls';
import { answerPublic, BusinessError } from '../../calls/callHandler.ts';
import { pageOf } from '../../calls/paging.ts';
import type { Module } from '../../module.ts';
import { ARTICLE_COMMANDS } from './articleCommands.ts';
import { PICTURES_FOLDER, PICTURES_PATH } from './articleFolder.ts';
import { selectArticle, selectArticles, type ArticleKey } from './newsRepository.ts';

/** Default page size of legacy clients. */
const LIMIT_DEFAULT = 15;

export const news: Module = {
  commands: ARTICLE_COMMANDS,
  create: ({ db, dataDir, settings }) => ({
    handlers: [
      answerPublic(listArticles, async (request, caller) => {
        const page = pageOf(request, LIMIT_DEFAULT);
        if (request.kind === null) return { rows: [], total: 0, limit: page.limit };
        const wanted = { kind: request.kind, language: readerLanguage(request.language, caller.language) };
        return { ...(await selectArticles(db, wanted, page)), limit: page.limit };
      }),
      answerPublic(getArticle, async ({ id, slug, language }, caller) => {
        const article = await selectArticle(db, keyOf(id, slug), readerLanguage(language, caller.language));
        if (article === undefined) throw new BusinessError('ARTICLE_NOT_FOUND');
        return article;
      }),
      answerPublic(getCustomerUrl, async () => ({ customerUrl: settings.customerServiceUrl ?? '' })),
    ],
    serve: (app) => app.register(articlePictures, { dataDir }),
  }),
};

function keyOf(id: ArticleId | undefined, slug: string | undefined): ArticleKey {
  if (id !== undefined && slug === undefined) return { id };
  if (slug !== undefined && id === undefined) return { slug };
  throw new BusinessError('PARAMETER_INVALID', { field: 'id' });
}

function readerLanguage(asked: string | undefined, callers: Language): Language {
  return asked === undefined ? callers : languageOf(asked);
}

// Serves the pictures of articles: public, named by their content, so that they never change.

const YEAR = 'public, max-age=31536000, immutable';

/** A missing picture is a plain 404. */
const articlePictures = fastifyPlugin(async (app, { dataDir }: { readonly dataDir: string }) => {
  const root = join(dataDir, PICTURES_FOLDER);
  await mkdir(root, { recursive: true });
  await app.register(fastifyStatic, {
    root,
    prefix: `${PICTURES_PATH}/`,
    // The app's own files have it already.
    decorateReply: false,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header('cache-control', YEAR);
    },
  });
});
