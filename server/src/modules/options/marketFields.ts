import type { MarketId } from '@halyard/contract/ids';
import type { Reader } from '../../db/database.ts';
import type { MarketRecord } from '../../market/marketRecord.ts';
import type { MarketFields } from '../../market/tickers.ts';
import { isOpenFor } from './currentTerms.ts';
import { versionAt } from './versions.ts';

/** Markets that have options by the version in force, with the fee of the first stake currency. */
export async function readMarketFields(
  reader: Reader,
  markets: readonly MarketRecord[],
  nowMs: number,
): Promise<ReadonlyMap<MarketId, MarketFields>> {
  const version = await versionAt(reader, nowMs);
  const open = markets.filter((market) => isOpenFor(version, market));
  return new Map(open.map(({ id }) => [id, { isOptionOpen: true, optionFeeRate: version?.currencies[0]?.feeRate }]));
}
