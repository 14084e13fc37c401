import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book, BookLevel, Market } from '@halyard/contract/market/calls';
import { type Decimal, decimal, divide, roundToStep, subtract } from '@halyard/contract/money';
import type { Order } from '@halyard/contract/spot/calls';
import { useIsDesktop } from '../../../domain/desktop/useIsDesktop.ts';
import { useBookLook } from '../../../domain/markets/bookLook.ts';
import { HouseQuotes } from '../../../domain/markets/HouseQuotes.tsx';
import { type BookRows, bookRows, bookSteps } from '../../../domain/markets/bookRows.ts';
import { symbolOf } from '../../../domain/markets/marketsData.ts';
import { useOpenOrders } from '../../../domain/spot/useOrders.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { directionOf } from '../../../shared/format/numbers.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { usePrevious } from '../../../shared/time/usePrevious.ts';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading } from '../../../shared/ui/Loading.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { classNames } from '../../../shared/ui/classNames.ts';
import { BookControls } from './BookControls.tsx';
import { BookSide, bookTexts } from './BookSide.tsx';
import styles from './OrderBook.module.css';

const HUNDRED = decimal('100');

const ARROWS = { up: ' ▲', down: ' ▼', flat: '' } as const;

/** Rows of a side on the smallest phone, also before anything is measured. */
const ROWS_MIN = 6;

/** In a low pane of a desktop, which the user can make higher. */
const PANE_ROWS_MIN = 3;

const ROWS_MAX = 40;

// Height of a row with its gap, and of everything else. Both grow with the reader's text size.
const BESIDE_TICKET = { rowPx: 23, restPx: 131, least: ROWS_MIN } as const;

// A pane has a line more between the sides.
const IN_PANE = { rowPx: 21, restPx: 146, least: PANE_ROWS_MIN } as const;

const USUAL_REM_PX = 16;

type OrderBookProps = {
  market: Market;
  book: Book | undefined;
  error: AppError | undefined;
  isStale: boolean;
  onRetry: () => void;
  /** Stable, so that unchanged rows do not render again. */
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
        <HouseQuotes book={book} />
        <BookControls steps={steps} step={step} sides={sides} onStep={look.chooseStep} onSides={look.change} />
      </div>
    </section>
  );
}

/**
 * Up and down move between levels, across the middle; Home and End to the ends. Tab reaches the best level of each
 * side.
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
  // Prevents scrolling.
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

type OwnPrices = Readonly<Record<'buy' | 'sell', ReadonlySet<Decimal>>>;

/**
 * Prices of the user's open orders by side, grouped like the book. A stop order that is not triggered is in no book.
 */
function useOwnPrices(market: Market, step: Decimal | undefined): OwnPrices {
  const { orders } = useOpenOrders(market);
  return useMemo(() => ownPricesOf(orders ?? [], step), [orders, step]);
}

function ownPricesOf(orders: readonly Order[], step: Decimal | undefined): OwnPrices {
  const own = { buy: new Set<Decimal>(), sell: new Set<Decimal>() };
  for (const order of orders) {
    const { price, side } = order;
    if (price === null || price === undefined || !isInBook(order)) continue;
    own[side].add(step === undefined ? price : roundToStep(price, step, side === 'buy' ? 'down' : 'up'));
  }
  return own;
}

function isInBook({ orderType, triggeredAt }: Order): boolean {
  return orderType !== 'stop_limit' || (triggeredAt !== undefined && triggeredAt !== null);
}

/** Rows of a side that fit beside the ticket. The measured box must not grow with them. */
function useRowsThatFit() {
  const ref = useRef<HTMLElement>(null);
  const isPane = useIsDesktop();
  const [rowCount, setRowCount] = useState(ROWS_MIN);
  useEffect(() => {
    const box = ref.current?.parentElement;
    // Without a layout nothing can be measured.
    if (box === null || box === undefined || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setRowCount(rowsIn(entry.contentRect.height, isPane));
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [isPane]);
  return { ref, rowCount } as const;
}

function rowsIn(heightPx: number, isPane: boolean): number {
  const { least, restPx, rowPx } = isPane ? IN_PANE : BESIDE_TICKET;
  const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const scale = Math.max(1, remPx / USUAL_REM_PX);
  const fitting = Math.floor((heightPx / scale - restPx) / rowPx / 2);
  return Math.min(ROWS_MAX, Math.max(least, fitting));
}

type BookMiddleProps = { market: Market; rows: BookRows };

/** Between the sides: the last price and the spread; in a pane also the middle of the best prices. */
function BookMiddle({ market, rows }: BookMiddleProps) {
  const { t } = useTranslation('spot');
  const { mid, spread, spreadPercent } = rows;
  const fraction = spreadPercent && divide(spreadPercent, HUNDRED, 5, 'half-even');
  return (
    <div className={styles['middle']}>
      <LastPrice market={market} />
      <dl className={styles['facts']}>
        <div className={styles['mid']}>
          <dt>{t('book.mid')}</dt>
          <dd>
            <Num kind="price" value={mid} places={market.pricePrecision + 1} />
          </dd>
        </div>
        <div>
          <dt>{t('book.spread')}</dt>
          <dd>
            <Num kind="price" value={spread} places={market.pricePrecision} />
            {fraction !== undefined && <Num kind="rate" value={fraction} />}
          </dd>
        </div>
      </dl>
    </div>
  );
}

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
