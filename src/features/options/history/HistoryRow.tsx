import { useTranslation } from 'react-i18next';
import type { Option } from '@halyard/contract/options/calls';
import { Num } from '../../../shared/format/Num.tsx';
import { useZonedFormat } from '../../../shared/time/zone.ts';
import { DirectionWord } from '../DirectionWord.tsx';
import { useTimeText } from '../useTimeText.ts';
import styles from './History.module.css';

type HistoryRowProps = { option: Option; onOpen: (option: Option) => void };

/** An option that is over: what was bought, from which price to which, and what it came to. */
export function HistoryRow({ option, onOpen }: HistoryRowProps) {
  const { t } = useTranslation('option');
  const format = useZonedFormat();
  const timeText = useTimeText();
  const places = option.terms.pricePrecision;
  const atMs = Date.parse(option.purchasedAt);
  return (
    <button type="button" className={styles['row']} aria-haspopup="dialog" onClick={() => onOpen(option)}>
      <span className={styles['line']}>
        <span className={styles['what']}>
          <DirectionWord direction={option.direction} />
          <b>{option.symbol}</b>
          <span className={styles['soft']}>{timeText(option.seconds)}</span>
        </span>
        <Num kind="pnl" value={option.profit} places={2} unit={option.currency} tone="sign" />
      </span>
      <span className={styles['line']}>
        <span className={styles['soft']}>
          <Num kind="price" value={option.openPrice} places={places} />
          {' → '}
          <Num kind="price" value={option.endTick?.price} places={places} />
        </span>
        <span className={styles['soft']}>
          {option.result !== null && `${t(`resultWord.${option.result}`)} · `}
          <time dateTime={option.purchasedAt}>{format.moment(atMs, 'second')}</time>
        </span>
      </span>
    </button>
  );
}
