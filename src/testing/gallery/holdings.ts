/** Spot balances of the gallery's user, and what they cost. */
import { add, decimal, divide, multiply, round, subtract, type Decimal } from '@halyard/contract/money';
import type { OwnCost } from '@halyard/contract/wallet/costCalls';
import type { OpenResult } from '@halyard/contract/wallet/resultCalls';
import type { Balance } from '@halyard/contract/wallet/calls';
import { MARKETS, USDT_ID } from './market.ts';

export type Holding = readonly [currency: string, available: string, held?: string];

/** Held is what the waiting orders and the withdrawal under review may need. */
const SPOT: readonly Holding[] = [
  ['USDT', '12345.67', '2207'],
  ['BTC', '0.34234', '0.17'],
  ['ETH', '3.2'],
  ['SOL', '46.7'],
  ['DOGE', '15000'],
];
const LONG_SPOT: readonly Holding[] = SPOT.map(([currency]) =>
  currency === 'USDT' ? [currency, '98765432.12', '12345678.87'] : [currency, '98765.12345678', '12345.87654321'],
);
/** Of average costs to the last prices. */
const COST_SHARES = { BTC: '0.9403', ETH: '1.0527', SOL: '0.9449', DOGE: '0.9132' } as const;

export const spotOf = (isLong: boolean) => (isLong ? LONG_SPOT : SPOT).map(balanceOf);

export function balanceOf([currency, available, held = '0']: Holding): Balance {
  const market = MARKETS.find(({ base }) => base === currency);
  return {
    currencyId: market?.baseId ?? USDT_ID,
    currency,
    usdtPrice: market?.lastPrice ?? decimal('1'),
    available: decimal(available),
    held: decimal(held),
  };
}

export const worthOf = ({ available, held, usdtPrice }: Balance): Decimal =>
  multiply(add(available, held), usdtPrice ?? decimal('0'));

/** Costs of the coins, and what they are worth more than that; the last cost is unknown if `isLong`. */
export function costsOf(isLong: boolean): (OwnCost & OpenResult)[] {
  return Object.entries(COST_SHARES).flatMap(([currency, share]) => {
    const balance = spotOf(isLong).find((each) => each.currency === currency);
    if (balance === undefined) return [];
    const cost = round(multiply(worthOf(balance), decimal(share)), 2, 'half-even');
    const isKnown = !isLong || currency !== 'DOGE';
    return {
      currencyId: balance.currencyId,
      currency,
      amount: add(balance.available, balance.held),
      cost: isKnown ? cost : null,
      profit: isKnown ? subtract(worthOf(balance), cost) : null,
      unknownSince: isKnown ? null : new Date().toISOString(),
    };
  });
}

/** Percent of a base, as the server rounds it. */
export const percentOf = (part: Decimal, base: Decimal) => divide(multiply(part, decimal('100')), base, 2, 'half-even');
