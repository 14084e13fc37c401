/** The delay from a request to its earliest tick, as terms of options and futures name it by price source. */
import { count, field, wireRequest } from '@halyard/contract/codec';
import { ENTRY_DELAY_MAX_MS } from '@halyard/contract/options/rules';
import type * as z from 'zod/mini';

export const entryDelays = wireRequest({
  simulated: field('simulated', count),
  replay: field('replay', count),
  live: field('live', count),
});
type EntryDelays = z.output<typeof entryDelays>;

/** On live prices the world knows the price before the exchange's next tick. */
export const FIRST_ENTRY_DELAYS: EntryDelays = { simulated: 0, replay: 0, live: 1000 };

/** The first fault of the delays, as a line for the operator; undefined when they are valid. */
export function delaysFault(delays: EntryDelays | undefined): string | undefined {
  if (delays === undefined) return 'entry_delay_ms is missing: { "simulated": 0, "replay": 0, "live": 1000 }';
  const isLong = Object.values(delays).some((delayMs) => delayMs > ENTRY_DELAY_MAX_MS);
  return isLong ? `entry_delay_ms: at most ${ENTRY_DELAY_MAX_MS}` : undefined;
}

/** A line of the sheet of terms. */
export function describeDelays({ simulated, replay, live }: EntryDelays): string {
  return `simulated ${simulated}, replay ${replay}, live ${live}`;
}
