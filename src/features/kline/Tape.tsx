import { memo, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market, Tick } from '@halyard/contract/market/calls';
import { compare } from '@halyard/contract/money';
import { symbolOf } from '../../domain/markets/marketsData.ts';
import { shortQuantity } from '../../domain/markets/shortQuantity.ts';
import { useTrades } from '../../domain/markets/useBook.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Kline.module.css';

const ROWS = 30;

/** The market's tape: the newest prices of its tick log, each coloured by whether it rose over the one before. */
export function Tape({ market }: { market: Market }) {
  const { t } = useTranslation('kline');
  const { trades, error, retry } = useTrades(symbolOf(market));
  // Drawing them gives way to fingers, the first of them too.
  const shown = useDeferredValue(trades, undefined);
  if (error !== undefined) return <ErrorState what={appErrorText(error)} onRetry={() => void retry()} />;
  if (shown === undefined) {
    return (
      <Loading>
        <Skeleton shape="block" height={260} />
      </Loading>
    );
  }
  if (shown.length === 0) return <EmptyState text={t('noTrades')} />;
  return <Ticks market={market} trades={shown} />;
}

type TicksProps = { market: Market; trades: readonly Tick[] };

const Ticks = memo(function Ticks({ market, trades }: TicksProps) {
  const { t } = useTranslation('kline');
  return (
    <ul className={styles['tape']} aria-label={t('trades')}>
      {trades.slice(0, ROWS).map((tick, index) => {
        const before = trades[index + 1]?.price ?? tick.price;
        return (
          <Entry key={tick.seq} tick={tick} tone={compare(tick.price, before) < 0 ? 'down' : 'up'} market={market} />
        );
      })}
    </ul>
  );
});

type EntryProps = { tick: Tick; tone: 'up' | 'down'; market: Market };

// A market is another object with each of its prices.
const isSameEntry = (a: EntryProps, b: EntryProps) =>
  a.tick.seq === b.tick.seq && a.tone === b.tone && a.market.id === b.market.id;

const Entry = memo(function Entry({ tick, tone, market }: EntryProps) {
  const format = useFormat();
  return (
    <li className={styles['tick']}>
      <time dateTime={tick.at}>{format.moment(Date.parse(tick.at), 'second')}</time>
      <Num kind="price" value={tick.price} places={market.pricePrecision} tone={tone} />
      <span>{shortQuantity(tick.quantity, market.quantityPrecision, format)}</span>
    </li>
  );
}, isSameEntry);
