/** Place on the device of the last known halts. Apart from their reader, which the first screen does not need. */
import { readText } from '../../shared/storage/localStore.ts';

export const HALTS_KEY = 'halyard.halts';

/** Whether anything was halted when the exchange last answered. */
export function wasHalted(): boolean {
  return readText(HALTS_KEY) !== undefined;
}
