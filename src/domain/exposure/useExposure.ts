import { skipToken } from '@reduxjs/toolkit/query';
import { type Exposure, getExposure } from '@halyard/contract/exposure/calls';
import { compare, type Decimal, divide, min, MONEY_PLACES } from '@halyard/contract/money';
import type { CodedError } from '@halyard/contract/errors';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { useBalance } from '../wallet/useWallet.ts';

/** The limit on the logged-in user's open exposure without verification. */
const { useGetExposureQuery } = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    getExposure: build.query<Exposure, void>({
      query: () => toCall(getExposure, {}),
      // Every purchase and every release invalidates the wallet.
      providesTags: ['Wallet', 'Identity'],
      extraOptions: { errors: 'inline' },
    }),
  }),
});

const USDT = 'USDT';

export type UnverifiedLimit = {
  /** In USDT. */
  readonly max: Decimal;
  readonly left: Decimal;
  /** {@link left} in the currency of the form; undefined without a price. */
  readonly leftIn: Decimal | undefined;
};

/** Null without a limit, as for a verified user; undefined while unknown: then only the exchange applies it. */
export function useUnverifiedLimit(currency: string | undefined): UnverifiedLimit | null | undefined {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const { currentData } = useGetExposureQuery(isLoggedIn ? undefined : skipToken, { refetchOnMountOrArgChange: true });
  const price = useBalance('spot', currency)?.usdtPrice;
  if (currentData === undefined) return undefined;
  const { max, left } = currentData;
  if (left === null) return null;
  if (currency === USDT) return { max, left, leftIn: left };
  return { max, left, leftIn: price == null ? undefined : divide(left, price, MONEY_PLACES, 'down') };
}

/** The part of an amount that the limit allows, for the button "All". */
export function withinLimit(
  amount: Decimal | undefined,
  limit: UnverifiedLimit | null | undefined,
): Decimal | undefined {
  return amount && limit?.leftIn ? min(amount, limit.leftIn) : amount;
}

/** Checks an amount against the limit. Errors: UNVERIFIED_LIMIT {max, left}. */
export function checkUnverifiedLimit(
  amount: Decimal | undefined,
  limit: UnverifiedLimit | null | undefined,
): CodedError<'UNVERIFIED_LIMIT'> | undefined {
  if (amount === undefined || limit?.leftIn === undefined || compare(amount, limit.leftIn) <= 0) return undefined;
  return { code: 'UNVERIFIED_LIMIT', params: { max: limit.max, left: limit.left } };
}
