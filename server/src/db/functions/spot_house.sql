-- Limits of a market's ladder: the house's funds, and the best prices of users' orders.
CREATE FUNCTION spot_house(in_market integer, base integer, quote integer) RETURNS json
LANGUAGE sql STABLE AS $$
  SELECT json_build_object(
    'base', (SELECT a.available::text FROM ledger_accounts a WHERE a.user_id IS NULL AND a.kind = 'maker' AND a.currency_id = base),
    'quote', (SELECT a.available::text FROM ledger_accounts a WHERE a.user_id IS NULL AND a.kind = 'maker' AND a.currency_id = quote),
    'best_bid', (SELECT o.price::text FROM spot_orders o WHERE o.market_id = in_market AND o.side = 'buy' AND o.status = 'waiting' AND o.rank IS NOT NULL ORDER BY o.price DESC LIMIT 1),
    'best_ask', (SELECT o.price::text FROM spot_orders o WHERE o.market_id = in_market AND o.side = 'sell' AND o.status = 'waiting' AND o.rank IS NOT NULL ORDER BY o.price LIMIT 1))
$$;
