/** Whether random tests run their full number of cases, as every night (`THOROUGH=1`), or a few. */
export const isThorough = process.env['THOROUGH'] === '1';
