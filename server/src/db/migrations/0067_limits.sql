CREATE TABLE "limit_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	"terms" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER limit_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON limit_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TABLE "granted_limits" (
	"user_id" integer PRIMARY KEY NOT NULL REFERENCES "users"("id"),
	"limits" jsonb NOT NULL,
	"granted_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "volume_days" (
	"day" date PRIMARY KEY NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "traded_volumes" (
	"user_id" integer NOT NULL REFERENCES "users"("id"),
	"day" date NOT NULL,
	"volume" numeric(48, 18) NOT NULL,
	CONSTRAINT "traded_volumes_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE INDEX traded_volumes_day ON traded_volumes USING btree (day);
--> statement-breakpoint
CREATE TABLE "fee_volumes" (
	"user_id" integer PRIMARY KEY NOT NULL REFERENCES "users"("id"),
	"volume" numeric(48, 18) NOT NULL
);
--> statement-breakpoint
CREATE INDEX spot_fills_time ON spot_fills USING brin (created_at);
--> statement-breakpoint
comment on table limit_versions is 'Limits by verification level and fee groups by version: added, and never changed.';
--> statement-breakpoint
comment on column limit_versions.terms is '`LimitTerms` of `contract/src/limits/rules.ts`.';
--> statement-breakpoint
comment on table granted_limits is 'Limits that an operator granted to one user. They count where they are higher than those of the level.';
--> statement-breakpoint
comment on column granted_limits.limits is '`GrantedLimits` in wire form.';
--> statement-breakpoint
comment on table volume_days is 'UTC days whose spot trades are counted in `traded_volumes`.';
--> statement-breakpoint
comment on table traded_volumes is 'What a user traded on spot in a UTC day, both sides of each trade.';
--> statement-breakpoint
comment on column traded_volumes.volume is 'In USDT; in a market of another currency by the close of that day.';
--> statement-breakpoint
comment on table fee_volumes is 'What a user traded in the last 30 closed days: decides the fee group of new orders.';
