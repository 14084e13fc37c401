/** The first terms of options in a sandbox: all its markets are open. */
import { decimal, ZERO } from '@halyard/contract/money';
import type { Clock } from '../../clock.ts';
import type { Database, Reader } from '../../db/database.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import type { FeedSetting } from '../../feedSetting.ts';
import { FIRST_ENTRY_DELAYS } from '../../terms/entryDelays.ts';
import { suggestBands } from './even.ts';
import { addFirstVersion } from './versions.ts';

const RATIOS = [
  [30, '80'],
  [60, '85'],
  [120, '85'],
  [180, '88'],
  [300, '90'],
] as const;

/** Only where prices come from outside: whoever knew the seed of simulated ones would know them for longer. */
const LONG_RATIOS = [
  [900, '90'],
  [3600, '90'],
  [14_400, '90'],
  [86_400, '90'],
] as const;

type Row = readonly [seconds: number, profitRatio: string];
const timeOf = ([seconds, ratio]: Row) => ({
  seconds,
  profitRatio: decimal(ratio),
  minStake: decimal('10'),
  maxStake: decimal('5000'),
});

/** Publishes the first terms unless there is a version already. */
export async function publishFirstTerms(db: Database, clock: Clock, feed: FeedSetting['kind']): Promise<void> {
  const short = RATIOS.map(timeOf);
  const isOfTheWorld = feed === 'live' || feed === 'follow';
  const times = isOfTheWorld ? [...short, ...LONG_RATIOS.map(timeOf)] : short;
  const quickStakes = ['10', '50', '100', '500', '1000'].map(decimal);
  const currencies = [{ currency: 'USDT', feeRate: ZERO, openMax: 20, quickStakes }];
  const makeTerms = async (reader: Reader) => {
    const markets = (await listMarketRecords(reader)).map((market) => ({
      symbol: market.symbol,
      evenBands: suggestBands(market, short).map(({ seconds, band }) => ({ seconds, band })),
    }));
    return { times, markets, entryDelays: FIRST_ENTRY_DELAYS, currencies };
  };
  await addFirstVersion(db, makeTerms, clock.nowMs());
}
