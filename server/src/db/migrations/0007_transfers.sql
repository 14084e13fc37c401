ALTER TABLE "transfers" ADD COLUMN "client_request_id" uuid;--> statement-breakpoint
CREATE INDEX "ledger_entries_time" ON "ledger_entries" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_request" ON "transfers" USING btree ("user_id","client_request_id") WHERE client_request_id is not null;