import * as z from 'zod/mini';
import { decimalWire } from './codec.ts';

/** A figure of a form; undefined where it is missing or empty, so that its rule answers that it is required. */
export const formDecimal = z.optional(
  z.union([
    z.codec(z.string().check(z.regex(/^\s*$/)), z.undefined(), { decode: () => undefined, encode: () => '' }),
    decimalWire,
  ]),
);
