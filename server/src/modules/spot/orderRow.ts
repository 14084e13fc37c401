/** Mapping of order rows. Decimals are text in both directions, since JSON numbers would lose digits. */
import type { MarketId, OrderId, UserId } from '@halyard/contract/ids';
import type { CancelReason, OrderStatus, OrderType, Side, TimeInForce } from '@halyard/contract/spot/calls';
import { decimal } from '@halyard/contract/money';
import type { StopDirection } from '@halyard/contract/spot/rules';
import type { SpotOrder, Stop } from './spotOrder.ts';

/** A row as `spot_order_json` returns it. */
export type OrderRow = {
  readonly id: number;
  readonly user_id: number;
  readonly market_id: number;
  readonly side: Side;
  readonly order_type: OrderType;
  readonly time_in_force: TimeInForce;
  readonly is_post_only: boolean;
  readonly status: OrderStatus;
  readonly price: string | null;
  readonly reference_price: string | null;
  readonly quantity: string;
  readonly filled_quantity: string;
  readonly filled_quote: string;
  readonly fee: string;
  readonly fee_due: string;
  readonly maker_fee_rate: string;
  readonly taker_fee_rate: string;
  readonly held_amount: string;
  readonly client_request_id: string | null;
  readonly stop_price: string | null;
  readonly stop_direction: StopDirection | null;
  readonly stop_series_id: number | null;
  readonly stop_seq: number | null;
  readonly triggered_at: string | null;
  readonly max_slippage: string | null;
  readonly rank: number | null;
  readonly cancel_reason: CancelReason | null;
  readonly replaces_id: number | null;
  readonly created_at: string;
  readonly updated_at: string;
};

export function toSpotOrder(row: OrderRow): SpotOrder {
  return {
    id: row.id as OrderId,
    userId: row.user_id as UserId,
    marketId: row.market_id as MarketId,
    side: row.side,
    orderType: row.order_type,
    timeInForce: row.time_in_force,
    isPostOnly: row.is_post_only,
    status: row.status,
    price: row.price === null ? undefined : decimal(row.price),
    stop: stopOf(row),
    triggeredAt: row.triggered_at ?? undefined,
    maxSlippage: row.max_slippage === null ? undefined : decimal(row.max_slippage),
    rank: row.rank ?? undefined,
    referencePrice: row.reference_price === null ? undefined : decimal(row.reference_price),
    quantity: decimal(row.quantity),
    filledQuantity: decimal(row.filled_quantity),
    filledQuote: decimal(row.filled_quote),
    fee: decimal(row.fee),
    feeDue: decimal(row.fee_due),
    makerFeeRate: decimal(row.maker_fee_rate),
    takerFeeRate: decimal(row.taker_fee_rate),
    heldAmount: decimal(row.held_amount),
    cancelReason: row.cancel_reason ?? undefined,
    replacesId: (row.replaces_id ?? undefined) as OrderId | undefined,
    clientRequestId: row.client_request_id ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/**
 * The columns of a placed order. Spelled out because it is built for every order, and a spread takes ten times as long
 * as one literal.
 */
export function insertColumns(order: SpotOrder): object {
  return {
    id: order.id,
    status: order.status,
    filled_quantity: order.filledQuantity,
    filled_quote: order.filledQuote,
    fee: order.fee,
    fee_due: order.feeDue,
    held_amount: order.heldAmount,
    triggered_at: order.triggeredAt,
    rank: order.rank,
    cancel_reason: order.cancelReason,
    user_id: order.userId,
    side: order.side,
    order_type: order.orderType,
    time_in_force: order.timeInForce,
    is_post_only: order.isPostOnly,
    price: order.price,
    reference_price: order.referencePrice,
    quantity: order.quantity,
    maker_fee_rate: order.makerFeeRate,
    taker_fee_rate: order.takerFeeRate,
    client_request_id: order.clientRequestId,
    stop_price: order.stop?.price,
    stop_direction: order.stop?.direction,
    stop_series_id: order.stop?.seriesId,
    stop_seq: order.stop?.seq,
    max_slippage: order.maxSlippage,
    replaces_id: order.replacesId,
  };
}

/** The columns that change after an order is placed. */
export function updateColumns(order: SpotOrder): object {
  return {
    id: order.id,
    status: order.status,
    filled_quantity: order.filledQuantity,
    filled_quote: order.filledQuote,
    fee: order.fee,
    fee_due: order.feeDue,
    held_amount: order.heldAmount,
    triggered_at: order.triggeredAt,
    rank: order.rank,
    cancel_reason: order.cancelReason,
  };
}

function stopOf(row: OrderRow): Stop | undefined {
  const { stop_price: price, stop_direction: direction, stop_series_id: seriesId, stop_seq: seq } = row;
  if (price === null || direction === null || seriesId === null || seq === null) return undefined;
  return { price: decimal(price), direction, seriesId, seq };
}
