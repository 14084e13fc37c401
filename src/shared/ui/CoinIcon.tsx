import { coinColour } from './coinColours.ts';
import styles from './CoinIcon.module.css';

type CoinIconProps = {
  /** The coin's letters, `BTC`. */
  symbol: string;
  size?: 'regular' | 'small';
};

/**
 * A coin's mark (`coinMarks.css`), or its first letter on its own colour. Hidden from screen readers, because the name
 * is beside it.
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
