/** Settings that are URLs. */
import * as z from 'zod/mini';

/** A URL of one of these protocols, each with its colon. */
export function urlOf(...protocols: readonly string[]) {
  return z.string().check(z.refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol)));
}
