CREATE TABLE ledger_months (
  month date PRIMARY KEY,
  last_entry bigint NOT NULL,
  closed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
--> statement-breakpoint
CREATE TABLE ledger_closings (
  account_id integer NOT NULL REFERENCES ledger_accounts (id),
  month date NOT NULL REFERENCES ledger_months (month),
  available numeric(38, 18) NOT NULL,
  held numeric(38, 18) NOT NULL,
  PRIMARY KEY (account_id, month)
);
--> statement-breakpoint
CREATE TRIGGER ledger_months_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_months FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_closings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_closings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
COMMENT ON TABLE ledger_months IS 'Closed months of the journal, in UTC: their postings were proven, and their closing balances written. Append-only.';
--> statement-breakpoint
COMMENT ON COLUMN ledger_months.month IS 'Its first day.';
--> statement-breakpoint
COMMENT ON COLUMN ledger_months.last_entry IS 'Entries up to this id that no earlier month has belong to the month.';
--> statement-breakpoint
COMMENT ON TABLE ledger_closings IS 'Balances of accounts at the end of a closed month, if they had a posting in it. Append-only.';
--> statement-breakpoint
COMMENT ON TABLE chat_messages IS 'The support chat: one per user, in the order of ids, which is the order of commits within it. Never changed; deleted after `CHAT_KEPT_YEARS`.';
