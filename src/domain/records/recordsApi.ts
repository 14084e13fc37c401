/** The user's movements and how his worth went (specification, section 7, "Wallet"): `wallet/legal_log`, `wallet/performance`. */
import type { RequestOf } from '@halyard/contract/call';
import { getPerformance, listMovements, type Performance, type UserMovement } from '@halyard/contract/calls/records';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

/** Which movements: of an account, a currency, a kind; days are UTC, both ends included. */
export type MovementFilter = Pick<
  RequestOf<typeof listMovements>,
  'accountNumber' | 'currencyId' | 'kind' | 'from' | 'to'
>;

/** Rows of one page. */
export const MOVEMENTS_PAGE_LENGTH = 30;

export const recordsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Movements of a filter, newest first; each page begins after the last row of the one before, so that new rows move nothing. */
    pageMovements: build.infiniteQuery<readonly UserMovement[], MovementFilter, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: nextAfter },
      query: ({ queryArg, pageParam }) =>
        toCall(listMovements, {
          ...queryArg,
          limit: MOVEMENTS_PAGE_LENGTH,
          ...(pageParam !== null && { after: pageParam }),
        }),
      transformResponse: ({ rows }: { readonly rows: readonly UserMovement[] }) => rows,
      providesTags: ['Movement'],
      extraOptions: { keeps: {} },
    }),
    /** Worth and profit, computed by the exchange. */
    getPerformance: build.query<Performance, void>({
      query: () => toCall(getPerformance, {}),
      providesTags: ['Performance'],
      extraOptions: { keeps: {} },
    }),
  }),
});

export const { usePageMovementsInfiniteQuery, useGetPerformanceQuery } = recordsApi;

/** Where the next page begins; `undefined` at the end. A server that does not know `after` answers the same rows again: that is its end. */
function nextAfter(last: readonly UserMovement[], all: readonly (readonly UserMovement[])[]): string | undefined {
  const end = last.at(-1)?.id;
  const isRepeated = all.slice(0, -1).some((page) => page.some(({ id }) => id === end));
  return last.length < MOVEMENTS_PAGE_LENGTH || isRepeated ? undefined : end;
}
