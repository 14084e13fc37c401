/**
 * What happens when a part of the app cannot be loaded (specification, section 8: ChunkLoadError after 120 s). The usual reason is a new
 * build: the page asks for files that are gone, and a reload brings the new ones.
 */
import { PAGE_LOAD_TIMEOUT_MS } from '../config/constants.ts';
import { isBusy } from './busy.ts';

const KEY = 'reloaded-build';

/** A part of the app that could not be loaded. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/**
 * Loads a part of the app. When that fails, the app is reloaded once a build, unless something would be lost by it; else, and after 120 s,
 * rejects with a {@link ChunkLoadError}.
 */
export async function loadChunk<T>(load: () => Promise<T>, reload: () => void = reloadPage): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('timeout')), PAGE_LOAD_TIMEOUT_MS);
  });
  try {
    return await Promise.race([load(), timeout]);
  } catch (error) {
    if (recoverOnce(reload)) return await new Promise<never>(() => undefined);
    throw new ChunkLoadError('a part of the app could not be loaded', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Reloads once a build when a part that nobody waits for by {@link loadChunk} cannot be loaded. Gives back the clean-up. */
export function watchChunkErrors(reload: () => void = reloadPage): () => void {
  const recover = (event: Event) => {
    // Vite throws the error unless the event says that it is dealt with.
    if (recoverOnce(reload)) event.preventDefault();
  };
  window.addEventListener('vite:preloadError', recover);
  return () => {
    window.removeEventListener('vite:preloadError', recover);
  };
}

function recoverOnce(reload: () => void): boolean {
  // Offline a reload brings nothing new, and while a form is being filled it would take what was typed.
  if (!navigator.onLine || isBusy() || hasReloaded()) return false;
  reload();
  return true;
}

/** Whether this build was reloaded already; remembers that it now is. Without storage nothing can be remembered, so it never is. */
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

/** The entry's file name holds a hash of the build. */
function buildId(): string {
  return document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';
}

function reloadPage(): void {
  window.location.reload();
}
