-- The part of an order that those in groups, with an end, and trailing stops have. Apart from `spot_order_json`, which the
-- planner can only inline without a subquery.
CREATE FUNCTION spot_extra_json(o spot_orders) RETURNS json
LANGUAGE sql STABLE AS $$
  SELECT json_build_object(
    'group_id', o.group_id, 'leg', o.leg, 'exits', o.exits, 'exited', o.exited::text,
    'expires_at', to_char(o.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'trail_fraction', o.trail_fraction::text, 'trail_amount', o.trail_amount::text, 'activation_price', o.activation_price::text,
    'trail_series_id', o.stop_series_id, 'trail_seq', o.stop_seq,
    'trail_extreme', coalesce((SELECT t.extreme FROM spot_trails t WHERE t.id = o.trail_id), o.trail_extreme)::text)
$$;
