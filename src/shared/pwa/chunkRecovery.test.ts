// A part of the app that cannot be loaded: one reload a build, never when it would bring nothing or take something away.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { markBusy } from './busy.ts';
import { ChunkLoadError, loadChunk, watchChunkErrors } from './chunkRecovery.ts';

const broken = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const reload = vi.fn<() => void>();

function enterBuild(file: string) {
  document.head.innerHTML = `<script type="module" src="/h5/assets/${file}"></script>`;
}

/** Whether a load is still waiting, for the reload that was asked for. */
async function isWaiting(loading: Promise<unknown>): Promise<boolean> {
  const waiting = Symbol('waiting');
  return (await Promise.race([loading.catch(() => undefined), Promise.resolve().then(() => waiting)])) === waiting;
}

beforeEach(() => {
  sessionStorage.clear();
  enterBuild('index-one.js');
  reload.mockClear();
});

afterEach(() => {
  document.head.innerHTML = '';
  vi.useRealTimers();
});

describe('a part of the app', () => {
  it('is handed on when it loads', async () => {
    expect(await loadChunk(() => Promise.resolve('page'), reload)).toBe('page');
    expect(reload).not.toHaveBeenCalled();
  });

  it('that cannot be loaded reloads the app, once a build', async () => {
    const first = loadChunk(broken, reload);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(await isWaiting(first)).toBe(true);
    await expect(loadChunk(broken, reload)).rejects.toBeInstanceOf(ChunkLoadError);
    expect(reload).toHaveBeenCalledTimes(1);
    enterBuild('index-two.js');
    void loadChunk(broken, reload);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
  });

  it('does not reload while something is under way, or offline', async () => {
    const release = markBusy();
    await expect(loadChunk(broken, reload)).rejects.toBeInstanceOf(ChunkLoadError);
    release();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await expect(loadChunk(broken, reload)).rejects.toBeInstanceOf(ChunkLoadError);
    expect(reload).not.toHaveBeenCalled();
  });

  it('does not reload where nothing can remember that it did', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    await expect(loadChunk(broken, reload)).rejects.toBeInstanceOf(ChunkLoadError);
    expect(reload).not.toHaveBeenCalled();
  });

  it('that takes 120 s has failed', async () => {
    vi.useFakeTimers();
    sessionStorage.setItem('reloaded-build', new URL('/h5/assets/index-one.js', window.location.href).href);
    const loading = loadChunk(() => new Promise(() => undefined), reload);
    const outcome = loading.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(await isWaiting(loading)).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBeInstanceOf(ChunkLoadError);
  });
});

describe('parts that nobody waits for', () => {
  it('reload as well, and are then dealt with', () => {
    const stop = watchChunkErrors(reload);
    const error = () => new Event('vite:preloadError', { cancelable: true });
    const first = error();
    window.dispatchEvent(first);
    const second = error();
    window.dispatchEvent(second);
    stop();
    enterBuild('index-two.js');
    window.dispatchEvent(error());
    expect(reload).toHaveBeenCalledTimes(1);
    expect([first.defaultPrevented, second.defaultPrevented]).toEqual([true, false]);
  });
});
