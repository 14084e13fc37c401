// The app's files as browsers request them: including those of earlier builds, no HTML instead of a script, a worker
// that can be switched off. Real folders and the real plugin.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { fastify } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRetainedBuilds } from '../builds/retainedBuilds.ts';
import { systemClock } from '../clock.ts';
import { createSignal } from '../testing/signal.ts';
import { staticFiles } from './staticFiles.ts';

let root: string;
let folder: string;
let dataDir: string;
const closers: (() => Promise<unknown>)[] = [];
let builds = 0;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'halyard-static-'));
  folder = join(root, 'dist');
  dataDir = join(root, 'data');
  build('one');
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  rmSync(root, { recursive: true, force: true });
});

function build(name: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), `<!doctype html><title>${name}</title>`);
  writeFileSync(join(folder, 'assets', `page-${name}.js`), name);
  writeFileSync(join(folder, 'version.json'), JSON.stringify({ version: '1.0.0', commit: name }));
  writeFileSync(join(folder, 'sw.js'), `self; // ${name}`);
  builds += 1;
  utimesSync(join(folder, 'sw.js'), builds, builds);
}

const retainedNames = () => readdirSync(join(dataDir, 'builds')).filter((name) => !name.startsWith('.'));

/** An exchange retains its build concurrently with its work. */
const untilCached = (count: number) => vi.waitFor(() => expect(retainedNames()).toHaveLength(count));

const keeper = () => createRetainedBuilds({ appFolder: folder, dataDir, clock: systemClock });

async function start({ isWorkerOn = true, keeps = keeper() } = {}) {
  const app = fastify();
  closers.push(() => app.close());
  await app.register(staticFiles, { folder, builds: keeps, isWorkerOn });
  await app.ready();
  return async (url: string) => {
    const { statusCode, body, headers } = await app.inject({ url });
    return { statusCode, body, cache: headers['cache-control'], type: headers['content-type'] };
  };
}

describe('a page requested by its path', () => {
  const open = async (url: string, accept = 'text/html,application/xhtml+xml') => {
    const app = fastify();
    closers.push(() => app.close());
    await app.register(staticFiles, { folder, builds: keeper(), isWorkerOn: true });
    const { statusCode, headers } = await app.inject({ url, headers: { accept } });
    return [statusCode, headers['location']];
  };

  test.each([
    ['/h5/%23/pages/trade/index?symbol=BTC%2FUSDT', '/h5/#/pages/trade/index?symbol=BTC%2FUSDT'],
    ['/h5/%2523/pages/assets/index', '/h5/#/pages/assets/index'],
    ['/h5/pages/assets/index', '/h5/#/pages/assets/index'],
    ['/h5/nowhere/', '/h5/#/nowhere/'],
  ])('%s leads to %s', async (url, place) => {
    expect(await open(url)).toEqual([302, place]);
  });

  test.each([
    ['the app itself', '/h5/', 200],
    ['a file', '/h5/version.json', 200],
    ['a missing script', '/h5/assets/page-none.js', 404],
    ['a missing picture', '/h5/none.png', 404],
  ])('%s is no page of its own', async (_what, url, status) => {
    expect(await open(url)).toEqual([status, undefined]);
  });

  test('a request that is not a navigation is not redirected', async () => {
    expect(await open('/h5/nowhere', '*/*')).toEqual([404, undefined]);
  });
});

describe('an asset', () => {
  test('of the previous build is served after a restart with the next one', async () => {
    const first = await start();
    await untilCached(1);
    expect((await first('/h5/assets/page-one.js')).body).toBe('one');
    build('two');
    const second = await start();
    expect((await second('/h5/assets/page-two.js')).body).toBe('two');
    const old = await second('/h5/assets/page-one.js');
    expect(old).toMatchObject({ statusCode: 200, body: 'one', cache: 'public, max-age=31536000, immutable' });
    expect(old.type).toMatch(/javascript/);
  });

  test('of a build that finished while the exchange runs is retained when a client checks for a new version', async () => {
    const get = await start();
    await untilCached(1);
    for (const [name, count] of [
      ['two', 2],
      ['three', 3],
    ] as const) {
      build(name);
      await get('/h5/version.json');
      await untilCached(count);
    }
    expect((await get('/h5/assets/page-two.js')).body).toBe('two');
  });

  test('is available while the next build replaces its own', async () => {
    const get = await start();
    await untilCached(1);
    const [next, old] = [join(root, 'next'), join(root, 'old')];
    const missing: number[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      const answers = Array.from({ length: 20 }, async () => (await get('/h5/assets/page-one.js')).statusCode);
      // After the folder of the first was looked up, before it is opened.
      await new Promise(setImmediate);
      renameSync(folder, old);
      missing.push(...(await Promise.all(answers)).filter((status) => status !== 200));
      cpSync(old, next, { recursive: true });
      renameSync(next, folder);
      rmSync(old, { recursive: true });
    }
    expect(missing).toEqual([]);
  });

  test('is served while its build is still being copied, without delaying the start', async () => {
    const copied = createSignal();
    const get = await start({ keeps: { ...keeper(), retainIfNew: () => copied.given } });
    expect((await get('/h5/assets/page-one.js')).body).toBe('one');
    expect((await get('/h5/version.json')).statusCode).toBe(200);
    copied.give();
  });

  test.each(['gone-123.js', 'gone-123.css', '..%2Findex.html', '%2e%2e%2fversion.json', '.hidden', 'index.html'])(
    '%s, which is not there, is a 404 and no page',
    async (name) => {
      const answer = await (await start())(`/h5/assets/${name}`);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).not.toContain('<');
    },
  );
});

describe('version.json', () => {
  test('contains the build and that the worker is on, and is not cached', async () => {
    const { body, cache } = await (await start())('/h5/version.json');
    expect(JSON.parse(body)).toEqual({ version: '1.0.0', commit: 'one', worker: 'on' });
    expect(cache).toBe('no-cache');
  });

  test('contains that the worker is off', async () => {
    expect(JSON.parse((await (await start({ isWorkerOn: false }))('/h5/version.json')).body)).toMatchObject({
      worker: 'off',
    });
  });
});

describe('the worker', () => {
  test('is the app’s', async () => {
    expect((await (await start())('/h5/sw.js')).body).toBe('self; // one');
  });

  test('that is switched off deletes its caches, unregisters and notifies the windows', async () => {
    const { body, type, cache } = await (await start({ isWorkerOn: false }))('/h5/sw.js');
    expect([type, cache]).toEqual(['text/javascript; charset=utf-8', 'no-cache']);
    const names = ['halyard-precache-v2-x', 'halyard-articles', 'of-another-app'];
    const done: unknown[] = [];
    const listeners = new Map<string, (event: { waitUntil: (work: Promise<unknown>) => void }) => void>();
    const self = {
      addEventListener: listeners.set.bind(listeners),
      skipWaiting: () => done.push('skipWaiting'),
      registration: { unregister: () => done.push('unregister') },
      clients: { matchAll: () => [{ postMessage: (message: unknown) => done.push(message) }] },
    };
    const caches = { keys: () => names, delete: (name: string) => done.push(name) };
    runInContext(body, createContext({ self, caches, Promise }));
    const work: Promise<unknown>[] = [];
    for (const name of ['install', 'activate']) listeners.get(name)?.({ waitUntil: (part) => work.push(part) });
    await Promise.all(work);
    expect(done).toEqual([
      'skipWaiting',
      'halyard-precache-v2-x',
      'halyard-articles',
      'unregister',
      { type: 'worker-off' },
    ]);
  });
});

test('a file shared without a worker redirects to the home page, unread', async () => {
  const app = fastify();
  closers.push(() => app.close());
  await app.register(staticFiles, { folder, builds: keeper(), isWorkerOn: true });
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const { statusCode, headers: answered } = await app.inject({
    method: 'POST',
    url: '/h5/share',
    headers,
    payload: '--x--',
  });
  expect([statusCode, answered['location']]).toEqual([303, '/h5/#/pages/index/index?shared=1']);
});
