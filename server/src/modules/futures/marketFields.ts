import type { MarketId } from '@halyard/contract/ids';
import { ZERO } from '@halyard/contract/money';
import type { Reader } from '../../db/database.ts';
import type { MarketRecord } from '../../market/marketRecord.ts';
import type { MarketFields } from '../../market/tickers.ts';
import { marketTermsOf, versionAt } from './versions.ts';

/** Markets with futures by the version in force, and their terms. */
export async function readMarketFields(
  reader: Reader,
  markets: readonly MarketRecord[],
  nowMs: number,
): Promise<ReadonlyMap<MarketId, MarketFields>> {
  const version = await versionAt(reader, nowMs);
  const fields = new Map<MarketId, MarketFields>();
  for (const { id, symbol, seriesId } of markets) {
    const terms = marketTermsOf(version, symbol);
    if (terms === undefined || seriesId === undefined) continue;
    fields.set(id, {
      isLeverOpen: true,
      lot: terms.lot,
      // Some clients read it as a percent, others as an amount.
      spread: ZERO,
      spreadAmount: terms.spread,
      futuresFeeRate: terms.feeRate,
      overnightRate: terms.overnightRate,
      minLots: terms.minLots,
      maxLots: terms.maxLots,
      closeOutLevel: terms.closeOutLevel,
      profitCap: terms.profitCap,
    });
  }
  return fields;
}
