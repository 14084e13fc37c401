/** Names and limits of the product (specification, section 9). */

/** The name of the product: the default page title. */
export const PRODUCT_NAME = 'Halyard';
/** The version of the app that is stored and shown. */
export const APP_VERSION = '2.5.8';

/** How long a call may take (specification, section 7). */
export const REQUEST_TIMEOUT_MS = 300_000;
/** How long a file may take in either direction (specification, section 7). */
export const FILE_TIMEOUT_MS = 600_000;
/** Repeat guard of the redirect to the login page (specification, section 9). */
export const LOGIN_GUARD_MS = 1_000;
/** How long a page may take to load before it counts as failed (specification, section 8). */
export const PAGE_LOAD_TIMEOUT_MS = 120_000;
