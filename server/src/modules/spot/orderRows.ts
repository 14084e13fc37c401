/** Rows of spot orders, as `spot_order_json` returns them and as `spot_write` takes them. */
import type { MarketId, OrderGroupId, OrderId, UserId } from '@halyard/contract/ids';
import type {
  CancelReason,
  Exits,
  OrderLeg,
  OrderStatus,
  OrderType,
  Side,
  TimeInForce,
} from '@halyard/contract/spot/calls';
import { decimal } from '@halyard/contract/money';
import type { StopDirection } from '@halyard/contract/spot/rules';
import type { Row } from '../../db/rows.ts';
import { decimalOrUndefined } from '../../db/decimals.ts';
import type { SpotOrder, Stop } from './spotOrder.ts';

/** A row as `spot_order_json` returns it. */
export type OrderRow = Row<
  'spot_orders',
  | 'user_id'
  | 'market_id'
  | 'is_post_only'
  | 'price'
  | 'reference_price'
  | 'quantity'
  | 'filled_quantity'
  | 'filled_quote'
  | 'fee'
  | 'fee_due'
  | 'maker_fee_rate'
  | 'taker_fee_rate'
  | 'held_amount'
  | 'client_request_id'
  | 'stop_price'
  | 'stop_series_id'
  | 'triggered_at'
  | 'ladder_from'
  | 'ladder_limit'
  | 'max_slippage'
  | 'created_at'
  | 'updated_at'
> & {
  readonly id: number;
  readonly side: Side;
  readonly order_type: OrderType;
  readonly time_in_force: TimeInForce;
  readonly status: OrderStatus;
  readonly stop_direction: StopDirection | null;
  readonly stop_seq: number | null;
  readonly rank: number | null;
  readonly cancel_reason: CancelReason | null;
  readonly replaces_id: number | null;
  readonly more: MoreRow | null;
};

/** The part of a row that orders in groups, with an end, or that trail have. */
type MoreRow = Row<
  'spot_orders',
  'expires_at' | 'exited' | 'trail_fraction' | 'trail_amount' | 'activation_price' | 'trail_extreme'
> & {
  readonly group_id: number | null;
  readonly leg: OrderLeg | null;
  readonly exits: Exits | null;
  readonly trail_series_id: number | null;
  readonly trail_seq: number | null;
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
    price: decimalOrUndefined(row.price),
    stop: stopOf(row),
    triggeredAt: row.triggered_at ?? undefined,
    maxSlippage: decimalOrUndefined(row.max_slippage),
    rank: row.rank ?? undefined,
    ladderFrom: row.ladder_from ?? undefined,
    ladderLimit: decimalOrUndefined(row.ladder_limit),
    referencePrice: decimalOrUndefined(row.reference_price),
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
    ...(row.more !== null && moreOf(row, row.more)),
    clientRequestId: row.client_request_id ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function moreOf(row: OrderRow, more: MoreRow): Pick<SpotOrder, 'group' | 'expiresAt' | 'trail'> {
  const { group_id: id, leg, exits, exited, expires_at: expiresAt } = more;
  const { trail_series_id: seriesId, trail_seq: seq } = more;
  const group = id !== null && leg !== null && { id: id as OrderGroupId, leg };
  return {
    ...(group && { group: { ...group, exits: exits ?? undefined, exited: decimalOrUndefined(exited) } }),
    ...(expiresAt !== null && { expiresAt }),
    ...(row.order_type === 'trailing_stop' &&
      seriesId !== null &&
      seq !== null && {
        trail: {
          fraction: decimalOrUndefined(more.trail_fraction),
          amount: decimalOrUndefined(more.trail_amount),
          activationPrice: decimalOrUndefined(more.activation_price),
          extreme: decimalOrUndefined(more.trail_extreme),
          reached: decimalOrUndefined(row.stop_price),
          seriesId,
          seq,
        },
      }),
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
    stop_series_id: (order.stop ?? order.trail)?.seriesId,
    stop_seq: (order.stop ?? order.trail)?.seq,
    max_slippage: order.maxSlippage,
    replaces_id: order.replacesId,
    ladder_from: order.ladderFrom,
    ladder_limit: order.ladderLimit,
    group_id: order.group?.id,
    leg: order.group?.leg,
    exits: order.group?.exits,
    exited: order.group?.exited,
    expires_at: order.expiresAt,
    trail_fraction: order.trail?.fraction,
    trail_amount: order.trail?.amount,
    activation_price: order.trail?.activationPrice,
    trail_extreme: order.trail?.extreme,
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
    ladder_from: order.ladderFrom,
    ladder_limit: order.ladderLimit,
    quantity: order.quantity,
    group_id: order.group?.id,
    leg: order.group?.leg,
    exits: order.group?.exits,
    exited: order.group?.exited,
  };
}

function stopOf(row: OrderRow): Stop | undefined {
  const { stop_price: price, stop_direction: direction, stop_series_id: seriesId, stop_seq: seq } = row;
  if (price === null || direction === null || seriesId === null || seq === null) return undefined;
  return { price: decimal(price), direction, seriesId, seq };
}
