import { memo } from 'react';
import type { Book, Market } from '@halyard/contract/market/calls';
import { fromModelNumber, type Decimal } from '@halyard/contract/money';
import { useFormat } from '../../shared/format/useFormat.ts';
import { classNames } from '../../shared/ui/classNames.ts';
import styles from './DepthChart.module.css';
import { depthCurve, depthPicture } from './depthCurve.ts';

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
