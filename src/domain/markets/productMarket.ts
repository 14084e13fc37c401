import { lruMemoize } from '@reduxjs/toolkit';
import { useSearchParams } from 'react-router-dom';
import type { Market } from '@halyard/contract/market/calls';
import type { AppError } from '../../shared/api/appError.ts';
import { useRecentMarkets } from '../preferences/usePreferences.ts';
import { useListMarketsQuery } from './marketsApi.ts';
import { symbolOf, type MarketsData } from './marketsData.ts';

/** The flag that opens a product in a market. */
export type ProductFlag = 'isOptionOpen' | 'isFuturesOpen';

/** A product's markets in the order of the exchange. */
export function marketsWith(flag: ProductFlag, data: MarketsData | undefined): readonly Market[] {
  return (data?.ids ?? []).flatMap((id) => {
    const market = data?.byId[id];
    return market?.[flag] === true ? [market] : [];
  });
}

/** All markets of a product: the same array until one is added or removed; prices may be outdated. */
export function useMarketsWith(flag: ProductFlag): readonly Market[] {
  return useListMarketsQuery(undefined, { selectFromResult: ({ data }) => ({ markets: STABLE[flag](data) }) }).markets;
}

/** Choices of a history's filter by market, among those with the product. */
export function useMarketChoices(flag: ProductFlag) {
  return useMarketsWith(flag).map((market) => ({
    value: String(market.id),
    label: symbolOf(market),
    request: { marketId: market.id },
  }));
}

const stable = (flag: ProductFlag) =>
  lruMemoize((data: MarketsData | undefined) => marketsWith(flag, data), {
    resultEqualityCheck: (one: readonly Market[], other: readonly Market[]) =>
      one.length === other.length && one.every(({ id }, place) => id === other[place]?.id),
  });
const STABLE = { isOptionOpen: stable('isOptionOpen'), isFuturesOpen: stable('isFuturesOpen') } as const;

/**
 * The market named by the address, or the last viewed one. `isMissing`: the named market does not exist or lacks the
 * product, or no market has it.
 */
export function useProductMarket(flag: ProductFlag) {
  const [search] = useSearchParams();
  const { recents } = useRecentMarkets();
  const { data, error, refetch } = useListMarketsQuery();
  const open = marketsWith(flag, data);
  const market = marketOf(open, search, recents);
  return {
    market,
    open,
    named: search.get('symbol') ?? undefined,
    isMissing: data !== undefined && market === undefined,
    error: data === undefined ? (error as AppError | undefined) : undefined,
    retry: refetch,
  } as const;
}

function marketOf(open: readonly Market[], search: URLSearchParams, recents: readonly string[]): Market | undefined {
  const [symbol, id] = [search.get('symbol'), search.get('match_id')];
  if (symbol !== null) return open.find((market) => symbolOf(market) === symbol);
  if (id !== null) return open.find((market) => String(market.id) === id);
  const recent = recents.find((known) => open.some((market) => symbolOf(market) === known));
  return open.find((market) => symbolOf(market) === recent) ?? open[0];
}
