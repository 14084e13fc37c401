/**
 * Recovery from chunks that fail to load (ChunkLoadError after 120 s, of a page after 60 s). The usual cause is a new
 * build: the page requests files that no longer exist, and a reload brings the new ones.
 */
import { CACHE_PREFIX } from '@halyard/contract/serviceWorker';
import { CHUNK_LOAD_TIMEOUT_MS } from '../config/constants.ts';
import { isBusy } from './busy.ts';
import { withStyles } from './lostStyles.ts';
import { seemsOnline } from '../realtime/reach.ts';

const KEY = 'reloaded-build';

/** A chunk that could not be loaded. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/** The builds of the server that are worth a reload. */
type Worth = 'new build' | 'any build';

type ChunkOptions = { readonly limitMs?: number; readonly reload?: () => unknown };

/**
 * Loads a chunk; on failure once more, as a lost connection may be back. If that fails too, the app is reloaded once
 * per build, unless the server is unreachable or the reload would lose something; otherwise, as after `limitMs`,
 * rejects with a {@link ChunkLoadError}.
 */
export async function loadChunk<T>(
  load: () => Promise<T>,
  { limitMs = CHUNK_LOAD_TIMEOUT_MS, reload = reloadForGood }: ChunkOptions = {},
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('timeout')), limitMs);
  });
  const loading = withStyles(load).catch(() => withStyles(load));
  try {
    return await Promise.race([loading, timeout]);
  } catch (error) {
    // Some browsers keep the failure of a file until the page is gone.
    if (await recover('any build', reload)) return await new Promise<never>(() => undefined);
    throw new ChunkLoadError('a part of the app could not be loaded', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reloads once per build when a chunk fails that a new build no longer has. With the same build only the connection
 * failed, and a reload would close what its user has open. Returns the clean-up.
 */
export function watchChunkErrors(reload: () => unknown = reloadForGood): () => void {
  const onError = () => void recover('new build', reload);
  window.addEventListener('vite:preloadError', onError);
  return () => {
    window.removeEventListener('vite:preloadError', onError);
  };
}

const underWay = new Map<Worth, Promise<boolean>>();

/**
 * Whether the app is reloading. One failed chunk is reported several times; all reports share one recovery until the
 * page is gone.
 */
function recover(worth: Worth, reload: () => unknown): Promise<boolean> {
  const recovery = underWay.get(worth) ?? reloadOnce(worth, reload).finally(() => underWay.delete(worth));
  underWay.set(worth, recovery);
  return recovery;
}

async function reloadOnce(worth: Worth, reload: () => unknown): Promise<boolean> {
  if (!seemsOnline()) return false;
  // An unreachable server has nothing new, and without a worker a reload would lose the running app.
  const served = await readServedVersion().catch(() => undefined);
  if (served === undefined || (worth === 'new build' && !served.isNew)) return false;
  // While a form is being filled in, a reload would lose its input.
  if (isBusy() || hasReloaded()) return false;
  await reload();
  return true;
}

/**
 * Whether this build was already reloaded; records that it now is. Without storage nothing can be recorded, so it never
 * reloads.
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

/** Never resolves: the page continues for a moment after the reload was requested. */
async function reloadForGood(): Promise<never> {
  await reloadPage();
  return new Promise<never>(() => undefined);
}

/**
 * Reloads the app. A worker would return the broken build again, so it is unregistered if the server has another build,
 * which registers it again. Without an answer of the server, the page is only reloaded, and the worker stays.
 */
export async function reloadPage(reload = () => window.location.reload()): Promise<void> {
  const served = await readServedVersion().catch(() => undefined);
  if (served?.isNew === true) await leaveWorker();
  reload();
}

// Version that the server serves now, from the app's `version.json`; small enough for the start, because a broken start
// needs it.

type ServedVersion = {
  /** Whether it is another build than the running one. */
  readonly isNew: boolean;
  /** Whether the operator has disabled the service worker. */
  readonly isWorkerOff: boolean;
};

const ANSWER_TIMEOUT_MS = 10_000;

/** Asks the server. Rejects if it is unreachable for 10 s, or answers something else. */
export async function readServedVersion(): Promise<ServedVersion> {
  const response = await fetch(`${import.meta.env.BASE_URL}version.json`, {
    cache: 'no-store',
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  const { entry, worker } = (await response.json()) as { readonly entry?: string; readonly worker?: string };
  return { isNew: entry !== undefined && !buildId().endsWith(`/${entry}`), isWorkerOff: worker === 'off' };
}

/** The running build: the entry's file name contains a hash of the build. */
function buildId(): string {
  // By its id (manifest/startPlugin.ts); Vite's own server has no other script.
  const entry = document.querySelector('#app-entry') ?? document.querySelector('script[type="module"][src]');
  return entry instanceof HTMLScriptElement ? entry.src : '';
}

// Running without the service worker. Nothing here throws: without a worker or caches there is nothing to do.

/** Unregisters the worker: from the next load on the app comes from the server. Returns whether there was one. */
export async function leaveWorker(): Promise<boolean> {
  try {
    const registration = await navigator.serviceWorker.getRegistration(import.meta.env.BASE_URL);
    return (await registration?.unregister()) === true;
  } catch {
    // Private windows of some browsers, insecure pages.
    return false;
  }
}

export async function deleteWorkerCaches(): Promise<void> {
  try {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(CACHE_PREFIX)).map((name) => caches.delete(name)));
  } catch {
    // As above.
  }
}
