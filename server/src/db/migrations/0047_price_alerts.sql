CREATE SEQUENCE "public"."price_alert_refs" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "price_alert_cursors" (
	"market_id" integer PRIMARY KEY NOT NULL,
	"series_id" integer NOT NULL,
	"seq" bigint NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_alerts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"market_id" integer NOT NULL,
	"kind" text NOT NULL,
	"minutes" integer NOT NULL,
	"threshold" numeric(38, 18) NOT NULL,
	"is_repeating" boolean NOT NULL,
	"status" text NOT NULL,
	"series_id" integer NOT NULL,
	"after_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"fired_at" timestamp(3) with time zone,
	"fired_price" numeric(38, 18),
	CONSTRAINT "price_alerts_kind" CHECK ("price_alerts"."kind" in ('above', 'below', 'rise', 'fall')),
	CONSTRAINT "price_alerts_status" CHECK ("price_alerts"."status" in ('active', 'resting', 'fired')),
	CONSTRAINT "price_alerts_minutes" CHECK (("price_alerts"."minutes" > 0) = ("price_alerts"."kind" in ('rise', 'fall'))),
	CONSTRAINT "price_alerts_threshold" CHECK ("price_alerts"."threshold" > 0)
);
--> statement-breakpoint
ALTER TABLE "price_alert_cursors" ADD CONSTRAINT "price_alert_cursors_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_alert_cursors" ADD CONSTRAINT "price_alert_cursors_series_id_price_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."price_series"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_alerts" ADD CONSTRAINT "price_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_alerts" ADD CONSTRAINT "price_alerts_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_alerts" ADD CONSTRAINT "price_alerts_series_id_price_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."price_series"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_alerts_waiting" ON "price_alerts" USING btree ("market_id","kind","minutes","threshold") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "price_alerts_user" ON "price_alerts" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "price_alerts_same" ON "price_alerts" USING btree ("user_id","market_id","kind","minutes","threshold") WHERE status <> 'fired';--> statement-breakpoint
CREATE INDEX "price_alerts_over" ON "price_alerts" USING btree ("fired_at") WHERE status = 'fired';--> statement-breakpoint
-- Who had his events pushed before there were alerts wants those that he sets pushed as well.
UPDATE "push_subscriptions" SET "categories" = array_append("categories", 'alerts') WHERE "categories" <> '{}' AND NOT 'alerts' = ANY("categories");
