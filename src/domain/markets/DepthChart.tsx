import { memo } from 'react';
import type { Book, Market, BookLevel } from '@halyard/contract/market/calls';
import { fromModelNumber, add, compare, toModelNumber, ZERO, type Decimal } from '@halyard/contract/money';
import { useFormat } from '../../shared/format/useFormat.ts';
import { classNames } from '../../shared/ui/classNames.ts';
import styles from './DepthChart.module.css';

// Cumulative depth of a book as figures and SVG paths.

/** A level with the cumulative quantity up to it. */
type DepthPoint = { readonly price: Decimal; readonly sum: Decimal };

/** Both sides from the best level outwards, without outliers. */
type DepthCurve = { readonly bids: readonly DepthPoint[]; readonly asks: readonly DepthPoint[] };

/** `line` is the step line, `area` the area below it. */
type DepthShape = { readonly line: string; readonly area: string };

type DepthPicture = {
  readonly bids: DepthShape;
  readonly asks: DepthShape;
  /** Prices at the left and right edge, in picture precision. */
  readonly from: number;
  readonly to: number;
};

/**
 * Levels more than this many times the median distance from the mid price are left out: one order at a tenth of the
 * price would flatten the rest.
 */
const REACH_MEDIANS = 5;
/** Margin beyond the farthest level, so that its step is visible. */
const EDGE = 1.05;

/** Cumulates both sides. */
export function depthCurve({ bids, asks }: Pick<Book, 'bids' | 'asks'>): DepthCurve {
  const middle = middleOf(bids[0]?.[0], asks[0]?.[0]);
  const awayOf = ([price]: BookLevel) => Math.abs(toModelNumber(price) - middle);
  const away = [...bids, ...asks].map(awayOf).toSorted((one, other) => one - other);
  const reach = REACH_MEDIANS * (away[Math.floor(away.length / 2)] ?? 0);
  const near = (levels: readonly BookLevel[]) => summed(levels.filter((level) => awayOf(level) <= reach));
  return { bids: near(bids), asks: near(asks) };
}

function middleOf(...best: readonly (Decimal | undefined)[]): number {
  const prices = best.flatMap((price) => (price === undefined ? [] : [toModelNumber(price)]));
  return prices.reduce((sum, each) => sum + each, 0) / Math.max(1, prices.length);
}

/** The larger of both totals; zero for an empty book. */
export function deepestOf({ bids, asks }: DepthCurve): Decimal {
  const bid = bids.at(-1)?.sum ?? ZERO;
  const ask = asks.at(-1)?.sum ?? ZERO;
  return compare(bid, ask) >= 0 ? bid : ask;
}

/**
 * Areas under both step lines in a box of `width` by `height`: price to the right, quantity upwards, mid price in the
 * middle.
 */
export function depthPicture(curve: DepthCurve, width: number, height: number): DepthPicture {
  const prices = [...curve.bids, ...curve.asks].map(({ price }) => toModelNumber(price));
  const middle = middleOf(curve.bids[0]?.price, curve.asks[0]?.price);
  const reach = EDGE * Math.max(...prices.map((each) => Math.abs(each - middle)), Number.MIN_VALUE);
  const deepest = toModelNumber(deepestOf(curve));
  const place = ({ price, sum }: DepthPoint): Place => ({
    x: (width * (toModelNumber(price) - middle + reach)) / (2 * reach),
    y: deepest === 0 ? height : height * (1 - toModelNumber(sum) / deepest),
  });
  return {
    bids: shapeOf(curve.bids.map(place), { edge: 0, height }),
    asks: shapeOf(curve.asks.map(place), { edge: width, height }),
    from: middle - reach,
    to: middle + reach,
  };
}

type Place = { readonly x: number; readonly y: number };

/** A step line: the sum rises at each price and continues to the edge. */
function shapeOf(places: readonly Place[], { edge, height }: { edge: number; height: number }): DepthShape {
  const first = places[0];
  if (first === undefined) return { line: '', area: '' };
  const steps = places.map(({ x, y }) => `H${text(x)}V${text(y)}`).join('');
  const line = `M${text(first.x)} ${text(height)}${steps}H${text(edge)}`;
  return { line, area: `${line}V${text(height)}Z` };
}

function text(pixels: number): string {
  return String(Math.round(pixels * 10) / 10);
}

function summed(levels: readonly BookLevel[]): DepthPoint[] {
  let sum = ZERO;
  return levels.map(([price, quantity]) => {
    sum = add(sum, quantity);
    return { price, sum };
  });
}

/** SVG units; the picture is stretched to the available room. */
const WIDTH = 320;
const HEIGHT = 200;

/** Figures of the picture as localised texts; a dash for an empty side. */
export type DepthFigures = {
  /** Total quantity of bids, and their lowest price. */
  readonly bidSum: string;
  readonly bidPrice: string;
  /** Total quantity of asks, and their highest price. */
  readonly askSum: string;
  readonly askPrice: string;
  readonly coin: string;
};

type DepthChartProps = {
  market: Market;
  book: Book;
  isStale?: boolean;
  /** Describes the picture for screen readers; the feature provides the texts. */
  describe: (figures: DepthFigures) => string;
};

/** Cumulative depth of both sides around the mid price. Fills the height of its parent. */
export const DepthChart = memo(function DepthChart({ market, book, isStale = false, describe }: DepthChartProps) {
  const format = useFormat();
  const curve = depthCurve(book);
  const picture = depthPicture(curve, WIDTH, HEIGHT);
  const price = (value: Decimal | undefined) =>
    value === undefined ? '—' : format.price(value, market.pricePrecision);
  const sum = (value: Decimal | undefined) => (value === undefined ? '—' : format.compact(value));
  const bid = curve.bids.at(-1);
  const ask = curve.asks.at(-1);
  const figures = {
    bidSum: sum(bid?.sum),
    bidPrice: price(bid?.price),
    askSum: sum(ask?.sum),
    askPrice: price(ask?.price),
  };
  const edge = (at: number) => format.price(fromModelNumber(at, market.pricePrecision), market.pricePrecision);
  const isEmpty = curve.bids.length + curve.asks.length === 0;
  return (
    <figure className={classNames(styles['chart'], isStale && styles['stale'])}>
      <p className={styles['sums']} aria-hidden="true">
        <span className={styles['bidSum']}>{figures.bidSum}</span>
        <span>{market.base}</span>
        <span className={styles['askSum']}>{figures.askSum}</span>
      </p>
      <svg
        className={styles['picture']}
        role="img"
        aria-label={describe({ ...figures, coin: market.base })}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        <path className={styles['bidArea']} d={picture.bids.area} />
        <path className={styles['askArea']} d={picture.asks.area} />
        <path className={styles['bids']} d={picture.bids.line} vectorEffect="non-scaling-stroke" />
        <path className={styles['asks']} d={picture.asks.line} vectorEffect="non-scaling-stroke" />
        <path className={styles['middle']} d={`M${WIDTH / 2} 0V${HEIGHT}`} vectorEffect="non-scaling-stroke" />
      </svg>
      <p className={styles['prices']} aria-hidden="true">
        <span>{isEmpty ? '—' : edge(picture.from)}</span>
        <span>{isEmpty ? '—' : edge(picture.to)}</span>
      </p>
    </figure>
  );
});
