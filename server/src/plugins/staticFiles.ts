/** Serves the built web app below /h5/. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import fastifyPlugin from 'fastify-plugin';

/** Where `npm run build` puts the app. */
export const APP_FOLDER = fileURLToPath(new URL('../../../dist', import.meta.url));

// Vite puts a hash of the content into the name of everything below assets/, so such a file never changes.
const HASHED = /\/assets\/[^/]+$/;
const YEAR = 'public, max-age=31536000, immutable';

/** The app's files, if it is built. What is missing is a plain 404: HTML in the place of a script would break an app that is being updated. */
export const staticFiles = fastifyPlugin(async (app, { folder }: { readonly folder: string }) => {
  app.get('/', (_request, reply) => reply.redirect('/h5/'));
  if (!existsSync(folder)) return;
  app.get('/h5', (_request, reply) => reply.redirect('/h5/'));
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/h5/',
    // Files of a later build are found without a restart.
    wildcard: true,
    dotfiles: 'ignore',
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = HASHED.test(path.replaceAll('\\', '/'));
      reply.header('cache-control', isHashed ? YEAR : 'no-cache');
    },
  });
});
