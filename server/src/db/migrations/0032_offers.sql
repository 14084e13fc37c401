CREATE SEQUENCE "public"."offer_news_id" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "offer_shares" (
	"offer_id" integer NOT NULL,
	"row" integer NOT NULL,
	"user_id" integer NOT NULL,
	"salt" text NOT NULL,
	"demand" numeric(38, 0) NOT NULL,
	"cap" numeric(38, 0),
	"units" numeric(38, 0) NOT NULL,
	CONSTRAINT "offer_shares_offer_id_row_pk" PRIMARY KEY("offer_id","row"),
	CONSTRAINT "offer_shares_user" UNIQUE("offer_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" serial PRIMARY KEY NOT NULL,
	"coin_id" integer NOT NULL,
	"currency_id" integer NOT NULL,
	"terms" jsonb NOT NULL,
	"terms_hash" text NOT NULL,
	"start_at" timestamp(3) with time zone NOT NULL,
	"end_at" timestamp(3) with time zone NOT NULL,
	"texts" jsonb NOT NULL,
	"is_recommended" boolean NOT NULL,
	"status" text DEFAULT 'subscribing' NOT NULL,
	"subscribed" numeric(38, 18) DEFAULT '0' NOT NULL,
	"subscribers" integer DEFAULT 0 NOT NULL,
	"allotted_at" timestamp(3) with time zone,
	"unlock_at" timestamp(3) with time zone,
	"allotted" numeric(38, 18),
	"done_row" integer DEFAULT 0 NOT NULL,
	"withdraw_reason" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "offers_status" CHECK ("offers"."status" in ('subscribing', 'allotting', 'locked', 'delivered', 'withdrawing', 'withdrawn')),
	CONSTRAINT "offers_subscribed" CHECK ("offers"."subscribed" >= 0 and "offers"."subscribers" >= 0),
	CONSTRAINT "offers_withdrawn" CHECK (("offers"."withdraw_reason" is null) = ("offers"."status" not like 'withdraw%')),
	CONSTRAINT "offers_allotted" CHECK (("offers"."allotted_at" is null) = ("offers"."status" not in ('allotting', 'locked', 'delivered')))
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" serial PRIMARY KEY NOT NULL,
	"offer_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"amount" numeric(38, 18) NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"coins" numeric(38, 18),
	"interest" numeric(38, 18),
	"paid" numeric(38, 18),
	"client_request_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "subscriptions_status" CHECK ("subscriptions"."status" in ('pending', 'passed', 'rejected', 'cancelled', 'locked', 'completed')),
	CONSTRAINT "subscriptions_allotted" CHECK (("subscriptions"."coins" is null) = ("subscriptions"."status" not in ('locked', 'completed'))),
	CONSTRAINT "subscriptions_money" CHECK ("subscriptions"."amount" > 0 and "subscriptions"."coins" >= 0 and "subscriptions"."interest" >= 0 and "subscriptions"."paid" >= 0 and "subscriptions"."paid" <= "subscriptions"."amount")
);
--> statement-breakpoint
ALTER TABLE "offer_shares" ADD CONSTRAINT "offer_shares_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_shares" ADD CONSTRAINT "offer_shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_coin_id_currencies_id_fk" FOREIGN KEY ("coin_id") REFERENCES "public"."currencies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_currency_id_currencies_id_fk" FOREIGN KEY ("currency_id") REFERENCES "public"."currencies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "subscriptions_offer" ON "subscriptions" USING btree ("offer_id","user_id","id");--> statement-breakpoint
CREATE INDEX "subscriptions_pending" ON "subscriptions" USING btree ("offer_id") WHERE status = 'pending';--> statement-breakpoint
CREATE FUNCTION offers_terms_stay() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF old.status IN ('delivered', 'withdrawn')
    OR (new.id, new.coin_id, new.currency_id, new.terms, new.terms_hash, new.start_at, new.end_at, new.texts, new.created_at)
      IS DISTINCT FROM
      (old.id, old.coin_id, old.currency_id, old.terms, old.terms_hash, old.start_at, old.end_at, old.texts, old.created_at)
    OR (old.allotted_at IS NOT NULL AND (new.allotted_at, new.unlock_at, new.allotted) IS DISTINCT FROM (old.allotted_at, old.unlock_at, old.allotted))
  THEN
    RAISE EXCEPTION 'offers: what % was published on is changed never', old.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN new;
END
$$;
--> statement-breakpoint
CREATE TRIGGER offers_terms_stay BEFORE UPDATE ON offers FOR EACH ROW EXECUTE FUNCTION offers_terms_stay();
--> statement-breakpoint
CREATE TRIGGER offers_never_gone BEFORE DELETE OR TRUNCATE ON offers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION subscriptions_end_once() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF old.status IN ('rejected', 'cancelled', 'completed')
    OR (new.id, new.offer_id, new.user_id, new.amount, new.created_at)
      IS DISTINCT FROM (old.id, old.offer_id, old.user_id, old.amount, old.created_at)
    OR (old.status = 'locked' AND (new.status <> 'completed' OR (new.coins, new.interest, new.paid) IS DISTINCT FROM (old.coins, old.interest, old.paid)))
  THEN
    RAISE EXCEPTION 'subscriptions: % ends once and is changed no more', old.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN new;
END
$$;
--> statement-breakpoint
CREATE TRIGGER subscriptions_end_once BEFORE UPDATE ON subscriptions FOR EACH ROW EXECUTE FUNCTION subscriptions_end_once();
--> statement-breakpoint
CREATE TRIGGER subscriptions_never_gone BEFORE DELETE OR TRUNCATE ON subscriptions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER offer_shares_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON offer_shares
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
