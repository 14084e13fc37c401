INSERT INTO "due_work" ("kind", "key", "due_at", "payload", "failures")
SELECT 'push', "subscription_id" || ' ' || "message_id", "next_at", jsonb_build_object('subscriptionId', "subscription_id", 'messageId', "message_id"), "attempts"
FROM "push_sent" WHERE "next_at" IS NOT NULL;--> statement-breakpoint
DROP TABLE "push_sent";
