import { Eye, EyeOff } from 'lucide-react';
import { Suspense } from 'react';
import type { Decimal } from '@halyard/contract/money';
import { Num } from '../../shared/format/Num.tsx';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { TOTAL_COINS } from '../preferences/preferencesSlice.ts';
import { useHiddenBalances, useTotalUnit } from '../preferences/usePreferences.ts';
import { AMOUNT_PLACES, useConvert, WORTH_UNIT } from './useEquity.ts';

// Few users read their totals in a fiat currency.
const MoneyTotal = lazyPart(async () => (await import('../rates/MoneyTotal.tsx')).MoneyTotal);

/** A total in the user's chosen currency (the menu's "Pricing method"). */
export function TotalFigure({ usdt }: { usdt: Decimal | undefined }) {
  const { hidesBalances: isMasked } = useHiddenBalances();
  const { unit } = useTotalUnit();
  const convert = useConvert(unit);
  if (TOTAL_COINS.some((coin) => coin === unit)) {
    const places = unit === WORTH_UNIT ? 2 : AMOUNT_PLACES;
    return <Num kind="amount" value={convert(usdt)} places={places} minPlaces={2} unit={unit} isMasked={isMasked} />;
  }
  return (
    <Suspense fallback={<Num kind="amount" value={undefined} unit={unit} isMasked={isMasked} />}>
      <MoneyTotal usdt={usdt} unit={unit} isMasked={isMasked} />
    </Suspense>
  );
}

/** Toggles the masking of balances on every screen. */
export function HideButton(props: { label: string; className: string | undefined }) {
  const { hidesBalances, hide } = useHiddenBalances();
  return (
    <IconButton
      icon={hidesBalances ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      isPressed={hidesBalances}
      onClick={() => hide(!hidesBalances)}
      {...props}
    />
  );
}
