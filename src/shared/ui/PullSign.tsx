import { ArrowDown, RefreshCw } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { PULL_PX, usePull } from '../viewport/usePull.ts';
import { classNames } from './classNames.ts';
import styles from './PullToRefresh.module.css';

type PullSignProps = {
  /** The pulled content. */
  content: RefObject<HTMLElement | null>;
  isRefreshing: boolean;
  onRefresh: () => void;
  /** Age of the content, in words. */
  updated: string;
};

/** Indicator below the pulling finger and during a refresh. */
export function PullSign({ content, isRefreshing, onRefresh, updated }: PullSignProps) {
  const { t } = useTranslation('common');
  const distancePx = usePull(content, !isRefreshing, onRefresh);
  const isReady = distancePx >= PULL_PX;
  const invitation = isReady ? t('ui.releaseToRefresh') : t('ui.pullToRefresh');
  return (
    <div className={styles['sign']} style={{ blockSize: isRefreshing ? PULL_PX : distancePx }} aria-hidden="true">
      <span className={classNames(styles['icon'], isReady && styles['ready'], isRefreshing && styles['busy'])}>
        {isRefreshing ? <RefreshCw /> : <ArrowDown />}
      </span>
      <span>{isRefreshing ? t('ui.refreshing') : invitation}</span>
      <span className={styles['faint']}>{updated}</span>
    </div>
  );
}
