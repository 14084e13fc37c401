/** Markets of the sheet's lists, and their order. */
import type { ListedMarket } from '../marketSnapshot.ts';
import { symbolOf } from '../marketsData.ts';
import { compare, type Decimal } from '@halyard/contract/money';

export const MARKET_LISTS = ['all', 'favourites', 'recents'] as const;
export type MarketListName = (typeof MARKET_LISTS)[number];

export const SORT_COLUMNS = ['name', 'volume', 'price', 'change'] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];
export type Sort = { readonly column: SortColumn; readonly isDescending: boolean };

/**
 * Cycles a head: first the usual direction (names from A, figures from the largest), then the other, then the list's
 * own order.
 */
export function nextSort(sort: Sort | undefined, column: SortColumn): Sort | undefined {
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
