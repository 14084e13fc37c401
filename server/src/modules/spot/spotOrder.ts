/** A spot order as the exchange keeps it, and how a trade changes it. */
import type { MarketId, OrderId, UserId } from '@halyard/contract/calls/ids';
import type { Order, OrderStatus, OrderType, Side } from '@halyard/contract/calls/spot';
import { add, isZero, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { averagePrice, holdAmount, quoteAmount, spotFee } from '@halyard/contract/rules/spot';
import type { MarketRecord } from '../../market/marketRecord.ts';

/** An order before it has an id. */
export type OrderState = {
  readonly userId: UserId;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly status: OrderStatus;
  /** Limit orders only. */
  readonly price: Decimal | undefined;
  readonly referencePrice: Decimal | undefined;
  readonly quantity: Decimal;
  readonly filledQuantity: Decimal;
  readonly filledQuote: Decimal;
  /** In the currency received. */
  readonly fee: Decimal;
  readonly makerFeeRate: Decimal;
  readonly takerFeeRate: Decimal;
  /** What is still held for it, in the currency it gives away; a market order holds nothing. */
  readonly heldAmount: Decimal;
  readonly clientRequestId: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type SpotOrder = OrderState & { readonly id: OrderId; readonly marketId: MarketId };

/** What a trade gives to one side and takes from it, fee apart, and the order after it. */
export type TradeLeg<O extends OrderState> = {
  readonly order: O;
  readonly paid: Decimal;
  readonly received: Decimal;
  readonly fee: Decimal;
};

/** What is not filled yet, in the base currency. */
export function remainingOf(order: OrderState): Decimal {
  return subtract(order.quantity, order.filledQuantity);
}

/** Applies a trade to an order; what the order held for that quantity is no longer held. Completes the order when nothing remains. */
export function applyTrade<O extends OrderState>(
  order: O,
  trade: { readonly price: Decimal; readonly quantity: Decimal },
  feeRate: Decimal,
): TradeLeg<O> {
  const { side, price: limitPrice } = order;
  const quote = quoteAmount(trade.quantity, trade.price);
  const [paid, received] = side === 'buy' ? [quote, trade.quantity] : [trade.quantity, quote];
  const fee = spotFee(received, feeRate);
  const unheld = limitPrice === undefined ? ZERO : holdAmount(side, trade.quantity, limitPrice);
  const filledQuantity = add(order.filledQuantity, trade.quantity);
  const changed: O = {
    ...order,
    filledQuantity,
    filledQuote: add(order.filledQuote, quote),
    fee: add(order.fee, fee),
    heldAmount: subtract(order.heldAmount, unheld),
    status: isZero(subtract(order.quantity, filledQuantity)) ? 'completed' : order.status,
  };
  return { order: changed, paid, received, fee };
}

/** The order as the contract has it. */
export function toOrder(
  order: SpotOrder,
  market: Pick<MarketRecord, 'baseId' | 'quoteId' | 'symbol' | 'base' | 'quote'>,
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
    filledQuantity: order.filledQuantity,
    averagePrice: averagePrice(order.filledQuote, order.filledQuantity) ?? null,
    fee: order.fee,
    feeCurrency: order.side === 'buy' ? market.base : market.quote,
    clientRequestId: order.clientRequestId ?? null,
  };
}
