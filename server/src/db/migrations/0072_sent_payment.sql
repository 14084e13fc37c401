alter table deposits add column sent_payment_id text;
--> statement-breakpoint
comment on column deposits.sent_payment_id is 'The transaction, or the bank''s reference, as the user sent it; unchecked, null if none was sent. The checked one is `payment_id`.';
