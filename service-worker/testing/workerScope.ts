/** The worker as built, running in a VM with the browser's events, caches and windows faked. */
import { createContext, runInContext } from 'node:vm';
import { build, type Rolldown } from 'vite';

const ORIGIN = 'https://app.example';
const ENTRIES = [
  { url: 'index.html', revision: '1' },
  { url: 'assets/index-abc.js', revision: null },
];

type Listener = (event: FakeEvent) => void;
/** What the network answers; a rejection is a network that is gone. */
type Network = (request: Request) => Response | Promise<Response>;
export type Scope = Awaited<ReturnType<typeof startWorker>>;

/** An event of the worker: remembers what it is answered with, and runs its listeners until one stops it. */
export class FakeEvent extends Event {
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
  /** What is put is the newest entry, as in the browser, also when it was there before. */
  put = (request: RequestInfo, response: Response) => {
    this.kept.delete(this.key(request));
    this.kept.set(this.key(request), response);
    return Promise.resolve();
  };
  keys = () => Promise.resolve([...this.kept.keys()].map((url) => new Request(url)));
  delete = (request: RequestInfo) => Promise.resolve(this.kept.delete(this.key(request)));
}

let built: Promise<string> | undefined;

/** Builds the worker as it is built for browsers. */
async function buildWorker(): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'self.__WB_MANIFEST': JSON.stringify(ENTRIES), 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: 'service-worker/sw.ts', formats: ['iife'], name: 'worker' },
    },
  })) as Rolldown.RolldownOutput[];
  return output[0]?.output[0].code ?? '';
}

/** The browser's caches, in memory. */
function fakeCaches() {
  const kept = new Map<string, FakeCache>();
  const api = {
    open: (name: string) => {
      const cache = kept.get(name) ?? new FakeCache();
      kept.set(name, cache);
      return Promise.resolve(cache);
    },
    keys: () => Promise.resolve([...kept.keys()]),
    delete: (name: string) => Promise.resolve(kept.delete(name)),
    has: (name: string) => Promise.resolve(kept.has(name)),
    match: (request: RequestInfo, options: { cacheName?: string } = {}) =>
      kept.get(options.cacheName ?? '')?.match(request) ?? Promise.resolve(undefined),
  };
  return { kept, api };
}

/** Two windows of the app, and what each was told. */
function fakeWindows() {
  const heard: Record<string, unknown[]> = { first: [], second: [] };
  const clients = Object.entries(heard).map(([id, words]) => ({
    id,
    postMessage: (message: unknown) => void words.push(message),
  }));
  return { heard, api: { claim: () => Promise.resolve(), matchAll: () => Promise.resolve(clients) } };
}

const echo: Network = ({ url }) => new Response(`network: ${new URL(url).pathname}`);

/** Starts the worker and installs it. */
export async function startWorker() {
  built ??= buildWorker();
  const source = await built;
  const listeners = new Map<string, Listener[]>();
  const caches = fakeCaches();
  const windows = fakeWindows();
  const fetched: string[] = [];
  let network = echo;
  let skips = 0;
  const scope = {
    addEventListener: (type: string, listener: Listener) => {
      listeners.set(type, [...(listeners.get(type) ?? []), listener]);
    },
    location: new URL(`${ORIGIN}/h5/sw.js`),
    registration: { scope: `${ORIGIN}/h5/` },
    clients: windows.api,
    caches: caches.api,
    skipWaiting: () => {
      skips += 1;
      return Promise.resolve();
    },
    fetch: async (input: Request | string) => {
      const request = typeof input === 'string' ? new WorkerRequest(input) : input;
      fetched.push(new URL(request.url).pathname);
      return network(request);
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
    // The test's clock, also when it is set later.
    get Date() {
      return globalThis.Date;
    },
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
  return {
    dispatch,
    /** Paths that were asked for. */
    fetched,
    skips: () => skips,
    cacheNames: () => [...caches.kept.keys()],
    entries: (name: string) => [...(caches.kept.get(name)?.kept.keys() ?? [])],
    read: (name: string, path: string) => caches.kept.get(name)?.match(path),
    /** What each window was told. */
    heard: () => windows.heard,
    /** As a page does that goes on without a worker. */
    takeCachesAway: () => caches.kept.clear(),
    answerWith: (next: Network) => {
      network = next;
    },
  };
}

type Opening = Omit<RequestInit, 'mode'> & { readonly mode?: string; readonly clientId?: string };

/** A page asks for a path. */
export function ask({ dispatch }: Scope, path: string, { mode, clientId = 'first', ...init }: Opening = {}): FakeEvent {
  const opened = new Request(`${ORIGIN}${path}`, init);
  // A page cannot make a navigation; the browser does.
  Object.defineProperty(opened, 'mode', { value: mode ?? 'cors' });
  return dispatch(new FakeEvent('fetch', { request: opened, clientId }));
}

/** All that an event began. */
export async function finish({ answer, work }: FakeEvent): Promise<void> {
  await answer?.catch(() => undefined);
  // Work may begin more work.
  for (let done = 0; done < work.length; done += 1) await work[done];
}

/** What it was answered with. */
export const textOf = async ({ answer }: FakeEvent) => (await answer)?.text();
