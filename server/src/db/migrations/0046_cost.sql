CREATE TABLE "cost_books" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"entry_id" bigint NOT NULL,
	"book" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "money_rates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "money_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"currency" text NOT NULL,
	"per_usdt" numeric(38, 18) NOT NULL,
	"day" date NOT NULL,
	"operator" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "money_rates_positive" CHECK ("money_rates"."per_usdt" > 0)
);
--> statement-breakpoint
ALTER TABLE "currencies" ADD COLUMN "title" text;--> statement-breakpoint
ALTER TABLE "cost_books" ADD CONSTRAINT "cost_books_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "money_rates_currency" ON "money_rates" USING btree ("currency","day","id");--> statement-breakpoint
CREATE TRIGGER money_rates_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON money_rates
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
UPDATE currencies SET title = known.title FROM (VALUES
  ('USDT', 'Tether'), ('BTC', 'Bitcoin'), ('ETH', 'Ethereum'), ('SOL', 'Solana'), ('XRP', 'Ripple'), ('LTC', 'Litecoin'), ('DOGE', 'Dogecoin')
) AS known (name, title) WHERE currencies.name = known.name;
