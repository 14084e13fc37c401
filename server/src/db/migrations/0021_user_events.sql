CREATE SEQUENCE "public"."security_event_refs" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "user_events" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "user_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1) NOT NULL,
	"user_id" integer NOT NULL,
	"subject" text NOT NULL,
	"ref" bigint NOT NULL,
	"category" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"facts" json NOT NULL,
	CONSTRAINT "user_events_subject_ref_pk" PRIMARY KEY("subject","ref")
);
--> statement-breakpoint
CREATE TABLE "untold_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "untold_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject" text NOT NULL,
	"refs" bigint[] NOT NULL
);
--> statement-breakpoint
-- What users were told of before there was this table, in the order in which it was shown: by instant, then by kind, then by id. None of it is told again.
INSERT INTO user_events (user_id, subject, ref, category, at, facts)
SELECT user_id, subject, ref, category, at, facts
FROM (
  SELECT o.user_id, 'order' AS subject, o.id::bigint AS ref, 'fills' AS category, o.told_at AS at, 1 AS rank,
    json_build_object('symbol', m.symbol, 'base', b.name, 'quote', q.name, 'places', m.price_precision, 'side', o.side, 'status', o.status,
      'reason', o.cancel_reason, 'quantity', o.quantity::text, 'filled', o.filled_quantity::text, 'filledQuote', o.filled_quote::text) AS facts
  FROM spot_orders o JOIN markets m ON m.id = o.market_id JOIN currencies b ON b.id = m.base_id JOIN currencies q ON q.id = m.quote_id
  WHERE o.told_at IS NOT NULL
  UNION ALL
  SELECT d.user_id, 'deposit', d.id, 'deposits', d.reviewed_at, 2,
    json_build_object('status', d.status, 'amount', d.amount::text, 'currencyId', c.id, 'currency', c.name, 'reason', d.reject_reason)
  FROM deposits d JOIN funding_channels f ON f.id = d.channel_id JOIN currencies c ON c.id = f.currency_id
  WHERE d.reviewed_at IS NOT NULL
  UNION ALL
  SELECT w.user_id, 'withdrawal', w.id, 'withdrawals', w.closed_at, 3,
    json_build_object('status', w.status, 'amount', w.amount::text, 'fee', w.fee::text, 'currencyId', c.id, 'currency', c.name,
      'reason', w.reject_reason)
  FROM withdrawals w JOIN funding_channels f ON f.id = w.channel_id JOIN currencies c ON c.id = f.currency_id
  WHERE w.status IN ('passed', 'rejected')
  UNION ALL
  SELECT i.user_id, 'identity', i.id, 'security', i.reviewed_at, 4,
    json_build_object('status', i.status, 'level', i.level, 'reason', i.reject_reason)
  FROM identity_checks i
  WHERE i.reviewed_at IS NOT NULL
  UNION ALL
  SELECT s.user_id, 'security', s.id, 'security', s.created_at, 5, json_build_object('kind', s.kind, 'details', s.details)
  FROM security_events s
  UNION ALL
  SELECT c.user_id, 'chat', c.id, 'support', c.created_at, 6,
    json_build_object('snippet', left(c.body, 140), 'isCut', length(c.body) > 140)
  FROM chat_messages c
  WHERE c.sender = 'operator'
) old
ORDER BY at, rank, ref;--> statement-breakpoint
SELECT setval('security_event_refs', max("id")) FROM "security_events" HAVING max("id") IS NOT NULL;--> statement-breakpoint
CREATE INDEX "user_events_page" ON "user_events" USING btree ("user_id","category","at","id");--> statement-breakpoint
DROP TABLE "security_events";--> statement-breakpoint
DROP INDEX "spot_orders_told";--> statement-breakpoint
ALTER TABLE "spot_orders" DROP COLUMN "told_at";--> statement-breakpoint
DROP INDEX "deposits_reviewed";--> statement-breakpoint
DROP INDEX "withdrawals_reviewed";--> statement-breakpoint
DROP INDEX "identity_checks_reviewed";--> statement-breakpoint
DROP INDEX "chat_messages_answers";
