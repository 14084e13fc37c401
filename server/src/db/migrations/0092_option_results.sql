-- The public figures read counts, not every option ever sold.
CREATE TABLE option_results (
  market_id integer NOT NULL REFERENCES markets (id),
  kind text NOT NULL,
  seconds integer NOT NULL,
  version integer NOT NULL,
  currency text NOT NULL,
  ratio text,
  won bigint NOT NULL,
  lost bigint NOT NULL,
  tied bigint NOT NULL,
  voided bigint NOT NULL,
  expected numeric NOT NULL,
  variance numeric NOT NULL,
  CONSTRAINT option_results_key UNIQUE NULLS NOT DISTINCT (market_id, kind, seconds, version, currency, ratio)
);
--> statement-breakpoint
COMMENT ON TABLE option_results IS 'Counts of settled options, written by a trigger of `options`. Each row belongs to one market, whose lock its writers hold.';
--> statement-breakpoint
COMMENT ON COLUMN option_results.ratio IS 'Profit ratio of the terms; null where each purchase had a chance of its own.';
--> statement-breakpoint
COMMENT ON COLUMN option_results.expected IS 'Sum of those chances, over wins and losses; 0 with a ratio.';
--> statement-breakpoint
CREATE FUNCTION options_count_results() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO option_results AS r (market_id, kind, seconds, version, currency, ratio, won, lost, tied, voided, expected, variance)
  SELECT s.market_id, s.terms ->> 'kind', s.seconds, (s.terms ->> 'version')::int, s.terms ->> 'currency',
    CASE WHEN s.terms ->> 'even_chance' IS NULL THEN s.terms ->> 'profit_ratio' END,
    count(*) FILTER (WHERE s.result = 'win'), count(*) FILTER (WHERE s.result = 'lose'),
    count(*) FILTER (WHERE s.result = 'tie'), count(*) FILTER (WHERE s.result = 'void'),
    coalesce(sum(c.chance) FILTER (WHERE s.result IN ('win', 'lose')), 0),
    coalesce(sum(c.chance * (1 - c.chance)) FILTER (WHERE s.result IN ('win', 'lose')), 0)
  FROM settled s CROSS JOIN LATERAL (SELECT (s.terms ->> 'even_chance')::numeric * 0.01 AS chance) c
  WHERE s.settled_at IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT ON CONSTRAINT option_results_key DO UPDATE SET won = r.won + excluded.won, lost = r.lost + excluded.lost,
    tied = r.tied + excluded.tied, voided = r.voided + excluded.voided,
    expected = r.expected + excluded.expected, variance = r.variance + excluded.variance;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- An option changes once, at its settlement. The trigger's lock keeps settlements away until the past is counted below.
CREATE TRIGGER options_count_results AFTER UPDATE ON options REFERENCING NEW TABLE AS settled
  FOR EACH STATEMENT EXECUTE FUNCTION options_count_results();
--> statement-breakpoint
INSERT INTO option_results (market_id, kind, seconds, version, currency, ratio, won, lost, tied, voided, expected, variance)
SELECT o.market_id, o.terms ->> 'kind', o.seconds, (o.terms ->> 'version')::int, o.terms ->> 'currency',
  CASE WHEN o.terms ->> 'even_chance' IS NULL THEN o.terms ->> 'profit_ratio' END,
  count(*) FILTER (WHERE o.result = 'win'), count(*) FILTER (WHERE o.result = 'lose'),
  count(*) FILTER (WHERE o.result = 'tie'), count(*) FILTER (WHERE o.result = 'void'),
  coalesce(sum(c.chance) FILTER (WHERE o.result IN ('win', 'lose')), 0),
  coalesce(sum(c.chance * (1 - c.chance)) FILTER (WHERE o.result IN ('win', 'lose')), 0)
FROM options o CROSS JOIN LATERAL (SELECT (o.terms ->> 'even_chance')::numeric * 0.01 AS chance) c
WHERE o.settled_at IS NOT NULL
GROUP BY 1, 2, 3, 4, 5, 6;
--> statement-breakpoint
-- The totals of a day are read by the time at which its options and positions ended.
CREATE INDEX options_due ON options (due_at);
--> statement-breakpoint
CREATE INDEX futures_positions_ended ON futures_positions (ended_at) WHERE status = 'closed';
