/** Messages between the app and its service worker, which are separate programs and are never bundled together. */

/** On a cached answer of the worker: when it came from the exchange (ISO 8601, UTC). */
export const FETCHED_AT_HEADER = 'halyard-fetched-at';

/** Message of the worker to all windows: the exchange's answer differs from the cached one. */
export const NEWS_UPDATED = 'news-updated';
/** `path`: of the call, without the base of the API (`news/list`). */
export type NewsUpdated = { readonly type: typeof NEWS_UPDATED; readonly path: string };

/** Query of the home route with which the worker asks where to use a file that was shared with the app. */
export const SHARED_QUERY = 'shared';

/**
 * Cache entries of a file that was shared with the app: as received, until the user chooses its use, and as chosen,
 * until a page takes it. A later file replaces no file that was chosen.
 */
export const SHARED_FILE = {
  cache: 'halyard-shared',
  chosenCache: 'halyard-shared-chosen',
  url: '/h5/shared-file',
  /** The file's name, percent-encoded. */
  nameHeader: 'halyard-name',
  /** ISO 8601, UTC. */
  receivedAtHeader: 'halyard-received-at',
  /** The use that the user chose. */
  placeHeader: 'halyard-place',
} as const;

/** A shared file that no page takes within this time is deleted. */
export const SHARED_FILE_RETAINED_MS = 600_000;

/**
 * The tag of Background Sync under which a page asks to be woken, and the worker's message to all windows when the
 * browser fires it.
 */
export const OUTBOX_SYNC = 'outbox-sync';

/**
 * Message of the worker to all windows: the browser's push subscription changed, and the exchange needs the new one.
 */
export const PUSH_CHANGED = 'push-changed';

/**
 * Message of the worker to all windows when the operator has switched it off: it is gone, and a page that is in use may
 * continue until it is closed.
 */
export const WORKER_OFF = 'worker-off';

/** The beginning of the names of all caches of the worker. */
export const CACHE_PREFIX = 'halyard';

/** Message of a page to the worker: cache these files of the build, which its installation did not cache. */
export const KEEP_ASSETS = 'keep-assets';
/** `urls`: paths, all of them below `/h5/assets/`. */
export type RetainAssets = { readonly type: typeof KEEP_ASSETS; readonly urls: readonly string[] };

/**
 * Message of a page to the active worker when its user agrees to a new build: cache nothing more ahead, since a browser
 * replaces no worker that is at work, and send `SKIP_WAITING` to the waiting worker. If the page sent that itself while
 * the active worker starts, the browser would replace it minutes later.
 */
export const ACTIVATE_NEXT = 'activate-next';
/** Message of the active worker to the waiting one. */
export const SKIP_WAITING = 'skip-waiting';

/** Build file that lists what a page caches when the device is idle. */
export const LATER_FILE = 'later.json';
/** Files below `/h5/`: those of every language, and the texts of each. */
export type Later = { readonly files: readonly string[]; readonly texts: Readonly<Record<string, readonly string[]>> };
