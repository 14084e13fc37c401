CREATE TABLE "spot_forgotten_orders" (
	"user_id" integer NOT NULL,
	"day" date NOT NULL,
	"market_id" integer NOT NULL,
	"side" text NOT NULL,
	"order_type" text NOT NULL,
	"orders" integer NOT NULL,
	CONSTRAINT "spot_forgotten_orders_user_id_day_market_id_side_order_type_pk" PRIMARY KEY("user_id","day","market_id","side","order_type")
);
--> statement-breakpoint
ALTER TABLE "spot_orders" DROP CONSTRAINT "spot_orders_replaces_id_spot_orders_id_fk";
--> statement-breakpoint
DROP INDEX "identity_checks_number";--> statement-breakpoint
ALTER TABLE "spot_forgotten_orders" ADD CONSTRAINT "spot_forgotten_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spot_forgotten_orders" ADD CONSTRAINT "spot_forgotten_orders_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "identity_checks_verified_number" ON "identity_checks" USING btree ("country","id_number") WHERE level = 'basic' and status = 'verified';--> statement-breakpoint
CREATE INDEX "identity_checks_same_number" ON "identity_checks" USING btree ("country","id_number") WHERE level = 'basic';--> statement-breakpoint
CREATE INDEX "spot_orders_forgettable" ON "spot_orders" USING btree ("updated_at") WHERE status = 'cancelled' and filled_quantity = 0;