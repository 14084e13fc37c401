/** Public facts about the exchange, and the user's own proof that their balances are in the totals. */
import type { AnswerOf } from '@halyard/contract/call';
import { getLogWitnesses } from '@halyard/contract/transparency/calls';
import {
  getFairnessSummary,
  getRules,
  getStatistics,
  getLiabilityProof,
  getLiabilityTotals,
  type FairnessSummary,
  type RuleDocument,
  type LiabilityTotals,
  type OwnLiabilityProof,
} from '@halyard/contract/transparency/figureCalls';
import { PAGE_LIMIT_MAX } from '@halyard/contract/paging';
import { listEntries, type UserEntry } from '@halyard/contract/wallet/entryCalls';
import { getWallet, type Wallet } from '@halyard/contract/wallet/calls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { logAddress } from './logAddress.ts';

const INLINE = { errors: 'inline' } as const;
/** Comparisons always read current data. */
const UNCACHED_SECONDS = 0;

const publicLogApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    getFairnessSummary: build.query<FairnessSummary, void>({
      query: () => toCall(getFairnessSummary, {}),
      extraOptions: INLINE,
    }),
    getRules: build.query<readonly RuleDocument[], void>({
      query: () => toCall(getRules, {}),
      transformResponse: ({ documents }: AnswerOf<typeof getRules>) => documents,
      extraOptions: INLINE,
    }),
    getStatistics: build.query<AnswerOf<typeof getStatistics>, void>({
      query: () => toCall(getStatistics, {}),
      extraOptions: INLINE,
    }),
    getLogWitnesses: build.query<AnswerOf<typeof getLogWitnesses>, void>({
      query: () => toCall(getLogWitnesses, {}),
      extraOptions: INLINE,
    }),
    getLiabilityTotals: build.query<LiabilityTotals, void>({
      query: () => toCall(getLiabilityTotals, {}),
      extraOptions: INLINE,
    }),
    getLiabilityProof: build.query<OwnLiabilityProof, void>({
      query: () => toCall(getLiabilityProof, {}),
      keepUnusedDataFor: UNCACHED_SECONDS,
      extraOptions: INLINE,
    }),
    /** The wallet at this moment, apart from the streamed one. */
    getOwnedNow: build.query<Wallet, void>({
      query: () => toCall(getWallet, {}),
      keepUnusedDataFor: UNCACHED_SECONDS,
      extraOptions: INLINE,
    }),
    /** Ledger entries before a given one, newest first; without one, the newest of all. */
    listEntriesBefore: build.query<readonly UserEntry[], string | undefined>({
      query: (after) => toCall(listEntries, { limit: PAGE_LIMIT_MAX, ...(after !== undefined && { after }) }),
      transformResponse: ({ rows }: AnswerOf<typeof listEntries>) => rows,
      keepUnusedDataFor: UNCACHED_SECONDS,
      extraOptions: INLINE,
    }),
  }),
});

export const publicLogEndpoints = publicLogApi.endpoints;
export const {
  useGetFairnessSummaryQuery,
  useGetRulesQuery,
  useGetStatisticsQuery,
  useGetLogWitnessesQuery,
  useGetLiabilityTotalsQuery,
} = publicLogApi;

// The verification tool that works without the app, as the exchange serves it.

const NAME = 'halyard-verify.mjs';
const NOT_FOUND = 404;
const HASH = /^[0-9a-f]{64}(?=\s)/;

export const toolFile = {
  address: () => logAddress(NAME),
  /** SHA-256 of the file, hex; null when there is no file. Throws when that is unknown. */
  readHash: async (signal: AbortSignal): Promise<string | null> => {
    const answer = await fetch(new Request(logAddress(`${NAME}.sha256`), { signal, credentials: 'omit' }));
    if (answer.status === NOT_FOUND) return null;
    const [hash] = HASH.exec(await answer.text()) ?? [];
    if (hash === undefined) throw new Error('no hash');
    return hash;
  },
} as const;
