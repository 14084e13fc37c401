/** Real addresses, to send nothing to. */

/** On TRON: the contract of USDT itself. */
export const USDT_ON_TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
