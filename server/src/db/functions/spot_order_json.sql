-- An order in the form that `server/src/modules/spot/orderRows.ts` reads.
CREATE FUNCTION spot_order_json(o spot_orders) RETURNS json
LANGUAGE sql STABLE AS $$
  SELECT json_build_object(
    'id', o.id, 'user_id', o.user_id, 'market_id', o.market_id, 'side', o.side, 'order_type', o.order_type, 'status', o.status,
    'time_in_force', o.time_in_force, 'is_post_only', o.is_post_only,
    'price', o.price::text, 'reference_price', o.reference_price::text, 'quantity', o.quantity::text,
    'filled_quantity', o.filled_quantity::text, 'filled_quote', o.filled_quote::text, 'fee', o.fee::text,
    'fee_due', o.fee_due::text,
    'maker_fee_rate', o.maker_fee_rate::text, 'taker_fee_rate', o.taker_fee_rate::text, 'held_amount', o.held_amount::text,
    'client_request_id', o.client_request_id,
    'stop_price', o.stop_price::text, 'stop_direction', o.stop_direction, 'stop_series_id', o.stop_series_id, 'stop_seq', o.stop_seq,
    'triggered_at', to_char(o.triggered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'max_slippage', o.max_slippage::text,
    'ladder_from', to_char(o.ladder_from AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'ladder_limit', o.ladder_limit::text,
    'more', CASE WHEN o.group_id IS NOT NULL OR o.expires_at IS NOT NULL OR o.order_type = 'trailing_stop' THEN spot_extra_json(o) END,
    'rank', o.rank, 'cancel_reason', o.cancel_reason, 'replaces_id', o.replaces_id,
    'created_at', to_char(o.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updated_at', to_char(o.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
$$;
