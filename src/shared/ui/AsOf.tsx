import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/useFormat.ts';
import styles from './AsOf.module.css';

type AsOfProps = {
  /** When it came from the exchange (Unix milliseconds); `undefined` for what is as of now. */
  atMs: number | undefined;
};

/** Says how old the figures below it are, where they are not as of now. */
export function AsOf({ atMs }: AsOfProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  if (atMs === undefined) return null;
  return (
    <p role="status" className={styles['asOf']}>
      <Clock aria-hidden className={styles['icon']} />
      <time dateTime={new Date(atMs).toISOString()}>{t('ui.asOf', { time: format.moment(atMs, 'dayMinute') })}</time>
    </p>
  );
}
