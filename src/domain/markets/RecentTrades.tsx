import { memo, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market, Tick } from '@halyard/contract/market/calls';
import { compare, isZero } from '@halyard/contract/money';
import { symbolOf } from './marketsData.ts';
import { shortQuantity } from './shortQuantity.ts';
import { useTrades } from './useBook.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { classNames } from '../../shared/ui/classNames.ts';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import flash from '../../shared/ui/Flash.module.css';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import head from './PriceHead.module.css';
import styles from './RecentTrades.module.css';

const ROWS = 30;

/** The market's trades beside the ticket: price, amount and time, newest first. */
export function RecentTrades({ market, isStale }: { market: Market; isStale: boolean }) {
  const { t } = useTranslation('spot');
  const { trades, error, retry } = useTrades(symbolOf(market));
  // Deferred from the start: thirty rows at once would delay the tap that opened them.
  const shown = useDeferredValue(trades, undefined);
  if (error !== undefined) return <ErrorState error={error} onRetry={retry} />;
  if (trades === undefined) {
    return (
      <Loading>
        <Skeleton shape="block" height={260} />
      </Loading>
    );
  }
  // For a frame or two.
  if (shown === undefined) return null;
  if (shown.length === 0) return <EmptyState text={t('tape.none')} />;
  return <Tape market={market} trades={shown} isStale={isStale} />;
}

const Tape = memo(function Tape({
  market,
  trades,
  isStale,
}: {
  market: Market;
  trades: readonly Tick[];
  isStale: boolean;
}) {
  const { t } = useTranslation('spot');
  // Trades present at opening are not flashed.
  const [knownSeq] = useState(trades[0]?.seq ?? 0);
  return (
    <div className={classNames(styles['box'], isStale && styles['stale'])}>
      <p className={styles['head']} aria-hidden="true">
        <span className={head['price']}>
          <span>{t('ticket.price')}</span> <span>{`(${market.quote})`}</span>
        </span>
        <span>{t('book.amount', { unit: market.base })}</span>
        <span className={styles['timeHead']}>{t('tape.time')}</span>
      </p>
      <ul translate="no" className={styles['tape']} aria-label={t('tape.label')}>
        {trades.slice(0, ROWS).map((tick, index) => (
          <Entry
            key={tick.seq}
            tick={tick}
            isRise={compare(tick.price, trades[index + 1]?.price ?? tick.price) >= 0}
            isNew={tick.seq > knownSeq}
            market={market}
          />
        ))}
      </ul>
    </div>
  );
});

type EntryProps = { tick: Tick; isRise: boolean; isNew: boolean; market: Market };

const isSameEntry = (a: EntryProps, b: EntryProps) =>
  a.tick.seq === b.tick.seq && a.isRise === b.isRise && a.market.id === b.market.id;

const Entry = memo(function Entry({ tick, isRise, isNew, market }: EntryProps) {
  const format = useFormat();
  return (
    <li className={classNames(styles['entry'], styles[isRise ? 'up' : 'down'], isNew && flash['flash'])}>
      <span className={styles['price']}>
        {format.price(tick.price, market.pricePrecision)}
        <span aria-hidden="true">{isRise ? '▲' : '▼'}</span>
      </span>
      <span>{isZero(tick.quantity) ? '—' : shortQuantity(tick.quantity, market.quantityPrecision, format)}</span>
      <time className={styles['time']} dateTime={tick.at}>
        {format.moment(Date.parse(tick.at), 'second')}
      </time>
    </li>
  );
}, isSameEntry);
