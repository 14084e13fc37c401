/** The operator's terms of contracts by version. */
import * as z from 'zod/mini';
import { count, field, wireRequest } from '@halyard/contract/codec';
import { contractRates } from '@halyard/contract/rules/contracts/terms';
import { createVersions, type Version } from '../../terms/versions.ts';

const contractMarketTerms = wireRequest({ symbol: field('market', z.string()), ...contractRates });
/** What contracts of a market are offered on. */
export type ContractMarketTerms = z.output<typeof contractMarketTerms>;

/** The terms of a version, as an operator writes them and the database keeps them. */
export const contractVersionTerms = wireRequest({
  /** Those that have contracts. */
  markets: field('markets', z.array(contractMarketTerms)),
  /** The most positions that a user has open at once, and the most orders that wait. */
  positionsMax: field('positions_max', count),
  pendingMax: field('pending_max', count),
});
export type ContractVersionTerms = z.output<typeof contractVersionTerms>;
export type ContractVersion = Version<ContractVersionTerms>;

/** The versions of contracts' terms. */
export const contractVersions = createVersions({
  table: 'contract_versions',
  lock: 7_204_126,
  codec: contractVersionTerms,
});
export const { versionAt } = contractVersions;

/** What a version says of a market; undefined where it has no contracts. */
export function marketTermsOf(version: ContractVersion | undefined, symbol: string): ContractMarketTerms | undefined {
  return version?.markets.find((market) => market.symbol === symbol);
}
