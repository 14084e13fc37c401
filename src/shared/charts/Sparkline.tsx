import { compare, type Decimal } from '@halyard/contract/money';
import styles from './Sparkline.module.css';

type SparklineProps = {
  /** Closes, oldest first. */
  closes: readonly Decimal[] | undefined;
};

const WIDTH = 50;
const HEIGHT = 24;

/**
 * Line of the last day, coloured by its first and last close. Hidden from screen readers, because the figures are
 * beside it.
 */
export function Sparkline({ closes = [] }: SparklineProps) {
  const [first] = closes;
  const last = closes.at(-1);
  const hasRisen = first !== undefined && last !== undefined && compare(last, first) >= 0;
  return (
    <svg aria-hidden="true" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={styles['line']}>
      <path d={sparklinePath(closes.map(Number), WIDTH, HEIGHT)} className={hasRisen ? styles['up'] : styles['down']} />
    </svg>
  );
}

/** Space for the stroke width. */
const INSET = 2;

/** Closer values are noise at this size. */
const POINT_PX = 3;

/**
 * SVG path of values spread over a width as a smooth line, the highest at the top and the lowest at the bottom; empty
 * for fewer than two. Of many values it draws as many as there is room for, the last one included.
 */
export function sparklinePath(values: readonly number[], width: number, height: number): string {
  const last = values.length - 1;
  if (last < 1) return '';
  const step = Math.ceil((last * POINT_PX) / width);
  const places = values.flatMap((_, place) =>
    place === last || (place % step === 0 && place + step / 2 < last) ? [place] : [],
  );
  const shown = places.map((place) => values[place] ?? 0);
  const lowest = Math.min(...shown);
  const spread = Math.max(...shown) - lowest;
  const points = shown.map((value, index) => {
    // Constant values make a line through the middle.
    const share = spread === 0 ? 0.5 : (value - lowest) / spread;
    return [((places[index] ?? 0) / last) * width, height - INSET - share * (height - 2 * INSET)] as const;
  });
  const at = (...point: readonly number[]) => point.map((length) => length.toFixed(1)).join();
  // Curves from the middle of one piece to the middle of the next, bent towards the point between them.
  return points
    .map(([x, y], index) => {
      const [nextX, nextY] = points[index + 1] ?? [x, y];
      if (index === 0) return `M${at(x, y)}`;
      return index === points.length - 1 ? `L${at(x, y)}` : `Q${at(x, y)} ${at((x + nextX) / 2, (y + nextY) / 2)}`;
    })
    .join('');
}
