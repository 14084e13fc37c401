import { memo, useMemo, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book, BookLevel, Market } from '@halyard/contract/market/calls';
import { useBookLook } from '../../../domain/markets/bookLook.ts';
import { bookRows, bookSteps } from '../../../domain/markets/bookRows.ts';
import { symbolOf } from '../../../domain/markets/marketsData.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading } from '../../../shared/ui/Loading.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { classNames } from '../../../shared/ui/classNames.ts';
import { BookControls } from './BookControls.tsx';
import { BookMiddle } from './BookMiddle.tsx';
import { BookSide, bookTexts } from './BookSide.tsx';
import styles from './OrderBook.module.css';
import { useOwnPrices } from './useOwnPrices.ts';
import { useRowsThatFit } from './useRowsThatFit.ts';

type OrderBookProps = {
  market: Market;
  book: Book | undefined;
  error: AppError | undefined;
  isStale: boolean;
  onRetry: () => void;
  /** The same function for ever, so that rows which did not change are not drawn again. */
  onLevel: (level: BookLevel) => void;
};

/** The live book: asks above, bids below, the last price between them. Tapping a level takes its price. */
export const OrderBook = memo(function OrderBook({ book, error, onRetry, ...rest }: OrderBookProps) {
  if (error !== undefined) return <ErrorState what={appErrorText(error)} onRetry={onRetry} />;
  return book === undefined ? <BookLoading /> : <ShownBook {...rest} book={book} />;
});

type ShownBookProps = Omit<OrderBookProps, 'book' | 'error' | 'onRetry'> & { book: Book };

function ShownBook({ market, book, isStale, onLevel }: ShownBookProps) {
  const { t } = useTranslation('spot');
  const look = useBookLook(symbolOf(market));
  const { sides, showsSums } = look;
  const { ref, rowCount } = useRowsThatFit();
  const steps = useMemo(
    () => bookSteps(market.pricePrecision, market.lastPrice),
    [market.pricePrecision, market.lastPrice],
  );
  const step = look.step ?? steps[0];
  const slotCount = sides === 'both' ? rowCount : rowCount * 2;
  const rows = bookRows(book, slotCount, step);
  const own = useOwnPrices(market, step);
  const texts = bookTexts(market, step, showsSums);
  return (
    <section ref={ref} className={classNames(styles['book'], isStale && styles['stale'])} aria-label={t('book.label')}>
      <div role="presentation" className={styles['inside']} onKeyDown={moveByKeys}>
        <p className={styles['head']}>
          <span>{t('book.price', { unit: market.quote })}</span>
          <button
            type="button"
            className={styles['headButton']}
            aria-pressed={showsSums}
            onClick={() => look.change({ showsSums: !showsSums })}
          >
            {t(showsSums ? 'book.sum' : 'book.amount', { unit: market.base })}
          </button>
        </p>
        {sides !== 'bids' && (
          <BookSide side="ask" rows={rows.asks} slotCount={slotCount} own={own.sell} texts={texts} onTake={onLevel} />
        )}
        <BookMiddle market={market} rows={rows} />
        {sides !== 'asks' && (
          <BookSide side="bid" rows={rows.bids} slotCount={slotCount} own={own.buy} texts={texts} onTake={onLevel} />
        )}
        <BookControls steps={steps} step={step} sides={sides} onStep={look.chooseStep} onSides={look.change} />
      </div>
    </section>
  );
}

/**
 * Up and down lead from level to level, across the middle; Home and End to the ends. The best of each side are reached
 * by Tab.
 */
function moveByKeys(event: KeyboardEvent<HTMLElement>): void {
  const levels = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-level]')];
  const at = levels.indexOf(event.target as HTMLElement);
  if (at < 0) return;
  const targets: Readonly<Record<string, number>> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    Home: 0,
    End: levels.length - 1,
  };
  const next = levels[targets[event.key] ?? -1];
  if (next === undefined) return;
  // The page would scroll.
  event.preventDefault();
  next.focus();
}

const LOADING_ROWS = 16;

function BookLoading() {
  return (
    <Loading>
      <div className={styles['loading']}>
        {Array.from({ length: LOADING_ROWS }, (_, index) => (
          <Skeleton key={index} height={14} />
        ))}
      </div>
    </Loading>
  );
}
