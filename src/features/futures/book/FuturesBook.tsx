import { memo, useDeferredValue, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book } from '@halyard/contract/market/calls';
import { useIsDesktop } from '../../../domain/desktop/useIsDesktop.ts';
import { bookRows, type BookRow } from '../../../domain/markets/bookRows.ts';
import { barsOf, HouseQuotes } from '../../../domain/markets/HouseQuotes.tsx';
import { shortQuantity } from '../../../domain/markets/shortQuantity.ts';
import { useBook } from '../../../domain/markets/useBook.ts';
import { useRowsThatFit } from '../../../domain/markets/useRowsThatFit.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { classNames } from '../../../shared/ui/classNames.ts';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading, Skeleton } from '../../../shared/ui/Skeleton.tsx';
import styles from './FuturesBook.module.css';

const LEVELS = 10;
/** All of the book in a pane of a desktop, whose other content has 192 px at most. */
const IN_PANE = { rowPx: 19, restPx: 200, least: 3 } as const;
const QUANTITY_PLACES = 4;

const paneOf = (book: HTMLElement) => book.closest('[data-pane]');

type FuturesBookProps = { symbol: string; places: number };

/** The spot book, for orientation only: futures open and close at the last price. */
export function FuturesBook(props: FuturesBookProps) {
  const { t } = useTranslation('futures');
  const { book, error, isStale, retry } = useBook(props.symbol);
  const shown = useDeferredValue(book);
  const ref = useRef<HTMLElement>(null);
  const levels = useRowsThatFit(ref, useIsDesktop() ? IN_PANE : undefined, paneOf) ?? LEVELS;
  return (
    <section ref={ref} aria-label={t('book.label')} className={classNames(styles['book'], isStale && styles['stale'])}>
      <p className={styles['note']}>{t('book.note')}</p>
      {error !== undefined && <ErrorState error={error} onRetry={retry} />}
      {error === undefined && shown === undefined && (
        <Loading>
          <Skeleton shape="block" height={LEVELS * 44} />
        </Loading>
      )}
      {shown !== undefined && <Levels {...props} book={shown} levels={levels} />}
      {shown !== undefined && <HouseQuotes book={shown} />}
    </section>
  );
}

type LevelsProps = FuturesBookProps & { book: Book; levels: number };

const Levels = memo(function Levels({ symbol, places, book, levels }: LevelsProps) {
  const { t } = useTranslation('futures');
  const [base = '', quote = ''] = symbol.split('/');
  const { asks, bids, mid } = bookRows(book, levels);
  return (
    <>
      <p className={styles['head']}>
        <span>{`${t('book.price')} (${quote})`}</span>
        <span>{`${t('book.amount')} (${base})`}</span>
      </p>
      <Side label={t('book.asks')} rows={asks} side="ask" places={places} />
      <p className={styles['mid']}>
        <Num kind="price" value={mid} places={places} />
      </p>
      <Side label={t('book.bids')} rows={bids} side="bid" places={places} />
    </>
  );
});

type SideProps = { label: string; rows: readonly BookRow[]; side: 'ask' | 'bid'; places: number };

function Side({ label, rows, side, places }: SideProps) {
  const format = useFormat();
  return (
    <ul translate="no" className={classNames(styles['side'], styles[side])} aria-label={label}>
      {rows.map(({ level: [price, quantity], ...bars }) => (
        <li key={price} style={barsOf(bars)}>
          <span className={styles['levelPrice']}>{format.price(price, places)}</span>
          <span>{shortQuantity(quantity, QUANTITY_PLACES, format)}</span>
        </li>
      ))}
    </ul>
  );
}
