import { useMemo, useState } from 'react';
import type { ListedMarket } from '../../../domain/markets/marketSnapshot.ts';
import { searchMarkets } from '../../../domain/markets/searchMarkets.ts';
import { useCoinNames } from '../../../domain/markets/useCoinNames.ts';
import { marketsOf, sortMarkets, type MarketListName, type Sort } from './marketLists.ts';

type OrderedBy = {
  readonly list: MarketListName;
  /** `undefined` while they are not known. */
  readonly markets: readonly ListedMarket[] | undefined;
  readonly favourites: readonly string[];
  readonly recents: readonly string[];
  readonly sort: Sort | undefined;
  readonly search: string;
};

type Kept = { readonly key: string; readonly markets: readonly ListedMarket[] };

/**
 * The markets that match, in order. The order stands until another one is asked for: prices move three times a second,
 * and rows that move with them cannot be met by a finger.
 */
export function useMarketOrder(by: OrderedBy): readonly ListedMarket[] | undefined {
  const { list, markets, favourites, recents, sort, search } = by;
  const nameOf = useCoinNames();
  const [kept, setKept] = useState<Kept>();
  const key = `${list} ${sort?.column} ${sort?.isDescending} ${markets?.length}`;
  let now = kept;
  if (markets !== undefined && kept?.key !== key) {
    now = { key, markets: sortMarkets(marketsOf(list, markets, { favourites, recents }), sort) };
    setKept(now);
  }
  const ordered = markets === undefined ? undefined : now?.markets;
  return useMemo(() => ordered && searchMarkets(ordered, search, nameOf), [ordered, search, nameOf]);
}
