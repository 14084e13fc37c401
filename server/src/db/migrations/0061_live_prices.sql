CREATE TABLE "past_candles" (
	"market_id" integer NOT NULL,
	"period" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	"open" numeric(38, 18) NOT NULL,
	"high" numeric(38, 18) NOT NULL,
	"low" numeric(38, 18) NOT NULL,
	"close" numeric(38, 18) NOT NULL,
	"volume" numeric(38, 18) NOT NULL,
	"turnover" numeric(48, 18) NOT NULL,
	CONSTRAINT "past_candles_market_id_period_opened_at_pk" PRIMARY KEY("market_id","period","opened_at")
);
--> statement-breakpoint
ALTER TABLE "past_candles" ADD CONSTRAINT "past_candles_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE TABLE "tick_inputs" (
	"series_id" integer NOT NULL,
	"seq" bigint NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "tick_inputs_series_id_seq_pk" PRIMARY KEY("series_id","seq")
);
--> statement-breakpoint
comment on table past_candles is 'Candles of markets with live prices, as a venue publishes them, for times without own ticks. Charts show their source; nothing is settled by them.';
--> statement-breakpoint
comment on table tick_inputs is 'Quotes from which ticks of live prices were made, until the public log has them: lines of a quotes entry.';
