import { memo, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market, Period } from '@halyard/contract/market/calls';
import type { CandleSource } from '../../shared/charts/candleSource.ts';
import type { ChartMarks, ChartVariant } from '../../shared/charts/chartSettings.ts';
import type { ChartApi } from '../../shared/charts/chartPicture.ts';
import { LazyCandleChart } from '../../shared/charts/LazyCandleChart.tsx';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { classNames } from '../../shared/ui/classNames.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { symbolOf } from '../markets/marketsData.ts';
import { useMarketAsOf } from '../markets/useMarkets.ts';
import { useCandles } from '../markets/useCandles.ts';
import { useChartPreferences } from '../preferences/useChartPreferences.ts';
import { type Interval, type IntervalId, intervalOf } from './intervals.ts';
import styles from './MarketChart.module.css';
import { type ChartActs, useChartMarks } from './useChartMarks.ts';

// The market changes with every price, but the chart's props do not: prices reach the chart outside React.
const Picture = memo(LazyCandleChart);

type MarketChartProps = {
  market: Market;
  /** Receives the market's candles; other readers subscribe to it too. */
  source: CandleSource;
  variant?: ChartVariant;
  /** Instead of the user's own interval. */
  interval?: IntervalId;
  /** Replaces the user's own spot orders and executions. */
  marks?: ChartMarks | undefined;
  /** Actions on the user's spot orders on the chart. */
  acts?: ChartActs | undefined;
  /** Element that takes the chart's buttons, in a row of the page. */
  toolsPlace?: HTMLElement | null;
  onReady?: (api: ChartApi) => void;
};

/**
 * The live chart of a market with the user's interval, indicators and colours, and the user's orders and executions on
 * it. Fills its parent.
 */
export function MarketChart(props: MarketChartProps) {
  const { market, source, variant = 'full', interval, marks, acts, toolsPlace, onReady } = props;
  const { chart } = useChartPreferences();
  const { period, mode } = intervalOf(interval ?? chart.interval);
  const symbol = symbolOf(market);
  const { older, retry, error, ...loaded } = useCandles({ symbol, period, asOf: market.asOf });
  const { shown, isWaiting } = useShown({ ...loaded, symbol, period, mode });
  const { candles, asOfMs } = shown;
  useFilledSource(source, shown);
  const marketAsOfMs = useMarketAsOf(market.id);
  // If the figures are of the same time, their age is shown once only.
  const isOlder = isNamedSeparately(asOfMs, marketAsOfMs);
  const own = useChartMarks({ market, source, isOn: chart.showsMarks && marks === undefined, acts });
  if (error !== undefined) {
    return (
      <div className={styles['box']}>
        <ErrorState error={error} onRetry={retry} />
      </div>
    );
  }
  return (
    <div className={classNames(styles['box'], isWaiting && styles['waiting'])} aria-busy={isWaiting}>
      {isOlder && (
        <div className={styles['asOf']}>
          <AsOf atMs={asOfMs} />
        </div>
      )}
      {older.isFailed && <OlderFailed onRetry={older.retry} />}
      <Picture
        label={symbol}
        source={source}
        period={shown.period}
        pricePlaces={market.pricePrecision}
        mode={shown.mode}
        isLoading={candles === undefined}
        settings={chart.settings}
        marks={marks ?? own}
        variant={variant}
        onNeedOlder={isWaiting ? NOTHING_OLDER : older.load}
        {...(toolsPlace !== undefined && { toolsPlace })}
        {...(onReady && { onReady })}
      />
    </div>
  );
}

function OlderFailed({ onRetry }: { onRetry: (() => void) | undefined }) {
  const { t } = useTranslation('kline');
  return (
    <div role="status" className={styles['older']}>
      <span>{t('older.failed')}</span>
      <Button kind="quiet" size="small" onClick={() => onRetry?.()}>
        {t('older.retry')}
      </Button>
    </div>
  );
}

type Loaded = Pick<ReturnType<typeof useCandles>, 'candles' | 'asOfMs' | 'onLive'>;

type Shown = Loaded & { readonly symbol: string; readonly period: Period; readonly mode: Interval['mode'] };

const NOTHING_OLDER = () => Promise.resolve([]);

/** The loaded candles with their interval; until those of another interval are there, the previous ones. */
function useShown(current: Shown): { readonly shown: Shown; readonly isWaiting: boolean } {
  const [last, setLast] = useState(current);
  const isThere = current.candles !== undefined;
  const hasChanged = last.candles !== current.candles || last.mode !== current.mode || last.asOfMs !== current.asOfMs;
  if (isThere && hasChanged) setLast(current);
  if (isThere || last.candles === undefined || last.symbol !== current.symbol) {
    return { shown: current, isWaiting: false };
  }
  return { shown: last, isWaiting: true };
}

/** Feeds the loaded candles and then every live candle to the source. */
function useFilledSource(source: CandleSource, { candles, asOfMs, onLive }: Loaded): void {
  // Before the browser paints: loaded candles are never shown as none.
  useLayoutEffect(() => {
    source.setCandles(candles ?? [], asOfMs);
    if (candles === undefined) return undefined;
    return onLive?.((candle) => source.applyLive(candle));
  }, [source, candles, asOfMs, onLive]);
}

// The last price of a market wherever its chart is shown: one number for the whole view.

const TOLD_APART_MS = 60_000;

/** Whether cached candles are so much older than the market's figures that each shows its own time. */
function isNamedSeparately(candlesAsOfMs: number | undefined, marketAsOfMs: number | undefined): boolean {
  if (candlesAsOfMs === undefined) return false;
  return marketAsOfMs === undefined || marketAsOfMs - candlesAsOfMs > TOLD_APART_MS;
}

/**
 * The close of the newest candle as the chart has it: it changes with every tick, the market's figures a few times a
 * second. Falls back to the market's price when there are no candles, or only older ones.
 */
export function useLastPrice(source: CandleSource, market: Market): Market['lastPrice'] {
  const marketAsOfMs = useMarketAsOf(market.id);
  const closeNow = () => (isNamedSeparately(source.asOfMs, marketAsOfMs) ? undefined : source.candles.at(-1)?.close);
  return useSyncExternalStore(source.subscribe, closeNow) ?? market.lastPrice;
}
