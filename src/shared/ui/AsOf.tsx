import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/useFormat.ts';
import { useConnection } from '../realtime/useRealtime.ts';
import styles from './AsOf.module.css';
import { classNames } from './classNames.ts';
import { useNamedByStrip } from './lateAge.ts';

type AsOfProps = {
  /** When it came from the exchange (Unix milliseconds); `undefined` for what is as of now. */
  atMs: number | undefined;
  /** Where nothing around it keeps it from the edge. */
  isInset?: boolean;
};

/**
 * Says how old the figures below it are, where they are not as of now. Nothing moves for that where the line is lost
 * while one looks at them: the strip over the header tells their age then.
 */
export function AsOf({ atMs, isInset = false }: AsOfProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const isLate = useWasLive();
  const words = atMs === undefined ? '' : t('ui.asOf', { time: format.moment(atMs, 'dayMinute') });
  useNamedByStrip(isLate ? atMs : undefined, words);
  if (atMs === undefined || isLate) return null;
  return (
    <p role="status" className={classNames(styles['asOf'], isInset && styles['inset'])}>
      <Clock aria-hidden className={styles['icon']} />
      <time dateTime={new Date(atMs).toISOString()}>{words}</time>
    </p>
  );
}

const JUST_LOST_MS = 2000;

/** Whether this was drawn while the line was up, or with its loss. */
function useWasLive(): boolean {
  const { state, sinceMs } = useConnection();
  const [drawnMs] = useState(Date.now);
  return state === 'connected' || drawnMs - sinceMs < JUST_LOST_MS;
}
