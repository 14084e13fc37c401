/**
 * The database of the user's own records, sealed, and the one store in it, where their key is as well. Apart from the
 * records: what forgets them needs no more.
 */
export const RECORDS_DATABASE = 'own-records';
export const RECORDS_STORE = 'records';
