import type { Decimal } from '@halyard/contract/money';
import { useHiddenBalances } from '../../domain/preferences/usePreferences.ts';
import { Num } from '../../shared/format/Num.tsx';
import { AMOUNT_PLACES, WORTH_UNIT } from '../../domain/wallet/useEquity.ts';

type FigureProps = { value: Decimal | undefined };

/** A worth in USDT, masked when the user hides balances. */
export function EquityFigure({ value }: FigureProps) {
  const { hidesBalances } = useHiddenBalances();
  return <Num kind="amount" value={value} places={2} minPlaces={2} unit={WORTH_UNIT} isMasked={hidesBalances} />;
}

/** An amount of a currency, masked when the user hides balances. */
export function Amount({ value, unit }: FigureProps & { unit?: string }) {
  const { hidesBalances } = useHiddenBalances();
  return <Num kind="amount" value={value} places={AMOUNT_PLACES} unit={unit} isMasked={hidesBalances} />;
}
