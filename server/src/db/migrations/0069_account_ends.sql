ALTER TABLE "users" ADD COLUMN "frozen_ground" text;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "frozen_reason" text;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "closing_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "closed_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "deposits" ALTER COLUMN "proof_id" DROP NOT NULL;
--> statement-breakpoint
CREATE TABLE "closed_accounts" (
	"user_id" integer PRIMARY KEY NOT NULL REFERENCES "users"("id"),
	"email" text,
	"phone" text,
	"closed_at" timestamp (3) with time zone NOT NULL,
	"keep_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_exports" (
	"id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL UNIQUE REFERENCES "users"("id"),
	"file" uuid NOT NULL,
	"bytes" bigint,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"ready_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
comment on column users.frozen_ground is 'Ground of a freeze by an operator: `OPERATOR_GROUNDS` of `contract/src/security/freezeCalls.ts`; null when the owner froze the account.';
--> statement-breakpoint
comment on column users.frozen_reason is 'What the operator wrote; the user reads it.';
--> statement-breakpoint
comment on column users.closing_at is 'When the account ends at the request of its owner; null when it does not.';
--> statement-breakpoint
comment on column users.closed_at is 'When the account ended: there is no name and no address any more.';
--> statement-breakpoint
comment on column deposits.proof_id is 'The payer''s picture; null once an ended account is forgotten.';
--> statement-breakpoint
comment on table closed_accounts is 'What the law keeps of the owners of ended accounts, beside identity checks, deposits and withdrawals; deleted with those.';
--> statement-breakpoint
comment on table data_exports is 'Files with everything about a user: one for each, made by a job in `exports` of the data folder.';
--> statement-breakpoint
comment on column data_exports.file is 'Name of the file, without its ending.';
