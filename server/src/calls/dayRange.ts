/** Days that a request names, as instants. */
import { BusinessError } from './errors.ts';

/** Instants, ISO 8601; `fromAt` is included, `untilAt` is not. */
export type InstantRange = { readonly fromAt: string | undefined; readonly untilAt: string | undefined };

const DAY_MS = 86_400_000;
// The exchange was not there before, and will not be after; the database does not know every day that a request can
// name.
const FIRST_DAY = '1970-01-01';
const LAST_DAY = '9998-12-31';

/**
 * From the beginning of one UTC day to the end of another; a missing day is no bound. Throws
 * `BusinessError('RANGE_INVALID')` when they are the wrong way round.
 */
export function dayRangeOf({
  from,
  to,
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): InstantRange {
  if (from !== undefined && to !== undefined && from > to) throw new BusinessError('RANGE_INVALID');
  return {
    fromAt: from === undefined ? undefined : startOf(from, 0),
    untilAt: to === undefined ? undefined : startOf(to, 1),
  };
}

/** 00:00 UTC of the day that is so many days later. */
function startOf(day: string, daysLater: number): string {
  const known = day < FIRST_DAY ? FIRST_DAY : day;
  return new Date(Date.parse(known > LAST_DAY ? LAST_DAY : known) + daysLater * DAY_MS).toISOString();
}
