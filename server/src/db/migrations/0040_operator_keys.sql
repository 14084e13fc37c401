CREATE TABLE "audit_chain" (
	"n" bigint PRIMARY KEY NOT NULL,
	"action_id" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_chain_action_id_unique" UNIQUE("action_id")
);
--> statement-breakpoint
CREATE TABLE "operator_approvals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_approvals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"operator" text NOT NULL,
	"key_id" text NOT NULL,
	"words" jsonb NOT NULL,
	"files" jsonb NOT NULL,
	"seen" text NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"confirmed_at" timestamp(3) with time zone,
	"confirmed_key_id" text,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "operator_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"public_key" text NOT NULL,
	"rights" text[] NOT NULL,
	"is_binding" boolean NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	CONSTRAINT "operator_keys_public_key_unique" UNIQUE("public_key")
);
--> statement-breakpoint
CREATE TABLE "operator_nonces" (
	"nonce" text PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "operator_actions" ADD COLUMN "keys" text;--> statement-breakpoint
ALTER TABLE "operator_approvals" ADD CONSTRAINT "operator_approvals_key_id_operator_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."operator_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_approvals" ADD CONSTRAINT "operator_approvals_confirmed_key_id_operator_keys_id_fk" FOREIGN KEY ("confirmed_key_id") REFERENCES "public"."operator_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER operator_keys_never_gone BEFORE DELETE OR TRUNCATE ON operator_keys
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A key is of one person for ever, and what was revoked stays so.
CREATE TRIGGER operator_keys_stay BEFORE UPDATE ON operator_keys FOR EACH ROW
WHEN (old.revoked_at IS NOT NULL OR (new.id, new.name, new.public_key, new.is_binding, new.created_at)
  IS DISTINCT FROM (old.id, old.name, old.public_key, old.is_binding, old.created_at))
EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER operator_approvals_never_gone BEFORE DELETE OR TRUNCATE ON operator_approvals
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- What waits is confirmed once, and then told what became of it once.
CREATE TRIGGER operator_approvals_stay BEFORE UPDATE ON operator_approvals FOR EACH ROW
WHEN (old.outcome IS NOT NULL
  OR (old.confirmed_at IS NOT NULL AND (new.confirmed_at, new.confirmed_key_id) IS DISTINCT FROM (old.confirmed_at, old.confirmed_key_id))
  OR (new.id, new.operator, new.key_id, new.words, new.files, new.seen, new.digest, new.created_at, new.expires_at)
  IS DISTINCT FROM (old.id, old.operator, old.key_id, old.words, old.files, old.seen, old.digest, old.created_at, old.expires_at))
EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
