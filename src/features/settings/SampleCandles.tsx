import type { PriceColours } from '../../domain/preferences/preferencesSlice.ts';
import styles from './Settings.module.css';

/** A rising and a falling candle as they look under a choice of colours, in the theme of the moment. */
export function SampleCandles({ colours }: { colours: PriceColours }) {
  const theme = document.documentElement.dataset['theme'];
  // Where colours alone do not tell, a rising candle is hollow (tokens.css).
  const rising = colours === 'colour-blind' ? styles['hollow'] : styles['up'];
  return (
    <span data-theme={theme} data-colours={colours} aria-hidden="true">
      <svg viewBox="0 0 34 30" className={styles['candles']} strokeWidth="1.5">
        <path className={rising} d="M9 2v5M9 22v6" />
        <rect className={rising} x="5" y="7" width="8" height="15" rx="1" />
        <path className={styles['down']} d="M25 3v6M25 23v5" />
        <rect className={styles['down']} x="21" y="9" width="8" height="14" rx="1" />
      </svg>
    </span>
  );
}
