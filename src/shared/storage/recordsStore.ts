/**
 * Names of the encrypted database of the user's own records and of its one store, which also holds the key. Separate
 * from the records, because deleting needs no more.
 */
export const RECORDS_DATABASE = 'own-records';
export const RECORDS_STORE = 'records';
