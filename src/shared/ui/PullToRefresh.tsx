import { RefreshCw } from 'lucide-react';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { timeOfDay } from '../format/timeOfDay.ts';
import { lazyPart } from '../pwa/lazyPart.tsx';
import { useIsIdle } from '../scheduling/whenIdle.ts';
import { classNames } from './classNames.ts';
import styles from './PullToRefresh.module.css';

// A page is readable before it can be pulled.
const PullSign = lazyPart(async () => (await import('./PullSign.tsx')).PullSign);

type PullToRefreshProps = {
  children: ReactNode;
  /** Above the content and before the time of the last refresh, which is at the end without it. */
  head?: ReactNode;
  /** Settles when everything is fresh, or after a failure, which it shows itself. */
  onRefresh: () => Promise<unknown>;
  /** Time of the last refresh, or `live` for streamed content; `undefined` while there is none. */
  updatedAtMs: number | 'live' | undefined;
};

/** Content that is refreshed by pulling it down from the top, or by a button for users who cannot pull. */
export function PullToRefresh({ children, head, onRefresh, updatedAtMs }: PullToRefreshProps) {
  const content = useRef<HTMLDivElement>(null);
  const [isRefreshing, setRefreshing] = useState(false);
  const { t } = useTranslation('common');
  const refresh = () => {
    if (isRefreshing) return;
    setRefreshing(true);
    const done = () => setRefreshing(false);
    onRefresh().then(done, done);
  };
  const updated = useUpdatedText(updatedAtMs);
  const isIdle = useIsIdle();
  const foot = (
    // Hidden while there is nothing above it that would move it.
    <div
      className={classNames(
        styles['foot'],
        head !== undefined && styles['below'],
        updatedAtMs === 'live' && styles['live'],
      )}
      hidden={updatedAtMs === undefined && !isRefreshing}
    >
      <span>{updated}</span>
      <button type="button" className={styles['button']} onClick={refresh} aria-busy={isRefreshing || undefined}>
        <RefreshCw aria-hidden className={classNames(isRefreshing && styles['busy'])} />
        {isRefreshing ? t('ui.refreshing') : t('ui.refresh')}
      </button>
    </div>
  );
  return (
    <div ref={content} className={styles['root']}>
      <Suspense fallback={null}>
        {isIdle && <PullSign content={content} isRefreshing={isRefreshing} onRefresh={refresh} updated={updated} />}
      </Suspense>
      {head}
      {head !== undefined && foot}
      {children}
      {head === undefined && foot}
    </div>
  );
}

function useUpdatedText(atMs: number | 'live' | undefined): string {
  const { t } = useTranslation('common');
  if (atMs === 'live') return t('ui.live');
  return atMs === undefined ? '' : t('ui.updatedAt', { time: timeOfDay(atMs, 'second') });
}
