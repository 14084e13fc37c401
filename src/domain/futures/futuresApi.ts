/** Futures of the logged-in user and the terms of markets. */
import type { RequestOf } from '@halyard/contract/call';
import {
  getFuturesTerms,
  listFuturesAccounts,
  listPositions,
  type FuturesAccount,
  type FuturesTermsAnswer,
} from '@halyard/contract/futures/calls';
import type { MarketId, PositionId } from '@halyard/contract/ids';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { pageRequest, pagesOf, readAllPages, type PagePlace } from '../../shared/api/usePagedList.ts';

/** Filter of a position list; days are UTC, inclusive. */
export type PositionFilter = Pick<
  RequestOf<typeof listPositions>,
  'marketId' | 'side' | 'status' | 'closeReason' | 'from' | 'to'
>;

/** Open positions, or orders waiting for their price. */
export type LiveStatus = 'trading' | 'pending';

type Rows = { readonly page: { readonly rows: readonly FuturesPosition[] } };
const rowsOf = ({ page }: Rows) => page.rows;

export const futuresApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Current terms of a market's futures, and the user's settings in it. */
    getFuturesTerms: build.query<FuturesTermsAnswer, MarketId>({
      query: (marketId) => toCall(getFuturesTerms, { marketId }),
      providesTags: ['FuturesTerms'],
    }),
    /** All open positions or waiting orders, newest first. Live: closed ones leave the list. */
    listLivePositions: build.query<readonly FuturesPosition[], LiveStatus>({
      queryFn: async (status, _api, _options, runCall) =>
        readAllPages(async (place) => runCall(toCall(listPositions, { status, ...place })), rowsOf),
      providesTags: [{ type: 'Position', id: 'LIVE' }],
      extraOptions: { cache: {} },
    }),
    /** Closed positions, paged, newest first. */
    pagePositions: build.infiniteQuery<readonly FuturesPosition[], PositionFilter, PagePlace<PositionId>>({
      infiniteQueryOptions: pagesOf<PositionId>(),
      query: ({ queryArg, pageParam }) =>
        toCall(listPositions, { ...queryArg, isOver: 'yes', ...pageRequest(pageParam) }),
      transformResponse: rowsOf,
      providesTags: [{ type: 'Position', id: 'LIST' }],
      extraOptions: { cache: {} },
    }),
    listFuturesAccounts: build.query<readonly FuturesAccount[], void>({
      query: () => toCall(listFuturesAccounts, {}),
      providesTags: [{ type: 'Position', id: 'LIST' }],
    }),
  }),
});

export const {
  useGetFuturesTermsQuery,
  useListLivePositionsQuery,
  usePagePositionsInfiniteQuery,
  useListFuturesAccountsQuery,
} = futuresApi;
