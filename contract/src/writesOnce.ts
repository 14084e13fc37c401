/** How a server says that it knows request ids. Apart from the ids: the first screen hears it, and makes none. */

/**
 * The header by which the exchange says, with every answer, that it does a money write once however often it comes
 * under its id. To a server that does not say so nothing may be sent again.
 */
export const WRITES_ONCE_HEADER = 'money-writes';
export const WRITES_ONCE = 'once';
