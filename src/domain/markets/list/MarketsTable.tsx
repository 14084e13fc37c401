import { compare, type Decimal } from '@halyard/contract/money';
import { ArrowDown, ArrowUp, Star } from 'lucide-react';
import {
  type CSSProperties,
  memo,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { flushSync } from 'react-dom';
import type { ListedMarket } from '../marketSnapshot.ts';
import { symbolOf } from '../marketsData.ts';
import { useUsualNames } from '../usualNames.ts';
import { useListedMarket } from '../useMarkets.ts';
import { useFavourites } from '../../preferences/usePreferences.ts';
import { Change } from '../../../shared/format/Change.tsx';
import { Num } from '../../../shared/format/Num.tsx';
import { type formatsOf, useFormat } from '../../../shared/format/useFormat.ts';
import { classNames } from '../../../shared/ui/classNames.ts';
import styles from './Markets.module.css';

const MISSING = <Num kind="price" value={null} />;

const ROWS = { usual: { px: 56, rem: 3.5 }, dense: { px: 44, rem: 2.75 } } as const;

type Row = (typeof ROWS)[keyof typeof ROWS];

/** Moves the focus to a row. */
export type TableFocus = { readonly focusRow: (index: number) => void };

type MarketsTableProps = {
  markets: readonly ListedMarket[];
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
  onChoose: (symbol: string) => void;
  /** The market on the screen. */
  current?: string | undefined;
  isDense: boolean;
  isDim: boolean;
  ref: Ref<TableFocus>;
};

/** Markets under sortable heads. Only visible rows are rendered. */
export function MarketsTable({ markets, sort, onSort, onChoose, current, isDense, isDim, ref }: MarketsTableProps) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const { favourites, toggle } = useFavourites();
  const nameOf = useUsualNames();
  const row = ROWS[isDense ? 'dense' : 'usual'];
  const { scroller, from, to, onScroll, toTop, reveal } = useWindow(markets.length, row);
  useImperativeHandle(
    ref,
    () => ({
      focusRow(index) {
        // The row may not be rendered yet.
        flushSync(() => reveal(index));
        scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus({ preventScroll: true });
      },
    }),
    [reveal, scroller],
  );
  // Another list starts at its top.
  useLayoutEffect(toTop, [markets, toTop]);
  return (
    <div role="table" aria-label={t('markets.title')} aria-rowcount={markets.length + 1} className={styles['table']}>
      <div role="rowgroup">
        <div role="row" aria-rowindex={1} className={styles['heads']}>
          {SORT_COLUMNS.map((column) => (
            <Head key={column} column={column} sort={sort} onSort={onSort} />
          ))}
        </div>
      </div>
      <div
        ref={scroller}
        role="rowgroup"
        className={classNames(styles['rows'], isDim && styles['dim'])}
        style={rowHeight(row)}
        onScroll={onScroll}
      >
        <div role="presentation" style={spaceOf(row, from, markets.length - to)}>
          {markets.slice(from, to).map((market, offset) => {
            const symbol = symbolOf(market);
            const index = from + offset;
            return (
              // Keyed by position: search results reuse the existing rows, which is much faster than new ones.
              <MarketLine
                key={`place-${index}`}
                listed={market}
                coinName={nameOf(market.base)}
                index={index}
                format={format}
                starLabel={t('favourite', { symbol })}
                isFavourite={favourites.includes(symbol)}
                isCurrent={symbol === current}
                onStar={toggle}
                onChoose={onChoose}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Space of the rows that are not rendered. */
const spaceOf = (row: Row, above: number, below: number): CSSProperties => ({
  paddingBlock: `${roomOf(row, above)} ${roomOf(row, Math.max(0, below))}`,
});

const roomOf = ({ px, rem }: Row, rowCount: number) => `calc(${rowCount} * max(${px}px, ${rem}rem))`;

// React's types have no custom properties.
const rowHeight = (row: Row) => ({ '--row': roomOf(row, 1) }) as CSSProperties;

type HeadProps = { column: SortColumn; sort: Sort | undefined; onSort: MarketsTableProps['onSort'] };

function Head({ column, sort, onSort }: HeadProps) {
  const { t } = useTranslation('spot');
  const isChosen = sort?.column === column;
  const order = isChosen ? (sort.isDescending ? 'descending' : 'ascending') : 'none';
  return (
    <div role="columnheader" aria-sort={order} className={styles[column]}>
      <button type="button" className={styles['head']} onClick={() => onSort(nextSort(sort, column))}>
        {t(`markets.${column}`)}
        {isChosen && (sort.isDescending ? <ArrowDown aria-hidden size={12} /> : <ArrowUp aria-hidden size={12} />)}
      </button>
    </div>
  );
}

type MarketLineProps = {
  listed: ListedMarket;
  coinName: string | undefined;
  index: number;
  /** Passed in, like everything that all rows share: rows render with each key of a search. */
  format: ReturnType<typeof formatsOf>;
  starLabel: string;
  isFavourite: boolean;
  isCurrent: boolean;
  onStar: (symbol: string) => void;
  onChoose: (symbol: string) => void;
};

/** A market in the list: its star, and a button to choose it. */
const MarketLine = memo(function MarketLine(props: MarketLineProps) {
  const { listed, coinName, index, format, starLabel, isFavourite, isCurrent, onStar, onChoose } = props;
  const market = useListedMarket(listed);
  const symbol = symbolOf(market);
  const { turnover, lastPrice } = market;
  return (
    <div translate="no" role="row" aria-rowindex={index + 2} className={styles['row']}>
      <div role="cell" className={styles['name']}>
        <button
          type="button"
          className={styles['star']}
          aria-label={starLabel}
          aria-pressed={isFavourite}
          onClick={() => onStar(symbol)}
        >
          <StarIcon isFavourite={isFavourite} />
        </button>
        <button
          type="button"
          data-row={index}
          className={styles['choose']}
          aria-current={isCurrent || undefined}
          onClick={() => onChoose(symbol)}
        >
          <b>{market.base}</b>
          <span className={styles['soft']}>{`/${market.quote}`}</span>
        </button>
      </div>
      <div role="cell" className={styles['volume']}>
        {turnover === null || turnover === undefined ? MISSING : format.compact(turnover)}
        {coinName !== undefined && ` · ${coinName}`}
      </div>
      <div role="cell" className={styles['price']}>
        {lastPrice === null ? MISSING : format.price(lastPrice, market.pricePrecision)}
      </div>
      <div role="cell" className={styles['change']}>
        <Change percent={market.changePercent} variant="pill" />
      </div>
    </div>
  );
});

const StarIcon = memo(function StarIcon({ isFavourite }: { isFavourite: boolean }) {
  return <Star aria-hidden size={16} fill={isFavourite ? 'currentColor' : 'none'} />;
});

/** Rows rendered beyond the visible ones, so that scrolling shows no gaps. */
const BEYOND = 6;
/** At the top, where every key of a search renders the rows again. */
const BEYOND_AT_TOP = 2;
// Before anything is measured: more than a phone shows.
const SEEN_AT_FIRST = 12;

/**
 * The rows of a long list to render: the visible ones and a few more. All rows have the height `row`: pixels, or more
 * with the reader's text size.
 */
function useWindow(count: number, row: { readonly px: number; readonly rem: number }) {
  const scroller = useRef<HTMLDivElement>(null);
  const isScrolled = useRef(false);
  const [{ first, seen }, setView] = useState({ first: 0, seen: SEEN_AT_FIRST });
  const measure = useCallback(() => {
    const box = scroller.current;
    if (box === null) return;
    const rowPx = heightOf(row);
    const next = {
      first: Math.floor(box.scrollTop / rowPx),
      seen: box.clientHeight === 0 ? SEEN_AT_FIRST : Math.ceil(box.clientHeight / rowPx),
    };
    setView((view) => (view.first === next.first && view.seen === next.seen ? view : next));
  }, [row]);
  useEffect(() => {
    const box = scroller.current;
    if (box === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [measure]);
  /** Scrolls as little as needed to show a row completely. */
  const reveal = useCallback(
    (index: number) => {
      const box = scroller.current;
      if (box === null) return;
      const rowPx = heightOf(row);
      const lowest = (index + 1) * rowPx - box.clientHeight;
      const highest = index * rowPx;
      box.scrollTop = Math.max(Math.min(box.scrollTop, highest), lowest);
      measure();
    },
    [measure, row],
  );
  const onScroll = useCallback(() => {
    isScrolled.current = true;
    measure();
  }, [measure]);
  /** Scrolls to the first row. An unscrolled list is not measured, which would force another layout. */
  const toTop = useCallback(() => {
    if (!isScrolled.current || scroller.current === null) return;
    isScrolled.current = false;
    scroller.current.scrollTop = 0;
    measure();
  }, [measure]);
  const from = Math.max(0, Math.min(first, count - 1) - BEYOND);
  const to = Math.min(count, first + seen + (first === 0 ? BEYOND_AT_TOP : BEYOND));
  return { scroller, from, to, onScroll, toTop, reveal } as const;
}

function heightOf({ px, rem }: { readonly px: number; readonly rem: number }): number {
  const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Number.isNaN(remPx) ? px : Math.max(px, rem * remPx);
}

// Markets of the sheet's lists, and their order.

export const MARKET_LISTS = ['all', 'favourites', 'recents'] as const;
export type MarketListName = (typeof MARKET_LISTS)[number];

const SORT_COLUMNS = ['name', 'volume', 'price', 'change'] as const;
type SortColumn = (typeof SORT_COLUMNS)[number];
export type Sort = { readonly column: SortColumn; readonly isDescending: boolean };

/**
 * Cycles a head: first the usual direction (names from A, figures from the largest), then the other, then the list's
 * own order.
 */
function nextSort(sort: Sort | undefined, column: SortColumn): Sort | undefined {
  const startsDescending = column !== 'name';
  if (sort?.column !== column) return { column, isDescending: startsDescending };
  return sort.isDescending === startsDescending ? { column, isDescending: !startsDescending } : undefined;
}

type Chosen = {
  readonly favourites: readonly string[];
  readonly recents: readonly string[];
};

/** The markets of a list in its own order: of the exchange, or as the user starred or opened them. */
export function marketsOf(
  list: MarketListName,
  markets: readonly ListedMarket[],
  { favourites, recents }: Chosen,
): readonly ListedMarket[] {
  if (list === 'all') return markets;
  const bySymbol = new Map(markets.map((market) => [symbolOf(market), market]));
  const symbols = list === 'favourites' ? favourites : recents;
  return symbols.map((symbol) => bySymbol.get(symbol)).filter((market) => market !== undefined);
}

/** The markets sorted by a column. Those without the figure come last either way. */
export function sortMarkets(markets: readonly ListedMarket[], sort: Sort | undefined): readonly ListedMarket[] {
  if (sort === undefined) return markets;
  const { column, isDescending } = sort;
  const sign = isDescending ? -1 : 1;
  if (column === 'name') {
    const named = markets.map((market) => ({ market, name: symbolOf(market) }));
    // By code unit: symbols are plain capitals and digits, and a collator takes a hundred times as long.
    return named.sort((a, b) => sign * (a.name < b.name ? -1 : 1)).map(({ market }) => market);
  }
  return markets.toSorted((a, b) => {
    const left = figureOf(a, column);
    const right = figureOf(b, column);
    if (left === undefined || right === undefined) return left === right ? 0 : left === undefined ? 1 : -1;
    return sign * compare(left, right);
  });
}

function figureOf(market: ListedMarket, column: Exclude<SortColumn, 'name'>): Decimal | undefined {
  if (column === 'price') return market.lastPrice ?? undefined;
  // By turnover: amounts of different coins cannot be compared.
  return (column === 'change' ? market.changePercent : market.turnover) ?? undefined;
}
