import { useEffect, useMemo, useRef, useSyncExternalStore, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCompact, formatPrice } from '../format/numbers.ts';
import styles from './CandleChart.module.css';
import type { ChartController } from './chartController.ts';
import type { Pointed } from './chartNotifier.ts';
import { attachGestures } from './gestures.ts';
import type { ChartSetup } from './chartSettings.ts';
import { momentOf } from './timeScale.ts';

type ChartSurfaceProps = { controller: ChartController; setup: ChartSetup };

const PAGE = 10;
const ZOOM_STEP = 1.35;

/**
 * Surface for touch, mouse and keyboard: a slider over the candles, whose value is the candle under the crosshair,
 * described in words and figures.
 */
export function ChartSurface({ controller, setup }: ChartSurfaceProps) {
  const { t } = useTranslation('chart');
  const surface = useRef<HTMLDivElement>(null);
  const pointed = useSyncExternalStore(controller.notifier.subscribe, controller.notifier.pointed);
  useEffect(() => {
    if (surface.current === null) return undefined;
    return attachGestures(surface.current, {
      onPan: (px) => controller.panBy(px),
      onZoom: (factor, x) => controller.zoomBy(factor, x),
      onTap: (x, y) => controller.pointAt(x, y, true),
      onTwoFingerTap: () => controller.release(),
      onPoint: (x, y) => controller.pointAt(x, y),
      onLeave: () => controller.leave(),
      isPointing: () => controller.isHeld,
    });
  }, [controller]);
  const index = pointed?.index ?? 0;
  return (
    <div
      ref={surface}
      className={styles['surface']}
      role="slider"
      tabIndex={0}
      aria-label={t('cursor')}
      aria-valuemin={0}
      aria-valuemax={index}
      aria-valuenow={index}
      aria-valuetext={useSpoken(controller, pointed, setup)}
      onKeyDown={(event) => onKey(event, controller)}
    />
  );
}

/** Description of the candle, with the user's trades in it. */
function useSpoken(controller: ChartController, pointed: Pointed | undefined, setup: ChartSetup): string {
  const { t } = useTranslation('chart');
  // Updated when another candle is reached, not with every tick of the open one: screen readers would never stop
  // speaking.
  return useMemo(() => {
    if (pointed === undefined) return '';
    const { candle, index } = pointed;
    const { locale, period, pricePlaces } = setup;
    const price = (value: typeof candle.open) => formatPrice(value, locale, pricePlaces);
    const words = t('candle', {
      time: momentOf(candle.openedAtMs, period, locale),
      open: price(candle.open),
      high: price(candle.high),
      low: price(candle.low),
      close: price(candle.close),
      volume: formatCompact(candle.volume, locale),
    });
    return [words, ...controller.tradesIn(index).map(({ label }) => label)].join('. ');
  }, [controller, pointed, setup, t]);
}

const KEYS: Readonly<Record<string, (controller: ChartController) => void>> = {
  ArrowLeft: (controller) => controller.step(-1),
  ArrowDown: (controller) => controller.step(-1),
  ArrowRight: (controller) => controller.step(1),
  ArrowUp: (controller) => controller.step(1),
  PageDown: (controller) => controller.step(-PAGE),
  PageUp: (controller) => controller.step(PAGE),
  Home: (controller) => controller.step(-Infinity),
  End: (controller) => controller.showLatest(),
  '+': (controller) => controller.zoomBy(1 / ZOOM_STEP),
  '-': (controller) => controller.zoomBy(ZOOM_STEP),
  Escape: (controller) => controller.release(),
  Enter: (controller) => (controller.isHeld ? controller.release() : controller.hold()),
};

function onKey(event: KeyboardEvent, controller: ChartController): void {
  const act = event.ctrlKey || event.altKey || event.metaKey ? undefined : KEYS[event.key];
  if (act === undefined) return;
  event.preventDefault();
  act(controller);
}
