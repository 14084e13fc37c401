import * as z from 'zod/mini';
import { decimalWire } from './codec.ts';

/** A decimal of a form; undefined where it is missing or empty, so that the rule reports it as required. */
export const formDecimal = z.optional(
  z.union([
    z.codec(z.string().check(z.regex(/^\s*$/)), z.undefined(), { decode: () => undefined, encode: () => '' }),
    decimalWire,
  ]),
);
