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

/** Colours of known coins, light enough for dark letters. */
const KNOWN: Readonly<Record<string, string>> = {
  BTC: '#f7a83b',
  ETH: '#8aa2f8',
  SOL: '#cf9bf5',
  XRP: '#b9c4d6',
  LTC: '#9db7dd',
  DOGE: '#e3c66f',
  USDT: '#62c9a6',
};

/** Colour of a coin; an unknown coin has a constant one, computed from its letters. */
export function coinColour(symbol: string): string {
  const known = KNOWN[symbol];
  if (known !== undefined) return known;
  const hash = Array.from(symbol).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
  return `hsl(${hash} 55% 72%)`;
}
