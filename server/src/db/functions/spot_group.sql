-- Waiting orders of a group and what their owner may spend. `is_entered`: whether an entry brings them in.
CREATE FUNCTION spot_group(in_market integer, in_group bigint, in_user integer) RETURNS json
LANGUAGE plpgsql STABLE AS $$
DECLARE
  m record;
BEGIN
  SELECT base_id, quote_id INTO m FROM markets WHERE id = in_market;
  RETURN json_build_object(
    'orders', (
      SELECT json_agg(spot_order_json(o.*::spot_orders) ORDER BY o.id) FROM spot_orders o
      WHERE o.group_id = in_group AND o.market_id = in_market AND o.status = 'waiting'),
    'is_entered', EXISTS (SELECT FROM spot_orders o WHERE o.group_id = in_group AND o.leg = 'entry'),
    'base', (SELECT a.available::text FROM ledger_accounts a WHERE a.user_id = in_user AND a.kind = 'spot' AND a.currency_id = m.base_id),
    'quote', (SELECT a.available::text FROM ledger_accounts a WHERE a.user_id = in_user AND a.kind = 'spot' AND a.currency_id = m.quote_id));
END
$$;
