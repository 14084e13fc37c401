/** From candles, view and size to what is drawn on the canvas (the picture) and what stands over it (the frame). */
import type { Period } from '@halyard/contract/calls/markets';
import {
  decimal,
  divide,
  fromModelNumber,
  isZero,
  max,
  min,
  multiply,
  subtract,
  type Decimal,
} from '@halyard/contract/money';
import { formatMoment } from '../format/dates.ts';
import { formatPrice } from '../format/numbers.ts';
import type { CandleSource, ChartCandle } from './candleSource.ts';
import { AVERAGES, type ChartMode, type Picture } from './chartOption.ts';
import type { ChartTheme } from './chartTheme.ts';
import { layoutOf, priceAt, xOf, yOf, type Layout } from './layout.ts';
import { movingAverage } from './movingAverage.ts';
import { priceRange, priceTicks, type PriceRange } from './priceScale.ts';
import { timeMarks, zoneOf, type TimeMark } from './timeScale.ts';
import { visibleRange, type View } from './viewport.ts';

/** What the chart is told about what it shows. */
export type ChartSetup = {
  readonly period: Period;
  readonly mode: ChartMode;
  readonly pricePlaces: number;
  readonly locale: string;
};

/** A candle pointed at; `y` where a pointer is, nothing when it was reached by keys. */
export type Cursor = { readonly index: number; readonly y: number | undefined };

export type Direction = 'up' | 'down';

/** What stands over the picture, and what is told to those who cannot see it. */
export type Frame = {
  readonly layout: Layout;
  readonly last: {
    readonly y: number;
    readonly label: string;
    readonly direction: Direction;
    /** Whether its price is in the range that is in sight; otherwise it stands at the edge. */
    readonly isInRange: boolean;
  };
  readonly cursor:
    | {
        readonly index: number;
        readonly x: number;
        readonly y: number;
        readonly priceLabel: string;
        readonly timeLabel: string;
      }
    | undefined;
  /** The candle whose figures are shown: the one under the cursor, otherwise the newest. */
  readonly shown: {
    readonly index: number;
    readonly candle: ChartCandle;
    readonly fast: string;
    readonly slow: string;
  };
  readonly summary: Summary;
};

/** The candles in sight, in a few figures. */
export type Summary = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly last: Decimal;
  readonly changePercent: Decimal | undefined;
};

type Composed = { readonly picture: Picture; readonly frame: Frame };

export type Input = {
  readonly source: Pick<CandleSource, 'candles' | 'columns'>;
  readonly view: View;
  readonly size: { readonly width: number; readonly height: number };
  readonly setup: ChartSetup;
  readonly theme: ChartTheme;
  readonly cursor: Cursor | undefined;
};

/** Height of a step of the price axis, at least. */
const PRICE_STEP_PX = 46;
/** Half a label of the time axis, in heights of it: one that stands further left would be cut. */
const LABEL_HALF_SHARE = 1.6;

/** Undefined when there is nothing in sight. */
export function compose(input: Input): Composed | undefined {
  const { source, view, size, setup, theme } = input;
  const { candles, columns } = source;
  const visible = visibleRange(view, candles.length);
  const range = priceRange(columns, visible);
  const newest = candles.at(-1);
  if (range === undefined || newest === undefined) return undefined;
  const ticks = labelledTicks(range, size.height, setup);
  const lastLabel = formatPrice(newest.close, setup.locale, setup.pricePlaces);
  const labelLength = Math.max(lastLabel.length, ...ticks.map(({ label }) => label.length));
  const layout = layoutOf(size, { length: labelLength, px: theme.labelPx }, view);
  const axis = { period: setup.period, locale: setup.locale, stepPx: layout.stepPx };
  const last = {
    ...lastPlace(columns.close.at(-1) ?? 0, range, layout),
    label: lastLabel,
    direction: directionOf(newest),
  };
  const isCovered = (price: number) => Math.abs(yOf(price, range, layout) - last.y) < theme.labelPx;
  const isWhole = ({ index }: TimeMark) => xOf(index, view, layout) >= LABEL_HALF_SHARE * theme.labelPx;
  const picture: Picture = {
    scene: { columns, view, visible, layout, range },
    mode: setup.mode,
    theme,
    priceTicks: ticks.map((tick) => ({ ...tick, label: isCovered(tick.value) ? '' : tick.label })),
    timeMarks: timeMarks(columns.openedAtMs, visible, axis).filter(isWhole),
  };
  const frame: Frame = {
    layout,
    last,
    cursor: cursorOf(input, layout, range),
    shown: shownOf(input),
    summary: summaryOf(candles.slice(...visible), newest),
  };
  return { picture, frame };
}

function labelledTicks(range: PriceRange, height: number, { locale, pricePlaces }: ChartSetup) {
  const values = priceTicks(range, height / PRICE_STEP_PX, pricePlaces);
  const step = (values[1] ?? 0) - (values[0] ?? 0);
  const places = step > 0 ? Math.min(pricePlaces, Math.max(0, -Math.floor(Math.log10(step) + 1e-9))) : pricePlaces;
  return values.map((value) => ({ value, label: priceLabel(value, locale, places) }));
}

function priceLabel(value: number, locale: string, places: number): string {
  return formatPrice(fromModelNumber(value, places), locale, places);
}

function lastPlace(price: number, range: PriceRange, layout: Layout) {
  const { top, height } = layout.price;
  const y = Math.min(top + height, Math.max(top, yOf(price, range, layout)));
  return { y, isInRange: price >= range.min && price <= range.max };
}

function cursorOf({ source, view, cursor, setup }: Input, layout: Layout, range: PriceRange): Frame['cursor'] {
  const candle = cursor === undefined ? undefined : source.candles[cursor.index];
  if (cursor === undefined || candle === undefined) return undefined;
  const { locale, pricePlaces, period } = setup;
  const price = cursor.y === undefined ? Number(candle.close) : priceAt(cursor.y, range, layout);
  return {
    index: cursor.index,
    x: xOf(cursor.index, view, layout),
    y: cursor.y ?? yOf(price, range, layout),
    priceLabel: priceLabel(price, locale, pricePlaces),
    timeLabel: momentOf(candle.openedAtMs, period, locale),
  };
}

/** When a candle opened, as finely as its period needs. */
export function momentOf(openedAtMs: number, period: Period, locale: string): string {
  const zone = zoneOf(period);
  return formatMoment(openedAtMs, locale, zone === 'utc' ? 'date' : 'dayMinute', zone);
}

function shownOf({ source, cursor, setup }: Input): Frame['shown'] {
  const index = Math.min(cursor?.index ?? Infinity, source.candles.length - 1);
  const candle = source.candles[index];
  if (candle === undefined) throw new RangeError('no candle to show');
  const average = (length: number) => {
    const [value] = movingAverage(source.columns.close, length, [index, index + 1]);
    return value === undefined ? '—' : priceLabel(value, setup.locale, setup.pricePlaces);
  };
  return { index, candle, fast: average(AVERAGES.fast), slow: average(AVERAGES.slow) };
}

function summaryOf(visible: readonly ChartCandle[], newest: ChartCandle): Summary {
  const first = visible[0] ?? newest;
  const last = visible.at(-1) ?? newest;
  return {
    fromMs: first.openedAtMs,
    toMs: last.openedAtMs,
    high: max(first.high, ...visible.map(({ high }) => high)),
    low: min(first.low, ...visible.map(({ low }) => low)),
    last: newest.close,
    changePercent: isZero(first.open) ? undefined : percentBetween(first.open, last.close),
  };
}

function percentBetween(before: Decimal, after: Decimal): Decimal {
  return multiply(divide(subtract(after, before), before, 6, 'half-even'), decimal('100'));
}

function directionOf({ open, close }: ChartCandle): Direction {
  return Number(close) >= Number(open) ? 'up' : 'down';
}
