/**
 * Which log this device knows: the one that it heard of first, whoever is logged in. A receipt of another one, or of
 * another key, is not taken.
 */
import { readText, writeText } from '../../shared/storage/localStore.ts';

const KEY = 'public-log';

/** The policy that receipts are verified by, from now on. */
export function knownPolicy(served: string): string {
  const known = readText(KEY);
  if (known === undefined) writeText(KEY, served);
  return known ?? served;
}
