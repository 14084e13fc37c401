/** Futures for the screens, live; empty while logged out. */
import { crossRate, freeOf, type CrossAccount, type Marked } from '@halyard/contract/futures/account';
import { equityAt, profitAt, rateOf, sumOf, type Position } from '@halyard/contract/futures/position';
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import type { MarketId } from '@halyard/contract/ids';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import {
  parseDecimal,
  add,
  compare,
  isZero,
  subtract,
  ZERO,
  type Decimal,
  shareInPercent,
} from '@halyard/contract/money';
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
import { liquidationOf } from './preview.ts';

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

// The user's live futures account: positions at their markets' last ticks, computed on this device by the rules of the
// exchange. Marks and profits in list answers are outdated and not used.

/** Last price of each market. */
type Marks = ReadonlyMap<MarketId, Decimal>;

/** A position at current prices. Undefined fields need a missing price or unknown other positions. */
export type LivePosition = {
  readonly position: FuturesPosition;
  readonly mark: Decimal | undefined;
  readonly profit: Decimal | undefined;
  /** Profit in percent of the opening margin. */
  readonly percent: Decimal | undefined;
  /** Equity in percent of the opening margin; for a cross position, of all cross positions together. */
  readonly rate: Decimal | undefined;
  /** `none`: no price liquidates it. */
  readonly liquidation: Decimal | 'none' | undefined;
};

export type LiveAccount = {
  readonly positions: readonly LivePosition[];
  /** The account behind the cross positions; undefined while a balance or a price is missing. */
  readonly cross: CrossAccount | undefined;
  /** Available balance plus margins and profit of open positions. */
  readonly equity: Decimal | undefined;
  readonly usedMargin: Decimal;
  readonly profit: Decimal | undefined;
  /** The amount that may be used or transferred. */
  readonly free: Decimal | undefined;
  /** The lowest rate of all positions, percent; undefined without positions. */
  readonly rate: Decimal | undefined;
};

const PERCENT_PLACES = 2;

/** A position as the rules' input. */
export function ruleOf(position: FuturesPosition): Position {
  const { takeProfit, stopLoss } = position;
  return {
    ...position,
    takeProfit: isZero(takeProfit) ? null : takeProfit,
    stopLoss: isZero(stopLoss) ? null : stopLoss,
  };
}

/** `balance`: available in the futures account. */
function liveAccountOf(positions: readonly FuturesPosition[], marks: Marks, balance: Decimal | undefined): LiveAccount {
  const cross = crossOf(positions, marks, balance);
  const crossNow = cross && crossRate(cross);
  const live = positions.map((position) => liveOf(position, marks.get(position.marketId), { cross, crossNow }));
  const profits = live.map(({ profit }) => profit);
  const profit = profits.every((each) => each !== undefined) ? sumOf(profits) : undefined;
  const usedMargin = sumOf(positions.map(({ margin }) => margin));
  const rates = live.flatMap(({ rate }) => rate ?? []);
  return {
    positions: live,
    cross,
    equity: balance === undefined || profit === undefined ? undefined : add(balance, usedMargin, profit),
    usedMargin,
    profit,
    free: cross && freeOf(cross),
    rate: rates.length === 0 ? undefined : rates.reduce((a, b) => (compare(a, b) <= 0 ? a : b)),
  };
}

/** The account behind the cross positions, optionally without one of them. */
function crossOf(
  positions: readonly FuturesPosition[],
  marks: Marks,
  balance: Decimal | undefined,
  without?: FuturesPosition['id'],
): CrossAccount | undefined {
  if (balance === undefined) return undefined;
  const marked: Marked[] = [];
  for (const position of positions) {
    if (position.mode !== 'cross' || position.id === without) continue;
    const price = marks.get(position.marketId);
    if (price === undefined) return undefined;
    marked.push({ position: ruleOf(position), price });
  }
  return { balance, marked };
}

/** The same account without one position. */
export function withoutPosition(cross: CrossAccount | undefined, { id }: FuturesPosition): CrossAccount | undefined {
  return cross && { ...cross, marked: cross.marked.filter(({ position }) => (position as FuturesPosition).id !== id) };
}

type Cross = { readonly cross: CrossAccount | undefined; readonly crossNow: Decimal | undefined };

function liveOf(position: FuturesPosition, mark: Decimal | undefined, { cross, crossNow }: Cross): LivePosition {
  const rule = ruleOf(position);
  const isCross = position.mode === 'cross';
  if (mark === undefined) {
    const fixed = isCross ? undefined : (liquidationOf(rule, ZERO, undefined) ?? 'none');
    return { position, mark, profit: undefined, percent: undefined, rate: undefined, liquidation: fixed };
  }
  const profit = profitAt(rule, mark);
  const others = withoutPosition(cross, position);
  const isKnown = !isCross || others !== undefined;
  return {
    position,
    mark,
    profit,
    percent: profitInPercent(profit, position.originMargin),
    rate: isCross ? crossNow : rateOf(equityAt(rule, mark), position.originMargin),
    liquidation: isKnown ? (liquidationOf(rule, mark, others) ?? 'none') : undefined,
  };
}

/** Fees of a position. Those that were paid before a part was closed are with the rest. */
export function feesOf({ fee, overnightTotal }: FuturesPosition): Decimal {
  return add(fee, overnightTotal);
}

/** Result of a closed position for its owner: the profit after fees, without the part of a loss that others paid. */
export function netProfitOf(position: FuturesPosition): Decimal {
  return subtract(add(position.realizedProfit, position.shortfall), feesOf(position));
}

/** A profit or loss in percent of the opening margin. */
export function profitInPercent(profit: Decimal, originMargin: Decimal): Decimal {
  if (isZero(originMargin)) return ZERO;
  return shareInPercent(profit, originMargin, PERCENT_PLACES, 'half-even');
}
