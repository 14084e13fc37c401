import { coinColour } from './coinColours.ts';
import styles from './CoinIcon.module.css';

type CoinIconProps = {
  /** The coin's letters, `BTC`. */
  symbol: string;
  size?: 'regular' | 'small';
};

/**
 * A coin by its mark (`coinMarks.css`), or by its first letter on its own colour. Its name stands beside it, so it is
 * hidden from screen readers.
 */
export function CoinIcon({ symbol, size = 'regular' }: CoinIconProps) {
  return (
    <span
      aria-hidden="true"
      data-coin={symbol}
      className={styles[size]}
      style={{ backgroundColor: coinColour(symbol) }}
    >
      {symbol.charAt(0)}
    </span>
  );
}
