/**
 * Pages of the app that are opened and crash one after the other, or side by side, on one device: each has its own
 * modules, store and session in memory; storage, locks and the wire are the device's. The asynchronous context of an
 * action identifies its page.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createStore, keys } from 'idb-keyval';
import { vi } from 'vitest';
import { builtinEnvironments } from 'vitest/runtime';
import type { Call } from '@halyard/contract/call';
import { WRITES_ONCE_HEADER } from '@halyard/contract/writesOnce';
import type { MoneyMutation } from '../../src/shared/money-mutations/moneyMutation.ts';
import { WRITES_DATABASE, WRITES_STORE } from '../../src/shared/storage/deviceStores.ts';
import type { RealtimeClient } from '../../src/shared/realtime/realtimeTypes.ts';
import type { ToastMessage } from '../../src/shared/ui/toastQueue.ts';

/**
 * When a page crashes: `asked` before its money mutation leaves, `sent` while the exchange carries it out, `answered`
 * with the answer received and not yet drawn. A request of a page that crashed `late` is still on its way, until
 * `arrive` is called.
 */
export type Crash = 'asked' | 'sent' | 'answered' | 'late';

/** Answers requests, as Fastify does without a network. */
type Exchange = {
  inject(request: {
    readonly method: 'GET';
    readonly url: string;
    readonly headers: Record<string, string>;
    readonly payload?: string;
  }): Promise<{
    readonly statusCode: number;
    readonly body: string;
    readonly headers: Readonly<Record<string, unknown>>;
  }>;
};

/** Differences from the machine. */
type Surroundings = {
  /** How far the exchange's clock is ahead of the device's. */
  readonly aheadMs: () => number;
  readonly createRealtime: () => { readonly client: RealtimeClient };
};

type Owner = { readonly id: number; readonly token: string };

/** The state of a page that the wire, the locks and the screen of the device use. */
type Life = {
  crash: Crash | undefined;
  isClosed: boolean;
  reach: () => void;
  arrive?: () => void;
  readonly releases: Set<() => void>;
};

/** An open page. */
export type Page = {
  readonly toasts: readonly ToastMessage[];
  /** Sends by the name of the call, since each page has its own. */
  send(call: Call, request: object): Promise<{ readonly data?: unknown; readonly error?: { readonly code: string } }>;
  /** Sends, and crashes on the way. */
  sendAndCrash(call: Call, request: object, crash: Crash): Promise<void>;
  /** Lets its late request arrive. */
  arrive(): void;
  /** The pending requests on the device for this user, as this page reads them. */
  pendingRequests(): Promise<readonly unknown[]>;
  /** Saves the draft of a form, and reads it. */
  saveDraft(name: string, value: unknown): Promise<unknown>;
  draft(name: string): Promise<unknown>;
  /** Its user logs out. */
  endSession(): void;
  kill(): void;
};

const pageOf = new AsyncLocalStorage<Life>();
const never = new Promise<never>(() => undefined);

/**
 * Puts a device in front of an exchange; `restore` removes it. The exchange is Node's, so the browser's globals are
 * added to Node's, and not the other way round.
 */
export async function createDevice(app: Exchange, surroundings: Surroundings) {
  const { Uint8Array, ArrayBuffer } = globalThis;
  const browser = await builtinEnvironments.jsdom.setup(globalThis, {});
  // The browser's own are different, and libraries of the exchange would not recognise their own bytes.
  Object.assign(globalThis, { Uint8Array, ArrayBuffer });
  const outside = { fetch: globalThis.fetch, frame: globalThis.requestAnimationFrame };
  const underWay = new Set<Promise<unknown>>();
  const ask = (request: Request): Promise<Response> => {
    const asked = askExchange(app, request).then((response) => {
      device.answered.push(new URL(request.url).pathname);
      response.headers.set('date', new Date(Date.now() + surroundings.aheadMs()).toUTCString());
      if (!device.sendsWritesOnceHeader) response.headers.delete(WRITES_ONCE_HEADER);
      return response;
    });
    underWay.add(asked);
    return asked.finally(() => underWay.delete(asked));
  };
  globalThis.fetch = async (input, init) => {
    const life = pageOf.getStore();
    if (life === undefined) return outside.fetch(input, init);
    return exchangeOf(life, input as Request, ask);
  };
  globalThis.requestAnimationFrame = (task) => {
    const life = pageOf.getStore();
    // A page that is about to crash draws nothing more.
    if (life?.crash === undefined) setTimeout(() => life?.isClosed !== true && task(performance.now()));
    return 0;
  };
  Object.defineProperty(navigator, 'locks', { value: createLocks(), configurable: true });
  const device = {
    /** Whether the server is ours; legacy servers do not send the header. */
    sendsWritesOnceHeader: true,
    /** The exchange's answers, by their paths. */
    answered: [] as string[],
    open: (owner: Owner) => openPage(owner, surroundings),
    /** Whether no pending request and no key of one is left. */
    isEmpty: async () => (await keys(createStore(WRITES_DATABASE, WRITES_STORE))).length === 0,
    /** Waits until the exchange has handled everything that reached it, also from crashed pages. */
    whenQuiet: () => Promise.allSettled(underWay),
    restore: () => {
      globalThis.fetch = outside.fetch;
      globalThis.requestAnimationFrame = outside.frame;
      void browser.teardown(globalThis);
    },
  };
  return device;
}

async function exchangeOf(
  life: Life,
  request: Request,
  ask: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { crash } = life;
  if (life.isClosed) return never;
  const isWrite = crash !== undefined && !request.url.endsWith('/wallet/list');
  if (isWrite && crash !== 'answered') {
    if (crash === 'sent') void ask(request);
    if (crash === 'late') life.arrive = () => void ask(request);
    life.reach();
    return never;
  }
  const response = await ask(request);
  return life.isClosed ? never : response;
}

async function askExchange(app: Exchange, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const body = await request.text();
  const answer = await app.inject({
    method: request.method as 'GET',
    url: `${pathname}${search}`,
    headers: Object.fromEntries(request.headers),
    ...(body !== '' && { payload: body }),
  });
  const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(answer.body, { status: answer.statusCode, headers });
}

async function openPage({ id, token }: Owner, { createRealtime }: Surroundings): Promise<Page> {
  const life: Life = { crash: undefined, isClosed: false, reach: () => undefined, releases: new Set() };
  return pageOf.run(life, async () => {
    // Another page, another copy of all modules.
    vi.resetModules();
    const [app, owner, drafts, pendingWrites, toasts, i18n, { MONEY_MUTATIONS, startMoneyMutations }] =
      await Promise.all([
        import('../../src/app/store.ts'),
        import('../../src/shared/storage/draftOwner.ts'),
        import('../../src/shared/storage/drafts.ts'),
        import('../../src/shared/money-mutations/pendingWrites.ts'),
        import('../../src/shared/ui/toastQueue.ts'),
        import('../../src/shared/i18n/i18n.ts'),
        import('../../src/app/startMoneyMutations.ts'),
      ]);
    const { tokenIssued } = await import('../../src/domain/session/sessionSlice.ts');
    const { walletApi } = await import('../../src/domain/wallet/walletApi.ts');
    await i18n.startI18n('en');
    const { client } = createRealtime();
    const { store, persistor, whenRestored, stopWatching } = app.createAppStore(client);
    await whenRestored;
    persistor.pause();
    store.dispatch(tokenIssued(token));
    owner.changeDraftOwner(String(id));
    const shown: ToastMessage[] = [];
    toasts.receiveToasts((toast) => shown.push(toast));
    const stop = startMoneyMutations({ store, realtime: client });
    const send: Page['send'] = async (call, request) => {
      // As on every page, before any button can be pressed.
      await pageOf.run(life, () =>
        store.dispatch(walletApi.endpoints.getWallet.initiate(undefined, { subscribe: false })),
      );
      const write = MONEY_MUTATIONS.find((known) => known.call.name === call.name) as MoneyMutation | undefined;
      if (write === undefined) throw new Error(`not a money write: ${call.name}`);
      const { newRequestId } = await import('../../src/shared/api/newRequestId.ts');
      return pageOf.run(life, async () =>
        store.dispatch(write.endpoint.initiate({ request: request as never, attempt: newRequestId() })),
      ) as ReturnType<Page['send']>;
    };
    const kill = () => {
      life.isClosed = true;
      stop();
      stopWatching();
      for (const release of life.releases) release();
    };
    return {
      toasts: shown,
      send,
      sendAndCrash: async (call, request, crash) => {
        life.crash = crash;
        const reached = new Promise<void>((resolve) => (life.reach = resolve));
        const answered = send(call, request);
        await (crash === 'answered' ? answered : reached);
        kill();
      },
      arrive: () => life.arrive?.(),
      pendingRequests: () => pageOf.run(life, () => pendingWrites.readPendingWrites()),
      saveDraft: (name, value) => pageOf.run(life, () => drafts.saveDraft(name, value)),
      draft: (name) => pageOf.run(life, () => drafts.loadDraft(name)),
      endSession: () => pageOf.run(life, () => owner.changeDraftOwner(undefined)),
      kill,
    };
  });
}

/** The locks of a browser, which releases those of a page that crashes. */
function createLocks() {
  const tails = new Map<string, Promise<void>>();
  return {
    async request(name: string, work: () => Promise<unknown>): Promise<unknown> {
      const life = pageOf.getStore();
      const before = tails.get(name);
      let release: () => void = () => undefined;
      const mine = new Promise<void>((resolve) => (release = resolve));
      tails.set(
        name,
        Promise.resolve(before).then(() => mine),
      );
      life?.releases.add(release);
      await before;
      if (life?.isClosed === true) return never;
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
