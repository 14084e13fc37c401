// @vitest-environment jsdom Keeping the app current: without a worker, version.json reveals a new build; a disabled
// worker is removed with its caches, and the page reloads unless an activity is under way. The browser's worker, caches
// and the server's file are faked; the rest is real.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { markBusy } from './busy.ts';
import { stayCurrent } from './stayCurrent.ts';
import { pwa } from './pwa.ts';

const reload = vi.fn<() => void>();
const unregister = vi.fn<() => Promise<boolean>>();
let served: { entry?: string; worker?: string } | 'unreachable';
let cacheNames: string[];
let container: EventTarget & { controller: object | null; register: () => Promise<never> };
let stop: () => void = () => undefined;

beforeEach(() => {
  document.head.innerHTML = '<script type="module" src="/h5/assets/index-one.js"></script>';
  served = { entry: 'assets/index-one.js', worker: 'on' };
  cacheNames = ['halyard-precache-v2-x', 'halyard-articles', 'of-another-app'];
  reload.mockReset();
  unregister.mockReset().mockResolvedValue(true);
  vi.stubGlobal('fetch', () =>
    served === 'unreachable'
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(Response.json(served)),
  );
  vi.stubGlobal('caches', {
    keys: () => Promise.resolve(cacheNames),
    delete: (name: string) => {
      cacheNames = cacheNames.filter((cached) => cached !== name);
      return Promise.resolve(true);
    },
  });
  container = Object.assign(new EventTarget(), {
    controller: null,
    register: () => Promise.reject(new DOMException('denied', 'SecurityError')),
    getRegistration: () => Promise.resolve({ unregister }),
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const start = async () => {
  stop = await stayCurrent('/h5/', { reload });
};
/** Brings the page to the front, two minutes later. */
async function comeBack(): Promise<void> {
  vi.setSystemTime(Date.now() + 120_000);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
}

describe('without a worker', () => {
  it('offers a new build when the page returns, and loads it with the user’s consent', async () => {
    vi.useFakeTimers();
    await start();
    expect(pwa.getState().isUpdateAvailable).toBe(false);
    served = { entry: 'assets/index-two.js', worker: 'on' };
    await comeBack();
    expect(pwa.getState().isUpdateAvailable).toBe(true);
    expect(reload).not.toHaveBeenCalled();
    pwa.update();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('changes nothing if the server is unreachable', async () => {
    served = 'unreachable';
    await start();
    expect(reload).not.toHaveBeenCalled();
    expect(cacheNames).toHaveLength(3);
  });
});

describe('a worker', () => {
  /** A registration in which a new version may start to wait. */
  function registered() {
    const update = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const registration = Object.assign(new EventTarget(), {
      waiting: null as object | null,
      active: null as object | null,
      installing: null,
      update,
    });
    Object.assign(container, {
      controller: {},
      register: () => Promise.resolve(registration),
      ready: new Promise(() => undefined),
    });
    return registration;
  }

  it('that waits is offered and activated, although no event reported it', async () => {
    vi.useFakeTimers();
    const registration = registered();
    await start();
    registration.waiting = {};
    const postToActive = vi.fn<(message: unknown) => void>();
    registration.active = { postMessage: postToActive };
    await comeBack();
    expect(registration.update).toHaveBeenCalled();
    pwa.update();
    expect(postToActive).toHaveBeenCalledExactlyOnceWith({ type: 'activate-next' });
    expect(reload).not.toHaveBeenCalled();
    container.dispatchEvent(new Event('controllerchange'));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('whose script was unavailable is registered when the page returns, once', async () => {
    vi.useFakeTimers();
    await start();
    registered();
    const register = vi.spyOn(container, 'register');
    await comeBack();
    await comeBack();
    expect(register).toHaveBeenCalledOnce();
  });

  it('that another tab activated does not reload this one without consent', async () => {
    registered();
    await start();
    container.dispatchEvent(new Event('controllerchange'));
    expect(reload).not.toHaveBeenCalled();
    pwa.update();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('finds a new build by itself: a reload would only bring the old one from it', async () => {
    registered();
    served = { entry: 'assets/index-two.js', worker: 'on' };
    const arrived = vi.spyOn(pwa, 'updateArrived');
    await start();
    expect(arrived).not.toHaveBeenCalled();
  });
});

describe('a disabled worker', () => {
  beforeEach(() => {
    container.controller = {};
  });

  it('is removed with its caches, and the page reloads, once', async () => {
    vi.useFakeTimers();
    served = { entry: 'assets/index-one.js', worker: 'off' };
    await start();
    await comeBack();
    expect(cacheNames).toEqual(['of-another-app']);
    expect(unregister).toHaveBeenCalledTimes(1);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('may report so itself', async () => {
    await start();
    container.dispatchEvent(new MessageEvent('message', { data: { type: 'worker-off' } }));
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  it('does not reload a page during an activity, and offers to', async () => {
    const release = markBusy();
    served = { worker: 'off' };
    await start();
    expect(reload).not.toHaveBeenCalled();
    expect(cacheNames).toEqual(['of-another-app']);
    release();
    expect(pwa.getState().isUpdateAvailable).toBe(true);
    pwa.update();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('does not reload a page that came from the server', async () => {
    container.controller = null;
    unregister.mockResolvedValue(false);
    served = { worker: 'off' };
    await start();
    expect(reload).not.toHaveBeenCalled();
  });
});
