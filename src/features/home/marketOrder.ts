/** Markets of a list, and their order. */
import type { Market } from '@halyard/contract/market/calls';
import { compare, type Decimal } from '@halyard/contract/money';
import type { ListedMarket } from '../../domain/markets/marketSnapshot.ts';
import { symbolOf } from '../../domain/markets/marketsData.ts';

/** The lists of the home page. */
export const MARKET_VIEWS = ['favourites', 'spot', 'futures', 'gainers', 'losers', 'volume'] as const;
export type MarketView = (typeof MARKET_VIEWS)[number];

export type SortColumn = 'volume' | 'price' | 'change';
/** The column to sort by; `undefined` keeps the list's own order. */
export type Sort = { readonly column: SortColumn; readonly isDescending: boolean } | undefined;

/** Cycles a column: descending, ascending, then the list's own order. */
export function nextSort(sort: Sort, column: SortColumn): Sort {
  if (sort?.column !== column) return { column, isDescending: true };
  return sort.isDescending ? { column, isDescending: false } : undefined;
}

/** Filters and sorts the shown markets. */
export type ChooseMarkets = <M extends ListedMarket>(markets: readonly M[]) => readonly M[];

/** The markets of a list, in order. Markets without the sorted figure come last. */
export function orderMarkets<M extends ListedMarket>(
  markets: readonly M[],
  options: {
    readonly view: MarketView;
    readonly sort: Sort;
    readonly favourites: readonly string[];
  },
): readonly M[] {
  const shown = markets.filter((market) =>
    isInView(market, options.view, options.favourites.includes(symbolOf(market))),
  );
  const sort = options.sort ?? VIEW_SORTS[options.view];
  return sort === undefined ? shown : shown.toSorted((a, b) => compareBy(a, b, sort));
}

const VIEW_SORTS: Readonly<Record<MarketView, Sort>> = {
  favourites: undefined,
  spot: undefined,
  futures: undefined,
  gainers: { column: 'change', isDescending: true },
  losers: { column: 'change', isDescending: false },
  volume: { column: 'volume', isDescending: true },
};

function isInView(market: ListedMarket, view: MarketView, isFavourite: boolean): boolean {
  if (view === 'favourites') return isFavourite;
  // The cache does not know which markets have futures.
  if (view === 'futures') return (market as Partial<Market>).isFuturesOpen !== false;
  const change = market.changePercent;
  if (view === 'gainers') return change !== null && !change.startsWith('-') && change !== '0';
  return view !== 'losers' || (change?.startsWith('-') ?? false);
}

function compareBy(a: ListedMarket, b: ListedMarket, sort: NonNullable<Sort>): number {
  const left = figureOf(a, sort.column);
  const right = figureOf(b, sort.column);
  if (left === undefined || right === undefined) return left === right ? 0 : left === undefined ? 1 : -1;
  return sort.isDescending ? compare(right, left) : compare(left, right);
}

function figureOf(market: ListedMarket, column: SortColumn): Decimal | undefined {
  if (column === 'price') return market.lastPrice ?? undefined;
  // By turnover: amounts of different coins cannot be compared.
  return (column === 'change' ? market.changePercent : market.turnover) ?? undefined;
}
