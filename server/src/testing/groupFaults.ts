/**
 * Rules of groups of orders (docs/product.md, 1.11), counted from the fills alone: the exits of a group never trade
 * more than was asked for or received, never hold more than the larger of them needs, and a take profit never waits
 * beside a stop that was reached.
 */
import type { OrderGroupId } from '@halyard/contract/ids';
import type { Side } from '@halyard/contract/spot/calls';
import { add, compare, max, round, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import type { MarketTerms } from '@halyard/contract/spot/rules';
import { holdOf } from '../modules/spot/settlement.ts';
import { remainingOf, type SpotOrder } from '../modules/spot/spotOrder.ts';

type Places = Pick<MarketTerms, 'pricePrecision' | 'quantityPrecision'>;

/**
 * The side of a group's exits and the most that they may trade; without a quantity, what the entry of the group
 * received.
 */
export type AskedGroup = { readonly side: Side; readonly quantity: Decimal | undefined };

/** The broken rules of groups among these orders, one line each. */
export function groupFaults(
  orders: readonly SpotOrder[],
  asked: Iterable<readonly [OrderGroupId, AskedGroup]>,
  places: Places,
): string[] {
  return [...asked].flatMap(([id, group]) => {
    const members = orders.filter((order) => order.group?.id === id);
    return faultsOf(members, group, places).map((fault) => `group ${id} ${fault}`);
  });
}

/** The traded quantity of the exits among these orders of a group. */
export function soldBy(members: readonly SpotOrder[]): Decimal {
  return add(ZERO, ...members.filter(isExit).map((order) => order.filledQuantity));
}

/** Whether an order is a take profit or a stop of a group. */
export function isExit({ group }: SpotOrder): boolean {
  return group?.leg === 'take_profit' || group?.leg === 'stop_loss';
}

function faultsOf(members: readonly SpotOrder[], { side, quantity }: AskedGroup, places: Places): string[] {
  const exits = members.filter(isExit);
  const entries = members.filter(({ group }) => group?.leg === 'entry');
  const waiting = exits.filter(({ status }) => status === 'waiting');
  const open = max(ZERO, ...waiting.map(remainingOf));
  const most = quantity ?? receivedBy(entries, places);
  const total = add(soldBy(members), open);
  const faults: string[] = [];
  if (compare(total, most) > 0) faults.push(`may trade ${total} of ${most}`);
  if (new Set(waiting.map(remainingOf)).size > 1) faults.push('has exits of different size');
  if (waiting.length > 2 || new Set(waiting.map(({ group }) => group?.leg)).size < waiting.length)
    faults.push(`has ${waiting.length} exits`);
  const larger = max(ZERO, ...waiting.map((order) => holdOf(order, remainingOf(order), places.pricePrecision)));
  const held = add(ZERO, ...waiting.map((order) => order.heldAmount));
  // A purchase that has traded a part below its worst price holds what is left of its hold.
  const isPartMarket = waiting.some((order) => order.price === undefined && order.filledQuantity !== ZERO);
  if (!isPartMarket && held !== larger) faults.push(`holds ${held} for its exits, not ${larger}`);
  const isReached = waiting.some(({ triggeredAt }) => triggeredAt !== undefined);
  if (isReached && waiting.length > 1) faults.push('has an exit beside a stop that was reached');
  // Its owner may pay more than that only by moving an exit.
  const isMoved = exits.some(({ replacesId }) => replacesId !== undefined);
  const isPaid = compare(add(held, paidBy(exits)), proceedsOf(entries)) <= 0;
  if (side === 'buy' && quantity === undefined && !isMoved && !isPaid)
    faults.push('has exits that cost more than its entry brought');
  return faults;
}

/** The quantity that the entries of a group received after fees, or, of sales, that they sold. */
function receivedBy(entries: readonly SpotOrder[], { quantityPrecision }: Places): Decimal {
  const amounts = entries.map(({ side, filledQuantity, fee }) =>
    side === 'buy' ? round(subtract(filledQuantity, fee), quantityPrecision, 'down') : filledQuantity,
  );
  return add(ZERO, ...amounts);
}

function proceedsOf(entries: readonly SpotOrder[]): Decimal {
  return add(ZERO, ...entries.map(({ filledQuote, fee }) => subtract(filledQuote, fee)));
}

function paidBy(exits: readonly SpotOrder[]): Decimal {
  return add(ZERO, ...exits.map(({ filledQuote }) => filledQuote));
}
