CREATE TABLE "log_commits" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" bigint NOT NULL,
	"nonce" "bytea" NOT NULL,
	"terms" text NOT NULL,
	"idx" bigint
);
--> statement-breakpoint
CREATE INDEX "log_commits_subject" ON "log_commits" USING btree ("kind","subject");--> statement-breakpoint
CREATE INDEX "log_commits_waiting" ON "log_commits" USING btree ("id") WHERE idx is null;--> statement-breakpoint
CREATE TRIGGER log_commits_never_gone BEFORE DELETE OR TRUNCATE ON log_commits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER log_commits_sealed_once BEFORE UPDATE ON log_commits FOR EACH ROW
WHEN (old.idx IS NOT NULL OR (new.id, new.kind, new.subject, new.nonce, new.terms) IS DISTINCT FROM (old.id, old.kind, old.subject, old.nonce, old.terms))
EXECUTE FUNCTION refuse_change();
