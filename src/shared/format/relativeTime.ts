/** Elapsed time and durations in words of a locale. */
import { MINUTE_MS } from '@halyard/contract/time';
import { cached } from './cached.ts';

const STEPS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const;

const wordsOf = cached(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);

/**
 * "5 minutes ago", "yesterday", rounded down; "now" under a minute, and for a moment that a wrong clock puts in the
 * future.
 */
export function formatAgo(spanMs: number, locale: string): string {
  const seconds = Math.floor(spanMs / 1000);
  const step = STEPS.find((each) => seconds >= each.seconds);
  const words = wordsOf(locale, { numeric: 'auto' });
  return step === undefined ? words.format(0, 'second') : words.format(-Math.floor(seconds / step.seconds), step.unit);
}

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

const unitFormat = cached((locale, { unit }: { unit: 'day' | 'hour' | 'minute' }) => {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' });
});

/** A duration in its two largest units down to minutes, rounded down: "11 hr 59 min"; `undefined` under a minute. */
export function formatDuration(spanMs: number, locale: string): string | undefined {
  const minutes = Math.floor(spanMs / MINUTE_MS);
  const parts = [
    { unit: 'day', count: Math.floor(minutes / DAY_MINUTES) },
    { unit: 'hour', count: Math.floor(minutes / HOUR_MINUTES) % 24 },
    { unit: 'minute', count: minutes % HOUR_MINUTES },
  ] as const;
  const first = parts.findIndex(({ count }) => count > 0);
  if (first === -1) return undefined;
  const shown = parts.slice(first, first + 2).filter(({ count }) => count > 0);
  return shown.map(({ unit, count }) => unitFormat(locale, { unit }).format(count)).join(' ');
}
