/** The first futures terms in a sandbox: all its markets are open. */
import { decimal } from '@halyard/contract/money';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import { futuresVersions, type FuturesMarketTerms } from './versions.ts';

const UP_TO_50 = [2, 5, 10, 20, 50];
const UP_TO_20 = [2, 5, 10, 20];
/** By market: lot, spread, and the leverages to choose from. */
const MARKETS: readonly (readonly [symbol: string, lot: string, spread: string, leverages: number[]])[] = [
  ['BTC/USDT', '0.01', '12', UP_TO_50],
  ['ETH/USDT', '0.1', '0.6', UP_TO_50],
  ['SOL/USDT', '1', '0.03', UP_TO_20],
  ['XRP/USDT', '100', '0.0004', UP_TO_20],
  ['LTC/USDT', '1', '0.02', UP_TO_20],
  ['DOGE/USDT', '1000', '0.00003', UP_TO_20],
];
const TIERS = [
  { notional: decimal('50000'), leverage: 50 },
  { notional: decimal('250000'), leverage: 20 },
  { notional: decimal('1000000'), leverage: 5 },
];

/** Publishes the first terms unless there is a version already. */
export async function publishFirstTerms(db: Database, clock: Clock): Promise<void> {
  await futuresVersions.addFirstVersion(
    db,
    async (reader) => {
      const records = await listMarketRecords(reader);
      const markets = MARKETS.filter(([symbol]) => records.some((record) => record.symbol === symbol)).map(termsOf);
      return { markets, positionsMax: 100, pendingMax: 50 };
    },
    clock.nowMs(),
  );
}

function termsOf([symbol, lot, spread, leverages]: (typeof MARKETS)[number]): FuturesMarketTerms {
  return {
    symbol,
    lot: decimal(lot),
    leverages,
    spread: decimal(spread),
    feeRate: decimal('0.05'),
    overnightRate: decimal('0.03'),
    closeOutLevel: decimal('50'),
    profitCap: decimal('9'),
    minLots: 1,
    maxLots: 10_000,
    tiers: TIERS,
  };
}
