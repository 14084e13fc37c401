/** Header of idempotent money mutations. Apart from request ids: the first screen reads it and makes no ids. */

/**
 * The header with which the exchange declares, on every answer, that it applies a money mutation once per id. Without
 * it, requests must not be repeated.
 */
export const WRITES_ONCE_HEADER = 'money-writes';
export const WRITES_ONCE = 'once';
