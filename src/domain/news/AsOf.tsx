import { useTranslation } from 'react-i18next';
import { useFormat } from '../../shared/format/useFormat.ts';
import { useIsOnline } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import styles from './Article.module.css';

/** Shows since when the cached content is on the device, if it may be outdated. Needs the texts of `notices`. */
export function AsOf({ fetchedAt }: { fetchedAt: string | undefined }) {
  const { t } = useTranslation('notices');
  const format = useFormat();
  const isOnline = useIsOnline();
  const atMs = useEachSecond((nowMs) => shownMoment(fetchedAt, nowMs, isOnline) ?? false);
  if (atMs === false) return null;
  return (
    <p role="status" className={styles['asOf']}>
      {t('asOf', { time: format.moment(atMs, 'dayMinute') })}
    </p>
  );
}

/** Younger cached content counts as current while there is a connection. */
const YOUNG_MS = 5 * 60_000;

/**
 * The time to show, in milliseconds since 1970: when the exchange answered. `undefined` when the content is current.
 */
export function shownMoment(fetchedAt: string | undefined, nowMs: number, isOnline: boolean): number | undefined {
  if (fetchedAt === undefined) return undefined;
  const atMs = Date.parse(fetchedAt);
  if (Number.isNaN(atMs)) return undefined;
  return !isOnline || nowMs - atMs > YOUNG_MS ? atMs : undefined;
}
