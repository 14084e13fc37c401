import { canonicalJson } from '@halyard/contract/canonicalJson';
import type { Reader } from '../../db/database.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import type { RuleText } from '../../terms/ruleTexts.ts';

/** The fee sheet in the public log: fee rates by market, as fractions of the amount received. */
export async function readFeeTexts(reader: Reader): Promise<readonly RuleText[]> {
  const markets = await listMarketRecords(reader);
  const fees = markets.map(({ symbol, makerFeeRate, takerFeeRate }) => ({
    market: symbol,
    maker_fee_rate: makerFeeRate,
    taker_fee_rate: takerFeeRate,
  }));
  return [{ name: 'spot-fees', text: canonicalJson(fees) }];
}
