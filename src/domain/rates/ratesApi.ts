import { placesOf } from '@halyard/contract/money';
import { listMoneyRates } from '@halyard/contract/money-rates/calls';
import { isRateOld, type MoneyRate } from '@halyard/contract/money-rates/rules';
import { dateOf, startOfDate } from '@halyard/contract/time';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
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
type DatedRate = MoneyRate & { readonly isOld: boolean };

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

/** Formats a rate with its day, or as too old. */
export function useRateText(): (rate: DatedRate) => string {
  const { t } = useTranslation('pricing');
  const format = useFormat();
  return useCallback(
    ({ currency: unit, perUsdt, day, isOld }) => {
      const date = format.moment(Date.parse(day), 'date', 'utc');
      if (isOld) return t('old', { unit, date });
      return t('rate', { unit, date, rate: format.amount(perUsdt, placesOf(perUsdt)) });
    },
    [t, format],
  );
}
