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
      cacheNames = cacheNames.filter((kept) => kept !== name);
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
  it('a new build is offered when the page comes back, and loaded when the user agrees', async () => {
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

  it('a server that cannot be reached changes nothing', async () => {
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
    const registration = Object.assign(new EventTarget(), { waiting: null as object | null, installing: null, update });
    Object.assign(container, {
      controller: {},
      register: () => Promise.resolve(registration),
      ready: new Promise(() => undefined),
    });
    return registration;
  }

  it('that waits is offered and let in, though no event told of it', async () => {
    vi.useFakeTimers();
    const registration = registered();
    const postMessage = vi.fn<(message: unknown) => void>();
    await start();
    registration.waiting = { postMessage };
    await comeBack();
    expect(registration.update).toHaveBeenCalled();
    pwa.update();
    expect(postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
    expect(reload).not.toHaveBeenCalled();
    container.dispatchEvent(new Event('controllerchange'));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('whose script could not be had is asked for again when the page comes back, and once it is there no more', async () => {
    vi.useFakeTimers();
    await start();
    registered();
    const register = vi.spyOn(container, 'register');
    await comeBack();
    await comeBack();
    expect(register).toHaveBeenCalledOnce();
  });

  it('that another tab let in does not reload this one before its user agrees', async () => {
    registered();
    await start();
    container.dispatchEvent(new Event('controllerchange'));
    expect(reload).not.toHaveBeenCalled();
    pwa.update();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('finds a new build by itself: loading the page anew would only bring the old one from it', async () => {
    registered();
    served = { entry: 'assets/index-two.js', worker: 'on' };
    const arrived = vi.spyOn(pwa, 'updateArrived');
    await start();
    expect(arrived).not.toHaveBeenCalled();
  });
});

describe('a worker that is switched off', () => {
  beforeEach(() => {
    container.controller = {};
  });

  it('is gone with what it kept, and the page is loaded anew, once', async () => {
    vi.useFakeTimers();
    served = { entry: 'assets/index-one.js', worker: 'off' };
    await start();
    await comeBack();
    expect(cacheNames).toEqual(['of-another-app']);
    expect(unregister).toHaveBeenCalledTimes(1);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('may say so itself', async () => {
    await start();
    container.dispatchEvent(new MessageEvent('message', { data: { type: 'worker-off' } }));
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  it('leaves a page in which something is under way alone, and offers to load it anew', async () => {
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

  it('does not load a page anew that came from the server', async () => {
    container.controller = null;
    unregister.mockResolvedValue(false);
    served = { worker: 'off' };
    await start();
    expect(reload).not.toHaveBeenCalled();
  });
});
