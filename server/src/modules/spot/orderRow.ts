/** Orders between the database and the domain. Decimals are text in both, since JSON numbers would lose digits. */
import type { MarketId, OrderId, UserId } from '@halyard/contract/calls/ids';
import type { OrderStatus, OrderType, Side } from '@halyard/contract/calls/spot';
import { decimal } from '@halyard/contract/money';
import type { OrderState, SpotOrder } from './spotOrder.ts';

/** What `spot_order_json` (migration 0004) answers. */
export type OrderRow = {
  readonly id: number;
  readonly user_id: number;
  readonly market_id: number;
  readonly side: Side;
  readonly order_type: OrderType;
  readonly status: OrderStatus;
  readonly price: string | null;
  readonly reference_price: string | null;
  readonly quantity: string;
  readonly filled_quantity: string;
  readonly filled_quote: string;
  readonly fee: string;
  readonly maker_fee_rate: string;
  readonly taker_fee_rate: string;
  readonly held_amount: string;
  readonly client_request_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

/** The order that a row stands for. */
export function toSpotOrder(row: OrderRow): SpotOrder {
  return {
    id: row.id as OrderId,
    userId: row.user_id as UserId,
    marketId: row.market_id as MarketId,
    side: row.side,
    orderType: row.order_type,
    status: row.status,
    price: row.price === null ? undefined : decimal(row.price),
    referencePrice: row.reference_price === null ? undefined : decimal(row.reference_price),
    quantity: decimal(row.quantity),
    filledQuantity: decimal(row.filled_quantity),
    filledQuote: decimal(row.filled_quote),
    fee: decimal(row.fee),
    makerFeeRate: decimal(row.maker_fee_rate),
    takerFeeRate: decimal(row.taker_fee_rate),
    heldAmount: decimal(row.held_amount),
    clientRequestId: row.client_request_id ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The columns of an order that comes in. */
export function insertColumns(order: OrderState): object {
  return {
    ...updateColumns(order),
    user_id: order.userId,
    side: order.side,
    order_type: order.orderType,
    price: order.price,
    reference_price: order.referencePrice,
    quantity: order.quantity,
    maker_fee_rate: order.makerFeeRate,
    taker_fee_rate: order.takerFeeRate,
    client_request_id: order.clientRequestId,
  };
}

/** The columns that a trade changes. */
export function updateColumns(order: OrderState & { readonly id?: OrderId }): object {
  return {
    id: order.id,
    status: order.status,
    filled_quantity: order.filledQuantity,
    filled_quote: order.filledQuote,
    fee: order.fee,
    held_amount: order.heldAmount,
  };
}
