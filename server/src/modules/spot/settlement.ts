/** Settlement of trades: the changed orders, the fills, and the ledger entries. Pure. */
import type { CurrencyId, OrderId, UserId } from '@halyard/contract/ids';
import type { CancelReason, Side } from '@halyard/contract/spot/calls';
import { add, isPositive, isZero, negate, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { holdAmount, quoteAmount, trailTrigger, worstPrice } from '@halyard/contract/spot/rules';
import { otherSide } from '@halyard/contract/spot/side';
import type { AccountRef, EntryKind, Posting } from '../../ledger/ledger.ts';
import type { MarketRecord } from '../../market/marketRecord.ts';
import type { Execution } from './matching.ts';
import { applyTrade, paysFromHold, type SpotOrder, type TradeLeg } from './spotOrder.ts';

/** One trade, as stored. A missing order is the ladder. */
export type FillDraft = {
  readonly takerSide: Side;
  readonly takerId: OrderId | undefined;
  readonly takerUserId: UserId | undefined;
  readonly restingId: OrderId | undefined;
  readonly restingUserId: UserId | undefined;
  readonly price: Decimal;
  readonly quantity: Decimal;
  readonly takerFee: Decimal;
  readonly makerFee: Decimal;
  readonly postings: readonly Posting[];
};

/** The outcome of matching, ready to be written. */
export type Settlement = {
  /** Missing when the ladder fills waiting orders after a new price. */
  readonly taker: SpotOrder | undefined;
  readonly resting: readonly SpotOrder[];
  readonly fills: readonly FillDraft[];
  /** The amount that the taker begins to hold, and the part of its hold that is released. */
  readonly held: Decimal;
  readonly released: Decimal;
};

/** The settlement of an incoming order. */
export type Placement = Settlement & { readonly taker: SpotOrder };

/** A ledger entry before the fills have ids: it belongs to an order, or to a fill by its index in the batch. */
export type EntryDraft = {
  readonly kind: EntryKind;
  readonly of: { readonly orderId: OrderId } | { readonly fill: number };
  readonly postings: readonly Posting[];
};

type Trade = {
  readonly market: MarketRecord;
  readonly takerSide: Side;
  readonly execution: Execution;
};

/**
 * Settles an incoming order. `cancelReason`: why the rest is not left waiting, so that its hold is released.
 * `isHeldBefore`: the hold was taken when the order was placed.
 */
export function settleIncoming(
  market: MarketRecord,
  incoming: SpotOrder,
  matched: {
    readonly executions: readonly Execution[];
    readonly resting: readonly SpotOrder[];
    readonly cancelReason: CancelReason | undefined;
    readonly isHeldBefore: boolean;
  },
): Placement {
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
  const { cancelReason } = matched;
  if (cancelReason !== undefined && taker.status !== 'completed') {
    taker = { ...taker, status: 'cancelled', cancelReason, heldAmount: ZERO };
  }
  return {
    taker,
    resting: met,
    fills,
    held: matched.isHeldBefore ? ZERO : incoming.heldAmount,
    released: isZero(incoming.heldAmount) ? ZERO : subtract(subtract(incoming.heldAmount, spent), taker.heldAmount),
  };
}

/** Settles the fills of waiting orders by a ladder that has crossed them. `side` is the side of the orders. */
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
  const takerSide = otherSide(side);
  return {
    taker: undefined,
    resting: legs.map(({ leg }) => leg.order),
    fills: legs.map(({ execution, leg }) => fillOf({ market, takerSide, execution }, undefined, leg)),
    held: ZERO,
    released: ZERO,
  };
}

/** The ledger entries of a settlement in order of time. `fillsBefore`: number of earlier fills in the batch. */
export function entriesOf(
  market: MarketRecord,
  { taker, fills, held, released }: Settlement,
  fillsBefore: number,
): EntryDraft[] {
  const entries: EntryDraft[] = fills.map(({ postings }, index) => ({
    kind: 'spot_fill',
    of: { fill: fillsBefore + index },
    postings,
  }));
  if (taker === undefined) return entries;
  if (isPositive(held)) entries.unshift(holdEntry(market, taker, held));
  if (isPositive(released)) entries.push(releaseEntry(market, taker, released));
  return entries;
}

/** The ledger entry that holds an amount for an order. */
export function holdEntry(market: MarketRecord, order: SpotOrder, amount: Decimal): EntryDraft {
  const posting = { account: payingAccount(market, order), available: negate(amount), held: amount };
  return { kind: 'spot_hold', of: { orderId: order.id }, postings: [posting] };
}

/** The ledger entry that releases an amount that an order no longer needs. */
export function releaseEntry(market: MarketRecord, order: SpotOrder, amount: Decimal): EntryDraft {
  const posting = { account: payingAccount(market, order), available: amount, held: negate(amount) };
  return { kind: 'spot_release', of: { orderId: order.id }, postings: [posting] };
}

/** The quantities that the ladder gave in these trades, by the side of the orders that received them. */
export function ladderFills(fills: readonly FillDraft[]): { readonly side: Side; readonly quantity: Decimal }[] {
  return fills.flatMap(({ takerSide, takerId, restingId, quantity }) => {
    if (restingId === undefined) return [{ side: takerSide, quantity }];
    return takerId === undefined ? [{ side: otherSide(takerSide), quantity }] : [];
  });
}

/** The amount that an incoming order pays in these trades, without fees. */
export function totalPaid(side: Side, executions: readonly Execution[]): Decimal {
  return add(...executions.map(({ price, quantity }) => (side === 'buy' ? quoteAmount(quantity, price) : quantity)));
}

/** The hold of a quantity of an order that waits for a price; none for a market order. */
export function holdOf(
  order: Pick<SpotOrder, 'side' | 'orderType' | 'price' | 'stop' | 'trail' | 'maxSlippage'>,
  quantity: Decimal,
  pricePrecision: number,
): Decimal {
  const { side, maxSlippage } = order;
  const from = triggerOf(order);
  const price = order.price ?? (from && worstPrice(side, { from, maxSlippage }, pricePrecision));
  return price === undefined ? ZERO : holdAmount(side, quantity, price);
}

/** The price at which a stop triggers, where it is known. */
function triggerOf({ side, stop, trail }: Pick<SpotOrder, 'side' | 'stop' | 'trail'>): Decimal | undefined {
  const extreme = trail?.extreme ?? trail?.activationPrice;
  return stop?.price ?? (trail && extreme && trailTrigger(side, trail, extreme));
}

/** The currency that an order pays in. */
function paidCurrency(market: Pick<MarketRecord, 'baseId' | 'quoteId'>, side: Side): CurrencyId {
  return side === 'buy' ? market.quoteId : market.baseId;
}

function legOfResting(resting: ReadonlyMap<OrderId, SpotOrder>, execution: Execution): TradeLeg | undefined {
  if (execution.restingId === undefined) return undefined;
  const order = resting.get(execution.restingId);
  if (order === undefined) throw new Error(`order ${execution.restingId} was matched but not read`);
  return applyTrade(order, execution, order.makerFeeRate);
}

// A side without a leg is the house, which pays no fee.
function fillOf(
  { market, takerSide, execution }: Trade,
  taker: TradeLeg | undefined,
  maker: TradeLeg | undefined,
): FillDraft {
  return {
    takerSide,
    takerId: taker?.order.id,
    takerUserId: taker?.order.userId,
    restingId: execution.restingId,
    restingUserId: maker?.order.userId,
    price: execution.price,
    quantity: execution.quantity,
    takerFee: taker?.fee ?? ZERO,
    makerFee: maker?.fee ?? ZERO,
    postings: [
      ...(taker === undefined ? housePostings(market, takerSide, execution) : userPostings(market, taker)),
      ...(maker === undefined ? housePostings(market, otherSide(takerSide), execution) : userPostings(market, maker)),
    ],
  };
}

function userPostings(market: MarketRecord, { order, paid, received, fee }: TradeLeg): Posting[] {
  const gets = paidCurrency(market, otherSide(order.side));
  const isHeld = paysFromHold(order);
  return [
    {
      account: payingAccount(market, order),
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

function payingAccount(market: MarketRecord, { userId, side }: SpotOrder): AccountRef {
  return spotAccount(userId, paidCurrency(market, side));
}

function spotAccount(userId: UserId, currencyId: CurrencyId): AccountRef {
  return { userId, kind: 'spot', currencyId };
}
