/** The fee sheet of spot trading, as the public log has it. */
import { canonicalJson } from '@halyard/contract/canonicalJson';
import type { Reader } from '../../db/database.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import type { RuleText } from '../../terms/ruleTexts.ts';

/** Shares of what is received, by market. */
export async function readFeeTexts(reader: Reader): Promise<readonly RuleText[]> {
  const markets = await listMarketRecords(reader);
  const fees = markets.map(({ symbol, makerFeeRate, takerFeeRate }) => ({
    market: symbol,
    maker_fee_rate: makerFeeRate,
    taker_fee_rate: takerFeeRate,
  }));
  return [{ name: 'spot-fees', text: canonicalJson(fees) }];
}
