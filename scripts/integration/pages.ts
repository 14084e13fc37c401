/**
 * Pages of the app that are opened and die one after the other, or side by side, on one device: each has its own
 * modules, store and session in memory; storage, locks and the wire are the device's. What a page does is told from
 * what others do by the asynchronous context that it runs in.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createStore, keys } from 'idb-keyval';
import { vi } from 'vitest';
import { builtinEnvironments } from 'vitest/runtime';
import type { Call } from '@halyard/contract/call';
import { WRITES_ONCE_HEADER } from '@halyard/contract/writesOnce';
import type { MoneyMutation } from '../../src/shared/money-mutations/moneyMutation.ts';
import { WRITES_DATABASE, WRITES_STORE } from '../../src/shared/money-mutations/writesStore.ts';
import type { RealtimeClient } from '../../src/shared/realtime/realtimeTypes.ts';
import type { ToastMessage } from '../../src/shared/ui/toastQueue.ts';

/**
 * Where a page dies: `asked` before its money write leaves, `sent` while the exchange is at it, `answered` when the
 * answer is there and not yet drawn. What a page that died `late` sent is still on its way, until it is told to arrive.
 */
export type Crash = 'asked' | 'sent' | 'answered' | 'late';

/** What answers requests, as Fastify does without a network. */
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

/** What is not as the machine has it. */
type Surroundings = {
  /** What the exchange's clock is ahead of the device's. */
  readonly aheadMs: () => number;
  readonly createRealtime: () => { readonly client: RealtimeClient };
};

type Owner = { readonly id: number; readonly token: string };

/** What of a page the wire, the locks and the screen of the device know. */
type Life = {
  death: Crash | undefined;
  isDead: boolean;
  reach: () => void;
  arrive?: () => void;
  readonly releases: Set<() => void>;
};

/** A page that is open. */
export type Page = {
  readonly toasts: readonly ToastMessage[];
  /** By the name of its call, since each page has its own. */
  send(call: Call, wish: object): Promise<{ readonly data?: unknown; readonly error?: { readonly code: string } }>;
  /** Sends, and dies on the way. */
  dieSending(call: Call, wish: object, death: Crash): Promise<void>;
  /** What it sent and was late arrives. */
  arrive(): void;
  /** What is kept on the device for this user, as this page reads it. */
  kept(): Promise<readonly unknown[]>;
  /** Keeps what is typed into a form, and reads it. */
  keepDraft(name: string, value: unknown): Promise<unknown>;
  draft(name: string): Promise<unknown>;
  /** Its user logs out. */
  endSession(): void;
  kill(): void;
};

const pageOf = new AsyncLocalStorage<Life>();
const never = new Promise<never>(() => undefined);

/**
 * Puts a device in front of an exchange; `restore` takes it away. The exchange is Node's, so what a browser has is
 * added to that, and not the other way round.
 */
export async function createDevice(app: Exchange, surroundings: Surroundings) {
  const { Uint8Array, ArrayBuffer } = globalThis;
  const browser = await builtinEnvironments.jsdom.setup(globalThis, {});
  // Those of the browser are others, and libraries of the exchange would not know their own bytes.
  Object.assign(globalThis, { Uint8Array, ArrayBuffer });
  const outside = { fetch: globalThis.fetch, frame: globalThis.requestAnimationFrame };
  const underWay = new Set<Promise<unknown>>();
  const ask = (request: Request): Promise<Response> => {
    const asked = askExchange(app, request).then((response) => {
      device.answered.push(new URL(request.url).pathname);
      response.headers.set('date', new Date(Date.now() + surroundings.aheadMs()).toUTCString());
      if (!device.saysWritesOnce) response.headers.delete(WRITES_ONCE_HEADER);
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
    // A page that is about to die draws nothing more.
    if (life?.death === undefined) setTimeout(() => life?.isDead !== true && task(performance.now()));
    return 0;
  };
  Object.defineProperty(navigator, 'locks', { value: createLocks(), configurable: true });
  const device = {
    /** Whether the server is ours; others of the family say nothing of ids. */
    saysWritesOnce: true,
    /** What the exchange has answered, by its paths. */
    answered: [] as string[],
    open: (owner: Owner) => openPage(owner, surroundings),
    /** Whether no write and no key of one is there any more. */
    isEmpty: async () => (await keys(createStore(WRITES_DATABASE, WRITES_STORE))).length === 0,
    /** Waits until the exchange is through with what reached it, also from pages that are dead. */
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
  const { death } = life;
  if (life.isDead) return never;
  const isWrite = death !== undefined && !request.url.endsWith('/wallet/list');
  if (isWrite && death !== 'answered') {
    if (death === 'sent') void ask(request);
    if (death === 'late') life.arrive = () => void ask(request);
    life.reach();
    return never;
  }
  const response = await ask(request);
  return life.isDead ? never : response;
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
  const life: Life = { death: undefined, isDead: false, reach: () => undefined, releases: new Set() };
  return pageOf.run(life, async () => {
    // Another page, another copy of all modules.
    vi.resetModules();
    const [app, owner, drafts, kept, toasts, i18n, { MONEY_MUTATIONS, startMoneyMutations }] = await Promise.all([
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
    const told: ToastMessage[] = [];
    toasts.receiveToasts((toast) => told.push(toast));
    const stop = startMoneyMutations({ store, realtime: client });
    const send: Page['send'] = async (call, wish) => {
      // As every page has, before anybody can press a button.
      await pageOf.run(life, () =>
        store.dispatch(walletApi.endpoints.getWallet.initiate(undefined, { subscribe: false })),
      );
      const write = MONEY_MUTATIONS.find((known) => known.call.name === call.name) as MoneyMutation | undefined;
      if (write === undefined) throw new Error(`not a money write: ${call.name}`);
      const { newRequestId } = await import('../../src/shared/api/newRequestId.ts');
      return pageOf.run(life, async () =>
        store.dispatch(write.endpoint.initiate({ request: wish as never, attempt: newRequestId() })),
      ) as ReturnType<Page['send']>;
    };
    const kill = () => {
      life.isDead = true;
      stop();
      stopWatching();
      for (const release of life.releases) release();
    };
    return {
      toasts: told,
      send,
      dieSending: async (call, wish, death) => {
        life.death = death;
        const reached = new Promise<void>((resolve) => (life.reach = resolve));
        const answered = send(call, wish);
        await (death === 'answered' ? answered : reached);
        kill();
      },
      arrive: () => life.arrive?.(),
      kept: () => pageOf.run(life, () => kept.readPendingWrites()),
      keepDraft: (name, value) => pageOf.run(life, () => drafts.saveDraft(name, value)),
      draft: (name) => pageOf.run(life, () => drafts.loadDraft(name)),
      endSession: () => pageOf.run(life, () => owner.changeDraftOwner(undefined)),
      kill,
    };
  });
}

/** The locks of a browser, which ends those of a page that dies. */
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
      if (life?.isDead === true) return never;
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
