CREATE TABLE "factor_tries" (
	"user_id" integer NOT NULL,
	"place" text NOT NULL,
	"failures" smallint NOT NULL,
	"free_at" timestamp(3) with time zone,
	CONSTRAINT "factor_tries_user_id_place_pk" PRIMARY KEY("user_id","place")
);
--> statement-breakpoint
ALTER TABLE "factor_tries" ADD CONSTRAINT "factor_tries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "factor_tries" ("user_id", "place", "failures", "free_at") SELECT "id", 'strangers', "factor_failures", "factor_free_at" FROM "users" WHERE "factor_failures" > 0;--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "factor_failures";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "factor_free_at";
