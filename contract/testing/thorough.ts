/**
 * Whether tests that try at random try as often as they can, which they do every night (`THOROUGH=1`), or as often as a
 * change can wait for.
 */
export const isThorough = process.env['THOROUGH'] === '1';
