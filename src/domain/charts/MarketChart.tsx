import { memo, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import type { CandleSource } from '../../shared/charts/candleSource.ts';
import type { ChartMarks } from '../../shared/charts/chartSettings.ts';
import type { ChartApi, ChartLook } from '../../shared/charts/chartPicture.ts';
import { LazyCandleChart } from '../../shared/charts/LazyCandleChart.tsx';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { Button } from '../../shared/ui/Button.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { symbolOf } from '../markets/marketsData.ts';
import { useMarketAsOf } from '../markets/useMarkets.ts';
import { useCandles } from '../markets/useCandles.ts';
import { useChartPreferences } from '../preferences/useChartPreferences.ts';
import { intervalOf } from './intervals.ts';
import { isNamedSeparately } from './lastPrice.ts';
import styles from './MarketChart.module.css';
import { type ChartActs, useChartMarks } from './useChartMarks.ts';

// The market changes with every price, but the chart's props do not: prices reach the chart outside React.
const Picture = memo(LazyCandleChart);

type MarketChartProps = {
  market: Market;
  /** Receives the market's candles; other readers subscribe to it too. */
  source: CandleSource;
  look?: ChartLook;
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
export function MarketChart({ market, source, look = 'full', marks, acts, toolsPlace, onReady }: MarketChartProps) {
  const { chart } = useChartPreferences();
  const { period, mode } = intervalOf(chart.interval);
  const symbol = symbolOf(market);
  const { candles, asOfMs, error, onLive, older, retry } = useCandles({ symbol, period, asOf: market.asOf });
  useFilledSource(source, { candles, asOfMs, onLive });
  const marketAsOfMs = useMarketAsOf(market.id);
  // If the figures are of the same time, their age is shown once only.
  const isOlder = isNamedSeparately(asOfMs, marketAsOfMs);
  const own = useChartMarks({ market, source, isOn: chart.showsMarks && marks === undefined, acts });
  if (error !== undefined) {
    return (
      <div className={styles['box']}>
        <ErrorState what={appErrorText(error)} onRetry={retry} />
      </div>
    );
  }
  return (
    <div className={styles['box']}>
      {isOlder && (
        <div className={styles['asOf']}>
          <AsOf atMs={asOfMs} />
        </div>
      )}
      {older.isFailed && <OlderFailed onRetry={older.retry} />}
      <Picture
        label={symbol}
        source={source}
        period={period}
        pricePlaces={market.pricePrecision}
        mode={mode}
        isLoading={candles === undefined}
        settings={chart.settings}
        marks={marks ?? own}
        look={look}
        onNeedOlder={older.load}
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

/** Feeds the loaded candles and then every live candle to the source. */
function useFilledSource(source: CandleSource, { candles, asOfMs, onLive }: Loaded): void {
  useEffect(() => {
    source.setCandles(candles ?? [], asOfMs);
    if (candles === undefined) return undefined;
    return onLive?.((candle) => source.applyLive(candle));
  }, [source, candles, asOfMs, onLive]);
}
