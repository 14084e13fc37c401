import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCompact, formatPrice } from '../format/numbers.ts';
import styles from './CandleChart.module.css';
import type { ChartController } from './chartController.ts';
import { momentOf, type ChartSetup, type Frame } from './composition.ts';
import { attachGestures } from './gestures.ts';

type ChartSurfaceProps = { controller: ChartController; frame: Frame; setup: ChartSetup };

const PAGE = 10;
const ZOOM_STEP = 1.35;

/** What fingers, mice and keys act on: a slider over the candles, whose value is the candle pointed at, told in words and figures. */
export function ChartSurface({ controller, frame, setup }: ChartSurfaceProps) {
  const { t } = useTranslation('common');
  const surface = useRef<HTMLDivElement>(null);
  const { index, candle } = frame.shown;
  const isPointing = frame.cursor !== undefined;
  const isPointingNow = useRef(isPointing);
  useEffect(() => {
    isPointingNow.current = isPointing;
  });
  useEffect(() => {
    if (surface.current === null) return undefined;
    return attachGestures(surface.current, {
      onPan: (px) => controller.panBy(px),
      onZoom: (factor, x) => controller.zoomBy(factor, x),
      onTap: (x, y) => (isPointingNow.current ? controller.unpoint() : controller.pointAt(x, y)),
      onPoint: (x, y) => controller.pointAt(x, y),
      onLeave: () => controller.unpoint(),
      isPointing: () => isPointingNow.current,
    });
  }, [controller]);
  // Told when another candle is reached, not with every tick of the open one: screen readers would never stop speaking.
  const spoken = useMemo(() => {
    const { locale, period, pricePlaces } = setup;
    const price = (value: typeof candle.open) => formatPrice(value, locale, pricePlaces);
    return t('chart.candle', {
      time: momentOf(candle.openedAtMs, period, locale),
      open: price(candle.open),
      high: price(candle.high),
      low: price(candle.low),
      close: price(candle.close),
      volume: formatCompact(candle.volume, locale),
    });
    // oxlint-disable-next-line react/exhaustive-deps -- the figures are those at the moment when the candle was reached
  }, [index, candle.openedAtMs, t]);
  return (
    <div
      ref={surface}
      className={styles['surface']}
      role="slider"
      tabIndex={0}
      aria-label={t('chart.cursor')}
      aria-valuemin={0}
      aria-valuemax={index}
      aria-valuenow={index}
      aria-valuetext={spoken}
      onKeyDown={(event) => onKey(event, controller)}
    />
  );
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
  Escape: (controller) => controller.unpoint(),
};

function onKey(event: KeyboardEvent, controller: ChartController): void {
  const act = event.ctrlKey || event.altKey || event.metaKey ? undefined : KEYS[event.key];
  if (act === undefined) return;
  event.preventDefault();
  act(controller);
}
