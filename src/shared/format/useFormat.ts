import type { Decimal, Rounding } from '@halyard/contract/money';
import { useMemo } from 'react';
import { formatMoment, type MomentStyle } from './dates.ts';
import {
  formatAmount,
  formatChange,
  formatCompact,
  formatPercent,
  formatPnl,
  formatPrice,
  formatQuantity,
  formatRate,
  formatShare,
} from './numbers.ts';
import { useLocale } from './useLocale.ts';
import type { Zone } from './timeOfDay.ts';

/** Formats of the current locale, for composed text; a number on its own is a `Num`. */
export function useFormat() {
  const locale = useLocale();
  return useMemo(() => formatsOf(locale), [locale]);
}

/** Result of {@link useFormat}. */
export type Formats = ReturnType<typeof formatsOf>;

/** The formats of a locale; see the functions of the same names for rounding. */
export function formatsOf(locale: string) {
  return {
    locale,
    price: (value: Decimal, places: number) => formatPrice(value, locale, places),
    quantity: (value: Decimal, places: number) => formatQuantity(value, locale, places),
    amount: (value: Decimal, places: number, minPlaces?: number) => formatAmount(value, locale, { places, minPlaces }),
    amountOf: (value: Decimal, unit: string) => formatAmount(value, locale, { unit }),
    money: (value: Decimal, unit: string) => `${formatAmount(value, locale, { unit })} ${unit}`,
    pnl: (value: Decimal, places: number) => formatPnl(value, locale, places),
    change: (percent: Decimal) => formatChange(percent, locale),
    rate: (fraction: Decimal) => formatRate(fraction, locale),
    percent: (percent: Decimal, rounding?: Rounding, places?: number, minPlaces = 0) =>
      formatPercent(percent, locale, {
        minPlaces,
        ...(rounding && { rounding }),
        ...(places !== undefined && { places }),
      }),
    share: (percent: number) => formatShare(percent, locale),
    span: (count: number, unit: 'day' | 'hour') =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count),
    compact: (value: Decimal) => formatCompact(value, locale),
    moment: (atMs: number, style: MomentStyle, zone?: Zone) => formatMoment(atMs, locale, style, zone),
  };
}
