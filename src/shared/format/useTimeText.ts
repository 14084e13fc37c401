/** A time in the locale's shortest form: "30s", "2m", "4h". */
import { useCallback } from 'react';
import { cached } from './cached.ts';
import { useLocale } from './useLocale.ts';

/** The largest first. */
const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

const unitFormat = cached((locale, { unit }: { unit: (typeof UNITS)[number][0] }) => {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' });
});

/** Formats whole seconds in the largest unit of which they are a multiple. */
export function useTimeText(): (seconds: number) => string {
  const locale = useLocale();
  return useCallback(
    (seconds) => {
      const [unit, length] = UNITS.find(([, each]) => seconds >= each && seconds % each === 0) ?? UNITS[3];
      return unitFormat(locale, { unit }).format(seconds / length);
    },
    [locale],
  );
}
