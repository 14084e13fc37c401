/**
 * Version that the server serves now, from the app's `version.json`; small enough for the start, because a broken start
 * needs it.
 */

export type ServedVersion = {
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
export function buildId(): string {
  // By its id (manifest/startPlugin.ts); Vite's own server has no other script.
  const entry = document.querySelector('#app-entry') ?? document.querySelector('script[type="module"][src]');
  return entry instanceof HTMLScriptElement ? entry.src : '';
}
