/**
 * What the server serves now, as `version.json` beside the app says it; small enough for the start, since a broken
 * start needs it.
 */

export type ServedVersion = {
  /** Whether it is another build than the one that runs. */
  readonly isNew: boolean;
  /** Whether the operator has switched the service worker off. */
  readonly isWorkerOff: boolean;
};

const ANSWER_TIMEOUT_MS = 10_000;

/** Asks the server. Rejects when it cannot be reached within 10 s, or answers something else. */
export async function readServedVersion(): Promise<ServedVersion> {
  const response = await fetch(`${import.meta.env.BASE_URL}version.json`, {
    cache: 'no-store',
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  const { entry, worker } = (await response.json()) as { readonly entry?: string; readonly worker?: string };
  return { isNew: entry !== undefined && !buildId().endsWith(`/${entry}`), isWorkerOff: worker === 'off' };
}

/** The build that runs: the entry's file name holds a hash of the build. */
export function buildId(): string {
  // By its name (manifest/startPlugin.ts); Vite's own server has no other script.
  const entry = document.querySelector('#app-entry') ?? document.querySelector('script[type="module"][src]');
  return entry instanceof HTMLScriptElement ? entry.src : '';
}
