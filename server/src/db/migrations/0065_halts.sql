CREATE TABLE "halts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY NOT NULL,
	"source" text NOT NULL,
	"subject" text NOT NULL,
	"market_id" integer,
	"reason" text NOT NULL,
	"since" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "halts_market" CHECK (("subject" = 'market') = ("market_id" IS NOT NULL)),
	CONSTRAINT "halts_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "halts_open" ON "halts" USING btree ("source", "subject", coalesce("market_id", 0)) WHERE "ended_at" IS NULL;
--> statement-breakpoint
comment on table halts is 'Functions and markets that are closed to all users alike, with the reason that they read. Rows stay when they have ended.';
--> statement-breakpoint
comment on column halts.source is '`operator`, or the check that halts automatically: `log`, and `disk` with the name of the node.';
--> statement-breakpoint
comment on column halts.subject is '`exchange`, `markets`, `market`, or a function such as `deposits`.';
--> statement-breakpoint
comment on column halts.reason is 'A code that users read in their language, or the text of an operator.';
--> statement-breakpoint
comment on column halts.expires_at is 'Of an automatic halt: it ends then unless its check finds the cause again; null: it lasts until it is ended.';
--> statement-breakpoint
comment on column halts.ended_at is 'Null while it lasts.';
