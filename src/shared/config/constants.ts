/** Names and limits of the product. */

/** Name of the product; the default page title. */
export const PRODUCT_NAME = 'Halyard';
/** Version of the app, stored and shown. */
export const APP_VERSION = '2.5.8';

/** Time limit of a call. */
export const REQUEST_TIMEOUT_MS = 300_000;
/** Time limit of a file in either direction. */
export const FILE_TIMEOUT_MS = 600_000;
/** Minimum time between two redirects to the login page. */
export const LOGIN_GUARD_MS = 1_000;
/** Time after which a part of the app that loads counts as failed. */
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;
/** The same for the part that is a page: the shorter limit applies. */
export const PAGE_LOAD_TIMEOUT_MS = 60_000;
