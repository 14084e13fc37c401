import { ArrowDown, RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
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

/** Distance, as shown, of a pull that refreshes. */
const PULL_PX = 64;
const PULL_PX_MAX = 110;
/** Fingers are never quite still; a smaller movement has no direction yet. */
const SLOP_PX = 6;

type Start = { x: number; y: number; isPulling: boolean };

/**
 * Follows a finger that pulls the content down from the top of the page, and calls `onRelease` when it lets go far
 * enough. Touch events, not pointer events: once the browser may scroll, it cancels the pointer, while a touch can
 * still be claimed on its first move.
 */
function usePull(target: RefObject<HTMLElement | null>, isEnabled: boolean, onRelease: () => void): number {
  const [distancePx, setDistancePx] = useState(0);
  const release = useRef(onRelease);
  useEffect(() => {
    release.current = onRelease;
  });
  useEffect(() => {
    const element = target.current;
    if (element === null || !isEnabled) return undefined;
    return listenForPull(element, setDistancePx, () => release.current());
  }, [target, isEnabled]);
  return distancePx;
}

function listenForPull(element: HTMLElement, onDistance: (px: number) => void, onRelease: () => void): () => void {
  let start: Start | undefined;
  let distancePx = 0;
  const show = (px: number) => {
    distancePx = px;
    onDistance(px);
  };
  const onStart = (event: TouchEvent) => {
    const touch = event.touches[0];
    const isOne = event.touches.length === 1 && touch !== undefined;
    start =
      isOne && window.scrollY <= 0 && !isZoomed()
        ? { x: touch.clientX, y: touch.clientY, isPulling: false }
        : undefined;
  };
  const onMove = (event: TouchEvent) => {
    const touch = event.touches[0];
    if (start === undefined || touch === undefined) return;
    const right = touch.clientX - start.x;
    const down = touch.clientY - start.y;
    if (!start.isPulling && Math.max(Math.abs(right), Math.abs(down)) < SLOP_PX) return;
    start = { ...start, isPulling: start.isPulling || down > Math.abs(right) };
    if (!start.isPulling) start = undefined;
    else {
      if (event.cancelable) event.preventDefault();
      show(resisted(down));
    }
  };
  const onEnd = () => {
    if (start?.isPulling && distancePx >= PULL_PX) onRelease();
    start = undefined;
    if (distancePx !== 0) show(0);
  };
  const onCancel = () => {
    start = undefined;
    show(0);
  };
  const listening = new AbortController();
  const { signal } = listening;
  element.addEventListener('touchstart', onStart, { signal, passive: true });
  element.addEventListener('touchmove', onMove, { signal, passive: false });
  element.addEventListener('touchend', onEnd, { signal });
  element.addEventListener('touchcancel', onCancel, { signal });
  return () => listening.abort();
}

/** On a zoomed page a finger moves the view. */
function isZoomed(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1.01;
}

/** Resistance grows with the distance. */
function resisted(downPx: number): number {
  return downPx <= 0 ? 0 : PULL_PX_MAX * (1 - Math.exp(-downPx / PULL_PX_MAX));
}
