import { memo, useDeferredValue, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book, Market } from '@halyard/contract/market/calls';
import { bookRows, type BookRow } from '../../domain/markets/bookRows.ts';
import { symbolOf } from '../../domain/markets/marketsData.ts';
import { shortQuantity } from '../../domain/markets/shortQuantity.ts';
import { useBook } from '../../domain/markets/useBook.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { classNames } from '../../shared/ui/classNames.ts';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Kline.module.css';

const LEVELS = 12;

/** The live book with its sides next to each other, best prices on top. */
export function WideBook({ market }: { market: Market }) {
  const { book, error, isStale, retry } = useBook(symbolOf(market));
  // In slices, the first levels too: news from the line is drawn at once otherwise, and all of them are a long task for
  // a slow phone.
  const shown = useDeferredValue(book, undefined);
  if (error !== undefined) return <ErrorState what={appErrorText(error)} onRetry={retry} />;
  if (book === undefined || shown === undefined) {
    return (
      <Loading>
        <Skeleton shape="block" height={LEVELS * 22} />
      </Loading>
    );
  }
  return (
    <div className={classNames(styles['book'], isStale && styles['stale'])}>
      <Levels market={market} book={shown} />
    </div>
  );
}

const Levels = memo(function Levels({ market, book }: { market: Market; book: Book }) {
  const { t } = useTranslation('kline');
  const rows = bookRows(book, LEVELS);
  return (
    <>
      <Side label={t('bids')} rows={rows.bids} side="bid" market={market} />
      <Side label={t('asks')} rows={rows.asks.toReversed()} side="ask" market={market} />
    </>
  );
});

type SideProps = { label: string; rows: readonly BookRow[]; side: 'bid' | 'ask'; market: Market };

// React's types know no custom properties.
const barOf = (depthPercent: number) => ({ '--depth': `${depthPercent}%` }) as CSSProperties;

function Side({ label, rows, side, market }: SideProps) {
  const format = useFormat();
  return (
    <ul translate="no" className={classNames(styles['side'], styles[side])} aria-label={label}>
      {rows.map(({ level: [price, quantity], depthPercent }) => (
        <li key={price} className={styles['level']} style={barOf(depthPercent)}>
          <span className={styles['levelPrice']}>{format.price(price, market.pricePrecision)}</span>
          <span>{shortQuantity(quantity, market.quantityPrecision, format)}</span>
        </li>
      ))}
    </ul>
  );
}
