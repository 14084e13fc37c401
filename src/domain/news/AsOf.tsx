import { useTranslation } from 'react-i18next';
import { useFormat } from '../../shared/format/useFormat.ts';
import { useIsOnline } from '../../shared/realtime/useIsOnline.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import styles from './Article.module.css';
import { shownMoment } from './asOf.ts';

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
