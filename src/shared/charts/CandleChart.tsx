import type { EChartsType } from 'echarts/core';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../format/useLocale.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { classNames } from '../ui/classNames.ts';
import styles from './CandleChart.module.css';
import { ChartSurface } from './ChartSurface.tsx';
import { EChartsHost } from './EChartsHost.tsx';
import type { CandleSource } from './candleSource.ts';
import { ChartController, type NeedOlder } from './chartController.ts';
import { PricePane } from './PricePane.tsx';
import { type ChartApi, pictureOf } from './chartPicture.ts';
import { type ChartMarks, type ChartSettings, DEFAULT_CHART_SETTINGS, NO_MARKS } from './chartSettings.ts';
import type { ChartLook, ChartMode, ChartPeriod, ChartSetup, ChartWindow } from './setup.ts';
import { useChartSummary } from './useChartSummary.ts';
import { ChevronLeft, ChevronRight, ChevronsRight, Crosshair, ZoomIn, ZoomOut } from 'lucide-react';
import { IconButton } from '../ui/IconButton.tsx';

export type CandleChartProps = {
  /** Name of the chart for screen readers: `BTC/USDT`. */
  label: string;
  source: CandleSource;
  period: ChartPeriod;
  pricePlaces: number;
  mode?: ChartMode;
  /** Whether candles are loading, so that an empty chart is not yet "none". */
  isLoading?: boolean;
  /** Requests candles before a moment when the view nears the oldest one. */
  onNeedOlder?: NeedOlder;
  /** The user's indicators and scale. */
  settings?: ChartSettings;
  /** The user's open orders and executions. */
  marks?: ChartMarks;
  /** `strip`: a small chart beside other content, without figures, buttons and panes other than volume. */
  look?: ChartLook;
  /** Visible range when the chart opens; the chart moves to a new one. Must be a stable object. */
  window?: ChartWindow;
  /** Container for the buttons, elsewhere on the page; default is below the picture. */
  toolsPlace?: HTMLElement | null;
  /** Called once the chart can be asked for its picture. */
  onReady?: (api: ChartApi) => void;
};

/**
 * Candlestick chart (K-line) or line chart: indicators over and below the candles, the last price, the user's orders
 * and trades. Swipe sideways or use the arrow keys to move through time, pinch to zoom, tap to hold the crosshair, tap
 * with two fingers to release it; every gesture has a button. Fills its parent.
 */
export function CandleChart(props: CandleChartProps) {
  const { label, source, isLoading = false, marks = NO_MARKS, onNeedOlder, onReady, look = 'full' } = props;
  const { toolsPlace } = props;
  const { t } = useTranslation(['chart', 'common']);
  const setup = useSetup(props);
  const controller = useChartController(source, { setup, marks, onNeedOlder });
  const [chart, setChart] = useState<EChartsType>();
  useEffect(() => {
    if (chart !== undefined) controller.attach(chart);
  }, [controller, chart]);
  const layer = useRef<HTMLDivElement>(null);
  useChartApi(controller, chart, { layer, onReady });
  const onResize = useCallback(() => controller.resize(), [controller]);
  const isEmpty = useSyncExternalStore(
    controller.notifier.subscribe,
    () => controller.notifier.pointed() === undefined,
  );
  return (
    <section
      className={classNames(styles['root'], look === 'strip' && styles['strip'])}
      aria-label={`${label}, ${t('common:chart.label')}`}
    >
      <div className={styles['picture']}>
        <Described controller={controller} setup={setup}>
          <EChartsHost onReady={setChart} onResize={onResize} />
        </Described>
        {isEmpty ? <Nothing isLoading={isLoading} /> : <ChartSurface controller={controller} setup={setup} />}
        <div ref={layer} className={styles['layer']} />
        {!isEmpty && <PricePane controller={controller} setup={setup} marks={marks} />}
      </div>
      {look === 'full' && <Tools controller={controller} place={toolsPlace} />}
    </section>
  );
}

type ToolsProps = { controller: ChartController; place: HTMLElement | null | undefined };

function Tools({ controller, place }: ToolsProps) {
  const tools = <ChartTools controller={controller} />;
  if (place === undefined) return <div className={styles['tools']}>{tools}</div>;
  return place && createPortal(tools, place);
}

/** The chart's setup; a new object only when a part has changed. */
function useSetup(props: CandleChartProps): ChartSetup {
  const { period, pricePlaces, mode = 'candles', settings = DEFAULT_CHART_SETTINGS, look = 'full', window } = props;
  const { t } = useTranslation(['chart', 'common']);
  const locale = useLocale();
  return useMemo(() => {
    const words = {
      open: t('open'),
      high: t('high'),
      low: t('low'),
      close: t('close'),
      volume: t('volume'),
    };
    return { period, mode, pricePlaces, locale, settings, look, words, window };
  }, [period, mode, pricePlaces, locale, settings, look, window, t]);
}

function useChartApi(
  controller: ChartController,
  chart: EChartsType | undefined,
  { layer, onReady }: { layer: RefObject<HTMLElement | null>; onReady: CandleChartProps['onReady'] },
) {
  const latestOnReady = useRef(onReady);
  useEffect(() => {
    latestOnReady.current = onReady;
  });
  useEffect(() => {
    if (chart === undefined || layer.current === null) return;
    const over = layer.current;
    latestOnReady.current?.({
      controller,
      layer: over,
      takePicture: async (wordsFor) => {
        const lastPrice = controller.settle();
        const { canvas } = controller;
        if (canvas === undefined || lastPrice === undefined) throw new Error('nothing to take a picture of');
        return pictureOf({ ...canvas, layer: over }, wordsFor(lastPrice));
      },
    });
  }, [controller, chart, layer]);
}

type DescribedProps = { controller: ChartController; setup: ChartSetup; children: ReactNode };

/** The picture with its description in words. */
function Described({ controller, setup, children }: DescribedProps) {
  const seen = useSyncExternalStore(controller.notifier.subscribe, controller.notifier.seen);
  return (
    <div role="img" aria-label={useChartSummary(seen, setup)} className={styles['canvas']}>
      {children}
    </div>
  );
}

function Nothing({ isLoading }: { isLoading: boolean }) {
  const { t } = useTranslation(['chart', 'common']);
  return (
    <div className={styles['nothing']}>
      {isLoading ? <Skeleton shape="block" height="100%" /> : <p>{t('empty')}</p>}
    </div>
  );
}

type Given = { setup: ChartSetup; marks: ChartMarks; onNeedOlder: NeedOlder | undefined };

/** A controller for the lifetime of the component; a new one for each source. */
function useChartController(source: CandleSource, { setup, marks, onNeedOlder }: Given): ChartController {
  const controller = useMemo(() => new ChartController(source), [source]);
  useEffect(() => controller.start(), [controller]);
  const latestOnNeedOlder = useRef(onNeedOlder);
  useEffect(() => {
    latestOnNeedOlder.current = onNeedOlder;
  });
  useEffect(() => {
    // A callback recreated with every render must not cause a repaint.
    const askOlder: NeedOlder = async (beforeMs) => (await latestOnNeedOlder.current?.(beforeMs)) ?? [];
    controller.update({ setup, marks, onNeedOlder: askOlder });
  }, [controller, setup, marks]);
  return controller;
}

const ZOOM_STEP = 1.35;

/** Buttons for every gesture, for users who cannot pinch, swipe and tap. */
function ChartTools({ controller }: { controller: ChartController }) {
  const { t } = useTranslation(['chart', 'common']);
  const { subscribe, pointed } = controller.notifier;
  const isHeld = useSyncExternalStore(subscribe, () => pointed()?.isHeld ?? false);
  const holdOrFree = () => (isHeld ? controller.release() : controller.hold());
  return (
    <>
      <IconButton icon={<ZoomOut />} label={t('common:chart.zoomOut')} onClick={() => controller.zoomBy(ZOOM_STEP)} />
      <IconButton icon={<ZoomIn />} label={t('common:chart.zoomIn')} onClick={() => controller.zoomBy(1 / ZOOM_STEP)} />
      <IconButton icon={<ChevronLeft />} label={t('older')} onClick={() => controller.moveBy(-1)} />
      <IconButton icon={<ChevronRight />} label={t('newer')} onClick={() => controller.moveBy(1)} />
      <IconButton icon={<ChevronsRight />} label={t('latest')} onClick={() => controller.showLatest()} />
      <IconButton icon={<Crosshair />} label={t('hold')} isPressed={isHeld} onClick={holdOrFree} />
    </>
  );
}
