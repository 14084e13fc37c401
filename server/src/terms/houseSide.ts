/** Public figures about the capital behind the orders of a kind. */
import type { HouseSide } from '@halyard/contract/transparency/figureCalls';
import { decimal, type Decimal } from '@halyard/contract/money';
import { shareOf, type HouseShares } from '@halyard/contract/houseLimits';

/** Figures from the house's balance and the shares of it that it promises. */
export function houseSideOf(
  { capital, held }: { readonly capital: Decimal; readonly held: Decimal },
  { order, user, side, all }: HouseShares,
  rest: Pick<HouseSide, 'kind' | 'currency' | 'atRisk' | 'open' | 'insurance'>,
): HouseSide {
  return {
    ...rest,
    capital,
    setAside: held,
    most: shareOf(capital, all),
    shares: { order: decimal(order), user: decimal(user), side: decimal(side), all: decimal(all) },
  };
}

/** Truncates to two digits, so that in large books a single position cannot be derived from two readings. */
export function twoDigits(value: Decimal): Decimal {
  let digits = 0;
  const cut = (digit: string) => {
    if (digits > 0 || digit !== '0') digits += 1;
    return digits > 2 ? '0' : digit;
  };
  return decimal(value.replaceAll(/\d/g, cut));
}
