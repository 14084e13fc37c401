/** Elapsed time in words of a locale. */
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
