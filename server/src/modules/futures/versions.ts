/** The operator's terms of contracts by version. */
import * as z from 'zod/mini';
import { count, field, wireRequest } from '@halyard/contract/codec';
import { futuresRates } from '@halyard/contract/futures/terms';
import { LOCKS } from '../../db/locks.ts';
import { createVersions, type Version } from '../../terms/versions.ts';

const futuresMarketTerms = wireRequest({ symbol: field('market', z.string()), ...futuresRates });
/** What contracts of a market are offered on. */
export type FuturesMarketTerms = z.output<typeof futuresMarketTerms>;

/** The terms of a version, as an operator writes them and the database keeps them. */
export const futuresVersionTerms = wireRequest({
  /** Those that have contracts. */
  markets: field('markets', z.array(futuresMarketTerms)),
  /** The most positions that a user has open at once, and the most orders that wait. */
  positionsMax: field('positions_max', count),
  pendingMax: field('pending_max', count),
});
export type FuturesVersionTerms = z.output<typeof futuresVersionTerms>;
export type FuturesVersion = Version<FuturesVersionTerms>;

/** The versions of contracts' terms. */
export const futuresVersions = createVersions({
  table: 'contract_versions',
  lock: LOCKS.futuresVersions,
  codec: futuresVersionTerms,
});
export const { versionAt } = futuresVersions;

/** What a version says of a market; undefined where it has no contracts. */
export function marketTermsOf(version: FuturesVersion | undefined, symbol: string): FuturesMarketTerms | undefined {
  return version?.markets.find((market) => market.symbol === symbol);
}
