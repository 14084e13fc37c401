CREATE TABLE "bank_cards" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"bank_name" text NOT NULL,
	"account_number" text NOT NULL,
	"branch" text DEFAULT '' NOT NULL,
	"bank_address" text NOT NULL,
	"swift" text NOT NULL,
	"iban" text DEFAULT '' NOT NULL,
	"payee_address" text NOT NULL,
	"postal_code" text NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deposit_addresses" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"network" text NOT NULL,
	"address" text NOT NULL,
	"path" text NOT NULL,
	"key_fingerprint" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deposit_addresses_address_unique" UNIQUE("address"),
	CONSTRAINT "deposit_addresses_user" UNIQUE("user_id","network","key_fingerprint")
);
--> statement-breakpoint
CREATE TABLE "deposit_keys" (
	"network" text PRIMARY KEY NOT NULL,
	"xpub" text NOT NULL,
	"is_test" boolean NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deposits" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"channel_id" integer NOT NULL,
	"chain" text,
	"address" text,
	"amount" numeric(38, 18) NOT NULL,
	"proof_id" uuid NOT NULL,
	"payer" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"reject_reason" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"reviewed_at" timestamp(3) with time zone,
	"client_request_id" uuid
);
--> statement-breakpoint
CREATE TABLE "funding_chains" (
	"channel_id" integer NOT NULL,
	"chain" text NOT NULL,
	"confirmations" smallint NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "funding_chains_channel_id_chain_pk" PRIMARY KEY("channel_id","chain")
);
--> statement-breakpoint
CREATE TABLE "funding_channels" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"currency_id" integer NOT NULL,
	"is_bank" boolean DEFAULT false NOT NULL,
	"places" smallint NOT NULL,
	"deposit_min" numeric(38, 18) NOT NULL,
	"withdrawal_min" numeric(38, 18) NOT NULL,
	"withdrawal_fee_percent" numeric(38, 18) NOT NULL,
	"withdrawal_fee_min" numeric(38, 18) NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "funding_channels_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "identity_checks" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"level" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"country" text,
	"full_name" text,
	"id_number" text,
	"address" text,
	"front_id" uuid,
	"back_id" uuid,
	"holding_id" uuid,
	"reject_reason" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"reviewed_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "operator_actions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"operator" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"reason" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"currency_id" integer NOT NULL,
	"from_kind" text NOT NULL,
	"to_kind" text NOT NULL,
	"amount" numeric(38, 18) NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"media_type" text NOT NULL,
	"extension" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer,
	"height" integer,
	"sha256" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawal_addresses" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"channel_id" integer NOT NULL,
	"chain" text NOT NULL,
	"address" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"channel_id" integer NOT NULL,
	"chain" text,
	"address" text,
	"bank_card" jsonb,
	"amount" numeric(38, 18) NOT NULL,
	"fee" numeric(38, 18) NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reject_reason" text,
	"deadline_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp(3) with time zone,
	"client_request_id" uuid
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "fund_password_hash" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "fund_password_failures" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "fund_password_free_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "withdrawals_blocked_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "bank_cards" ADD CONSTRAINT "bank_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_addresses" ADD CONSTRAINT "deposit_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_channel_id_funding_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."funding_channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_proof_id_uploads_id_fk" FOREIGN KEY ("proof_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_chains" ADD CONSTRAINT "funding_chains_channel_id_funding_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."funding_channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_channels" ADD CONSTRAINT "funding_channels_currency_id_currencies_id_fk" FOREIGN KEY ("currency_id") REFERENCES "public"."currencies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_front_id_uploads_id_fk" FOREIGN KEY ("front_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_back_id_uploads_id_fk" FOREIGN KEY ("back_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_holding_id_uploads_id_fk" FOREIGN KEY ("holding_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_currency_id_currencies_id_fk" FOREIGN KEY ("currency_id") REFERENCES "public"."currencies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_addresses" ADD CONSTRAINT "withdrawal_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_addresses" ADD CONSTRAINT "withdrawal_addresses_channel_id_funding_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."funding_channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_channel_id_funding_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."funding_channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deposits_user" ON "deposits" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "deposits_pending" ON "deposits" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "deposits_request" ON "deposits" USING btree ("user_id","client_request_id") WHERE client_request_id is not null;--> statement-breakpoint
CREATE INDEX "identity_checks_user" ON "identity_checks" USING btree ("user_id","level","id");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_checks_current" ON "identity_checks" USING btree ("user_id","level") WHERE status in ('pending', 'verified');--> statement-breakpoint
CREATE UNIQUE INDEX "identity_checks_number" ON "identity_checks" USING btree ("country","id_number") WHERE level = 'basic' and status in ('pending', 'verified');--> statement-breakpoint
CREATE INDEX "identity_checks_pending" ON "identity_checks" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "operator_actions_subject" ON "operator_actions" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "transfers_user" ON "transfers" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "uploads_user" ON "uploads" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawal_addresses_unique" ON "withdrawal_addresses" USING btree ("user_id","channel_id","chain","address") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "withdrawals_user" ON "withdrawals" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "withdrawals_day" ON "withdrawals" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "withdrawals_pending" ON "withdrawals" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_request" ON "withdrawals" USING btree ("user_id","client_request_id") WHERE client_request_id is not null;