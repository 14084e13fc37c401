import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book, BookLevel, Market } from '@halyard/contract/calls/markets';
import { subtract } from '@halyard/contract/money';
import type { AppError } from '../../../shared/api/appError.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { directionOf } from '../../../shared/format/numbers.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { usePrevious } from '../../../shared/time/usePrevious.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { classNames } from '../../../shared/ui/classNames.ts';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading } from '../../../shared/ui/Loading.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { bookRows, type BookRow } from '../../../domain/markets/bookRows.ts';
import styles from './OrderBook.module.css';

/** Levels a side that fit beside the ticket on the smallest phone. */
const LEVELS = 7;

type OrderBookProps = {
  market: Market;
  book: Book | undefined;
  error: AppError | undefined;
  isStale: boolean;
  onRetry: () => void;
  onLevel: (level: BookLevel) => void;
};

/** The live book: asks above, bids below, the last price between them. Tapping a level takes its price. */
export function OrderBook({ market, book, error, isStale, onRetry, onLevel }: OrderBookProps) {
  const { t } = useTranslation('spot');
  if (error !== undefined) return <ErrorState what={appErrorText(error)} onRetry={onRetry} />;
  if (book === undefined) return <BookLoading />;
  const rows = bookRows(book, LEVELS);
  return (
    <section className={classNames(styles['book'], isStale && styles['stale'])} aria-label={t('book.label')}>
      <p className={styles['head']}>
        <span>{t('book.price', { unit: market.quote })}</span>
        <span>{t('book.amount', { unit: market.base })}</span>
      </p>
      <Levels rows={rows.asks} side="ask" market={market} onLevel={onLevel} />
      <div className={styles['middle']}>
        <LastPrice market={market} />
        <p className={styles['spread']}>
          {t('book.spread')} <Num kind="amount" value={rows.spread} places={market.pricePrecision} />
        </p>
      </div>
      <Levels rows={rows.bids} side="bid" market={market} onLevel={onLevel} />
    </section>
  );
}

type LevelsProps = {
  rows: readonly BookRow[];
  side: 'ask' | 'bid';
  market: Market;
  onLevel: (level: BookLevel) => void;
};

function Levels({ rows, side, market, onLevel }: LevelsProps) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  return (
    <ul
      className={classNames(styles['levels'], styles[side])}
      aria-label={t(side === 'ask' ? 'book.asks' : 'book.bids')}
    >
      {rows.map(({ level, depthPercent }) => {
        const [price, quantity] = level;
        const priceText = format.price(price, market.pricePrecision);
        return (
          <li key={price}>
            <button
              type="button"
              className={styles['level']}
              style={barOf(depthPercent)}
              aria-label={t('book.take', {
                price: priceText,
                amount: format.quantity(quantity, market.quantityPrecision),
              })}
              onClick={() => onLevel(level)}
            >
              <span className={styles['price']}>{priceText}</span>
              <span>{format.quantity(quantity, Math.min(market.quantityPrecision, 4))}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

// React's types know no custom properties.
const barOf = (depthPercent: number) => ({ '--depth': `${depthPercent}%` }) as CSSProperties;

const ARROWS = { up: ' ▲', down: ' ▼', flat: '' } as const;

function LastPrice({ market }: { market: Market }) {
  const price = market.lastPrice;
  const before = usePrevious(price);
  const direction =
    price === null || before === undefined || before === null ? 'flat' : directionOf(subtract(price, before));
  return (
    <p className={classNames(styles['last'], direction !== 'flat' && styles[direction])}>
      <Num kind="price" value={price} places={market.pricePrecision} />
      <span aria-hidden="true">{ARROWS[direction]}</span>
    </p>
  );
}

function BookLoading() {
  return (
    <Loading>
      <div className={styles['levels']}>
        {Array.from({ length: LEVELS * 2 + 2 }, (_, index) => (
          <Skeleton key={index} height={14} />
        ))}
      </div>
    </Loading>
  );
}
