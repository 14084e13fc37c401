import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

/** Full-screen chart: entered by a button, or by turning the phone sideways. */
export type FullScreen = { readonly isFull: boolean; readonly enter: () => void; readonly leave: () => void };

/**
 * Screens with a shorter side up to this are phones: turned sideways they have room for a chart or a page, not both.
 */
const PHONE_MAX_PX = 500;

/**
 * Uses the browser's full screen in landscape where available, otherwise the page's whole area. Escape, back, and
 * turning the phone upright leave it.
 */
export function useFullScreen(): FullScreen {
  const [isFull, setFull] = useState(false);
  // Several events may leave it before React renders.
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
  // Leaving the page leaves the full screen.
  useEffect(() => releaseScreen, []);
  return { isFull, enter, leave };
}

const STEP = 'isChartAlone';

// Adds a history entry of the same page, so that back leaves only the full screen, also when the app was opened with
// this page. The router does not know it; to the router, the step back is a visit to the current page.
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
 * The browser leaves its own full screen by Escape without a key event; otherwise the key is handled here, unless a
 * sheet is open.
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

// Older iPhone browsers have none and cannot lock the orientation.
type Orientation = Partial<Pick<ScreenOrientation, 'unlock'>> &
  Pick<ScreenOrientation, 'type' | 'addEventListener' | 'removeEventListener'> & {
    readonly lock?: (orientation: 'landscape') => Promise<void>;
  };

function orientation(): Orientation | undefined {
  return (window.screen as { readonly orientation?: Orientation }).orientation;
}

// The whole document, so that sheets are visible above the chart. When the browser refuses, the chart still fills the
// page.
async function takeScreen(): Promise<void> {
  const root: Partial<Pick<HTMLElement, 'requestFullscreen'>> = document.documentElement;
  try {
    await root.requestFullscreen?.call(document.documentElement, { navigationUI: 'hide' });
    if (isPhone()) await orientation()?.lock?.('landscape');
  } catch {
    // Refused by the browser.
  }
}

function releaseScreen(): void {
  if (document.fullscreenElement == null) return;
  orientation()?.unlock?.();
  document.exitFullscreen().catch(() => undefined);
}
