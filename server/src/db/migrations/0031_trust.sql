CREATE TABLE "trust_interest" (
	"order_id" bigint NOT NULL,
	"day" integer NOT NULL,
	"user_id" integer NOT NULL,
	"date" date NOT NULL,
	"amount" numeric(38, 18) NOT NULL,
	"paid_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "trust_interest_order_id_day_pk" PRIMARY KEY("order_id","day")
);
--> statement-breakpoint
CREATE TABLE "trust_orders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trust_orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"currency_id" integer NOT NULL,
	"product" integer NOT NULL,
	"amount" numeric(38, 18) NOT NULL,
	"interest" numeric(38, 18) NOT NULL,
	"days" integer NOT NULL,
	"terms" jsonb NOT NULL,
	"terms_hash" text NOT NULL,
	"bought_at" timestamp(3) with time zone NOT NULL,
	"bought_on" date NOT NULL,
	"paid_days" integer DEFAULT 0 NOT NULL,
	"paid" numeric(38, 18) DEFAULT '0' NOT NULL,
	"due_at" timestamp(3) with time zone,
	"status" text DEFAULT 'hosting' NOT NULL,
	"penalty" numeric(38, 18),
	"ended_at" timestamp(3) with time zone,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"client_request_id" uuid,
	CONSTRAINT "trust_orders_status" CHECK ("trust_orders"."status" in ('hosting', 'completed', 'redeemed')),
	CONSTRAINT "trust_orders_ended" CHECK (("trust_orders"."status" = 'hosting') = ("trust_orders"."ended_at" is null) and ("trust_orders"."status" = 'hosting') = ("trust_orders"."due_at" is not null)
        and ("trust_orders"."status" = 'redeemed') = ("trust_orders"."penalty" is not null)),
	CONSTRAINT "trust_orders_money" CHECK ("trust_orders"."amount" > 0 and "trust_orders"."interest" >= 0 and "trust_orders"."paid" between 0 and "trust_orders"."interest"
        and "trust_orders"."paid_days" between 0 and "trust_orders"."days" and "trust_orders"."penalty" between 0 and "trust_orders"."amount"
        and ("trust_orders"."status" <> 'completed' or "trust_orders"."paid" = "trust_orders"."interest"))
);
--> statement-breakpoint
CREATE TABLE "trust_products" (
	"product" integer PRIMARY KEY NOT NULL,
	"hosted" numeric(38, 18) DEFAULT '0' NOT NULL,
	"closed_at" timestamp(3) with time zone,
	CONSTRAINT "trust_products_hosted" CHECK ("trust_products"."hosted" >= 0)
);
--> statement-breakpoint
CREATE TABLE "trust_quotes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" bigint NOT NULL,
	"penalty" numeric(38, 18) NOT NULL,
	"valid_until" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trust_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"effective_at" timestamp(3) with time zone NOT NULL,
	"terms" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "trust_interest" ADD CONSTRAINT "trust_interest_order_id_trust_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."trust_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trust_orders" ADD CONSTRAINT "trust_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trust_orders" ADD CONSTRAINT "trust_orders_currency_id_currencies_id_fk" FOREIGN KEY ("currency_id") REFERENCES "public"."currencies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trust_quotes" ADD CONSTRAINT "trust_quotes_order_id_trust_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."trust_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trust_interest_user" ON "trust_interest" USING btree ("user_id","date","order_id");--> statement-breakpoint
CREATE INDEX "trust_orders_user" ON "trust_orders" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "trust_orders_due" ON "trust_orders" USING btree ("due_at","id") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "trust_quotes_until" ON "trust_quotes" USING btree ("valid_until");--> statement-breakpoint
CREATE FUNCTION trust_orders_end_once() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF old.ended_at IS NOT NULL
    OR new.paid_days < old.paid_days OR new.paid < old.paid
    OR (new.id, new.user_id, new.currency_id, new.product, new.amount, new.interest, new.days, new.terms_hash, new.bought_at, new.bought_on)
      IS DISTINCT FROM
      (old.id, old.user_id, old.currency_id, old.product, old.amount, old.interest, old.days, old.terms_hash, old.bought_at, old.bought_on)
  THEN
    RAISE EXCEPTION 'trust_orders: % ends once, and what was bought is never changed', old.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN new;
END
$$;
--> statement-breakpoint
CREATE TRIGGER trust_orders_end_once BEFORE UPDATE ON trust_orders
FOR EACH ROW EXECUTE FUNCTION trust_orders_end_once();
--> statement-breakpoint
CREATE TRIGGER trust_orders_never_gone BEFORE DELETE OR TRUNCATE ON trust_orders
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER trust_interest_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trust_interest
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER trust_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trust_versions
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
