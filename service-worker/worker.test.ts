// @vitest-environment node
// The worker as built, running in a VM with the browser's events and caches faked: it opens the shell without a connection, and it touches
// neither the server's paths nor anything that carries a token.
import { createContext, runInContext } from 'node:vm';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';

const ORIGIN = 'https://app.example';
const ENTRIES = [
  { url: 'index.html', revision: '1' },
  { url: 'assets/index-abc.js', revision: null },
];

type Listener = (event: FakeEvent) => void;
type Scope = Awaited<ReturnType<typeof startWorker>>;

/** An event of the worker: remembers what it is answered with, and runs its listeners until one stops it. */
class FakeEvent extends Event {
  answer: Promise<Response> | undefined;
  readonly work: Promise<unknown>[] = [];
  isStopped = false;
  constructor(type: string, fields: object = {}) {
    super(type);
    Object.assign(this, fields);
  }
  respondWith(answer: Promise<Response>) {
    this.answer = Promise.resolve(answer);
  }
  waitUntil(work: Promise<unknown>) {
    this.work.push(work);
  }
  override stopImmediatePropagation() {
    this.isStopped = true;
  }
}

/** In a worker a path is relative to the worker. */
class WorkerRequest extends Request {
  constructor(input: RequestInfo, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, `${ORIGIN}/h5/`) : input, init);
  }
}

class FakeCache {
  readonly kept = new Map<string, Response>();
  private key = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : request, ORIGIN).href;
  match = (request: RequestInfo) => Promise.resolve(this.kept.get(this.key(request))?.clone());
  put = (request: RequestInfo, response: Response) => Promise.resolve(void this.kept.set(this.key(request), response));
  keys = () => Promise.resolve([...this.kept.keys()].map((url) => new Request(url)));
  delete = (request: RequestInfo) => Promise.resolve(this.kept.delete(this.key(request)));
}

let source = '';

beforeAll(async () => {
  const output = (await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'self.__WB_MANIFEST': JSON.stringify(ENTRIES), 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: 'service-worker/sw.ts', formats: ['iife'], name: 'worker' },
    },
  })) as Rolldown.RolldownOutput[];
  source = output[0]?.output[0].code ?? '';
});

async function startWorker() {
  const listeners = new Map<string, Listener[]>();
  const caches = new Map<string, FakeCache>();
  const fetched: string[] = [];
  let skips = 0;
  const open = (name: string) => {
    const cache = caches.get(name) ?? new FakeCache();
    caches.set(name, cache);
    return Promise.resolve(cache);
  };
  const scope = {
    addEventListener: (type: string, listener: Listener) => {
      listeners.set(type, [...(listeners.get(type) ?? []), listener]);
    },
    location: new URL(`${ORIGIN}/h5/sw.js`),
    registration: { scope: `${ORIGIN}/h5/` },
    clients: { claim: () => Promise.resolve() },
    skipWaiting: () => {
      skips += 1;
      return Promise.resolve();
    },
    caches: {
      open,
      keys: () => Promise.resolve([...caches.keys()]),
      delete: (name: string) => Promise.resolve(caches.delete(name)),
      match: async (request: RequestInfo, options: { cacheName?: string } = {}) =>
        (await open(options.cacheName ?? '')).match(request),
    },
    fetch: (request: Request | string) => {
      const url = typeof request === 'string' ? request : request.url;
      fetched.push(url);
      return Promise.resolve(new Response(`network: ${new URL(url).pathname}`));
    },
    Request: WorkerRequest,
    Response,
    Headers,
    URL,
    URLSearchParams,
    Promise,
    console,
    setTimeout,
    clearTimeout,
    FetchEvent: FakeEvent,
    ExtendableEvent: FakeEvent,
  };
  runInContext(source, createContext(Object.assign(scope, { self: scope, globalThis: scope })));
  const dispatch = (event: FakeEvent) => {
    for (const listener of listeners.get(event.type) ?? []) if (!event.isStopped) listener(event);
    return event;
  };
  const install = dispatch(new FakeEvent('install'));
  await Promise.all(install.work);
  fetched.length = 0;
  return { dispatch, fetched, skips: () => skips, cacheNames: () => [...caches.keys()] };
}

type Opening = Omit<RequestInit, 'mode'> & { readonly mode?: string };

function ask({ dispatch }: Scope, path: string, { mode, ...init }: Opening = {}) {
  const opened = new Request(`${ORIGIN}${path}`, init);
  // A page cannot make a navigation; the browser does.
  Object.defineProperty(opened, 'mode', { value: mode ?? 'cors' });
  return dispatch(new FakeEvent('fetch', { request: opened }));
}

const textOf = async ({ answer }: FakeEvent) => (await answer)?.text();

describe('the worker', () => {
  it.each(['/h5/', '/h5/index.html', '/h5/?from=home', '/h5/some/where'])(
    'opens %s from the precached shell',
    async (path) => {
      const worker = await startWorker();
      expect(await textOf(ask(worker, path, { mode: 'navigate' }))).toBe('network: /h5/index.html');
      expect(worker.fetched).toEqual([]);
    },
  );

  it('answers a precached file without the network', async () => {
    const worker = await startWorker();
    expect(await textOf(ask(worker, '/h5/assets/index-abc.js'))).toBe('network: /h5/assets/index-abc.js');
    expect(worker.fetched).toEqual([]);
  });

  it.each([
    ['a call', '/api/currency/quotation_new', {}],
    ['a call that writes', '/api/coin/trade', { method: 'POST' }],
    ['the description of the calls, opened as a page', '/api/docs', { mode: 'navigate' }],
    ['the socket', '/socket.io/?EIO=4&transport=polling', {}],
    ['a file of a user', '/api/upload/7f9c2ba4-e88f-4f7e-a5d1-3c5e2b1a0f11.jpg', { mode: 'no-cors' }],
    ['the same at the path of the family', '/upload/7f9c2ba4-e88f-4f7e-a5d1-3c5e2b1a0f11.jpg', { mode: 'no-cors' }],
    ['whatever carries a token, even a precached file', '/h5/index.html', { headers: { Authorization: 'abc' } }],
    ['a file that is not there, opened as a page', '/h5/assets/gone-123.js', { mode: 'navigate' }],
    ['a page outside of the app', '/', { mode: 'navigate' }],
  ])('leaves %s to the network', async (_what, path, init) => {
    const worker = await startWorker();
    expect(ask(worker, path, init).answer).toBeUndefined();
  });

  it('keeps nothing but the shell', async () => {
    const worker = await startWorker();
    expect(worker.cacheNames()).toEqual([expect.stringMatching(/^halyard-precache/)]);
  });

  it('takes over only when the page asks for it', async () => {
    const worker = await startWorker();
    expect(worker.skips()).toBe(0);
    for (const data of ['SKIP_WAITING', { type: 'OTHER' }, null, { kind: 'SKIP_WAITING' }]) {
      worker.dispatch(new FakeEvent('message', { data }));
    }
    expect(worker.skips()).toBe(0);
    worker.dispatch(new FakeEvent('message', { data: { type: 'SKIP_WAITING' } }));
    expect(worker.skips()).toBe(1);
  });
});
