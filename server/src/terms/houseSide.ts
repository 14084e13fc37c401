/** What stands behind the contracts of a kind, as everybody is told it. */
import type { HouseSide } from '@halyard/contract/transparency/figureCalls';
import { decimal, type Decimal } from '@halyard/contract/money';
import { shareOf, type HouseShares } from '@halyard/contract/houseLimits';

/** Of what the house has and the shares of it that it promises. */
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

/** Cut to two digits, toward zero: in large books nobody sees a single contract by asking twice. */
export function twoDigits(value: Decimal): Decimal {
  let kept = 0;
  const cut = (digit: string) => {
    if (kept > 0 || digit !== '0') kept += 1;
    return kept > 2 ? '0' : digit;
  };
  return decimal(value.replaceAll(/\d/g, cut));
}
