import { ChevronDown } from 'lucide-react';
import { memo, useMemo, useRef, useId, useCallback, useSyncExternalStore, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book, BookLevel, Market } from '@halyard/contract/market/calls';
import { divide, roundToStep, subtract, placesOf, type Decimal, HUNDRED } from '@halyard/contract/money';
import type { Order } from '@halyard/contract/spot/calls';
import { useIsDesktop } from '../../../domain/desktop/useIsDesktop.ts';
import { HouseQuotes, barsOf } from '../../../domain/markets/HouseQuotes.tsx';
import head from '../../../domain/markets/PriceHead.module.css';
import { bookRows, bookSteps, type BookRows, type BookRow } from '../../../domain/markets/bookRows.ts';
import { symbolOf } from '../../../domain/markets/marketsData.ts';
import { shortQuantity } from '../../../domain/markets/shortQuantity.ts';
import { useRowsThatFit } from '../../../domain/markets/useRowsThatFit.ts';
import { useOpenOrders } from '../../../domain/spot/ordersApi.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { directionOf } from '../../../shared/format/numbers.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { createListeners } from '../../../shared/store/listeners.ts';
import { usePrevious } from '../../../shared/time/usePrevious.ts';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading, Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { classNames } from '../../../shared/ui/classNames.ts';
import styles from './OrderBook.module.css';

const ARROWS = { up: ' ▲', down: ' ▼', flat: '' } as const;

/** Rows of a side on the smallest phone, also before anything is measured. */
const ROWS_MIN = 6;

/** In a low pane of a desktop, which the user can make higher. */
const PANE_ROWS_MIN = 3;

const BESIDE_TICKET = { rowPx: 23, restPx: 131, least: ROWS_MIN } as const;

const IN_PANE = { rowPx: 19, restPx: 126, least: PANE_ROWS_MIN } as const;

const boxOf = (book: HTMLElement) => book.parentElement;

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
  if (error !== undefined) return <ErrorState error={error} onRetry={onRetry} />;
  return book === undefined ? <BookLoading /> : <ShownBook {...rest} book={book} />;
});

type ShownBookProps = Omit<OrderBookProps, 'book' | 'error' | 'onRetry'> & { book: Book };

function ShownBook({ market, book, isStale, onLevel }: ShownBookProps) {
  const { t } = useTranslation('spot');
  const settings = useBookSettings(symbolOf(market));
  const { sides, showsSums } = settings;
  const ref = useRef<HTMLElement>(null);
  const rowCount = useRowsThatFit(ref, useIsDesktop() ? IN_PANE : BESIDE_TICKET, boxOf) ?? ROWS_MIN;
  const steps = useMemo(
    () => bookSteps(market.pricePrecision, market.lastPrice),
    [market.pricePrecision, market.lastPrice],
  );
  const step = settings.step ?? steps[0];
  const slotCount = sides === 'both' ? rowCount : rowCount * 2;
  const rows = bookRows(book, slotCount, step);
  const own = useOwnPrices(market, step);
  const texts = bookTexts(market, step, showsSums);
  return (
    <section ref={ref} className={classNames(styles['book'], isStale && styles['stale'])} aria-label={t('book.label')}>
      <div role="presentation" className={styles['inside']} onKeyDown={moveByKeys}>
        <p className={styles['head']}>
          <span className={head['price']}>
            <span>{t('ticket.price')}</span> <span>{`(${market.quote})`}</span>
          </span>
          <button
            type="button"
            className={styles['headButton']}
            aria-pressed={showsSums}
            onClick={() => settings.change({ showsSums: !showsSums })}
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
        <BookControls steps={steps} step={step} sides={sides} onStep={settings.chooseStep} onSides={settings.change} />
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

type BookMiddleProps = { market: Market; rows: BookRows };

/** Between the sides: the last price and the spread; in a wide pane also the middle of the best prices. */
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

type BookControlsProps = {
  steps: readonly Decimal[];
  step: Decimal | undefined;
  sides: BookSides;
  onStep: (step: Decimal) => void;
  onSides: (change: Pick<BookSettings, 'sides'>) => void;
};

/** The grouping step, and the sides shown. */
const BookControls = memo(function BookControls({ steps, step, sides, onStep, onSides }: BookControlsProps) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const name = useId();
  return (
    <div className={styles['controls']}>
      <label className={styles['step']}>
        {/* A native select: one tap and one choice, with any input method. */}
        <select
          className={styles['select']}
          aria-label={t('book.step')}
          value={step}
          onChange={(event) => {
            const chosen = steps.find((each) => each === event.target.value);
            if (chosen !== undefined) onStep(chosen);
          }}
        >
          {steps.map((each) => (
            <option key={each} value={each}>
              {format.price(each, placesOf(each))}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden size={14} />
      </label>
      <div role="radiogroup" aria-label={t('book.sides')} className={styles['sides']}>
        {BOOK_SIDES.map((each) => (
          <label key={each} className={styles['side']}>
            <input
              type="radio"
              className={styles['radio']}
              name={name}
              aria-label={t(`book.show.${each}`)}
              checked={each === sides}
              onChange={() => onSides({ sides: each })}
            />
            <SidesIcon sides={each} />
          </label>
        ))}
      </div>
    </div>
  );
});

/** A small book: bars of the shown sides. */
function SidesIcon({ sides }: { sides: BookSides }) {
  const kindAt = (index: number) => (sides === 'both' ? (index < 2 ? 'asks' : 'bids') : sides);
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      {BARS.map(([width, y], index) => (
        <rect
          key={y}
          className={classNames(styles['bar'], styles[kindAt(index)])}
          x={15 - width}
          y={y}
          width={width}
          height={2.4}
          rx={1}
        />
      ))}
    </svg>
  );
}

const BARS = [
  [13, 1],
  [8, 4.9],
  [8, 8.8],
  [13, 12.7],
] as const;

type BookSideProps = {
  side: 'ask' | 'bid';
  /** From top to bottom. */
  rows: readonly BookRow[];
  /** Row slots, filled or not, so that nothing moves when levels appear or vanish. */
  slotCount: number;
  /** Prices of the user's open orders. */
  own: ReadonlySet<Decimal>;
  texts: BookTexts;
  onTake: (level: BookLevel) => void;
};

/** A side of the book. Rows are slots, not prices: a new level changes texts and moves nothing. */
function BookSide({ side, rows, slotCount, own, texts, onTake }: BookSideProps) {
  const { t } = useTranslation('spot');
  const isAsk = side === 'ask';
  const blanks = Math.max(0, slotCount - rows.length);
  const slots = Array.from({ length: slotCount }, (_, index) => rows[isAsk ? index - blanks : index]);
  const bestIndex = isAsk ? slotCount - 1 : 0;
  return (
    <ul
      translate="no"
      className={classNames(styles['levels'], styles[side])}
      aria-label={t(isAsk ? 'book.asks' : 'book.bids')}
    >
      {slots.map((row, index) => {
        const key = `${slotCount}:${index}`;
        if (row === undefined) return <li key={key} className={styles['blank']} aria-hidden="true" />;
        const { level, sum, depthPercent, housePercent } = row;
        return (
          <Row
            key={key}
            price={level[0]}
            quantity={level[1]}
            shown={texts.showsSums ? sum : level[1]}
            depthPercent={depthPercent}
            housePercent={housePercent}
            isOwn={own.has(level[0])}
            isBest={index === bestIndex}
            pricePlaces={texts.pricePlaces}
            quantityPlaces={texts.quantityPlaces}
            onTake={onTake}
          />
        );
      })}
    </ul>
  );
}

type RowProps = {
  price: Decimal;
  quantity: Decimal;
  /** Quantity or cumulative quantity. */
  shown: Decimal;
  depthPercent: number;
  housePercent: number | undefined;
  isOwn: boolean;
  isBest: boolean;
  pricePlaces: number;
  quantityPlaces: number;
  onTake: (level: BookLevel) => void;
};

/** Memoised: a book changes ten times a second, most of its rows do not. */
const Row = memo(function Row(props: RowProps) {
  const { price, quantity, shown, isOwn, isBest, pricePlaces, quantityPlaces, onTake } = props;
  const { t } = useTranslation('spot');
  const format = useFormat();
  // The level under the finger when it went down, even if the book moves before it is lifted.
  const pressed = useRef<BookLevel>(undefined);
  const priceText = format.price(price, pricePlaces);
  const house = useHouseWords(props.housePercent);
  const words = { price: priceText, amount: format.quantity(quantity, quantityPlaces) };
  return (
    <li>
      <button
        type="button"
        data-level
        tabIndex={isBest ? 0 : -1}
        className={styles['level']}
        style={barsOf(props)}
        aria-label={[t(isOwn ? 'book.takeOwn' : 'book.take', words), ...house].join(', ')}
        onPointerDown={() => {
          pressed.current = [price, quantity];
        }}
        onClick={() => {
          onTake(pressed.current ?? [price, quantity]);
          pressed.current = undefined;
        }}
        onPointerCancel={() => {
          pressed.current = undefined;
        }}
      >
        <span className={classNames(styles['price'], isOwn && styles['own'])}>{priceText}</span>
        <span>{shortQuantity(shown, quantityPlaces, format)}</span>
      </button>
    </li>
  );
});

/** Whether a row is the house's, for screen readers; nothing for users' rows. */
function useHouseWords(percent = 0): readonly string[] {
  const { t } = useTranslation('common');
  if (percent === 0) return [];
  return [t(percent === 100 ? 'house.row' : 'house.part')];
}

/** Stable until another choice is made. */
type BookTexts = {
  readonly pricePlaces: number;
  readonly quantityPlaces: number;
  readonly showsSums: boolean;
};

function bookTexts(market: Market, step: Decimal | undefined, showsSums: boolean): BookTexts {
  const pricePlaces = step === undefined ? market.pricePrecision : placesOf(step);
  return { pricePlaces, quantityPlaces: market.quantityPrecision, showsSums };
}

// View settings of order books, in memory only: the step per market, the rest shared.

const BOOK_SIDES = ['both', 'bids', 'asks'] as const;
/** The sides shown. */
type BookSides = (typeof BOOK_SIDES)[number];

type BookSettings = {
  readonly sides: BookSides;
  /** Rows show cumulative instead of level quantities. */
  readonly showsSums: boolean;
  /** Chosen step by symbol; the market's own step by default. */
  readonly steps: Readonly<Record<string, Decimal>>;
};

let settings: BookSettings = { sides: 'both', showsSums: false, steps: {} };
const { subscribe, notify } = createListeners();

/** View settings of a market's book, and a function to change them. */
function useBookSettings(symbol: string) {
  const { sides, showsSums, steps } = useSyncExternalStore(subscribe, () => settings);
  const chooseStep = useCallback((step: Decimal) => change({ steps: { ...settings.steps, [symbol]: step } }), [symbol]);
  return { sides, showsSums, step: steps[symbol], chooseStep, change } as const;
}

function change(next: Partial<BookSettings>): void {
  settings = { ...settings, ...next };
  notify();
}
