/** Which market the screen shows: the one that its address names, or the last one that the user looked at. */
import { useSearchParams } from 'react-router-dom';
import type { Market } from '@halyard/contract/calls/markets';
import { useListMarketsQuery } from '../../domain/markets/marketsApi.ts';
import { symbolOf } from '../../domain/markets/marketsData.ts';
import { openMarkets } from '../../domain/options/useOptions.ts';
import { useRecentMarkets } from '../../domain/preferences/usePreferences.ts';
import type { AppError } from '../../shared/api/appError.ts';

/** `isMissing`: the address names a market that there is not, or one without options; or no market has any. */
export function useOptionMarket() {
  const [search] = useSearchParams();
  const { recents } = useRecentMarkets();
  const { data, error, refetch } = useListMarketsQuery();
  const open = openMarkets(data);
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
