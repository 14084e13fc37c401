/** The user's break from trading products. */
import { skipToken } from '@reduxjs/toolkit/query';
import type { CodedError } from '@halyard/contract/errors';
import { breakRefusal, getTradingBreak, type TradingBreak } from '@halyard/contract/limits/breakCalls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { serverTimeMs } from '../../shared/time/serverClock.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';

const { useGetTradingBreakQuery } = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    getTradingBreak: build.query<TradingBreak, void>({
      query: () => toCall(getTradingBreak, {}),
      providesTags: ['Security'],
      extraOptions: { errors: 'inline' },
    }),
  }),
});

/** The end of the break; null without one, undefined while unknown. */
export function useTradingBreak() {
  const query = useGetTradingBreakQuery(useAppSelector(selectIsLoggedIn) ? undefined : skipToken);
  const until = query.currentData?.until;
  const endMs = until == null ? until : Date.parse(until);
  const isOver = useEachSecond((deviceMs) => endMs != null && endMs <= serverTimeMs(deviceMs));
  return { endMs: isOver ? null : endMs, error: query.error, retry: query.refetch } as const;
}

/** Why options, futures, Earn and new coins cannot be bought now: a break of the user. */
export function useBreakBlock(): CodedError | undefined {
  const { endMs } = useTradingBreak();
  return endMs == null ? undefined : breakRefusal(endMs);
}
