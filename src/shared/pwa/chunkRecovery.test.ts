// @vitest-environment jsdom A chunk that fails to load: one reload per build, never when it would gain nothing or lose
// something.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { markBusy } from './busy.ts';
import { ChunkLoadError, loadChunk, reloadPage, watchChunkErrors } from './chunkRecovery.ts';

const broken = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const reload = vi.fn<() => unknown>();

function enterBuild(file: string) {
  document.head.innerHTML = `<script type="module" src="/h5/assets/${file}"></script>`;
}

/** Whether a load is still pending, because a reload was requested. */
async function isWaiting(loading: Promise<unknown>): Promise<boolean> {
  const waiting = Symbol('waiting');
  return (await Promise.race([loading.catch(() => undefined), Promise.resolve().then(() => waiting)])) === waiting;
}

const answer = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  answer.mockReset().mockImplementation(() => Promise.resolve(Response.json({ entry: 'assets/index-two.js' })));
  vi.stubGlobal('fetch', answer);
  sessionStorage.clear();
  enterBuild('index-one.js');
  reload.mockClear();
});

afterEach(() => {
  document.head.innerHTML = '';
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a chunk', () => {
  it('is returned when it loads', async () => {
    expect(await loadChunk(() => Promise.resolve('page'), { reload })).toBe('page');
    expect(reload).not.toHaveBeenCalled();
  });

  it('that fails to load reloads the app, once per build', async () => {
    const first = loadChunk(broken, { reload });
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(await isWaiting(first)).toBe(true);
    await expect(loadChunk(broken, { reload })).rejects.toBeInstanceOf(ChunkLoadError);
    expect(reload).toHaveBeenCalledTimes(1);
    enterBuild('index-two.js');
    void loadChunk(broken, { reload });
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
  });

  it('of the running build is loaded again before the app is reloaded', async () => {
    answer.mockImplementation(() => Promise.resolve(Response.json({ entry: 'assets/index-one.js' })));
    const load = vi.fn<() => Promise<string>>(() => Promise.resolve('page')).mockImplementationOnce(broken);
    expect(await loadChunk(load, { reload })).toBe('page');
    expect(reload).not.toHaveBeenCalled();
    void loadChunk(broken, { reload });
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  it('does not reload during an activity, or offline', async () => {
    const release = markBusy();
    await expect(loadChunk(broken, { reload })).rejects.toBeInstanceOf(ChunkLoadError);
    release();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await expect(loadChunk(broken, { reload })).rejects.toBeInstanceOf(ChunkLoadError);
    expect(reload).not.toHaveBeenCalled();
  });

  it('does not reload while the server is unreachable, and does when it is back', async () => {
    answer.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(loadChunk(broken, { reload })).rejects.toBeInstanceOf(ChunkLoadError);
    expect(reload).not.toHaveBeenCalled();
    void loadChunk(broken, { reload });
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  it('does not reload if the reload cannot be recorded', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    await expect(loadChunk(broken, { reload })).rejects.toBeInstanceOf(ChunkLoadError);
    expect(reload).not.toHaveBeenCalled();
  });

  it('that takes 120 s has failed', async () => {
    vi.useFakeTimers();
    sessionStorage.setItem('reloaded-build', new URL('/h5/assets/index-one.js', window.location.href).href);
    const loading = loadChunk(() => new Promise(() => undefined), { reload });
    const outcome = loading.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(await isWaiting(loading)).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBeInstanceOf(ChunkLoadError);
  });
});

describe('chunks loaded in the background', () => {
  const fail = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));

  it('reload once as well, and show no error on a page about to reload', async () => {
    let isGone = () => undefined as void;
    reload.mockReturnValueOnce(
      new Promise<void>((resolve) => {
        isGone = resolve;
      }),
    );
    const stop = watchChunkErrors(reload);
    fail();
    fail();
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    const waiting = loadChunk(broken, { reload });
    expect(await isWaiting(waiting)).toBe(true);
    isGone();
    await expect(loadChunk(broken, { reload })).rejects.toBeInstanceOf(ChunkLoadError);
    stop();
    enterBuild('index-two.js');
    fail();
    expect(answer).toHaveBeenCalledTimes(2);
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

describe('chunks of the running build that failed in the background', () => {
  it('do not reload the app once the connection is back', async () => {
    answer.mockImplementation(() => Promise.resolve(Response.json({ entry: 'assets/index-one.js' })));
    const stop = watchChunkErrors(reload);
    window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
    await vi.waitFor(() => expect(answer).toHaveBeenCalledTimes(1));
    await Promise.resolve();
    stop();
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('reloading the app', () => {
  const unregister = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));

  beforeEach(() => {
    unregister.mockClear();
    const container = { getRegistration: () => Promise.resolve({ unregister }) };
    Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  it.each([
    [
      'leaves the worker, which has the old build, where the server has another one',
      { entry: 'assets/index-two.js' },
      1,
    ],
    ['keeps the worker where the server has the same build', { entry: 'assets/index-one.js' }, 0],
    ['keeps the worker where the server cannot be reached', undefined, 0],
  ])('%s', async (_what, served, times) => {
    vi.stubGlobal('fetch', () =>
      served === undefined ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(Response.json(served)),
    );
    await reloadPage(reload);
    expect(unregister).toHaveBeenCalledTimes(times);
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
