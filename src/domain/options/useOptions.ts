/** Options for the screens, live; empty while logged out. */
import { skipToken } from '@reduxjs/toolkit/query';
import type { CurrencyId, MarketId, OptionId } from '@halyard/contract/ids';
import type { Option } from '@halyard/contract/options/calls';
import type { AppError } from '../../shared/api/appError.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { usePagedList, wholePage } from '../../shared/api/usePagedList.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import {
  useGetOptionQuery,
  useGetSelfLimitsQuery,
  useListDeliveryTimesQuery,
  useListOptionDaysQuery,
  useListRunningQuery,
  useListStakeCurrenciesQuery,
  usePageOptionsInfiniteQuery,
  type OptionFilter,
} from './optionsApi.ts';

/** The ratio of `even` follows the price. */
const RENEW_TERMS_MS = 60_000;

/** A market's delivery times in a stake currency, by default the first one. */
export function useDeliveryTimes(marketId: MarketId | undefined, currencyId: CurrencyId | undefined) {
  const request = marketId && { marketId, ...(currencyId !== undefined && { currencyId }) };
  const { currentData, error, refetch } = useListDeliveryTimesQuery(request ?? skipToken, {
    pollingInterval: RENEW_TERMS_MS,
    skipPollingIfUnfocused: true,
  });
  const failure = currentData === undefined ? (error as AppError | undefined) : undefined;
  return { times: currentData, error: failure, retry: refetch };
}

/** Stake currencies; none while logged out. */
export function useStakeCurrencies() {
  const { currentData, isLoading } = useListStakeCurrenciesQuery(
    useAppSelector(selectIsLoggedIn) ? undefined : skipToken,
  );
  return { currencies: currentData ?? [], isLoading } as const;
}

/** Running options, including those that expired since the list was read. */
export function useRunningOptions() {
  const query = useListRunningQuery(useAppSelector(selectIsLoggedIn) ? undefined : skipToken);
  return { options: query.currentData, asOfMs: useAsOf(query, true) };
}

/** One option, live: from the running list, or read when it is no longer there. */
export function useOption(id: OptionId): Option | undefined {
  const { options } = useRunningOptions();
  const running = options?.find((option) => option.id === id);
  const { currentData } = useGetOptionQuery(running === undefined && options !== undefined ? id : skipToken);
  return running ?? currentData;
}

/** Settled options of a filter, newest first. */
export function useOptionPages(filter: OptionFilter) {
  const query = usePageOptionsInfiniteQuery(useAppSelector(selectIsLoggedIn) ? filter : skipToken);
  return usePagedList(query, wholePage, { isStreamed: true });
}

/** Daily results of a filter's settled options. */
export function useOptionDays(filter: OptionFilter) {
  return useListOptionDaysQuery(useAppSelector(selectIsLoggedIn) ? filter : skipToken).currentData;
}

/** The user's self-imposed limits. */
export function useSelfLimits() {
  const { currentData, error, refetch } = useGetSelfLimitsQuery(
    useAppSelector(selectIsLoggedIn) ? undefined : skipToken,
  );
  return { limits: currentData, error: error as AppError | undefined, retry: refetch };
}
