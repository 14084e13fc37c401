/** What trades come to: the orders after them, the fills, and the movements of money. Pure. */
import type { CurrencyId, OrderId, UserId } from '@halyard/contract/calls/ids';
import type { Side } from '@halyard/contract/calls/spot';
import { add, isPositive, isZero, negate, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { holdAmount, quoteAmount } from '@halyard/contract/rules/spot';
import type { AccountRef } from '../../ledger/accounts.ts';
import type { Posting } from '../../ledger/batch.ts';
import type { Movement } from '../../ledger/ledger.ts';
import type { MarketRecord } from '../../market/marketRecord.ts';
import type { Execution } from './matching.ts';
import { applyTrade, type OrderState, type SpotOrder, type TradeLeg } from './spotOrder.ts';

/** One trade as it is kept; the incoming order's id is given when it is written. A missing resting order is the ladder. */
export type FillDraft = {
  readonly takerSide: Side;
  readonly restingId: OrderId | undefined;
  readonly price: Decimal;
  readonly quantity: Decimal;
  readonly takerFee: Decimal;
  readonly makerFee: Decimal;
  readonly postings: readonly Posting[];
};

/** The outcome of matching, ready to be written. */
export type Settlement = {
  /** Missing when the ladder came to waiting orders by itself. */
  readonly taker: OrderState | undefined;
  readonly resting: readonly SpotOrder[];
  readonly fills: readonly FillDraft[];
  /** What the taker held at first, and what of it turned out not to be needed. */
  readonly held: Decimal;
  readonly released: Decimal;
};

type Trade = {
  readonly market: MarketRecord;
  readonly takerSide: Side;
  readonly execution: Execution;
};

/** Settles an incoming order. `isOver`: what remains of it does not wait, so its hold is released. */
export function settleIncoming(
  market: MarketRecord,
  incoming: OrderState,
  matched: {
    readonly executions: readonly Execution[];
    readonly resting: readonly SpotOrder[];
    readonly isOver: boolean;
  },
): Settlement {
  const resting = new Map(matched.resting.map((order) => [order.id, order]));
  const met: SpotOrder[] = [];
  const fills: FillDraft[] = [];
  let taker = incoming;
  let spent = ZERO;
  for (const execution of matched.executions) {
    const takerLeg = applyTrade(taker, execution, incoming.takerFeeRate);
    const makerLeg = legOfResting(resting, execution);
    if (makerLeg !== undefined) met.push(makerLeg.order);
    fills.push(fillOf({ market, takerSide: incoming.side, execution }, takerLeg, makerLeg));
    taker = takerLeg.order;
    spent = add(spent, takerLeg.paid);
  }
  const isCancelled = matched.isOver && taker.status !== 'completed';
  const left = isCancelled ? ZERO : taker.heldAmount;
  return {
    taker: { ...taker, heldAmount: left, status: isCancelled ? 'cancelled' : taker.status },
    resting: met,
    fills,
    held: incoming.heldAmount,
    released: isZero(incoming.heldAmount) ? ZERO : subtract(subtract(incoming.heldAmount, spent), left),
  };
}

/** Settles what a ladder that moved across waiting orders gives them. `side` is the orders'. */
export function settleSweep(
  market: MarketRecord,
  side: Side,
  matched: { readonly executions: readonly Execution[]; readonly resting: readonly SpotOrder[] },
): Settlement {
  const resting = new Map(matched.resting.map((order) => [order.id, order]));
  const legs = matched.executions.flatMap((execution) => {
    const leg = legOfResting(resting, execution);
    return leg === undefined ? [] : [{ execution, leg }];
  });
  const takerSide = side === 'buy' ? 'sell' : 'buy';
  return {
    taker: undefined,
    resting: legs.map(({ leg }) => leg.order),
    fills: legs.map(({ execution, leg }) => fillOf({ market, takerSide, execution }, undefined, leg)),
    held: ZERO,
    released: ZERO,
  };
}

/** The movements of a settlement in the order in which they happen. Ids are those of the incoming order and of the fills. */
export function movementsOf(
  market: MarketRecord,
  { taker, fills, held, released }: Settlement,
  ids: { readonly orderId: OrderId | undefined; readonly fillIds: readonly number[] },
): Movement[] {
  const movements: Movement[] = fills.map(({ postings }, index) => ({
    kind: 'spot_fill',
    reference: `fill:${ids.fillIds[index]}`,
    postings,
  }));
  if (taker === undefined) return movements;
  const reference = `order:${ids.orderId}`;
  const account = spotAccount(taker.userId, paidCurrency(market, taker.side));
  if (isPositive(held)) {
    movements.unshift({ kind: 'spot_hold', reference, postings: [{ account, available: negate(held), held }] });
  }
  if (isPositive(released)) movements.push(releaseOf(reference, account, released));
  return movements;
}

/** The movement that gives back what a cancelled order held. */
export function cancelMovement(market: MarketRecord, order: SpotOrder): Movement {
  const account = spotAccount(order.userId, paidCurrency(market, order.side));
  return releaseOf(`order:${order.id}`, account, order.heldAmount);
}

/** What the trades of an incoming order take from its owner's balance, fees apart. */
export function totalPaid(side: Side, executions: readonly Execution[]): Decimal {
  return add(...executions.map(({ price, quantity }) => (side === 'buy' ? quoteAmount(quantity, price) : quantity)));
}

/** What an incoming limit order holds at first. */
export function initialHold(order: Pick<OrderState, 'side' | 'quantity' | 'price'>): Decimal {
  return order.price === undefined ? ZERO : holdAmount(order.side, order.quantity, order.price);
}

/** The currency that an order gives away. */
export function paidCurrency(market: Pick<MarketRecord, 'baseId' | 'quoteId'>, side: Side): CurrencyId {
  return side === 'buy' ? market.quoteId : market.baseId;
}

function releaseOf(reference: string, account: AccountRef, amount: Decimal): Movement {
  return { kind: 'spot_release', reference, postings: [{ account, available: amount, held: negate(amount) }] };
}

function legOfResting(resting: ReadonlyMap<OrderId, SpotOrder>, execution: Execution): TradeLeg<SpotOrder> | undefined {
  if (execution.restingId === undefined) return undefined;
  const order = resting.get(execution.restingId);
  if (order === undefined) throw new Error(`order ${execution.restingId} was matched but not read`);
  return applyTrade(order, execution, order.makerFeeRate);
}

// A side without a leg is the house: it pays no fee to itself.
function fillOf(
  { market, takerSide, execution }: Trade,
  taker: TradeLeg<OrderState> | undefined,
  maker: TradeLeg<SpotOrder> | undefined,
): FillDraft {
  const makerSide = takerSide === 'buy' ? 'sell' : 'buy';
  return {
    takerSide,
    restingId: execution.restingId,
    price: execution.price,
    quantity: execution.quantity,
    takerFee: taker?.fee ?? ZERO,
    makerFee: maker?.fee ?? ZERO,
    postings: [
      ...(taker === undefined ? housePostings(market, takerSide, execution) : userPostings(market, taker)),
      ...(maker === undefined ? housePostings(market, makerSide, execution) : userPostings(market, maker)),
    ],
  };
}

function userPostings(market: MarketRecord, { order, paid, received, fee }: TradeLeg<OrderState>): Posting[] {
  const gives = paidCurrency(market, order.side);
  const gets = paidCurrency(market, order.side === 'buy' ? 'sell' : 'buy');
  const isHeld = order.orderType === 'limit';
  return [
    {
      account: spotAccount(order.userId, gives),
      available: isHeld ? ZERO : negate(paid),
      held: isHeld ? negate(paid) : ZERO,
    },
    { account: spotAccount(order.userId, gets), available: subtract(received, fee), held: ZERO },
    { account: { house: 'fees', currencyId: gets }, available: fee, held: ZERO },
  ];
}

function housePostings(market: MarketRecord, side: Side, { price, quantity }: Execution): Posting[] {
  const base = side === 'buy' ? quantity : negate(quantity);
  const quote = quoteAmount(quantity, price);
  return [
    { account: { house: 'maker', currencyId: market.baseId }, available: base, held: ZERO },
    {
      account: { house: 'maker', currencyId: market.quoteId },
      available: side === 'buy' ? negate(quote) : quote,
      held: ZERO,
    },
  ];
}

function spotAccount(userId: UserId, currencyId: CurrencyId): AccountRef {
  return { userId, kind: 'spot', currencyId };
}
