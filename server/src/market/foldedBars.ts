/** Waits for bars of a past that is still being folded. */
import { sql } from 'drizzle-orm';
import type { Period } from '@halyard/contract/market/calls';
import { BusinessError } from '../calls/callHandler.ts';
import { passes } from '../clock.ts';
import { rowsOf, type Reader } from '../db/database.ts';
import type { MarketRecord } from './marketRecord.ts';

const POLL_MS = 100;
const WAIT_MAX_MS = 20_000;
/** Periods that are complete as soon as a series has caught up, however long its past is. */
const FOLDED_AT_ONCE: readonly Period[] = ['1day', '1week', '1mon'];

/** Whether all bars of the market that begin at `fromSeconds` or later exist and are final, except the open ones. */
export async function areBarsFolded(
  reader: Reader,
  { seriesId }: Pick<MarketRecord, 'seriesId'>,
  fromSeconds: number,
): Promise<boolean> {
  if (seriesId === undefined) return true;
  const missing = await rowsOf(
    reader,
    sql`select from price_series where id = ${seriesId} and extract(epoch from folded_from) > ${fromSeconds}`,
  );
  return missing.length === 0;
}

/**
 * Resolves when a chart's bars from `fromSeconds` on exist, so that no shown bar changes later. Throws
 * `BusinessError('SERVICE_UNAVAILABLE')` on timeout.
 */
export async function untilBarsFolded(
  reader: Reader,
  market: Pick<MarketRecord, 'seriesId'>,
  { period, fromSeconds }: { readonly period: Period; readonly fromSeconds: number },
): Promise<void> {
  if (FOLDED_AT_ONCE.includes(period)) return;
  const limit = AbortSignal.timeout(WAIT_MAX_MS);
  while (!(await areBarsFolded(reader, market, fromSeconds)))
    if (!(await passes(POLL_MS, limit))) throw new BusinessError('SERVICE_UNAVAILABLE');
}
