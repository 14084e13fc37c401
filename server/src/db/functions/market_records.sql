-- What a service needs to know of a market: its terms, its ladder, the price it stands at, and how far ticks were searched for stop prices. Decimals are text,
-- so that they stay exact as JSON.
CREATE VIEW market_records AS
SELECT m.id, m.symbol, m.base_id, m.quote_id, b.name AS base, q.name AS quote, m.status, m.is_displayed, m.sort,
  m.price_precision, m.quantity_precision, m.min_quantity::text AS min_quantity, m.min_notional::text AS min_notional,
  m.maker_fee_rate::text AS maker_fee_rate, m.taker_fee_rate::text AS taker_fee_rate,
  m.ladder_levels, m.ladder_half_spread::text AS ladder_half_spread, m.ladder_step::text AS ladder_step,
  m.ladder_level_notional::text AS ladder_level_notional,
  m.ladder_tick_seq::text AS ladder_tick_seq, m.ladder_bid_taken::text AS ladder_bid_taken, m.ladder_ask_taken::text AS ladder_ask_taken,
  m.series_id, s.source, s.last_seq::text AS last_seq, s.last_price::text AS last_price,
  to_char(s.last_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS last_at,
  m.price_band::text AS price_band, m.stops_series_id, m.stops_seq::text AS stops_seq
FROM markets m
JOIN currencies b ON b.id = m.base_id
JOIN currencies q ON q.id = m.quote_id
LEFT JOIN price_series s ON s.id = m.series_id;
