/** The operator's futures terms by version. */
import * as z from 'zod/mini';
import { count, field, wireRequest } from '@halyard/contract/codec';
import { futuresRates } from '@halyard/contract/futures/terms';
import { createVersions, type Version } from '../../terms/versions.ts';

const futuresMarketTerms = wireRequest({ symbol: field('market', z.string()), ...futuresRates });
/** The futures terms of a market. */
export type FuturesMarketTerms = z.output<typeof futuresMarketTerms>;

/** The terms of a version, as operators write them and the database stores them. */
export const futuresVersionTerms = wireRequest({
  /** Markets with futures. */
  markets: field('markets', z.array(futuresMarketTerms)),
  /** The most open positions of a user, and the most pending orders. */
  positionsMax: field('positions_max', count),
  pendingMax: field('pending_max', count),
});
export type FuturesVersionTerms = z.output<typeof futuresVersionTerms>;
export type FuturesVersion = Version<FuturesVersionTerms>;

export const futuresVersions = createVersions({
  table: 'contract_versions',
  lock: 7_204_126,
  codec: futuresVersionTerms,
});
export const { versionAt } = futuresVersions;

/** A market's terms in a version; undefined when it has no futures. */
export function marketTermsOf(version: FuturesVersion | undefined, symbol: string): FuturesMarketTerms | undefined {
  return version?.markets.find((market) => market.symbol === symbol);
}
