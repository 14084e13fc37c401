import { compare, type Decimal } from '@halyard/contract/money';
import { sparklinePath } from './sparklinePath.ts';
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
