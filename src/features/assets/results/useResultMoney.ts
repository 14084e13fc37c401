import { multiply, type Decimal } from '@halyard/contract/money';
import { TOTAL_COINS } from '../../../domain/preferences/preferencesSlice.ts';
import { useHiddenBalances, useTotalUnit } from '../../../domain/preferences/usePreferences.ts';
import { moneyPlaces } from '../../../domain/rates/MoneyTotal.tsx';
import { useMoneyRates } from '../../../domain/rates/ratesApi.ts';
import { AMOUNT_PLACES, useConvert, WORTH_UNIT } from '../../../domain/wallet/useEquity.ts';

/** Results in the currency of the user's totals, at its current rate. */
export type ResultMoney = {
  readonly unit: string;
  readonly places: number;
  /** Converts from USDT; undefined when the amount or the rate is unknown. */
  readonly of: (usdt: Decimal | null | undefined) => Decimal | undefined;
  readonly isMasked: boolean;
};

export function useResultMoney(): ResultMoney {
  const { unit } = useTotalUnit();
  const { hidesBalances: isMasked } = useHiddenBalances();
  const convert = useConvert(unit);
  const rate = useMoneyRates()?.find(({ currency, isOld }) => currency === unit && !isOld);
  if (TOTAL_COINS.some((coin) => coin === unit)) {
    return {
      unit,
      places: unit === WORTH_UNIT ? 2 : AMOUNT_PLACES,
      of: (usdt) => convert(usdt ?? undefined),
      isMasked,
    };
  }
  return {
    unit,
    places: moneyPlaces(unit),
    of: (usdt) => (usdt == null || rate === undefined ? undefined : multiply(usdt, rate.perUsdt)),
    isMasked,
  };
}
