/** The chart alone on the whole screen: by a button, or by turning the phone on its side. */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

/** Whether the chart is alone on the screen, and the ways in and out. */
export type FullScreen = { readonly isFull: boolean; readonly enter: () => void; readonly leave: () => void };

/**
 * A screen whose shorter side is no longer than this is a phone's: on its side there is room for a chart or for a page,
 * not for both.
 */
const PHONE_MAX_PX = 500;

/**
 * The browser's own full screen on its side where there is one, otherwise the page's whole area. Escape, the way back,
 * and turning the phone upright leave it.
 */
export function useFullScreen(): FullScreen {
  const [isFull, setFull] = useState(false);
  // What leaves it may come twice before React has drawn once.
  const isIn = useRef(false);
  const show = useCallback((isWanted: boolean) => {
    isIn.current = isWanted;
    setFull(isWanted);
  }, []);
  const fill = useCallback(() => {
    if (isIn.current) return;
    show(true);
    addStep();
  }, [show]);
  const enter = useCallback(() => {
    fill();
    void takeScreen();
  }, [fill]);
  const leave = useCallback(() => {
    if (!isIn.current) return;
    show(false);
    releaseScreen();
    removeStep();
  }, [show]);
  useEscape(isFull, leave);
  useWayBack(() => {
    if (!isIn.current) return;
    show(false);
    releaseScreen();
  });
  useTurning({ onSide: fill, onUpright: leave });
  // A chart that is left for another page takes its screen with it.
  useEffect(() => releaseScreen, []);
  return { isFull, enter, leave };
}

const STEP = 'isChartAlone';

// A step of the history that is the same page: the way back leads out of the full screen and no further, also where the
// app was opened with this page. The router is not told; to it the step back is a visit of the page that it shows
// already.
function addStep(): void {
  if (!isOnStep()) window.history.pushState({ ...window.history.state, [STEP]: true }, '');
}

function removeStep(): void {
  if (isOnStep()) window.history.back();
}

function isOnStep(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && STEP in state;
}

function useWayBack(onBack: () => void): void {
  const onStep = useEffectEvent(() => {
    if (!isOnStep()) onBack();
  });
  useEffect(() => {
    const listen = () => onStep();
    window.addEventListener('popstate', listen);
    return () => window.removeEventListener('popstate', listen);
  }, []);
}

/**
 * The browser leaves its own full screen by Escape without telling the key; without one the key is ours, unless a sheet
 * has it.
 */
function useEscape(isFull: boolean, leave: () => void): void {
  useEffect(() => {
    if (!isFull) return undefined;
    const onKey = ({ key, target }: KeyboardEvent) => {
      const isInSheet = target instanceof Element && target.closest('[role="dialog"]') !== null;
      if (key === 'Escape' && !isInSheet) leave();
    };
    const onChange = () => {
      if (document.fullscreenElement === null) leave();
    };
    window.addEventListener('keydown', onKey);
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      window.removeEventListener('keydown', onKey);
      document.removeEventListener('fullscreenchange', onChange);
    };
  }, [isFull, leave]);
}

function useTurning({ onSide, onUpright }: { onSide: () => void; onUpright: () => void }): void {
  const onTurn = useEffectEvent(() => {
    if (!isPhone()) return;
    if (orientation()?.type.startsWith('landscape') === true) onSide();
    else onUpright();
  });
  useEffect(() => {
    const turned = orientation();
    const listen = () => onTurn();
    turned?.addEventListener('change', listen);
    return () => turned?.removeEventListener('change', listen);
  }, []);
}

function isPhone(): boolean {
  return Math.min(window.screen.width, window.screen.height) <= PHONE_MAX_PX;
}

// Older browsers of iPhones have none, and lock no screen.
type Orientation = Partial<Pick<ScreenOrientation, 'unlock'>> &
  Pick<ScreenOrientation, 'type' | 'addEventListener' | 'removeEventListener'> & {
    readonly lock?: (orientation: 'landscape') => Promise<void>;
  };

function orientation(): Orientation | undefined {
  return (window.screen as { readonly orientation?: Orientation }).orientation;
}

// The whole document, so that sheets are seen above the chart. Whatever the browser refuses, the chart fills the page.
async function takeScreen(): Promise<void> {
  const root: Partial<Pick<HTMLElement, 'requestFullscreen'>> = document.documentElement;
  try {
    await root.requestFullscreen?.call(document.documentElement, { navigationUI: 'hide' });
    if (isPhone()) await orientation()?.lock?.('landscape');
  } catch {
    // Refused.
  }
}

function releaseScreen(): void {
  if (document.fullscreenElement == null) return;
  orientation()?.unlock?.();
  document.exitFullscreen().catch(() => undefined);
}
