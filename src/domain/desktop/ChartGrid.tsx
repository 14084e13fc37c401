import { Keyboard, LayoutDashboard, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCandleSource } from '../../shared/charts/useCandleSource.ts';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { useMatchMedia } from '../../shared/viewport/useMatchMedia.ts';
import { INTERVALS, USUAL_INTERVAL } from '../charts/intervals.ts';
import { MarketChart } from '../charts/MarketChart.tsx';
import { symbolOf } from '../markets/marketsData.ts';
import { useListedMarkets, useMarket } from '../markets/useMarkets.ts';
import type { FurtherChart } from './deviceLayout.ts';
import styles from './DesktopLayout.module.css';

/** Room for several charts. */
const VERY_WIDE = '(width >= 1600px)';

const COUNTS = [1, 2, 3, 4] as const;

type ChartsProps = { charts: readonly FurtherChart[]; onCharts: (charts: readonly FurtherChart[]) => void };

/** The page's chart, and up to three of other markets. */
export function ChartGrid({ charts, onCharts, children }: ChartsProps & { children: ReactNode }) {
  const isVeryWide = useMatchMedia(VERY_WIDE);
  const shown = isVeryWide ? charts : [];
  return (
    <div className={styles['charts']} data-count={shown.length + 1}>
      <div className={styles['cell']}>{children}</div>
      {shown.map((chart, place) => (
        <Further
          key={chart.symbol}
          others={charts.filter((each) => each !== chart).map((each) => each.symbol)}
          chart={chart}
          onChange={(changed) => onCharts(charts.map((each, at) => (at === place ? changed : each)))}
          onClose={() => onCharts(charts.filter((_, at) => at !== place))}
        />
      ))}
    </div>
  );
}

type FurtherProps = {
  chart: FurtherChart;
  /** Markets of the other charts. */
  others: readonly string[];
  onChange: (chart: FurtherChart) => void;
  onClose: () => void;
};

function Further({ chart, others, onChange, onClose }: FurtherProps) {
  const { t } = useTranslation('desktop');
  const source = useCandleSource();
  const { market } = useMarket(chart.symbol);
  const { markets } = useListedMarkets();
  const symbols = markets?.map(symbolOf).filter((each) => !others.includes(each)) ?? [chart.symbol];
  return (
    <section className={styles['cell']} aria-label={t('charts.of', { symbol: chart.symbol })}>
      <div className={styles['cellHead']}>
        <select
          className={styles['select']}
          aria-label={t('charts.market')}
          value={chart.symbol}
          onChange={(event) => onChange({ ...chart, symbol: event.target.value })}
        >
          {symbols.map((symbol) => (
            <option key={symbol}>{symbol}</option>
          ))}
        </select>
        <IntervalSelect chart={chart} onChange={onChange} />
        <IconButton
          icon={<X aria-hidden />}
          label={t('charts.close', { symbol: chart.symbol })}
          className={styles['tool']}
          onClick={onClose}
        />
      </div>
      <div className={styles['cellPicture']}>
        {market !== undefined && <MarketChart market={market} source={source} look="strip" interval={chart.interval} />}
      </div>
    </section>
  );
}

function IntervalSelect({ chart, onChange }: Pick<FurtherProps, 'chart' | 'onChange'>) {
  const { t } = useTranslation('kline');
  return (
    <select
      className={styles['select']}
      aria-label={t('interval')}
      value={chart.interval}
      onChange={(event) => {
        const interval = INTERVALS.find(({ id }) => id === event.target.value)?.id;
        if (interval !== undefined) onChange({ ...chart, interval });
      }}
    >
      {INTERVALS.map(({ id }) => (
        <option key={id} value={id}>
          {t(`intervalNames.${id}`)}
        </option>
      ))}
    </select>
  );
}

type ChartToolsProps = ChartsProps & {
  /** The page's market. */
  symbol: string;
  onReset: () => void;
  onShortcuts: () => void;
};

/** Number of charts, usual sizes of all panes, and the shortcuts. */
export function ChartTools({ symbol, charts, onCharts, onReset, onShortcuts }: ChartToolsProps) {
  const { t } = useTranslation('desktop');
  const isVeryWide = useMatchMedia(VERY_WIDE);
  const { markets } = useListedMarkets();
  const show = (further: number) => {
    const others = (markets ?? []).map(symbolOf).filter((each) => each !== symbol);
    const unused = others.filter((each) => charts.every((chart) => chart.symbol !== each));
    const added = unused.map((each): FurtherChart => ({ symbol: each, interval: USUAL_INTERVAL }));
    onCharts([...charts, ...added].slice(0, further));
  };
  return (
    <>
      {isVeryWide && (
        <select
          className={styles['select']}
          aria-label={t('charts.count')}
          value={charts.length + 1}
          onChange={(event) => show(event.target.selectedIndex)}
        >
          {COUNTS.map((count) => (
            <option key={count} value={count}>
              {t('charts.number', { count })}
            </option>
          ))}
        </select>
      )}
      <IconButton
        icon={<LayoutDashboard aria-hidden />}
        label={t('reset')}
        title={t('reset')}
        className={styles['tool']}
        onClick={onReset}
      />
      <IconButton
        icon={<Keyboard aria-hidden />}
        label={t('shortcuts.title')}
        title={t('shortcuts.title')}
        className={styles['tool']}
        onClick={onShortcuts}
      />
    </>
  );
}
