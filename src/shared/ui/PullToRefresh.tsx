import { ArrowDown, RefreshCw } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { timeOfDay } from '../format/timeOfDay.ts';
import { classNames } from './classNames.ts';
import styles from './PullToRefresh.module.css';
import { PULL_PX, usePull } from '../viewport/usePull.ts';

type PullToRefreshProps = {
  children: ReactNode;
  /** Settles when everything is fresh, or when it failed; it tells the user of a failure itself. */
  onRefresh: () => Promise<unknown>;
  /** When what is shown was last fresh; undefined while there is nothing. */
  updatedAtMs: number | undefined;
};

/** Content that is refreshed by pulling it down from the top, or by the button at its end for those who cannot pull. */
export function PullToRefresh({ children, onRefresh, updatedAtMs }: PullToRefreshProps) {
  const content = useRef<HTMLDivElement>(null);
  const [isRefreshing, setRefreshing] = useState(false);
  const { t } = useTranslation('common');
  const refresh = () => {
    if (isRefreshing) return;
    setRefreshing(true);
    const done = () => setRefreshing(false);
    onRefresh().then(done, done);
  };
  const distancePx = usePull(content, !isRefreshing, refresh);
  const isReady = distancePx >= PULL_PX;
  const shownPx = isRefreshing ? PULL_PX : distancePx;
  const updated = updatedAtMs === undefined ? '' : t('ui.updatedAt', { time: timeOfDay(updatedAtMs, 'second') });
  const invitation = isReady ? t('ui.releaseToRefresh') : t('ui.pullToRefresh');
  return (
    <div ref={content} className={styles['root']}>
      <div className={styles['sign']} style={{ blockSize: shownPx }} aria-hidden="true">
        <span className={classNames(styles['icon'], isReady && styles['ready'], isRefreshing && styles['busy'])}>
          {isRefreshing ? <RefreshCw /> : <ArrowDown />}
        </span>
        <span>{isRefreshing ? t('ui.refreshing') : invitation}</span>
        <span className={styles['faint']}>{updated}</span>
      </div>
      {children}
      {/* Not seen before there is something above it, which would move it. */}
      <div className={styles['foot']} hidden={updatedAtMs === undefined && !isRefreshing}>
        <span>{updated}</span>
        <button type="button" className={styles['button']} onClick={refresh} aria-busy={isRefreshing || undefined}>
          <RefreshCw aria-hidden className={classNames(isRefreshing && styles['busy'])} />
          {isRefreshing ? t('ui.refreshing') : t('ui.refresh')}
        </button>
      </div>
    </div>
  );
}
