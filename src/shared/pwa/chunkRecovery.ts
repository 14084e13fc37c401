/**
 * What happens when a part of the app cannot be loaded (specification, section 8: ChunkLoadError after 120 s). The
 * usual reason is a new build: the page asks for files that are gone, and a reload brings the new ones.
 */
import { PAGE_LOAD_TIMEOUT_MS } from '../config/constants.ts';
import { isBusy } from './busy.ts';
import { leaveWorker } from './leaveWorker.ts';
import { withStyles } from './lostStyles.ts';
import { buildId, readServedVersion } from './servedVersion.ts';
import { seemsOnline } from '../realtime/reach.ts';

const KEY = 'reloaded-build';

/** A part of the app that could not be loaded. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/**
 * Loads a part of the app. When that fails, the app is reloaded once a build, unless the server is out of reach or
 * something would be lost by it; else, and after 120 s, rejects with a {@link ChunkLoadError}.
 */
export async function loadChunk<T>(load: () => Promise<T>, reload: () => unknown = reloadForGood): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('timeout')), PAGE_LOAD_TIMEOUT_MS);
  });
  try {
    return await Promise.race([withStyles(load), timeout]);
  } catch (error) {
    if (await recover(reload)) return await new Promise<never>(() => undefined);
    throw new ChunkLoadError('a part of the app could not be loaded', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reloads once a build when a part that nobody waits for by {@link loadChunk} cannot be loaded. Gives back the
 * clean-up.
 */
export function watchChunkErrors(reload: () => unknown = reloadForGood): () => void {
  const onError = () => void recover(reload);
  window.addEventListener('vite:preloadError', onError);
  return () => {
    window.removeEventListener('vite:preloadError', onError);
  };
}

let underWay: Promise<boolean> | undefined;

/**
 * Whether the app is loaded anew. One part that fails is told several times; until the page is gone all of them are
 * dealt with.
 */
function recover(reload: () => unknown): Promise<boolean> {
  underWay ??= reloadOnce(reload).finally(() => {
    underWay = undefined;
  });
  return underWay;
}

async function reloadOnce(reload: () => unknown): Promise<boolean> {
  if (!seemsOnline()) return false;
  // A server out of reach has nothing new, and where no worker keeps the app, a reload would take away what there is.
  const served = await readServedVersion().catch(() => undefined);
  // While a form is being filled a reload would take what was typed.
  if (served === undefined || isBusy() || hasReloaded()) return false;
  await reload();
  return true;
}

/**
 * Whether this build was reloaded already; remembers that it now is. Without storage nothing can be remembered, so it
 * never is.
 */
function hasReloaded(): boolean {
  try {
    const build = buildId();
    if (window.sessionStorage.getItem(KEY) === build) return true;
    window.sessionStorage.setItem(KEY, build);
    return false;
  } catch {
    return true;
  }
}

/** Never resolves: the page goes on for a moment after it was told to load anew. */
async function reloadForGood(): Promise<never> {
  await reloadPage();
  return new Promise<never>(() => undefined);
}

/**
 * Loads the app anew. A worker would hand out the build that is broken again, so it is left when the server has another
 * one; it comes back with that. Without an answer of the server the page is only reloaded, and the worker stays.
 */
export async function reloadPage(reload = () => window.location.reload()): Promise<void> {
  const served = await readServedVersion().catch(() => undefined);
  if (served?.isNew === true) await leaveWorker();
  reload();
}
