/** Serves the built web app below /h5/. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { CACHE_PREFIX, SHARED_QUERY, WORKER_OFF } from '@halyard/contract/serviceWorker';
import type { RetainedBuilds } from '../builds/retainedBuilds.ts';
import { REPOSITORY } from '../folders.ts';

/**
 * The worker that an operator serves in place of the app's to be rid of it: browsers look for a new worker by
 * themselves, so it reaches every device. It takes over at once, deletes what the worker kept, unregisters itself and
 * tells the windows, which reload when nothing is lost by it.
 */
const SWITCHED_OFF_WORKER = `// The service worker is switched off.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(leave());
});
async function leave() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('${CACHE_PREFIX}')).map((name) => caches.delete(name)));
  await self.registration.unregister();
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const client of windows) client.postMessage({ type: '${WORKER_OFF}' });
}
`;

/** Where `npm run build` puts the app. */
export const APP_FOLDER = join(REPOSITORY, 'dist');

// Vite puts a hash of the content into the name of everything below assets/, so such a file never changes; those of
// earlier builds lie elsewhere.
const HASHED = /\/(assets|builds\/[\da-f]{16})\/[^/]+$/;
const ASSET_NAME = /^\w[\w.-]*$/;
const YEAR = 'public, max-age=31536000, immutable';
/** What browsers and pages ask for to learn of a new build. */
const LOOKS = ['/h5/', '/h5/sw.js', '/h5/version.json'];
const SHARED_HOME = `/h5/#/pages/index/index?${SHARED_QUERY}=1`;

type StaticFilesOptions = {
  readonly folder: string;
  /** Of that folder; closed with the server. */
  readonly builds: Pick<RetainedBuilds, 'keepIfNew' | 'find' | 'close'>;
  /** False: every device is rid of its service worker. */
  readonly isWorkerOn: boolean;
};

/**
 * The app's files, if it is built, and the assets of the builds before it. What is missing is a plain 404: HTML in the
 * place of a script would break an app that is being updated.
 */
export const staticFiles = fastifyPlugin(async (app, { folder, builds, isWorkerOn }: StaticFilesOptions) => {
  app.get('/', (_request, reply) => reply.redirect('/h5/'));
  if (!existsSync(folder)) return;
  app.get('/h5', (_request, reply) => reply.redirect('/h5/'));
  app.addHook('onRequest', async (request, reply) => {
    const place = placeInApp(request);
    if (place !== undefined) return reply.redirect(place);
    return undefined;
  });
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
  serveAssets(app, { folder, builds });
  serveVersion(app, folder, isWorkerOn);
  // A share is the worker's to take; where there is none the file is lost, and home says so.
  const leadHome = async (_request: FastifyRequest, reply: FastifyReply) => reply.redirect(SHARED_HOME, 303);
  app.post('/h5/share', { onRequest: leadHome }, () => undefined);
});

/**
 * The place in the app of a page that is opened by a path: mail clients escape the `#`, and the app has a page for
 * unknown places. Nothing for files and for what is not opened as a page.
 */
function placeInApp({ method, url, headers }: FastifyRequest): string | undefined {
  if (method !== 'GET' || headers.accept?.includes('text/html') !== true) return undefined;
  const [, route = '', query = ''] = /^\/h5\/(?:%(?:25)?23)?\/?([^?]*)(\?.*)?$/.exec(url) ?? [];
  if (route === '' || /^assets\/|\.\w+$/.test(route)) return undefined;
  return `/h5/#/${route}${query}`;
}

function serveAssets(app: FastifyInstance, { folder, builds }: Omit<StaticFilesOptions, 'isWorkerOn'>): void {
  // Without it the app works until its next update, so neither a full disk nor a slow one keeps the exchange from
  // starting.
  const keep = () =>
    builds
      .keepIfNew()
      .catch((error: unknown) => app.log.warn({ err: error }, 'the assets of this build were not kept'));
  app.addHook('onReady', (done) => {
    void keep();
    done();
  });
  app.addHook('onClose', () => builds.close());
  app.addHook('onResponse', async ({ url }) => {
    if (LOOKS.includes(url)) await keep();
  });
  const current = join(folder, 'assets');
  // A policy is for what is shown as a page; with each of a page's forty parts it would be half a kilobyte more than
  // the part is.
  app.get<{ Params: { name: string } }>('/h5/assets/:name', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    const { name } = request.params;
    if (!ASSET_NAME.test(name)) return reply.callNotFound();
    // What is kept stays where it is, while the app's own folder may be replaced between a look and the reading.
    return reply.sendFile(name, (await builds.find(name)) ?? current);
  });
}

/** `version.json` says whether the worker is on; where it is off, the worker is one that goes away. */
function serveVersion(app: FastifyInstance, folder: string, isWorkerOn: boolean): void {
  app.get('/h5/version.json', async (_request, reply) => {
    const built = await readFile(join(folder, 'version.json'), 'utf8').catch(() => '{}');
    return reply
      .header('cache-control', 'no-cache')
      .send({ ...(JSON.parse(built) as object), worker: isWorkerOn ? 'on' : 'off' });
  });
  if (isWorkerOn) return;
  app.get('/h5/sw.js', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(SWITCHED_OFF_WORKER),
  );
}
