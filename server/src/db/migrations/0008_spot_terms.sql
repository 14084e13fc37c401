-- What traders may ask of an order, where orders stand in the book, and how far the tick log was searched for stop prices. Orders that are there already
-- keep their places: until now an order's id was its rank.
CREATE SEQUENCE "public"."spot_ranks" INCREMENT BY 1024 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
DROP INDEX "spot_orders_book";--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "price_band" numeric(38, 18);--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "stops_series_id" integer;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "stops_seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "spot_orders" ADD COLUMN "time_in_force" text DEFAULT 'gtc' NOT NULL;--> statement-breakpoint
ALTER TABLE "spot_orders" ADD COLUMN "is_post_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "spot_orders" ADD COLUMN "stop_price" numeric(38, 18);--> statement-breakpoint
ALTER TABLE "spot_orders" ADD COLUMN "stop_direction" text;--> statement-breakpoint
ALTER TABLE "spot_orders" ADD COLUMN "stop_series_id" integer;--> statement-breakpoint
ALTER TABLE "spot_orders" ADD COLUMN "stop_seq" bigint;--> statement-breakpoint
ALTER TABLE "spot_orders" ADD COLUMN "triggered_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "spot_orders" ADD COLUMN "rank" bigint;--> statement-breakpoint
ALTER TABLE "spot_orders" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "spot_orders" ADD COLUMN "replaces_id" integer;--> statement-breakpoint
UPDATE "spot_orders" SET "rank" = "id",
  "time_in_force" = CASE "order_type" WHEN 'market' THEN 'ioc' ELSE 'gtc' END,
  -- A limit order that ended when it came in had met its owner's own; of a market order that is not told.
  "cancel_reason" = CASE WHEN "status" <> 'cancelled' OR "order_type" = 'market' THEN NULL WHEN "updated_at" > "created_at" THEN 'user' ELSE 'own_order' END;--> statement-breakpoint
SELECT setval('spot_ranks', (SELECT coalesce(max("id"), 0) + 1 FROM "spot_orders"));--> statement-breakpoint
UPDATE "markets" SET "price_band" = 0.1;--> statement-breakpoint
ALTER TABLE "spot_orders" ADD CONSTRAINT "spot_orders_replaces_id_spot_orders_id_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."spot_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "spot_orders_stops" ON "spot_orders" USING btree ("market_id","stop_direction","stop_price") WHERE status = 'waiting' and rank is null;--> statement-breakpoint
CREATE INDEX "spot_orders_waiting" ON "spot_orders" USING btree ("user_id","market_id") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "spot_orders_book" ON "spot_orders" USING btree ("market_id","side","price","rank") WHERE status = 'waiting' and rank is not null;