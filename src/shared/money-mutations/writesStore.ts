/**
 * Names of the database of pending mutations (encrypted) and of its one store, which also holds the key. Separate from
 * storing, because deleting needs no more.
 */
export const WRITES_DATABASE = 'money-writes';
export const WRITES_STORE = 'writes';
