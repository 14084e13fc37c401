/** Converts the days of a request into instants. */
import { DAY_MS } from '@halyard/contract/time';
import { BusinessError } from './errors.ts';

/** Instants, ISO 8601; `fromAt` is included, `untilAt` is not. */
export type InstantRange = { readonly fromAt: string | undefined; readonly untilAt: string | undefined };

// Outside these days the exchange has no data, and PostgreSQL cannot represent every date that a request can name.
const FIRST_DAY = '1970-01-01';
const LAST_DAY = '9998-12-31';

/**
 * From the start of one UTC day to the end of another; a missing day means no bound. Throws
 * `BusinessError('RANGE_INVALID')` when `from` is after `to`.
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

/** 00:00 UTC of the day `daysLater` days later. */
function startOf(day: string, daysLater: number): string {
  const known = day < FIRST_DAY ? FIRST_DAY : day;
  return new Date(Date.parse(known > LAST_DAY ? LAST_DAY : known) + daysLater * DAY_MS).toISOString();
}
