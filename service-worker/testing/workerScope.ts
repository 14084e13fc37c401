/** The built worker in a VM, with the browser's events, caches and windows faked. */
import { createContext, runInContext } from 'node:vm';
import { build, type Rolldown } from 'vite';

const ORIGIN = 'https://app.example';
const ENTRIES = [
  { url: 'index.html', revision: '1' },
  { url: 'assets/index-abc.js', revision: null },
];

type Listener = (event: FakeEvent) => void;
/** Answers of the network; a rejection is a lost connection. */
type Network = (request: Request) => Response | Promise<Response>;
export type Scope = Awaited<ReturnType<typeof startWorker>>;

/** Worker event: records its response and runs the listeners until one stops it. */
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
  readonly stored = new Map<string, Response>();
  private key = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : request, ORIGIN).href;
  match = (request: RequestInfo) => Promise.resolve(this.stored.get(this.key(request))?.clone());
  /** A put makes the entry the newest, also if it existed, as in the browser. */
  put = (request: RequestInfo, response: Response) => {
    this.stored.delete(this.key(request));
    this.stored.set(this.key(request), response);
    return Promise.resolve();
  };
  keys = () => Promise.resolve([...this.stored.keys()].map((url) => new Request(url)));
  delete = (request: RequestInfo) => Promise.resolve(this.stored.delete(this.key(request)));
}

let built: Promise<string> | undefined;

/** Builds the worker the way it is built for browsers. */
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
  const stored = new Map<string, FakeCache>();
  const api = {
    open: (name: string) => {
      const cache = stored.get(name) ?? new FakeCache();
      stored.set(name, cache);
      return Promise.resolve(cache);
    },
    keys: () => Promise.resolve([...stored.keys()]),
    delete: (name: string) => Promise.resolve(stored.delete(name)),
    has: (name: string) => Promise.resolve(stored.has(name)),
    match: (request: RequestInfo, options: { cacheName?: string } = {}) =>
      stored.get(options.cacheName ?? '')?.match(request) ?? Promise.resolve(undefined),
  };
  return { stored, api };
}

/** Two windows of the app, and the messages that each received. */
function fakeWindows() {
  const received: Record<string, unknown[]> = { first: [], second: [] };
  const clients = Object.entries(received).map(([id, words]) => ({
    id,
    postMessage: (message: unknown) => void words.push(message),
  }));
  return { received, api: { claim: () => Promise.resolve(), matchAll: () => Promise.resolve(clients) } };
}

const echo: Network = ({ url }) => new Response(`network: ${new URL(url).pathname}`);

/** Starts and installs the worker. */
export async function startWorker() {
  built ??= buildWorker();
  const source = await built;
  const listeners = new Map<string, Listener[]>();
  const caches = fakeCaches();
  const windows = fakeWindows();
  const fetched: string[] = [];
  let network = echo;
  let skips = 0;
  const toWaiting: unknown[] = [];
  const scope = {
    addEventListener: (type: string, listener: Listener) => {
      listeners.set(type, [...(listeners.get(type) ?? []), listener]);
    },
    location: new URL(`${ORIGIN}/h5/sw.js`),
    registration: {
      scope: `${ORIGIN}/h5/`,
      waiting: { postMessage: (message: unknown) => void toWaiting.push(message) },
    },
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
    /** Fetched paths. */
    fetched,
    skips: () => skips,
    /** Messages to the waiting version. */
    toWaiting,
    cacheNames: () => [...caches.stored.keys()],
    entries: (name: string) => [...(caches.stored.get(name)?.stored.keys() ?? [])],
    read: (name: string, path: string) => caches.stored.get(name)?.match(path),
    /** Messages that each window received. */
    received: () => windows.received,
    /** Deletes all caches, as a page does that continues without a worker. */
    deleteCaches: () => caches.stored.clear(),
    answerWith: (next: Network) => {
      network = next;
    },
  };
}

type Opening = Omit<RequestInit, 'mode'> & { readonly mode?: string; readonly clientId?: string };

/** Fetch event of a page for a path. */
export function ask({ dispatch }: Scope, path: string, { mode, clientId = 'first', ...init }: Opening = {}): FakeEvent {
  const opened = new Request(`${ORIGIN}${path}`, init);
  // A page cannot create a navigation request; the browser does.
  Object.defineProperty(opened, 'mode', { value: mode ?? 'cors' });
  return dispatch(new FakeEvent('fetch', { request: opened, clientId }));
}

/** Waits for all work that an event started. */
export async function finish({ answer, work }: FakeEvent): Promise<void> {
  await answer?.catch(() => undefined);
  // Work may start more work.
  for (let done = 0; done < work.length; done += 1) await work[done];
}

/** Text of the event's response. */
export const textOf = async ({ answer }: FakeEvent) => (await answer)?.text();
