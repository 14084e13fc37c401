/** Futures for the screens, live; empty while logged out. */
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import type { MarketId } from '@halyard/contract/ids';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { parseDecimal, type Decimal } from '@halyard/contract/money';
import type { AppError } from '../../shared/api/appError.ts';
import { oldestOf, useAsOf } from '../../shared/api/useAsOf.ts';
import { usePagedList, wholePage } from '../../shared/api/usePagedList.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { useListMarketsQuery } from '../markets/marketsApi.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { useBalance } from '../wallet/useWallet.ts';
import {
  useGetFuturesTermsQuery,
  useListFuturesAccountsQuery,
  useListLivePositionsQuery,
  usePagePositionsInfiniteQuery,
  type LiveStatus,
  type PositionFilter,
} from './futuresApi.ts';
import { liveAccountOf, type LiveAccount } from './liveAccount.ts';

/** A new terms version takes effect at a time that no event announces. */
const RENEW_TERMS_MS = 60_000;
const NOTHING: readonly FuturesPosition[] = [];

/** Currency of margins until terms are loaded. */
const CURRENCY = 'USDT';

/** Current futures terms of a market. */
export function useFuturesTerms(marketId: MarketId | undefined) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const { currentData, error, refetch } = useGetFuturesTermsQuery(
    isLoggedIn && marketId !== undefined ? marketId : skipToken,
    { pollingInterval: RENEW_TERMS_MS, skipPollingIfUnfocused: true },
  );
  const failure = currentData === undefined ? (error as AppError | undefined) : undefined;
  return { current: currentData, error: failure, retry: refetch };
}

/** Open positions or waiting orders; undefined while unknown. */
export function useLivePositions(status: LiveStatus, isWanted = true) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const query = useListLivePositionsQuery(isLoggedIn && isWanted ? status : skipToken);
  const error = query.currentData === undefined ? (query.error as AppError | undefined) : undefined;
  return { positions: query.currentData, error, retry: query.refetch, asOfMs: useAsOf(query, true) };
}

/** The futures account at current ticks. `isKnown`: its positions are loaded. */
export function useLiveAccount(currency = CURRENCY): LiveAccount & { readonly isKnown: boolean } {
  const { positions } = useLivePositions('trading');
  const balance = useBalance('futures', currency)?.available;
  const marks = useMarks(positions ?? NOTHING);
  return useMemo(
    () => ({ ...liveAccountOf(positions ?? NOTHING, marks, balance), isKnown: positions !== undefined }),
    [positions, marks, balance],
  );
}

/** Amount that may be moved out of an account; for the futures account, minus the losses of cross positions. */
export function useMovable(account: AccountKind, currency: string | undefined): Decimal | undefined {
  const available = useBalance(account, currency)?.available;
  const isFutures = account === 'futures';
  const { positions = NOTHING } = useLivePositions('trading', isFutures);
  const own = useMemo(() => positions.filter((position) => position.currency === currency), [positions, currency]);
  const marks = useMarks(own);
  return isFutures ? liveAccountOf(own, marks, available).free : available;
}

/** Age of the account and its positions (Unix milliseconds) when they are not current. */
export function useAccountAsOf(): number | undefined {
  return oldestOf(useLivePositions('trading').asOfMs, useLivePositions('pending').asOfMs);
}

/** Last prices of the positions' markets; the same map until one of them changes. */
function useMarks(positions: readonly FuturesPosition[]): ReadonlyMap<MarketId, Decimal> {
  const ids = useMemo(() => [...new Set(positions.map(({ marketId }) => marketId))], [positions]);
  const { prices } = useListMarketsQuery(undefined, {
    selectFromResult: ({ data }) => ({ prices: ids.map((id) => data?.byId[id]?.lastPrice ?? '').join() }),
  });
  return useMemo(() => {
    const texts = prices.split(',');
    return new Map(
      ids.flatMap((id, place) => {
        const price = parseDecimal(texts[place] ?? '');
        return price === undefined ? [] : [[id, price] as const];
      }),
    );
  }, [ids, prices]);
}

/** Closed positions of a filter, newest first. */
export function usePositionPages(filter: PositionFilter) {
  const query = usePagePositionsInfiniteQuery(useAppSelector(selectIsLoggedIn) ? filter : skipToken);
  return usePagedList(query, wholePage, { isStreamed: true });
}

/** Account figures from the exchange in one currency, for what is not computed here. */
export function useFuturesAccount(currency: string) {
  const { currentData } = useListFuturesAccountsQuery(useAppSelector(selectIsLoggedIn) ? undefined : skipToken);
  return currentData?.find((account) => account.currency === currency);
}
