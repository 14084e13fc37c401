import { useTranslation } from 'react-i18next';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { negate } from '@halyard/contract/money';
import { feesOf, netProfitOf } from '../../../domain/futures/useFutures.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useZonedFormat } from '../../../shared/time/zone.ts';
import { SideWord } from '../SideWord.tsx';
import styles from './History.module.css';

type HistoryRowProps = { position: FuturesPosition; onOpen: (position: FuturesPosition) => void };

/** A closed position: side, open and close price, reason, and its result with what it consists of. */
export function HistoryRow({ position, onOpen }: HistoryRowProps) {
  const { t } = useTranslation('futures');
  const format = useZonedFormat();
  const { symbol, side, leverage, lots, entryPrice, closeTick, currency, terms, status, closeReason } = position;
  const places = terms.pricePrecision;
  const at = position.endedAt ?? position.submittedAt;
  return (
    <button type="button" className={styles['row']} aria-haspopup="dialog" onClick={() => onOpen(position)}>
      <span className={styles['line']}>
        <span className={styles['what']}>
          <SideWord side={side} />
          <b>{symbol}</b>
          <span className={styles['soft']}>
            {`${t('leverage.times', { leverage })} · ${t('lotCount', { count: lots })}`}
          </span>
        </span>
        {status === 'closed' && <Num kind="pnl" value={netProfitOf(position)} places={2} unit={currency} tone="sign" />}
      </span>
      <span className={styles['line']}>
        <span className={styles['soft']}>
          <Num kind="price" value={entryPrice} places={places} />
          {' → '}
          <Num kind="price" value={closeTick?.price} places={places} />
        </span>
        <span className={styles['soft']}>
          {status === 'closed' &&
            t('history.parts', {
              profit: format.pnl(position.realizedProfit, 2),
              fees: format.pnl(negate(feesOf(position)), 2),
            })}
        </span>
      </span>
      <span className={styles['line']}>
        <span className={styles['soft']}>
          {`${closeReason === null ? t('reason.cancelled') : t(`reason.${closeReason}`)} · `}
          <time dateTime={at}>{format.moment(Date.parse(at), 'dayMinute')}</time>
        </span>
      </span>
    </button>
  );
}
