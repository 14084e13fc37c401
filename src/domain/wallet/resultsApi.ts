import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import {
  getResults,
  listResultEntries,
  RESULT_ENTRIES_PAGE,
  type ResultEntry,
  type Results,
} from '@halyard/contract/wallet/resultCalls';
import { skipToken } from '@reduxjs/toolkit/query';
import type { AppError } from '../../shared/api/appError.ts';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { usePagedList, wholePage } from '../../shared/api/usePagedList.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';

/** Months and UTC offset of results. */
export type ResultRange = RequestOf<typeof getResults>;
/** A figure of results and its filters. */
type ResultEntriesFilter = Omit<RequestOf<typeof listResultEntries>, 'after'>;

type Page = AnswerOf<typeof listResultEntries>;

/** Ranges that are cached for offline use: the last ones viewed. */
const CACHED_RANGES = 24;

export const resultsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    getResults: build.query<Results, ResultRange>({
      query: (range) => toCall(getResults, range),
      extraOptions: { cache: { groupOf: rangeGroup } },
    }),
    /** The entries of a figure, newest first; each page begins after the last row of the one before. */
    pageResultEntries: build.infiniteQuery<readonly ResultEntry[], ResultEntriesFilter, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (last) => (last.length < RESULT_ENTRIES_PAGE ? undefined : last.at(-1)?.id),
      },
      query: ({ queryArg, pageParam }) =>
        toCall(listResultEntries, { ...queryArg, ...(pageParam !== null && { after: pageParam }) }),
      transformResponse: ({ rows }: Page) => rows,
      // A figure that was opened opens again offline.
      extraOptions: { cache: { groupOf: entriesGroup } },
    }),
  }),
});

const { useGetResultsQuery, usePageResultEntriesInfiniteQuery } = resultsApi;

function rangeGroup({ from, to }: ResultRange) {
  return { name: 'results', member: `${from} ${to}`, max: CACHED_RANGES };
}

function entriesGroup(filter: ResultEntriesFilter) {
  return { name: 'result-entries', member: JSON.stringify(filter), max: CACHED_RANGES };
}

/** The UTC offset of the device's time zone on the first day of a month (`YYYY-MM`), in minutes. */
function offsetOf(month: string): number {
  return 0 - new Date(`${month}-01T12:00:00`).getTimezoneOffset();
}

/** The range of months, by the days of the device's time zone. */
export function resultRange(from: string, to: string): ResultRange {
  return { from, to, offsetMinutes: offsetOf(from) };
}

/** The month (`YYYY-MM`) of a moment in the device's time zone. */
export function monthOf(atMs: number): string {
  const at = new Date(atMs);
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}`;
}

const RENEW_AFTER_MS = 60_000;

/** The results of a range; one that is not over is read again while it is shown. */
export function useResults(range: ResultRange, isOver: boolean) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const query = useGetResultsQuery(isLoggedIn ? range : skipToken, {
    pollingInterval: isOver ? 0 : RENEW_AFTER_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const { currentData, error, refetch } = query;
  return {
    results: currentData,
    error: currentData === undefined ? (error as AppError | undefined) : undefined,
    retry: refetch,
    updatedAtMs: query.fulfilledTimeStamp,
    asOfMs: useAsOf(query),
  };
}

/** The entries of a figure; nothing is requested without a filter. */
export function useResultEntries(filter: ResultEntriesFilter | undefined) {
  const query = usePageResultEntriesInfiniteQuery(filter ?? skipToken, { refetchOnMountOrArgChange: true });
  return usePagedList(query, wholePage);
}
