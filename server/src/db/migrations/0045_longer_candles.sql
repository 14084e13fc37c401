-- Candles of 4 and 12 hours of the history that is there; from now on `append_ticks` folds them.
INSERT INTO "candles" ("series_id", "period", "opened_at", "open", "high", "low", "close", "volume", "turnover", "last_seq")
SELECT
	"series_id", '4hour', date_bin('4 hours', "opened_at", '1970-01-05 00:00:00+00') AS "bar",
	(array_agg("open" ORDER BY "last_seq"))[1], max("high"), min("low"), (array_agg("close" ORDER BY "last_seq" DESC))[1],
	sum("volume"), sum("turnover"), max("last_seq")
FROM "candles" WHERE "period" = '60min' GROUP BY "series_id", "bar";
--> statement-breakpoint
INSERT INTO "candles" ("series_id", "period", "opened_at", "open", "high", "low", "close", "volume", "turnover", "last_seq")
SELECT
	"series_id", '12hour', date_bin('12 hours', "opened_at", '1970-01-05 00:00:00+00') AS "bar",
	(array_agg("open" ORDER BY "last_seq"))[1], max("high"), min("low"), (array_agg("close" ORDER BY "last_seq" DESC))[1],
	sum("volume"), sum("turnover"), max("last_seq")
FROM "candles" WHERE "period" = '4hour' GROUP BY "series_id", "bar";
