import { MINUTE_MS } from '@halyard/contract/time';
import { useTranslation } from 'react-i18next';
import { cached } from '../format/cached.ts';
import { useFormat } from '../format/useFormat.ts';
import { serverTimeMs } from '../time/serverClock.ts';
import { useEachSecond } from '../time/useEachSecond.ts';

type DeadlineProps = {
  /** In milliseconds, by the server's clock. */
  atMs: number;
};

/** A deadline and the time left, in plain words: nothing blinks and nothing turns red. */
export function Deadline({ atMs }: DeadlineProps) {
  const { t } = useTranslation('forms');
  const format = useFormat();
  // Renders once a minute, when the words change.
  const left = useEachSecond((nowMs) => {
    const leftMs = atMs - serverTimeMs(nowMs);
    if (leftMs <= 0) return '';
    const duration = formatDuration(leftMs, format.locale);
    return duration === undefined ? t('deadline.soon') : t('deadline.left', { duration });
  });
  const isLater = useEachSecond((nowMs) => !isToday(atMs, nowMs));
  const time = format.moment(atMs, isLater ? 'dayMinute' : 'minute');
  const by = t('deadline.arrivesBy', { time });
  return (
    <time dateTime={new Date(atMs).toISOString()}>
      {left === '' ? t('deadline.passed', { time }) : t('deadline.both', { by, left })}
    </time>
  );
}

/** Whether a moment is today by the device, so that the time alone is enough. */
function isToday(atMs: number, nowMs: number): boolean {
  return new Date(atMs).toDateString() === new Date(nowMs).toDateString();
}

// Durations in words of a locale.

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

const unitFormat = cached((locale, { unit }: { unit: 'day' | 'hour' | 'minute' }) => {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' });
});

/** A duration in its two largest units down to minutes, rounded down: "11 hr 59 min"; `undefined` under a minute. */
function formatDuration(spanMs: number, locale: string): string | undefined {
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
