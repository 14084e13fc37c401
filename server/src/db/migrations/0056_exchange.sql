CREATE TABLE "exchange" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL
);
--> statement-breakpoint
INSERT INTO "exchange" DEFAULT VALUES;
