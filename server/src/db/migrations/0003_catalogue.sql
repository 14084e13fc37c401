-- The currencies with the family's ids (others from 10), and their markets against USDT. All are traded on the spot; options and
-- contracts are settled in USDT.
INSERT INTO currencies (id, name, is_contract, is_option, sort) VALUES
  (3, 'USDT', true, true, 1),
  (1, 'BTC', false, false, 2),
  (2, 'ETH', false, false, 3),
  (12, 'SOL', false, false, 4),
  (11, 'XRP', false, false, 5),
  (10, 'LTC', false, false, 6),
  (13, 'DOGE', false, false, 7);
--> statement-breakpoint
-- Precisions of price and quantity together stay within the 18 places of the ledger, so that quantity x price is exact.
INSERT INTO markets (
  symbol, base_id, quote_id, price_precision, quantity_precision, min_quantity, min_notional,
  maker_fee_rate, taker_fee_rate, ladder_levels, ladder_half_spread, ladder_step, ladder_level_notional, sort
)
SELECT m.base || '/USDT', base.id, quote.id, m.price_precision, m.quantity_precision, m.min_quantity, 5,
  0.0008, 0.001, 20, 0.0002, 0.0002, m.ladder_level_notional, m.sort
FROM (VALUES
  ('BTC', 2, 6, 0.00001, 1500, 1),
  ('ETH', 2, 5, 0.0001, 1200, 2),
  ('SOL', 3, 3, 0.01, 800, 3),
  ('XRP', 4, 2, 1, 800, 4),
  ('LTC', 2, 4, 0.01, 600, 5),
  ('DOGE', 5, 1, 10, 600, 6)
) AS m (base, price_precision, quantity_precision, min_quantity, ladder_level_notional, sort)
JOIN currencies base ON base.name = m.base
JOIN currencies quote ON quote.name = 'USDT';
