CREATE TABLE "option_even_days" (
	"market_id" integer NOT NULL,
	"day" date NOT NULL,
	"last_price" numeric(38, 18),
	"deviation" double precision,
	"past" jsonb NOT NULL,
	CONSTRAINT "option_even_days_market_id_day_pk" PRIMARY KEY("market_id","day")
);
--> statement-breakpoint
CREATE TABLE "option_limits" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"daily_stake" numeric(38, 18),
	"daily_loss" numeric(38, 18),
	"reminder_minutes" smallint,
	"next_daily_stake" numeric(38, 18),
	"next_daily_loss" numeric(38, 18),
	"next_from" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "option_receipts" (
	"option_id" bigint PRIMARY KEY NOT NULL,
	"receipt" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "option_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"effective_at" timestamp(3) with time zone NOT NULL,
	"terms" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "options" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "options_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"market_id" integer NOT NULL,
	"series_id" integer NOT NULL,
	"currency_id" integer NOT NULL,
	"direction" text NOT NULL,
	"seconds" integer NOT NULL,
	"stake" numeric(38, 18) NOT NULL,
	"fee" numeric(38, 18) NOT NULL,
	"payout" numeric(38, 18) NOT NULL,
	"terms" jsonb NOT NULL,
	"terms_hash" text NOT NULL,
	"open_seq" bigint NOT NULL,
	"open_at" timestamp(3) with time zone NOT NULL,
	"open_price" numeric(38, 18) NOT NULL,
	"purchased_at" timestamp(3) with time zone NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"client_request_id" uuid,
	"result" text,
	"void_reason" text,
	"before_seq" bigint,
	"before_at" timestamp(3) with time zone,
	"before_price" numeric(38, 18),
	"end_seq" bigint,
	"end_at" timestamp(3) with time zone,
	"end_price" numeric(38, 18),
	"settled_at" timestamp(3) with time zone,
	CONSTRAINT "options_direction" CHECK ("options"."direction" in ('up', 'down', 'even')),
	CONSTRAINT "options_result" CHECK ("options"."result" in ('win', 'tie', 'lose', 'void')),
	CONSTRAINT "options_settled" CHECK (("options"."result" is null) = ("options"."settled_at" is null)),
	CONSTRAINT "options_void" CHECK (("options"."void_reason" is null) = ("options"."result" is distinct from 'void')),
	CONSTRAINT "options_stake" CHECK ("options"."stake" > 0 and "options"."payout" >= 0 and "options"."fee" >= 0)
);
--> statement-breakpoint
ALTER TABLE "option_even_days" ADD CONSTRAINT "option_even_days_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "option_limits" ADD CONSTRAINT "option_limits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "option_receipts" ADD CONSTRAINT "option_receipts_option_id_options_id_fk" FOREIGN KEY ("option_id") REFERENCES "public"."options"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "options" ADD CONSTRAINT "options_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "options" ADD CONSTRAINT "options_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "options" ADD CONSTRAINT "options_series_id_price_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."price_series"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "options" ADD CONSTRAINT "options_currency_id_currencies_id_fk" FOREIGN KEY ("currency_id") REFERENCES "public"."currencies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "options_user" ON "options" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "options_running" ON "options" USING btree ("market_id","due_at") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "options_user_running" ON "options" USING btree ("user_id") WHERE settled_at is null;--> statement-breakpoint
CREATE FUNCTION options_settle_once() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  bought options := old;
BEGIN
  IF old.settled_at IS NULL AND new.settled_at IS NOT NULL THEN
    bought.result := new.result;
    bought.void_reason := new.void_reason;
    bought.before_seq := new.before_seq;
    bought.before_at := new.before_at;
    bought.before_price := new.before_price;
    bought.end_seq := new.end_seq;
    bought.end_at := new.end_at;
    bought.end_price := new.end_price;
    bought.settled_at := new.settled_at;
    IF bought IS NOT DISTINCT FROM new THEN
      RETURN new;
    END IF;
  END IF;
  RAISE EXCEPTION 'options: % is settled once and changed never', old.id USING ERRCODE = 'check_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER options_settle_once BEFORE UPDATE ON options FOR EACH ROW EXECUTE FUNCTION options_settle_once();
--> statement-breakpoint
CREATE TRIGGER options_never_gone BEFORE DELETE OR TRUNCATE ON options FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER option_receipts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON option_receipts
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER option_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON option_versions
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
