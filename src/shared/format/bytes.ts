/** File sizes in a locale. */
import { cached } from './cached.ts';

const STEP = 1000;
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

const formatOf = cached((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));

/**
 * "0 kB", "312 kB", "4.2 MB": decimal units as devices use them, one decimal from a megabyte on, rounded to the
 * nearest.
 */
export function formatBytes(bytes: number, locale: string): string {
  const power = Math.min(UNITS.length - 1, Math.max(1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const unit = UNITS[power] ?? 'kilobyte';
  const format = formatOf(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: power > 1 ? 1 : 0,
  });
  return format.format(bytes / STEP ** power);
}
