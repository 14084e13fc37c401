import { listMoneyRates } from '@halyard/contract/money-rates/calls';
import { isRateOld, type MoneyRate } from '@halyard/contract/money-rates/rules';
import { dateOf, startOfDate } from '@halyard/contract/time';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { serverTimeMs } from '../../shared/time/serverClock.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';

/** Operator's fiat rates of one USDT, set per day. */
const RENEW_AFTER_MS = 3_600_000;

const ratesApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    listMoneyRates: build.query<readonly MoneyRate[], void>({
      query: () => toCall(listMoneyRates, {}),
      extraOptions: { errors: 'inline' },
    }),
  }),
});

/** A rate, and whether it is too old to be used. */
export type DatedRate = MoneyRate & { readonly isOld: boolean };

/** The newest fiat rates; `undefined` while unknown. */
export function useMoneyRates(): readonly DatedRate[] | undefined {
  const { data } = ratesApi.useListMoneyRatesQuery(undefined, {
    pollingInterval: RENEW_AFTER_MS,
    skipPollingIfUnfocused: true,
  });
  // Rates are per day, so it changes at midnight only.
  const dayMs = useEachSecond((nowMs) => startOfDate(dateOf(serverTimeMs(nowMs))));
  return data?.map((rate) => ({ ...rate, isOld: isRateOld(rate, dayMs) }));
}
