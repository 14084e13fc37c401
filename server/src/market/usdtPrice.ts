/** What one unit of a currency is worth in USDT. */
import type { CurrencyId } from '@halyard/contract/ids';
import { ONE, type Decimal } from '@halyard/contract/money';
import type { MarketRecord } from './marketRecord.ts';

/** What worth is told in. */
export const USDT = 'USDT';

/** A currency as far as it has a worth. */
type Priced = { readonly id: CurrencyId; readonly name: string };

/** USDT for one unit: the reference price of the currency's market against USDT; `undefined` while there is none. */
export function usdtPriceOf({ id, name }: Priced, markets: readonly MarketRecord[]): Decimal | undefined {
  if (name === USDT) return ONE;
  return markets.find(({ baseId, quote }) => baseId === id && quote === USDT)?.reference?.price;
}
