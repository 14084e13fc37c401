/** A spot order as stored, and how a trade changes it. */
import type { MarketId, OrderGroupId, OrderId, UserId } from '@halyard/contract/ids';
import type {
  CancelReason,
  Exits,
  Order,
  OrderLeg,
  OrderStatus,
  OrderType,
  Side,
  TimeInForce,
} from '@halyard/contract/spot/calls';
import { add, isZero, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import {
  accrueFee,
  averagePrice,
  holdAmount,
  isStopType,
  quoteAmount,
  reachedPrice,
  type StopDirection,
  trailTrigger,
  type Trail,
} from '@halyard/contract/spot/rules';
import type { MarketRecord } from '../../market/marketRecord.ts';
import type { RestingOrder } from './matching.ts';

/** The place of an order in its group. */
export type GroupPlace = {
  readonly id: OrderGroupId;
  readonly leg: OrderLeg;
  /** Entries: the exits that their fills bring in, and the quantity of those that they have brought in. */
  readonly exits?: Exits | undefined;
  readonly exited?: Decimal | undefined;
};

/** How a trailing stop follows the ticks of a series after its placement (`spot_trail`). */
export type TrailState = Trail & {
  readonly seriesId: number;
  readonly seq: number;
  /** Missing before it follows. */
  readonly extreme: Decimal | undefined;
  /** The trigger that was reached. */
  readonly reached?: Decimal | undefined;
};

/**
 * The trigger of a stop-limit or stop-market order: a tick of this series, with a greater sequence number, that reaches
 * the price from this direction.
 */
export type Stop = {
  readonly price: Decimal;
  readonly direction: StopDirection;
  readonly seriesId: number;
  readonly seq: number;
};

export type SpotOrder = {
  readonly id: OrderId;
  readonly userId: UserId;
  readonly marketId: MarketId;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly isPostOnly: boolean;
  readonly status: OrderStatus;
  /** Missing for market orders and stops that become one. */
  readonly price: Decimal | undefined;
  /** Stop-limit and stop-market orders only. */
  readonly stop: Stop | undefined;
  readonly triggeredAt: string | undefined;
  /** Market orders only: the largest distance from the best price, as a fraction; no cap when missing. */
  readonly maxSlippage: Decimal | undefined;
  /** Rank in time among orders at one price; missing before the stop price is reached, outside the book. */
  readonly rank: number | undefined;
  readonly referencePrice: Decimal | undefined;
  /** The earliest time of a tick whose ladder the order meets; without a rank the order waits for it. */
  readonly ladderFrom: string | undefined;
  /** Market orders that waited for the ladder: the worst price. */
  readonly ladderLimit: Decimal | undefined;
  readonly quantity: Decimal;
  readonly filledQuantity: Decimal;
  readonly filledQuote: Decimal;
  /** In the currency received. */
  readonly fee: Decimal;
  /** The fee before rounding: {@link accrueFee}. */
  readonly feeDue: Decimal;
  readonly makerFeeRate: Decimal;
  readonly takerFeeRate: Decimal;
  /** The amount still held, in the currency paid; a market order holds nothing, unless it waits for the ladder. */
  readonly heldAmount: Decimal;
  readonly cancelReason: CancelReason | undefined;
  readonly replacesId: OrderId | undefined;
  readonly group?: GroupPlace | undefined;
  /** The end of a `gtd` order. */
  readonly expiresAt?: string | undefined;
  readonly trail?: TrailState | undefined;
  readonly clientRequestId: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** An order in the book. */
export type BookOrder = SpotOrder & { readonly price: Decimal; readonly rank: number };

/** One side of a trade: the order after it, and the amounts paid and received, without the fee. */
export type TradeLeg = {
  readonly order: SpotOrder;
  readonly paid: Decimal;
  readonly received: Decimal;
  readonly fee: Decimal;
};

/** Whether others can trade with the order now. */
export function isInBook(order: SpotOrder): order is BookOrder {
  return order.status === 'waiting' && order.rank !== undefined && order.price !== undefined;
}

/** Whether the order waits for a tick whose ladder it may meet. */
export function isWaitingForLadder({ status, rank, ladderFrom }: SpotOrder): boolean {
  return status === 'waiting' && rank === undefined && ladderFrom !== undefined;
}

/** Whether an order pays from its hold: one that waits for a price, and a market order that waited for the ladder. */
export function paysFromHold({ price, ladderFrom, orderType }: SpotOrder): boolean {
  return price !== undefined || ladderFrom !== undefined || isStopType(orderType);
}

/** Whether a stop order waits for its price. */
export function isWaitingForStop({ orderType, status, triggeredAt }: SpotOrder): boolean {
  return isStopType(orderType) && status === 'waiting' && triggeredAt === undefined;
}

/** The unfilled quantity, in the base currency. */
export function remainingOf(order: SpotOrder): Decimal {
  return subtract(order.quantity, order.filledQuantity);
}

export function offerOf(order: BookOrder): RestingOrder {
  return { id: order.id, userId: order.userId, price: order.price, remaining: remainingOf(order) };
}

/** Applies a trade to an order and releases the hold of that quantity. Completes the order when nothing remains. */
export function applyTrade(
  order: SpotOrder,
  trade: { readonly price: Decimal; readonly quantity: Decimal },
  feeRate: Decimal,
): TradeLeg {
  const { side } = order;
  const quote = quoteAmount(trade.quantity, trade.price);
  const [paid, received] = side === 'buy' ? [quote, trade.quantity] : [trade.quantity, quote];
  const accrued = accrueFee(order, received, feeRate);
  const filledQuantity = add(order.filledQuantity, trade.quantity);
  const isFilled = isZero(subtract(order.quantity, filledQuantity));
  const changed: SpotOrder = {
    ...order,
    filledQuantity,
    filledQuote: add(order.filledQuote, quote),
    ...accrued,
    heldAmount: heldAfter(order, { paid, quantity: trade.quantity, isFilled }),
    status: isFilled ? 'completed' : order.status,
  };
  return { order: changed, paid, received, fee: subtract(accrued.fee, order.fee) };
}

function heldAfter(
  order: SpotOrder,
  { paid, quantity, isFilled }: { readonly paid: Decimal; readonly quantity: Decimal; readonly isFilled: boolean },
): Decimal {
  const { side, price, heldAmount } = order;
  if (price !== undefined) return subtract(heldAmount, holdAmount(side, quantity, price));
  return paysFromHold(order) && !isFilled ? subtract(heldAmount, paid) : ZERO;
}

/** The order as the contract defines it. */
export function toOrder(
  order: SpotOrder,
  market: Pick<MarketRecord, 'baseId' | 'quoteId' | 'symbol' | 'base' | 'quote'> & {
    readonly terms: Pick<MarketRecord['terms'], 'pricePrecision'>;
  },
): Order {
  return {
    id: order.id,
    userId: order.userId,
    baseId: market.baseId,
    quoteId: market.quoteId,
    symbol: market.symbol,
    side: order.side,
    price: order.price ?? null,
    referencePrice: order.referencePrice ?? null,
    quantity: order.quantity,
    feeRate: order.takerFeeRate,
    status: order.status,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    orderType: order.orderType,
    timeInForce: order.timeInForce,
    isPostOnly: order.isPostOnly,
    stopPrice: order.stop?.price ?? order.trail?.reached ?? null,
    triggeredAt: order.triggeredAt ?? null,
    ...(isWaitingForLadder(order) && { isWaitingForPrice: true }),
    maxSlippage: order.maxSlippage ?? null,
    cancelReason: order.cancelReason ?? null,
    replacesId: order.replacesId ?? null,
    filledQuantity: order.filledQuantity,
    averagePrice: averagePrice(order.filledQuote, order.filledQuantity) ?? null,
    fee: order.fee,
    feeCurrency: order.side === 'buy' ? market.base : market.quote,
    clientRequestId: order.clientRequestId ?? null,
    ...newFields(order, market.terms.pricePrecision),
  };
}

/** Fields of orders that old clients do not know. */
function newFields({ side, group, expiresAt, trail }: SpotOrder, pricePrecision: number): Partial<Order> {
  return {
    ...(group && { groupId: group.id, leg: group.leg, exits: group.exits }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(trail && trailFields(side, trail, pricePrecision)),
  };
}

function trailFields(side: Side, trail: TrailState, pricePrecision: number): Partial<Order> {
  const { fraction, amount, activationPrice, extreme } = trail;
  const trigger = extreme && trailTrigger(side, trail, extreme);
  return {
    trailFraction: fraction,
    trailAmount: amount,
    activationPrice,
    extremePrice: extreme,
    triggerPrice: trigger && reachedPrice(side, trigger, pricePrecision),
  };
}
