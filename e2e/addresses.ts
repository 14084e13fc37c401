/** Real addresses, to send nothing to. */

/** On TRON: of a hash of nothing in particular. */
export const USDT_ON_TRON = 'TNMzMpsqesGZAC9VscgcZbmLjtgtgkFqD5';
