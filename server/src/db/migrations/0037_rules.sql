CREATE TABLE "rule_documents" (
	"name" text NOT NULL,
	"version" text NOT NULL,
	"sha256" text NOT NULL,
	"text" text NOT NULL,
	"pending_id" bigint NOT NULL,
	CONSTRAINT "rule_documents_name_version_pk" PRIMARY KEY("name","version")
);
--> statement-breakpoint
ALTER TABLE "rule_documents" ADD CONSTRAINT "rule_documents_pending_id_log_pending_id_fk" FOREIGN KEY ("pending_id") REFERENCES "public"."log_pending"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER rule_documents_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rule_documents
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
