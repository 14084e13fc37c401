import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Option } from '@halyard/contract/options/calls';
import type { Direction } from '@halyard/contract/options/rules';
import { useRunningOptions } from '../../domain/options/useOptions.ts';
import { useTickSource } from '../../domain/options/useTickSource.ts';
import { useChartPreferences } from '../../domain/preferences/useChartPreferences.ts';
import type { ChartMarks, ChartSettings, MarkSide, TradeMark, ChartWindow } from '../../shared/charts/chartSettings.ts';
import { LazyCandleChart } from '../../shared/charts/LazyCandleChart.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import styles from './Option.module.css';
import type { OptionMarket } from './ticket/useOptionTicket.ts';

const SIDES = { up: 'buy', down: 'sell', even: 'even' } as const satisfies Readonly<Record<Direction, MarkSide>>;

/** Shown seconds before the newest price, and after it at least and at most. */
const PAST = 150;

const AHEAD = { least: 12, most: 150 } as const;

/** The prices of the last minutes, live, with entries and expiries of the user's options. */
export function OptionChart({ market }: { market: OptionMarket }) {
  const { source, isLoading } = useTickSource(market.symbol);
  const marks = useOptionMarks(market);
  const settings = useBareSettings();
  const window = useWindow(market);
  return (
    <div className={styles['chart']}>
      <LazyCandleChart
        label={market.symbol}
        source={source}
        isLoading={isLoading}
        period="1s"
        mode="line"
        variant="strip"
        pricePlaces={market.pricePrecision}
        settings={settings}
        marks={marks}
        window={window}
      />
    </div>
  );
}

/** The line without indicators, which say nothing on seconds. */
function useBareSettings(): ChartSettings {
  const { settings } = useChartPreferences().chart;
  return useMemo(() => ({ ...settings, overlays: [], panes: [], scale: 'linear' }), [settings]);
}

/** Extends the window so that the expiries of running options are visible. */
function useWindow({ id }: OptionMarket): ChartWindow {
  const { options } = useRunningOptions();
  const longest = Math.max(
    0,
    ...(options ?? []).map(({ marketId, status, seconds }) => (marketId === id && status !== 'closed' ? seconds : 0)),
  );
  const ahead = Math.min(AHEAD.most, Math.max(AHEAD.least, longest));
  return useMemo(() => ({ span: PAST + ahead, ahead }), [ahead]);
}

/**
 * Chart marks of the user's options: entry, expiry and settlement price. Covers all listed options; settled ones stay
 * with both prices until the list is read again.
 */
function useOptionMarks({ id, pricePrecision }: OptionMarket): ChartMarks {
  const { t } = useTranslation('options');
  const format = useFormat();
  const { options } = useRunningOptions();
  return useMemo(() => {
    const here = (options ?? []).filter(({ marketId }) => marketId === id);
    const running = here.filter(({ status }) => status !== 'closed');
    const label = ({ direction, stake }: Option) => `${t(`direction.${direction}`)} ${format.amount(stake, 8, 0)}`;
    return {
      areOptions: true,
      orders: running.map((option) => ({
        id: `open-${option.id}`,
        side: SIDES[option.direction],
        price: option.openPrice,
        label: label(option),
      })),
      moments: running.map(({ id: key, dueAt }) => ({
        id: `end-${key}`,
        atMs: Date.parse(dueAt),
        label: format.moment(Date.parse(dueAt), 'second'),
      })),
      trades: here.flatMap((option) => ticksOf(option, (tick) => format.price(tick, pricePrecision), t)),
    };
  }, [id, options, t, format, pricePrecision]);
}

type Words = ReturnType<typeof useTranslation<'options'>>['t'];

function ticksOf(option: Option, priceText: (price: Option['openPrice']) => string, t: Words): TradeMark[] {
  const mark = (name: 'open' | 'end', { at, price }: Option['openTick']): TradeMark => ({
    id: `${name}-${option.id}`,
    side: SIDES[option.direction],
    price,
    atMs: Date.parse(at),
    label: t(`marks.${name}`, { direction: t(`direction.${option.direction}`), price: priceText(price) }),
  });
  return [mark('open', option.openTick), ...(option.endTick === null ? [] : [mark('end', option.endTick)])];
}
