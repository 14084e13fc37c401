/** A delivery time as the locale writes it, as short as can be: "30s", "2m". */
import { useCallback } from 'react';
import { cached } from '../../shared/format/cached.ts';
import { useLocale } from '../../shared/format/useLocale.ts';

const MINUTE_SECONDS = 60;

const unitFormat = cached((locale, { unit }: { unit: 'minute' | 'second' }) => {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' });
});

export function useTimeText(): (seconds: number) => string {
  const locale = useLocale();
  return useCallback(
    (seconds) => {
      const isWhole = seconds >= MINUTE_SECONDS && seconds % MINUTE_SECONDS === 0;
      const [unit, count] = isWhole ? (['minute', seconds / MINUTE_SECONDS] as const) : (['second', seconds] as const);
      return unitFormat(locale, { unit }).format(count);
    },
    [locale],
  );
}
