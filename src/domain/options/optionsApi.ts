/** Options of the logged-in user, and what is offered (products.md 1). */
import type { RequestOf } from '@halyard/contract/call';
import type { OptionId } from '@halyard/contract/ids';
import { listTicks, type Tick } from '@halyard/contract/market/calls';
import {
  getOption,
  listDeliveryTimes,
  listOptionDays,
  listOptions,
  listStakeCurrencies,
  type DeliveryTime,
  type Option,
  type OptionDay,
  type StakeCurrency,
} from '@halyard/contract/options/calls';
import { getSelfLimits, type SelfLimits } from '@halyard/contract/options/selfLimitCalls';
import { PAGE_LIMIT_MAX } from '@halyard/contract/paging';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { pageRequest, pagesOf, type PagePlace } from '../../shared/api/idPages.ts';

/** Which options a list holds; days are UTC, both ends included. */
export type OptionFilter = Omit<RequestOf<typeof listOptionDays>, 'status'>;

type Rows = { readonly rows: readonly Option[] };
const rowsOf = ({ rows }: Rows) => rows;

/** The most ticks that the exchange answers at once. */
const TICKS_MAX = 200;
/** A chart reads on from the ticks by itself; the cache only saves asking twice. */
const TICKS_KEPT_SECONDS = 1;

export const optionsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** What a market offers, with its full terms. */
    listDeliveryTimes: build.query<readonly DeliveryTime[], RequestOf<typeof listDeliveryTimes>>({
      query: (request) => toCall(listDeliveryTimes, request),
      providesTags: ['OptionTerms'],
    }),
    listStakeCurrencies: build.query<readonly StakeCurrency[], void>({
      query: () => toCall(listStakeCurrencies, {}),
      providesTags: ['OptionTerms'],
    }),
    /** What waits for its end. Live; an option that ends stays until the list is read again. */
    listRunning: build.query<readonly Option[], void>({
      query: () => toCall(listOptions, { isOver: false, page: 1, limit: PAGE_LIMIT_MAX }),
      transformResponse: rowsOf,
      providesTags: [{ type: 'Option', id: 'RUNNING' }],
      extraOptions: { cache: {} },
    }),
    getOption: build.query<Option, OptionId>({
      query: (id) => toCall(getOption, { id, isAsIs: true }),
      providesTags: [{ type: 'Option', id: 'LIST' }],
      extraOptions: { errors: 'inline' },
    }),
    /** Options that are over, page by page, newest first. */
    pageOptions: build.infiniteQuery<readonly Option[], OptionFilter, PagePlace<OptionId>>({
      infiniteQueryOptions: pagesOf<OptionId>(),
      query: ({ queryArg, pageParam }) => toCall(listOptions, { ...queryArg, isOver: true, ...pageRequest(pageParam) }),
      transformResponse: rowsOf,
      providesTags: [{ type: 'Option', id: 'LIST' }],
      extraOptions: { cache: {} },
    }),
    /** What they came to, day by day, newest first. */
    listOptionDays: build.query<readonly OptionDay[], OptionFilter>({
      query: (filter) => toCall(listOptionDays, filter),
      providesTags: [{ type: 'Option', id: 'LIST' }],
      extraOptions: { cache: {} },
    }),
    getSelfLimits: build.query<SelfLimits, void>({
      query: () => toCall(getSelfLimits, {}),
      providesTags: ['SelfLimits'],
    }),
    /** The newest ticks of a market, newest first. */
    listNewestTicks: build.query<readonly Tick[], string>({
      query: (symbol) => toCall(listTicks, { symbol, limit: TICKS_MAX }),
      keepUnusedDataFor: TICKS_KEPT_SECONDS,
      extraOptions: { errors: 'inline' },
    }),
  }),
});

export const {
  useListDeliveryTimesQuery,
  useListStakeCurrenciesQuery,
  useListRunningQuery,
  useGetOptionQuery,
  usePageOptionsInfiniteQuery,
  useListOptionDaysQuery,
  useGetSelfLimitsQuery,
  useListNewestTicksQuery,
} = optionsApi;
