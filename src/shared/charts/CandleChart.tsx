import type { EChartsType } from 'echarts/core';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../format/useLocale.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { classNames } from '../ui/classNames.ts';
import styles from './CandleChart.module.css';
import { ChartSurface } from './ChartSurface.tsx';
import { ChartTools } from './ChartTools.tsx';
import { EChartsHost } from './EChartsHost.tsx';
import type { CandleSource } from './candleSource.ts';
import { ChartController, type NeedOlder } from './chartController.ts';
import { PricePane } from './PricePane.tsx';
import { type ChartApi, type ChartLook, pictureOf } from './chartPicture.ts';
import { type ChartMarks, type ChartSettings, DEFAULT_CHART_SETTINGS, NO_MARKS } from './chartSettings.ts';
import type { ChartMode, ChartPeriod, ChartSetup, ChartWindow } from './setup.ts';
import { useChartSummary } from './useChartSummary.ts';

export type CandleChartProps = {
  /** What is charted, for screen readers: `BTC/USDT`. */
  label: string;
  source: CandleSource;
  period: ChartPeriod;
  pricePlaces: number;
  mode?: ChartMode;
  /** Whether candles are on their way, so that nothing is not yet "none". */
  isLoading?: boolean;
  /** Asked for candles before a moment, as one comes near the oldest. */
  onNeedOlder?: NeedOlder;
  /** Indicators and scale, as the user set them. */
  settings?: ChartSettings;
  /** Waiting orders and executions of the user's own. */
  marks?: ChartMarks;
  /** `strip`: a small chart beside something else: no figures above, no buttons, no pane but the volume. */
  look?: ChartLook;
  /** What is in sight when the chart opens; another one is gone to. The same object while it is the same. */
  window?: ChartWindow;
  /** Where the buttons stand, in a row of the page's; below the picture unless said. */
  toolsPlace?: HTMLElement | null;
  /** Told once the chart can be asked for its picture. */
  onReady?: (api: ChartApi) => void;
};

/**
 * The K-line chart: candles or a line, indicators over and below them, the last price, own orders and trades. Swipe
 * sideways or use the arrow keys to go through time, pinch to zoom, tap to hold the cross hairs, tap with two fingers
 * to free them; there are buttons for all of it. Fills its parent.
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
  useChartApi(controller, chart, onReady);
  const onResize = useCallback(() => controller.resize(), [controller]);
  const isEmpty = useSyncExternalStore(
    controller.eventNotifier.subscribe,
    () => controller.eventNotifier.pointed() === undefined,
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

/** What the chart is told, another object only when something of it is other. */
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
  onReady: CandleChartProps['onReady'],
) {
  const latestOnReady = useRef(onReady);
  useEffect(() => {
    latestOnReady.current = onReady;
  });
  useEffect(() => {
    if (chart === undefined) return;
    latestOnReady.current?.({
      takePicture: async (wordsFor) => {
        const lastPrice = controller.settle();
        const { canvas } = controller;
        if (canvas === undefined || lastPrice === undefined) throw new Error('nothing to take a picture of');
        return pictureOf(canvas.chart, canvas.theme, wordsFor(lastPrice));
      },
    });
  }, [controller, chart]);
}

type DescribedProps = { controller: ChartController; setup: ChartSetup; children: ReactNode };

/** The picture with what it shows in words. */
function Described({ controller, setup, children }: DescribedProps) {
  const seen = useSyncExternalStore(controller.eventNotifier.subscribe, controller.eventNotifier.seen);
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

/** A controller for as long as the component stands, another one for another source. */
function useChartController(source: CandleSource, { setup, marks, onNeedOlder }: Given): ChartController {
  const controller = useMemo(() => new ChartController(source), [source]);
  useEffect(() => controller.start(), [controller]);
  const latestOnNeedOlder = useRef(onNeedOlder);
  useEffect(() => {
    latestOnNeedOlder.current = onNeedOlder;
  });
  useEffect(() => {
    // A function written anew with every render is no reason to draw again.
    const askOlder: NeedOlder = async (beforeMs) => (await latestOnNeedOlder.current?.(beforeMs)) ?? [];
    controller.update({ setup, marks, onNeedOlder: askOlder });
  }, [controller, setup, marks]);
  return controller;
}
