/** Contracts of the logged-in user, and what is offered (products.md 2). */
import type { RequestOf } from '@halyard/contract/call';
import {
  getFuturesTerms,
  listFuturesAccounts,
  listPositions,
  type FuturesAccount,
  type FuturesTermsAnswer,
} from '@halyard/contract/futures/calls';
import type { MarketId, PositionId } from '@halyard/contract/ids';
import { PAGE_LIMIT_MAX } from '@halyard/contract/paging';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { pageRequest, pagesOf, type PagePlace } from '../../shared/api/idPages.ts';

/** Which positions a list holds; days are UTC, both ends included. */
export type PositionFilter = Pick<
  RequestOf<typeof listPositions>,
  'marketId' | 'side' | 'status' | 'closeReason' | 'from' | 'to'
>;

/** Positions, or orders that wait for their price. */
export type LiveStatus = 'trading' | 'pending';

type Rows = { readonly page: { readonly rows: readonly FuturesPosition[] } };
const rowsOf = ({ page }: Rows) => page.rows;

export const futuresApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** What a market's contracts are offered on, and how the user stands in it. */
    getFuturesTerms: build.query<FuturesTermsAnswer, MarketId>({
      query: (marketId) => toCall(getFuturesTerms, { marketId }),
      providesTags: ['FuturesTerms'],
    }),
    /** What is open or waits, newest first. Live: what ends goes. The exchange allows no more than one page of it. */
    listLivePositions: build.query<readonly FuturesPosition[], LiveStatus>({
      query: (status) => toCall(listPositions, { status, page: 1, limit: PAGE_LIMIT_MAX }),
      transformResponse: rowsOf,
      providesTags: [{ type: 'Position', id: 'LIVE' }],
      extraOptions: { cache: {} },
    }),
    /** Positions that are over, page by page, newest first. */
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
