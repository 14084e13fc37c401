CREATE TABLE "rebate_days" (
	"currency_id" integer NOT NULL,
	"day" date NOT NULL,
	"until_entry" bigint NOT NULL,
	"accrued" numeric(38, 18) NOT NULL,
	"closed_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "rebate_days_currency_id_day_pk" PRIMARY KEY("currency_id","day")
);
--> statement-breakpoint
CREATE TABLE "rebate_partners" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rebate_partners_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"is_partner" boolean NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rebate_payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rebate_payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"currency_id" integer NOT NULL,
	"value" numeric(38, 18) NOT NULL,
	"worth" numeric(38, 18),
	"paid_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rebate_ranks" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"is_ranked" boolean DEFAULT true NOT NULL,
	"worth" numeric(38, 18) DEFAULT '0' NOT NULL,
	"payment_id" bigint
);
--> statement-breakpoint
CREATE TABLE "rebate_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"effective_at" timestamp(3) with time zone NOT NULL,
	"terms" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rebates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rebates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"beneficiary_id" integer NOT NULL,
	"payer_id" integer NOT NULL,
	"generation" smallint NOT NULL,
	"currency_id" integer NOT NULL,
	"fees" numeric(38, 18) NOT NULL,
	"rate" numeric(38, 18) NOT NULL,
	"value" numeric(38, 18) NOT NULL,
	"payment_id" bigint,
	"lapsed_at" timestamp(3) with time zone,
	CONSTRAINT "rebates_once" UNIQUE("day","beneficiary_id","payer_id","generation","currency_id"),
	CONSTRAINT "rebates_value" CHECK ("rebates"."value" > 0 and "rebates"."value" <= "rebates"."fees"),
	CONSTRAINT "rebates_end" CHECK ("rebates"."payment_id" is null or "rebates"."lapsed_at" is null)
);
--> statement-breakpoint
ALTER TABLE "rebate_days" ADD CONSTRAINT "rebate_days_currency_id_currencies_id_fk" FOREIGN KEY ("currency_id") REFERENCES "public"."currencies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rebate_partners" ADD CONSTRAINT "rebate_partners_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rebate_payments" ADD CONSTRAINT "rebate_payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rebate_payments" ADD CONSTRAINT "rebate_payments_currency_id_currencies_id_fk" FOREIGN KEY ("currency_id") REFERENCES "public"."currencies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rebate_ranks" ADD CONSTRAINT "rebate_ranks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rebate_ranks" ADD CONSTRAINT "rebate_ranks_payment_id_rebate_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."rebate_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rebates" ADD CONSTRAINT "rebates_beneficiary_id_users_id_fk" FOREIGN KEY ("beneficiary_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rebates" ADD CONSTRAINT "rebates_payer_id_users_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rebates" ADD CONSTRAINT "rebates_currency_id_currencies_id_fk" FOREIGN KEY ("currency_id") REFERENCES "public"."currencies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rebates" ADD CONSTRAINT "rebates_payment_id_rebate_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."rebate_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rebate_partners_user" ON "rebate_partners" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "rebate_payments_user" ON "rebate_payments" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "rebate_payments_time" ON "rebate_payments" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "rebate_ranks_worth" ON "rebate_ranks" USING btree ("worth" DESC NULLS LAST,"payment_id") WHERE is_ranked and worth > 0;--> statement-breakpoint
CREATE INDEX "rebates_pending" ON "rebates" USING btree ("beneficiary_id") WHERE payment_id is null and lapsed_at is null;--> statement-breakpoint
CREATE INDEX "rebates_paid" ON "rebates" USING btree ("beneficiary_id","payment_id","id") WHERE payment_id is not null;--> statement-breakpoint
CREATE INDEX "users_invited_by" ON "users" USING btree ("invited_by","id") WHERE invited_by is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_invited_by_earlier" CHECK ("users"."invited_by" < "users"."id");--> statement-breakpoint
CREATE FUNCTION users_invited_by_once() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'users: who invited % is set at registration and changed never', old.id USING ERRCODE = 'check_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_invited_by_once BEFORE UPDATE OF invited_by ON users
FOR EACH ROW WHEN (old.invited_by IS DISTINCT FROM new.invited_by) EXECUTE FUNCTION users_invited_by_once();
--> statement-breakpoint
CREATE FUNCTION rebates_end_once() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  accrued rebates := old;
BEGIN
  IF old.payment_id IS NULL AND old.lapsed_at IS NULL THEN
    accrued.payment_id := new.payment_id;
    accrued.lapsed_at := new.lapsed_at;
    IF accrued IS NOT DISTINCT FROM new THEN
      RETURN new;
    END IF;
  END IF;
  RAISE EXCEPTION 'rebates: % is paid or lapses once and is changed no more', old.id USING ERRCODE = 'check_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER rebates_end_once BEFORE UPDATE ON rebates FOR EACH ROW EXECUTE FUNCTION rebates_end_once();
--> statement-breakpoint
CREATE TRIGGER rebates_never_gone BEFORE DELETE OR TRUNCATE ON rebates FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER rebate_payments_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rebate_payments
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER rebate_days_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rebate_days
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER rebate_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rebate_versions
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER rebate_partners_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rebate_partners
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
