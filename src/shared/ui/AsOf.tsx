import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/useFormat.ts';
import { useMoneyBlockedReason } from '../realtime/useMoneyBlockedReason.ts';
import { useConnection } from '../realtime/useRealtime.ts';
import styles from './AsOf.module.css';
import { Banner } from './Banner.tsx';
import { classNames } from './classNames.ts';
import { useNamedByStrip } from './lateAge.ts';

type AsOfProps = {
  /** Time at which the data came from the server (Unix milliseconds); `undefined` for current data. */
  atMs: number | undefined;
  /** Adds side margins where the container has none. */
  isInset?: boolean;
};

/**
 * Shows the age of the figures below it if they are not current. If the connection is lost while they are on screen,
 * nothing moves: the strip above the header shows their age instead.
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

/** Whether this was first rendered while connected, or as the connection was lost. */
function useWasLive(): boolean {
  const { state, sinceMs } = useConnection();
  const [drawnMs] = useState(Date.now);
  return state === 'connected' || drawnMs - sinceMs < JUST_LOST_MS;
}

/**
 * Shows that prices have stopped although the connection is up. Controls that are disabled for it explain that
 * themselves.
 */
export function StaleStrip({ isStale }: { isStale: boolean }) {
  const { t } = useTranslation('forms');
  const isLost = useMoneyBlockedReason() !== undefined;
  return isStale && !isLost ? <Banner kind="stale" text={t('stale')} /> : null;
}
