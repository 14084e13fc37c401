/** Options of the logged-in user and the terms of markets. */
import type { RequestOf } from '@halyard/contract/call';
import type { OptionId } from '@halyard/contract/ids';
import { listTicks, type Tick } from '@halyard/contract/market/calls';
import {
  getOption,
  listDeliveryTimes,
  listOptionDays,
  listOptions,
  listStakeCurrencies,
  getSelfLimits,
  type DeliveryTime,
  type Option,
  type OptionDay,
  type StakeCurrency,
  type SelfLimits,
} from '@halyard/contract/options/calls';
import { getOptionFigures, type OptionFigures } from '@halyard/contract/options/receiptCalls';
import { PAGE_LIMIT_MAX } from '@halyard/contract/paging';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { pageRequest, pagesOf, type PagePlace } from '../../shared/api/usePagedList.ts';
import type { AppDispatch } from '../../shared/store/rootState.ts';

/** Filter of an option list; days are UTC, inclusive. */
export type OptionFilter = Omit<RequestOf<typeof listOptionDays>, 'status'>;

type Rows = { readonly rows: readonly Option[] };
const rowsOf = ({ rows }: Rows) => rows;

/** The most ticks that one call returns. */
const TICKS_MAX = 200;
/** A chart follows the ticks itself; the cache only avoids duplicate requests. */
const TICKS_CACHE_SECONDS = 1;

export const optionsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** A market's delivery times with their full terms. */
    listDeliveryTimes: build.query<readonly DeliveryTime[], RequestOf<typeof listDeliveryTimes>>({
      query: (request) => toCall(listDeliveryTimes, request),
      providesTags: ['OptionTerms'],
    }),
    listStakeCurrencies: build.query<readonly StakeCurrency[], void>({
      query: () => toCall(listStakeCurrencies, {}),
      providesTags: ['OptionTerms'],
    }),
    /** Running options. Live; an expired option stays until the list is read again. */
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
    /** Settled options, paged, newest first. */
    pageOptions: build.infiniteQuery<readonly Option[], OptionFilter, PagePlace<OptionId>>({
      infiniteQueryOptions: pagesOf<OptionId>(),
      query: ({ queryArg, pageParam }) => toCall(listOptions, { ...queryArg, isOver: true, ...pageRequest(pageParam) }),
      transformResponse: rowsOf,
      providesTags: [{ type: 'Option', id: 'LIST' }],
      extraOptions: { cache: {} },
    }),
    /** Daily results, newest first. */
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
      keepUnusedDataFor: TICKS_CACHE_SECONDS,
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

/** Applies changed options to the cached list of running options and invalidates what depends on closed ones. */
export function cacheOptions(changed: readonly Option[], dispatch: AppDispatch): void {
  dispatch(
    optionsApi.util.updateQueryData('listRunning', undefined, (list) =>
      changed.reduce(placeOption, list as readonly Option[]),
    ),
  );
  if (changed.some(({ status }) => status === 'closed')) {
    dispatch(optionsApi.util.invalidateTags([{ type: 'Option', id: 'LIST' }, 'SelfLimits']));
  }
}

const RANKS = { open: 0, due: 1, closed: 2 } as const;

/** The list, newest first, with the changed option. A late event changes nothing: a state never goes back. */
function placeOption(list: readonly Option[], changed: Option): readonly Option[] {
  const known = list.find(({ id }) => id === changed.id);
  if (known === undefined) return [changed, ...list].toSorted((a, b) => b.id - a.id);
  if (RANKS[known.status] > RANKS[changed.status]) return list;
  return list.map((option) => (option === known ? changed : option));
}

// The house's figures for options.

const figuresApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    getOptionFigures: build.query<OptionFigures, void>({
      query: () => toCall(getOptionFigures, {}),
      keepUnusedDataFor: 0,
      extraOptions: { errors: 'inline' },
    }),
  }),
});

export const { useGetOptionFiguresQuery } = figuresApi;
