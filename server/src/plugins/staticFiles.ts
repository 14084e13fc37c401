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
 * Replacement worker with which an operator removes the app's service worker: browsers check for a new worker
 * automatically, so it reaches every device. It activates immediately, deletes the caches, unregisters itself and
 * notifies the windows, which reload when no input would be lost.
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

/** Output folder of `npm run build`. */
export const APP_FOLDER = join(REPOSITORY, 'dist');

// Vite puts a content hash into the name of every file below assets/, so such a file never changes; those of earlier
// builds are in another folder.
const HASHED = /\/(assets|builds\/[\da-f]{16})\/[^/]+$/;
const ASSET_NAME = /^\w[\w.-]*$/;
const YEAR = 'public, max-age=31536000, immutable';
/** URLs that browsers and pages request to check for a new build. */
const UPDATE_CHECKS = ['/h5/', '/h5/sw.js', '/h5/version.json'];
const SHARED_HOME = `/h5/#/pages/index/index?${SHARED_QUERY}=1`;

type StaticFilesOptions = {
  readonly folder: string;
  /** Of that folder; closed with the server. */
  readonly builds: Pick<RetainedBuilds, 'retainIfNew' | 'find' | 'close'>;
  /** False removes the service worker from every device. */
  readonly isWorkerOn: boolean;
};

/**
 * The app's files, if it is built, and the assets of earlier builds. A missing file is a plain 404: HTML instead of a
 * script would break an app during an update.
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
  // The worker handles shares; without one the file is lost, and the home page reports that.
  const leadHome = async (_request: FastifyRequest, reply: FastifyReply) => reply.redirect(SHARED_HOME, 303);
  app.post('/h5/share', { onRequest: leadHome }, () => undefined);
});

/**
 * Address in the app of a page that was opened by a path: mail clients escape the `#`, and the app has a page for
 * unknown addresses. Undefined for files and for requests that are not navigations.
 */
function placeInApp({ method, url, headers }: FastifyRequest): string | undefined {
  if (method !== 'GET' || headers.accept?.includes('text/html') !== true) return undefined;
  const [, route = '', query = ''] = /^\/h5\/(?:%(?:25)?23)?\/?([^?]*)(\?.*)?$/.exec(url) ?? [];
  if (route === '' || /^assets\/|\.\w+$/.test(route)) return undefined;
  return `/h5/#/${route}${query}`;
}

function serveAssets(app: FastifyInstance, { folder, builds }: Omit<StaticFilesOptions, 'isWorkerOn'>): void {
  // Without retained assets the app works until its next update, so neither a full disk nor a slow one prevents the
  // exchange from starting.
  const retain = () =>
    builds
      .retainIfNew()
      .catch((error: unknown) => app.log.warn({ err: error }, 'the assets of this build were not kept'));
  app.addHook('onReady', (done) => {
    void retain();
    done();
  });
  app.addHook('onClose', () => builds.close());
  app.addHook('onResponse', async ({ url }) => {
    if (UPDATE_CHECKS.includes(url)) await retain();
  });
  const current = join(folder, 'assets');
  // Assets need no policy, which applies to pages; it would add half a kilobyte to each of a page's forty assets.
  app.get<{ Params: { name: string } }>('/h5/assets/:name', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    const { name } = request.params;
    if (!ASSET_NAME.test(name)) return reply.callNotFound();
    // Retained files stay in place, while the app's own folder may be replaced between this lookup and the read.
    return reply.sendFile(name, (await builds.find(name)) ?? current);
  });
}

/** `version.json` has the state of the worker; when it is off, the worker is replaced by one that removes itself. */
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
