import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { placesOf } from '@halyard/contract/money';
import { useFormat } from '../../shared/format/useFormat.ts';
import type { DatedRate } from './ratesApi.ts';

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
