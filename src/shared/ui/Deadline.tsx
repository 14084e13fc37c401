import { useTranslation } from 'react-i18next';
import { formatDuration } from '../format/relativeTime.ts';
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
