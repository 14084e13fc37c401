/** Invariants of a market in memory: quantity and money are neither lost nor made. */
import type { OrderId } from '@halyard/contract/ids';
import { add, isNegative, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import type { MemoryMarket } from './memoryMarket.ts';
import type { SpotOrder } from '../modules/spot/spotOrder.ts';

/** Sum of a market's money: it never changes. */
export function totalMoney({ balances, house, fees }: MemoryMarket): {
  readonly base: Decimal;
  readonly quote: Decimal;
} {
  const totalOf = (part: 'base' | 'quote') =>
    add(
      house[part],
      fees[part],
      ...[...balances.values()].flatMap((balance) => [balance[part].free, balance[part].held]),
    );
  return { base: totalOf('base'), quote: totalOf('quote') };
}

/** Faults of quantities and holds: always none. */
export function memoryFaults({ orders, fills, balances }: MemoryMarket): string[] {
  const filled = new Map<OrderId, Decimal>();
  for (const { takerId, restingId, quantity } of fills) {
    for (const id of [takerId, restingId]) {
      if (id !== undefined) filled.set(id, add(filled.get(id) ?? ZERO, quantity));
    }
  }
  const all = [...orders.values()];
  const heldBy = (userId: number, side: string) =>
    add(...all.filter((order) => order.userId === userId && order.side === side).map(({ heldAmount }) => heldAmount));
  return [
    ...all.flatMap((order) => faultOf(order, filled.get(order.id) ?? ZERO) ?? []),
    ...[...balances].flatMap(([userId, { base, quote }]) =>
      base.held === heldBy(userId, 'sell') && quote.held === heldBy(userId, 'buy')
        ? []
        : [`user ${userId} holds otherwise`],
    ),
  ];
}

function faultOf({ id, status, quantity, filledQuantity, heldAmount }: SpotOrder, filled: Decimal): string | undefined {
  if (filledQuantity !== filled) return `order ${id} says it filled ${filledQuantity}, its fills say ${filled}`;
  if (isNegative(subtract(quantity, filledQuantity))) return `order ${id} filled more than it is`;
  if (status !== 'waiting' && heldAmount !== ZERO) return `order ${id} is over and holds`;
  return (status === 'completed') === (quantity === filledQuantity)
    ? undefined
    : `order ${id} is ${status} with ${filled}`;
}
