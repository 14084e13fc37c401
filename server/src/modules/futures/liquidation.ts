/** Liquidation prices of positions that open now or at their target. */
import { multiply, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { crossOf, type MarginAccount } from '@halyard/contract/futures/account';
import { crossLiquidationPrice } from '@halyard/contract/futures/cross';
import { liquidationPrice, reserveOf, type Position } from '@halyard/contract/futures/position';
import { toPendingOrder, type PositionRecord } from './positionRow.ts';

type Opening = { readonly position: Position; readonly openPrice: Decimal; readonly paid: Decimal };

/** Undefined when there is none. `paid` is what opening takes from the balance. */
export function liquidationOf(account: MarginAccount, { position, openPrice, paid }: Opening): Decimal | undefined {
  if (position.mode === 'isolated') return liquidationPrice(position);
  const { balance, marked } = crossOf(account);
  const mine = { position, price: openPrice };
  return crossLiquidationPrice({ balance: subtract(balance, paid), marked: [...marked, mine] }, mine);
}

/** The position that a pending order becomes at its target. */
export function pendingPosition(record: PositionRecord): Position {
  const { targetPrice, ...order } = toPendingOrder(record);
  const { side, margin, quantity } = order;
  const { terms } = record;
  const reserve = reserveOf({ side, margin, notional: multiply(targetPrice, quantity) }, terms);
  return { ...order, openPrice: targetPrice, originMargin: margin, reserve, terms };
}

/** Of a pending order at its target: margin and fee are held already. */
export function pendingLiquidation(account: MarginAccount, record: PositionRecord): Decimal | undefined {
  const position = pendingPosition(record);
  return liquidationOf(account, { position, openPrice: position.openPrice, paid: ZERO });
}
