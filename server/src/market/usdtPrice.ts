/** Current value of a currency in USDT. */
import type { CurrencyId } from '@halyard/contract/ids';
import { ONE, type Decimal } from '@halyard/contract/money';
import type { MarketRecord } from './marketRecord.ts';

/** Currency in which values are expressed. */
export const USDT = 'USDT';

/** Fields of a currency that its value needs. */
type Priced = { readonly id: CurrencyId; readonly name: string };

/** USDT for one unit: the reference price of the currency's market against USDT; `undefined` when there is none. */
export function usdtPriceOf({ id, name }: Priced, markets: readonly MarketRecord[]): Decimal | undefined {
  if (name === USDT) return ONE;
  return markets.find(({ baseId, quote }) => baseId === id && quote === USDT)?.reference?.price;
}
