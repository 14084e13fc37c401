ALTER TABLE "option_receipts" ADD COLUMN "key" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_receipts" ADD COLUMN "key" uuid DEFAULT gen_random_uuid() NOT NULL;
