CREATE TABLE "country_rules" (
	"country" text PRIMARY KEY NOT NULL,
	"is_registration_off" boolean NOT NULL,
	"products_off" text[] NOT NULL,
	"reason" text NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "country" text;
--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "delists_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "delisted_at" timestamp (3) with time zone;
--> statement-breakpoint
comment on table country_rules is 'Countries in which registration or products are off. A country without a row has all.';
--> statement-breakpoint
comment on column country_rules.country is 'ISO 3166-1 alpha-2.';
--> statement-breakpoint
comment on column country_rules.products_off is 'Names of products that users of the country cannot buy: `spot`, `options`, `futures`, `trust`, `launchpad`.';
--> statement-breakpoint
comment on column users.country is 'Declared at the registration; ISO 3166-1 alpha-2. The country of an identity check counts before it.';
--> statement-breakpoint
comment on column markets.delists_at is 'Announced end of the market; null: none.';
--> statement-breakpoint
comment on column markets.delisted_at is 'When the market ended: no feed follows it any more.';
