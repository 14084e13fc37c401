import { placesOf, type Decimal } from '@halyard/contract/money';
import { useHiddenBalances } from '../../../domain/preferences/usePreferences.ts';
import { Num } from '../../../shared/format/Num.tsx';

const PLACES_MIN = 2;

/**
 * What came or went, exact, with its sign; without colour, which belongs to prices. Masked where the user hides
 * balances.
 */
export function Signed({ value, unit }: { value: Decimal | undefined; unit: string }) {
  const { hidesBalances } = useHiddenBalances();
  const places = value === undefined ? PLACES_MIN : Math.max(PLACES_MIN, placesOf(value));
  return <Num kind="pnl" value={value} places={places} unit={unit} isMasked={hidesBalances} />;
}
