/**
 * The database of money writes under way, sealed, and the one store in it, where their key is as well. Apart from
 * keeping: what forgets them needs no more.
 */
export const WRITES_DATABASE = 'money-writes';
export const WRITES_STORE = 'writes';
