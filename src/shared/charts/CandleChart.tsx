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
  startTransition,
} from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ChevronLeft, ChevronRight, ChevronsRight, Crosshair, ZoomIn, ZoomOut, Plus } from 'lucide-react';
import exported from 'echarts-for-react/lib/core';
import {
  fromModelNumber,
  isPositive,
  type Decimal,
  divide,
  isZero,
  multiply,
  subtract,
  HUNDRED,
} from '@halyard/contract/money';
import { formatPrice, formatChange } from '../format/numbers.ts';
import { useLocale } from '../format/useLocale.ts';
import { classNames } from '../ui/classNames.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './CandleChart.module.css';
import type { CandleSource } from './candleSource.ts';
import { lineFigures, paneTitle } from './captions.ts';
import { ChartController, type NeedOlder } from './chartController.ts';
import type { Seen } from './chartNotifier.ts';
import { type ChartApi, pictureOf } from './chartPicture.ts';
import {
  DEFAULT_CHART_SETTINGS,
  NO_MARKS,
  type ChartMarks,
  type ChartSettings,
  type ChartVariant,
  type ChartMode,
  type ChartPeriod,
  type ChartSetup,
  type ChartWindow,
} from './chartSettings.ts';
import { ChartSurface } from './ChartSurface.tsx';
import { echarts } from './echarts.ts';
import { createFigures, type Figures } from './figures.ts';
import { valueAt, yOf, type Layout, type ValueScale } from './layout.ts';
import { LineGrips } from './LineGrips.tsx';
import { momentOf } from './timeScale.ts';

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
  variant?: ChartVariant;
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
  const { label, source, isLoading = false, marks = NO_MARKS, onNeedOlder, onReady, variant = 'full' } = props;
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
  // The first picture follows its candles by a frame.
  const hasCandles = useSyncExternalStore(source.subscribe, () => source.candles.length > 0);
  return (
    <section
      className={classNames(styles['root'], variant === 'strip' && styles['strip'])}
      aria-label={`${label}, ${t('common:chart.label')}`}
    >
      <div className={styles['picture']}>
        <Described controller={controller} setup={setup}>
          <EChartsHost onReady={setChart} onResize={onResize} />
        </Described>
        {isEmpty ? (
          <Nothing isLoading={isLoading || hasCandles} />
        ) : (
          <ChartSurface controller={controller} setup={setup} />
        )}
        <div ref={layer} className={styles['layer']} />
        {!isEmpty && <PricePane controller={controller} setup={setup} marks={marks} />}
      </div>
      {variant === 'full' && <Tools controller={controller} place={toolsPlace} />}
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
  const { period, pricePlaces, mode = 'candles', settings = DEFAULT_CHART_SETTINGS, variant = 'full', window } = props;
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
    return { period, mode, pricePlaces, locale, settings, variant, words, window };
  }, [period, mode, pricePlaces, locale, settings, variant, window, t]);
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

const Base = defaultOf(exported);

/**
 * Creates its chart once. The library creates every chart twice, the second one after the first has drawn an empty
 * picture to learn its size. Runs in a frame of its own, because it measures the page, which React has just changed.
 */
class ReactECharts extends Base {
  private frame = 0;

  override componentDidMount(): void {
    this.frame = requestAnimationFrame(() => {
      const chart = echarts.init(this.ele);
      startTransition(() => this.props.onChartReady?.(chart));
    });
  }

  override componentWillUnmount(): void {
    cancelAnimationFrame(this.frame);
    super.componentWillUnmount();
  }
}

type EChartsHostProps = { onReady: (chart: EChartsType) => void; onResize: () => void };

const NOTHING = {};
const never = () => false;
const FILL = { inlineSize: '100%', height: '100%' };

/** An ECharts instance in an element that fills its parent. Its content is set on the instance, never through React. */
function EChartsHost({ onReady, onResize }: EChartsHostProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current === null) return undefined;
    const observer = new ResizeObserver(onResize);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [onResize]);
  return (
    <div ref={box} style={FILL}>
      <ReactECharts
        echarts={echarts}
        option={NOTHING}
        shouldSetOption={never}
        autoResize={false}
        style={FILL}
        onChartReady={onReady}
      />
    </div>
  );
}

/** The module is CommonJS compiled from an ES module: some bundlers return its default export, others the namespace. */
function defaultOf<Thing extends object>(module: Thing | { default: Thing }): Thing {
  return 'default' in module ? module.default : module;
}

type PricePaneProps = { controller: ChartController; setup: ChartSetup; marks: ChartMarks };

/** Interactive elements over the candles. As high as the price pane in every layout. */
function PricePane({ controller, setup, marks }: PricePaneProps) {
  const pane = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let placed: Layout | undefined;
    // On every picture, outside React; the layout is the same object until it changes.
    const place = () => {
      const layout = controller.scene?.layout;
      if (pane.current === null || layout === undefined || layout === placed) return;
      placed = layout;
      const { style } = pane.current;
      style.insetInlineEnd = `${layout.axisWidth}px`;
      style.insetBlockStart = `${layout.price.top}px`;
      style.blockSize = `${layout.price.height}px`;
    };
    place();
    return controller.subscribe(place);
  }, [controller]);
  return (
    <div ref={pane} className={styles['pane']}>
      <LineGrips controller={controller} setup={setup} marks={marks} />
      {marks.onPlace !== undefined && <PlaceButton controller={controller} setup={setup} onPlace={marks.onPlace} />}
    </div>
  );
}

type PlaceButtonProps = { controller: ChartController; setup: ChartSetup; onPlace: (price: Decimal) => void };

/** Button beside the crosshair, for an order at its price; after keyboard input, at the close of its candle. */
function PlaceButton({ controller, setup, onPlace }: PlaceButtonProps) {
  const { t } = useTranslation('chart');
  const button = useRef<HTMLButtonElement>(null);
  const { pricePlaces, locale } = setup;
  useEffect(() => {
    // On every picture, outside React: the crosshair moves by the pixel.
    const place = () => {
      if (button.current === null) return;
      const aim = aimOf(controller, pricePlaces);
      button.current.hidden = aim === undefined;
      if (aim === undefined) return;
      button.current.style.translate = `0 ${aim.y}px`;
      button.current.setAttribute('aria-label', t('placeAt', { price: formatPrice(aim.price, locale, pricePlaces) }));
    };
    place();
    return controller.subscribe(place);
  }, [controller, pricePlaces, locale, t]);
  const press = () => {
    const aim = aimOf(controller, pricePlaces);
    if (aim !== undefined) onPlace(aim.price);
  };
  return (
    <button ref={button} type="button" hidden className={styles['place']} onClick={press}>
      <Plus aria-hidden size={18} />
    </button>
  );
}

/** Price at the crosshair, and its height in the price pane. */
function aimOf({ scene, source }: ChartController, places: number) {
  if (scene?.cursor === undefined) return undefined;
  const { cursor, price: scale } = scene;
  const { top, height } = scale;
  const pointed = cursor.y === undefined ? source.candles[cursor.index]?.close : priceAt(cursor.y, scale, places);
  if (pointed === undefined || !isPositive(pointed)) return undefined;
  const y = (cursor.y ?? yOf(Number(pointed), scale)) - top;
  return y < 0 || y > height ? undefined : { price: pointed, y };
}

const priceAt = (y: number, scale: ValueScale, places: number) => fromModelNumber(valueAt(y, scale), places);

/** The picture in words: time range, highest, lowest and last price, change, indicator values, open orders. */
function useChartSummary(seen: Seen | undefined, setup: ChartSetup): string {
  const { t } = useTranslation('chart');
  const { locale, pricePlaces, period } = setup;
  const figures = useMemo(() => createFigures(locale, pricePlaces), [locale, pricePlaces]);
  if (seen === undefined) return t('empty');
  const change = changePercent(seen.open, seen.close);
  const sentences = [
    t('summary', {
      from: momentOf(seen.fromMs, period, locale),
      to: momentOf(seen.toMs, period, locale),
      high: figures.exact(seen.high),
      low: figures.exact(seen.low),
      last: figures.exact(seen.newest),
      change: change === undefined ? '—' : formatChange(change, locale),
    }),
  ];
  const values = indicatorWords(seen, setup, figures);
  if (values !== '') sentences.push(t('summaryIndicators', { values }));
  if (seen.orders.length > 0) {
    const orders = seen.orders.join('; ');
    const words = seen.areOptions ? t('summaryOptions', { orders }) : t('summaryOrders', { orders });
    sentences.push(seen.ordersName === undefined ? words : `${seen.ordersName}: ${orders}`);
  }
  return sentences.join('. ');
}

function indicatorWords({ indicators }: Seen, setup: ChartSetup, figures: Figures): string {
  return indicators
    .map(({ indicator, index }) => {
      const lines = lineFigures(indicator, index, figures).map(({ name, text }) => `${name} ${text}`);
      const title = paneTitle(indicator, setup);
      return title.includes('(') || indicator.id === 'vol' ? `${title} ${lines.join(', ')}` : lines.join(', ');
    })
    .join('; ');
}

/** `undefined` for an opening price of zero. */
function changePercent(open: Decimal, close: Decimal): Decimal | undefined {
  if (isZero(open)) return undefined;
  return multiply(divide(subtract(close, open), open, 6, 'half-even'), HUNDRED);
}
