/** Serves the pictures of articles: public, named by their content, so that they never change. */
import { join } from 'node:path';
import { mkdir } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import fastifyPlugin from 'fastify-plugin';
import { PICTURES_FOLDER, PICTURES_PATH } from './articleFolder.ts';

const YEAR = 'public, max-age=31536000, immutable';

/** A missing picture is a plain 404. */
export const articlePictures = fastifyPlugin(async (app, { dataDir }: { readonly dataDir: string }) => {
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
