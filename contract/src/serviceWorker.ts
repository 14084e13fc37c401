/**
 * What the app and its service worker say to each other. The two are different programs that are never built into one.
 */

/** On an answer that the worker kept: when it came from the exchange (ISO 8601, UTC). */
export const FETCHED_AT_HEADER = 'halyard-fetched-at';

/** The worker's word to all windows: what was answered from its cache is no longer what the exchange answers. */
export const NEWS_UPDATED = 'news-updated';
/** `path`: of the call, without the base of the API (`news/list`). */
export type NewsUpdated = { readonly type: typeof NEWS_UPDATED; readonly path: string };

/** The query of home by which the worker asks where a file goes that was shared with the app. */
export const SHARED_QUERY = 'shared';

/**
 * Where a file lies that was shared with the app: what the worker took in, until the user says what becomes of it; and
 * what he said is to be used, until a page takes it. What comes in meanwhile replaces no file that was chosen.
 */
export const SHARED_FILE = {
  cache: 'halyard-shared',
  chosenCache: 'halyard-shared-chosen',
  url: '/h5/shared-file',
  /** The file's name, percent-encoded. */
  nameHeader: 'halyard-name',
  /** ISO 8601, UTC. */
  receivedAtHeader: 'halyard-received-at',
  /** What the user said where it should go. */
  placeHeader: 'halyard-place',
} as const;

/** A shared file that nobody took for this long is forgotten. */
export const SHARED_FILE_KEPT_MS = 600_000;

/**
 * The tag of Background Sync under which a page asks to be woken, and the worker's word to all windows when the browser
 * says that it is time.
 */
export const OUTBOX_SYNC = 'outbox-sync';

/**
 * The worker's word to all windows: the browser's push subscription is another one, which the exchange must be told.
 */
export const PUSH_CHANGED = 'push-changed';

/**
 * The worker's word to all windows when the operator has switched it off: it is gone, and a page that is in use may go
 * on until it is not.
 */
export const WORKER_OFF = 'worker-off';

/** The beginning of the names of all caches that the worker makes. */
export const CACHE_PREFIX = 'halyard';

/** A page's word to the worker: keep these files of the build, which it did not keep at its installation. */
export const KEEP_ASSETS = 'keep-assets';
/** `urls`: paths, all of them below `/h5/assets/`. */
export type RetainAssets = { readonly type: typeof KEEP_ASSETS; readonly urls: readonly string[] };

/** The file beside the app that tells a page what to have kept when the device is idle. */
export const LATER_FILE = 'later.json';
/** Files below `/h5/`: those of every language, and the texts of each. */
export type Later = { readonly files: readonly string[]; readonly texts: Readonly<Record<string, readonly string[]>> };
