/** Orders in groups: what a fill, a trigger or the end of one of them does to the others. */
import type { CancelReason, Exits, OrderLeg, Side } from '@halyard/contract/spot/calls';
import {
  add,
  compare,
  divide,
  isPositive,
  isZero,
  max,
  min,
  ONE,
  subtract,
  ZERO,
  type Decimal,
} from '@halyard/contract/money';
import { quoteAmount, worstPrice, type MarketTerms } from '@halyard/contract/spot/rules';
import { otherSide } from '@halyard/contract/spot/side';
import type { MarketRecord } from '../../../market/marketRecord.ts';
import { holdOf } from '../settlement.ts';
import { isInBook, isWaitingForStop, remainingOf, type GroupPlace, type SpotOrder } from '../spotOrder.ts';
import type { MarketBook } from './marketBook.ts';
import { decideEntry, outsideBook } from './placement.ts';

/** An order in a group. */
export type Member = SpotOrder & { readonly group: GroupPlace };

/** The waiting orders of a group by their legs; a stop that was reached is none of them. */
export type Legs = {
  readonly entry: Member | undefined;
  readonly takeProfit: Member | undefined;
  readonly stop: Member | undefined;
};

/** After each trade: exits of what an entry bought come in, and a stop stays for what its take profit has not sold. */
export async function followGroups(book: MarketBook): Promise<void> {
  for (let traded = book.takeTraded(); traded.length > 0; traded = book.takeTraded()) {
    for (const order of traded) {
      if (!isMember(order)) continue;
      if (order.group.leg === 'entry') await bringIn(book, order);
      if (order.group.leg === 'take_profit') await alignStop(book, order);
    }
  }
}

/**
 * A stop that was reached trades alone: the take profit is cancelled and leaves it its hold, and the rest of the entry
 * is cancelled. Returns the stop.
 */
export async function triggerInGroup(book: MarketBook, reached: SpotOrder): Promise<SpotOrder> {
  if (!isMember(reached)) return reached;
  const { entry, takeProfit } = await legsOf(book, reached);
  if (entry !== undefined) book.cancel(entry, 'group');
  if (takeProfit === undefined) return reached;
  return holdingAlone(book, book.cancelAndPassHold(takeProfit, 'group', reached));
}

/**
 * Cancels a waiting order. Of two exits the other one stays and holds what it needs alone; without an entry that brings
 * in more, it leaves the group. Returns the cancelled order.
 */
export async function cancelMember(book: MarketBook, order: SpotOrder, reason: CancelReason): Promise<SpotOrder> {
  if (!isMember(order) || order.group.leg === 'entry') return book.cancel(order, reason);
  const { entry, takeProfit, stop } = await legsOf(book, order);
  const cancelled = book.cancel(order, reason);
  if (entry !== undefined) book.put(withoutExit(entry, order.group.leg));
  const sibling = order.id === stop?.id ? takeProfit : stop;
  if (sibling === undefined || sibling.id === order.id) return cancelled;
  const alone = holdingAlone(book, sibling);
  if (entry === undefined) book.put({ ...alone, group: undefined });
  return cancelled;
}

/** Entries among a user's known orders bring in no exit any more that the user has cancelled. */
export function dropExits(book: MarketBook, cancelled: readonly SpotOrder[]): void {
  for (const exit of cancelled) {
    if (!isMember(exit) || exit.group.leg === 'entry') continue;
    const entry = book
      .waitingOf(exit.userId)
      .filter(isMember)
      .find(({ group }) => group.id === exit.group.id && group.leg === 'entry');
    if (entry !== undefined) book.put(withoutExit(entry, exit.group.leg));
  }
}

/** The waiting orders of the group of an order. */
export async function legsOf(
  book: MarketBook,
  { group, userId }: Member,
): Promise<Legs & { readonly isEntered: boolean }> {
  const { orders, isEntered } = await book.membersOf({ id: group.id, userId });
  const members = orders.filter(isMember);
  const first = (leg: OrderLeg) => members.find((order) => order.group.leg === leg);
  const stop = members.find((order) => order.group.leg === 'stop_loss' && isWaitingForStop(order));
  return { entry: first('entry'), takeProfit: first('take_profit'), stop, isEntered };
}

export function isMember(order: SpotOrder): order is Member {
  return order.group !== undefined;
}

/** The hold of a stop beside its take profit: together they hold what the larger of the two needs. */
export function holdBeside(book: MarketBook, stop: SpotOrder, takeProfit: SpotOrder): Decimal {
  const left = remainingOf(takeProfit);
  const more = subtract(fullHold(book, stop, left), fullHold(book, takeProfit, left));
  return isPositive(more) ? more : ZERO;
}

function fullHold({ market }: MarketBook, order: SpotOrder, quantity: Decimal): Decimal {
  return holdOf(order, quantity, market.terms.pricePrecision);
}

/** An exit that holds what it needs alone. */
function holdingAlone(book: MarketBook, exit: SpotOrder): SpotOrder {
  book.rehold(exit, fullHold(book, exit, remainingOf(exit)));
  return book.order(exit.id) ?? exit;
}

/** After a trade or the end of a take profit: its stop is for the same rest, and ends with it. */
async function alignStop(book: MarketBook, takeProfit: Member): Promise<void> {
  const { entry, stop } = await legsOf(book, takeProfit);
  if (stop === undefined) return;
  const quantity = remainingOf(takeProfit);
  if (isZero(quantity)) book.cancel(stop, 'group');
  else if (takeProfit.status === 'waiting') book.rehold({ ...stop, quantity }, holdBeside(book, stop, takeProfit));
  else {
    const alone = holdingAlone(book, { ...stop, quantity });
    if (entry === undefined) book.put({ ...alone, group: undefined });
  }
}

/** Brings in exits for what an entry has filled, or makes them larger. */
async function bringIn(book: MarketBook, filled: Member): Promise<void> {
  const plan = filled.group.exits;
  if (plan === undefined) return;
  const { takeProfit, stop } = await legsOf(book, filled);
  const exited = filled.group.exited ?? ZERO;
  const quantity = newQuantity(book, filled, plan);
  if (!isPositive(quantity)) return;
  if (takeProfit !== undefined || stop !== undefined) growExits(book, { takeProfit, stop }, quantity);
  else if (isTradable(book.market, plan, quantity)) await createExits(book, filled, plan, quantity);
  else return;
  const entry = book.order(filled.id) ?? filled;
  book.put({ ...entry, group: { ...filled.group, exited: add(exited, quantity) } });
}

/** The filled quantity of an entry without an exit, in whole steps, as far as its owner can pay for that. */
function newQuantity(book: MarketBook, filled: Member, plan: Exits): Decimal {
  const { terms } = book.market;
  const open = subtract(exitQuantity(terms, filled, plan), filled.group.exited ?? ZERO);
  const spendable = book.spendable(filled.userId, otherSide(filled.side));
  return min(open, divide(spendable, exitCost(terms, filled.side, plan), terms.quantityPrecision, 'down'));
}

/** The quantity of the exits of what an entry has filled: what it received after the fee, or what that pays for. */
export function exitQuantity(
  terms: MarketTerms,
  { side, filledQuantity, filledQuote, fee }: Pick<SpotOrder, 'side' | 'filledQuantity' | 'filledQuote' | 'fee'>,
  plan: Exits,
): Decimal {
  const received = subtract(side === 'sell' ? filledQuote : filledQuantity, fee);
  return min(filledQuantity, divide(received, exitCost(terms, side, plan), terms.quantityPrecision, 'down'));
}

/** The hold of exits for each unit of their quantity: that of a purchase is the dearer of their prices. */
function exitCost({ pricePrecision }: MarketTerms, entrySide: Side, plan: Exits): Decimal {
  const { takeProfitPrice = ZERO, stopPrice, stopLimitPrice, maxSlippage } = plan;
  if (entrySide === 'buy') return ONE;
  const ofStop = stopPrice && worstPrice('buy', { from: stopPrice, maxSlippage }, pricePrecision);
  return max(takeProfitPrice, stopLimitPrice ?? ofStop ?? ZERO);
}

function growExits(book: MarketBook, { takeProfit, stop }: Pick<Legs, 'takeProfit' | 'stop'>, more: Decimal): void {
  let grown = takeProfit;
  if (takeProfit !== undefined) {
    // Behind the orders at its price: its new part is younger than they are.
    const rank = isInBook(takeProfit) ? book.nextRank() : takeProfit.rank;
    grown = { ...takeProfit, quantity: add(takeProfit.quantity, more), rank };
    book.rehold(grown, fullHold(book, grown, remainingOf(grown)));
  }
  if (stop === undefined) return;
  const changed = { ...stop, quantity: add(stop.quantity, more) };
  book.rehold(
    changed,
    grown === undefined ? fullHold(book, changed, changed.quantity) : holdBeside(book, changed, grown),
  );
}

/** Whether each exit is as large as the market's smallest order. */
function isTradable({ terms }: MarketRecord, plan: Exits, quantity: Decimal): boolean {
  const prices = [plan.takeProfitPrice, plan.stopLimitPrice ?? plan.stopPrice].filter((price) => price !== undefined);
  const isLarge = prices.every((price) => compare(quoteAmount(quantity, price), terms.minNotional) >= 0);
  return isLarge && compare(quantity, terms.minQuantity) >= 0;
}

async function createExits(book: MarketBook, filled: Member, plan: Exits, quantity: Decimal): Promise<void> {
  const exits = exitsOf(book, filled, plan, quantity);
  const ids = await book.drawIds(exits.length);
  await enterExits(
    book,
    exits.flatMap((exit, index) => {
      const id = ids[index];
      return id === undefined ? [] : [{ ...exit, id }];
    }),
  );
}

/** Enters the exits of a group; the stop first, which then stays for what the take profit does not trade at once. */
export async function enterExits(book: MarketBook, exits: readonly SpotOrder[]): Promise<void> {
  const stop = exits.find(({ group }) => group?.leg === 'stop_loss');
  const takeProfit = exits.find(({ group }) => group?.leg === 'take_profit');
  if (stop !== undefined) {
    const heldAmount = takeProfit === undefined ? stop.heldAmount : holdBeside(book, stop, takeProfit);
    book.settle(outsideBook(book, { ...stop, heldAmount }));
  }
  if (takeProfit !== undefined) book.settle(await decideEntry(book, takeProfit, false));
}

/** The exits of a plan; they have no id yet. They pay the fees of their entry. */
function exitsOf({ market, at }: MarketBook, entry: Member, plan: Exits, quantity: Decimal): SpotOrder[] {
  const side = otherSide(entry.side);
  const { takeProfitPrice, stopPrice, stopLimitPrice } = plan;
  const stop = stopPrice === undefined ? undefined : stopOf(market, side, stopPrice);
  const order = (leg: OrderLeg, terms: Pick<SpotOrder, 'orderType' | 'price' | 'stop' | 'maxSlippage'>): SpotOrder => ({
    ...entry,
    ...terms,
    side,
    quantity,
    timeInForce: 'gtc',
    isPostOnly: false,
    status: 'waiting',
    triggeredAt: undefined,
    rank: undefined,
    referencePrice: market.reference?.price,
    ladderFrom: undefined,
    ladderLimit: undefined,
    filledQuantity: ZERO,
    filledQuote: ZERO,
    fee: ZERO,
    feeDue: ZERO,
    heldAmount: holdOf({ side, trail: undefined, ...terms }, quantity, market.terms.pricePrecision),
    cancelReason: undefined,
    replacesId: undefined,
    group: { id: entry.group.id, leg },
    expiresAt: undefined,
    clientRequestId: undefined,
    createdAt: at,
    updatedAt: at,
  });
  const takeProfit =
    takeProfitPrice &&
    order('take_profit', { orderType: 'limit', price: takeProfitPrice, stop: undefined, maxSlippage: undefined });
  const stopLoss =
    stop &&
    order('stop_loss', {
      orderType: stopLimitPrice === undefined ? 'stop_market' : 'stop_limit',
      price: stopLimitPrice,
      stop,
      maxSlippage: plan.maxSlippage,
    });
  return [takeProfit, stopLoss].filter((exit) => exit !== undefined);
}

/** A stop counts from the current tick. Its direction is that of a loss, also when the price is beyond it already. */
function stopOf({ reference, seriesId }: MarketRecord, side: Side, price: Decimal): SpotOrder['stop'] {
  if (reference === undefined || seriesId === undefined) return undefined;
  return { price, direction: side === 'sell' ? 'fall' : 'rise', seriesId, seq: reference.seq };
}

/** An entry that no longer brings in one of its exits. */
function withoutExit(entry: Member, leg: OrderLeg): SpotOrder {
  const { takeProfitPrice, ...ofStop } = entry.group.exits ?? {};
  const exits: Exits = leg === 'take_profit' ? ofStop : { takeProfitPrice };
  const isNone = exits.takeProfitPrice === undefined && exits.stopPrice === undefined;
  return { ...entry, group: { ...entry.group, exits: isNone ? undefined : exits } };
}
