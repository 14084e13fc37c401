-- Tables get the names of the products: futures, offerings, jobs, pending events. Renaming changes no row; the last
-- statements rename the futures account of users and two jobs. Transfers keep their rows: they may be many.
ALTER TABLE contract_cursors RENAME TO futures_cursors;
--> statement-breakpoint
ALTER TABLE futures_cursors RENAME CONSTRAINT contract_cursors_pkey TO futures_cursors_pkey;
--> statement-breakpoint
ALTER TABLE futures_cursors RENAME CONSTRAINT contract_cursors_series_id_price_series_id_fk TO futures_cursors_series_id_price_series_id_fk;
--> statement-breakpoint
ALTER TABLE contract_positions RENAME TO futures_positions;
--> statement-breakpoint
ALTER SEQUENCE contract_positions_id_seq RENAME TO futures_positions_id_seq;
--> statement-breakpoint
ALTER TABLE futures_positions RENAME CONSTRAINT contract_positions_pkey TO futures_positions_pkey;
--> statement-breakpoint
ALTER TABLE futures_positions RENAME CONSTRAINT contract_positions_currency_id_currencies_id_fk TO futures_positions_currency_id_currencies_id_fk;
--> statement-breakpoint
ALTER TABLE futures_positions RENAME CONSTRAINT contract_positions_market_id_markets_id_fk TO futures_positions_market_id_markets_id_fk;
--> statement-breakpoint
ALTER TABLE futures_positions RENAME CONSTRAINT contract_positions_parent_id_contract_positions_id_fk TO futures_positions_parent_id_futures_positions_id_fk;
--> statement-breakpoint
ALTER TABLE futures_positions RENAME CONSTRAINT contract_positions_series_id_price_series_id_fk TO futures_positions_series_id_price_series_id_fk;
--> statement-breakpoint
ALTER TABLE futures_positions RENAME CONSTRAINT contract_positions_user_id_users_id_fk TO futures_positions_user_id_users_id_fk;
--> statement-breakpoint
ALTER TABLE futures_positions RENAME CONSTRAINT contract_positions_ended TO futures_positions_ended;
--> statement-breakpoint
ALTER TABLE futures_positions RENAME CONSTRAINT contract_positions_mode TO futures_positions_mode;
--> statement-breakpoint
ALTER TABLE futures_positions RENAME CONSTRAINT contract_positions_money TO futures_positions_money;
--> statement-breakpoint
ALTER TABLE futures_positions RENAME CONSTRAINT contract_positions_open TO futures_positions_open;
--> statement-breakpoint
ALTER TABLE futures_positions RENAME CONSTRAINT contract_positions_side TO futures_positions_side;
--> statement-breakpoint
ALTER TABLE futures_positions RENAME CONSTRAINT contract_positions_status TO futures_positions_status;
--> statement-breakpoint
ALTER INDEX contract_positions_closed_by RENAME TO futures_positions_closed_by;
--> statement-breakpoint
ALTER INDEX contract_positions_high RENAME TO futures_positions_high;
--> statement-breakpoint
ALTER INDEX contract_positions_low RENAME TO futures_positions_low;
--> statement-breakpoint
ALTER INDEX contract_positions_nights RENAME TO futures_positions_nights;
--> statement-breakpoint
ALTER INDEX contract_positions_user RENAME TO futures_positions_user;
--> statement-breakpoint
ALTER INDEX contract_positions_user_open RENAME TO futures_positions_user_open;
--> statement-breakpoint
ALTER TRIGGER contract_positions_end_once ON futures_positions RENAME TO futures_positions_end_once;
--> statement-breakpoint
ALTER TRIGGER contract_positions_never_gone ON futures_positions RENAME TO futures_positions_never_gone;
--> statement-breakpoint
ALTER FUNCTION contract_positions_end_once() RENAME TO futures_positions_end_once;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION futures_positions_end_once() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF old.ended_at IS NOT NULL
    OR (new.id, new.user_id, new.market_id, new.series_id, new.currency_id, new.side, new.mode, new.leverage, new.terms_hash, new.submitted_at)
      IS DISTINCT FROM
      (old.id, old.user_id, old.market_id, old.series_id, old.currency_id, old.side, old.mode, old.leverage, old.terms_hash, old.submitted_at)
    OR (old.status = 'trading' AND (new.status = 'pending' OR (new.open_price, new.open_seq) IS DISTINCT FROM (old.open_price, old.open_seq)))
  THEN
    RAISE EXCEPTION 'futures_positions: % ends once and is changed no more', old.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN new;
END
$$;
--> statement-breakpoint
ALTER TABLE contract_receipts RENAME TO futures_receipts;
--> statement-breakpoint
ALTER TABLE futures_receipts RENAME CONSTRAINT contract_receipts_pkey TO futures_receipts_pkey;
--> statement-breakpoint
ALTER TABLE futures_receipts RENAME CONSTRAINT contract_receipts_position_id_contract_positions_id_fk TO futures_receipts_position_id_futures_positions_id_fk;
--> statement-breakpoint
ALTER TRIGGER contract_receipts_append_only ON futures_receipts RENAME TO futures_receipts_append_only;
--> statement-breakpoint
ALTER TABLE contract_versions RENAME TO futures_versions;
--> statement-breakpoint
ALTER TABLE futures_versions RENAME CONSTRAINT contract_versions_pkey TO futures_versions_pkey;
--> statement-breakpoint
ALTER TRIGGER contract_versions_append_only ON futures_versions RENAME TO futures_versions_append_only;
--> statement-breakpoint
ALTER TABLE currencies RENAME COLUMN is_contract TO is_futures;
--> statement-breakpoint
ALTER TABLE offers RENAME TO offerings;
--> statement-breakpoint
ALTER SEQUENCE offers_id_seq RENAME TO offerings_id_seq;
--> statement-breakpoint
ALTER TABLE offerings RENAME CONSTRAINT offers_pkey TO offerings_pkey;
--> statement-breakpoint
ALTER TABLE offerings RENAME CONSTRAINT offers_coin_id_currencies_id_fk TO offerings_coin_id_currencies_id_fk;
--> statement-breakpoint
ALTER TABLE offerings RENAME CONSTRAINT offers_currency_id_currencies_id_fk TO offerings_currency_id_currencies_id_fk;
--> statement-breakpoint
ALTER TABLE offerings RENAME CONSTRAINT offers_allotted TO offerings_allotted;
--> statement-breakpoint
ALTER TABLE offerings RENAME CONSTRAINT offers_status TO offerings_status;
--> statement-breakpoint
ALTER TABLE offerings RENAME CONSTRAINT offers_subscribed TO offerings_subscribed;
--> statement-breakpoint
ALTER TABLE offerings RENAME CONSTRAINT offers_withdrawn TO offerings_withdrawn;
--> statement-breakpoint
ALTER TRIGGER offers_never_gone ON offerings RENAME TO offerings_never_gone;
--> statement-breakpoint
ALTER TRIGGER offers_terms_stay ON offerings RENAME TO offerings_terms_stay;
--> statement-breakpoint
ALTER FUNCTION offers_terms_stay() RENAME TO offerings_terms_stay;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION offerings_terms_stay() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF old.status IN ('delivered', 'withdrawn')
    OR (new.id, new.coin_id, new.currency_id, new.terms, new.terms_hash, new.start_at, new.end_at, new.texts, new.created_at)
      IS DISTINCT FROM
      (old.id, old.coin_id, old.currency_id, old.terms, old.terms_hash, old.start_at, old.end_at, old.texts, old.created_at)
    OR (old.allotted_at IS NOT NULL AND (new.allotted_at, new.unlock_at, new.allotted) IS DISTINCT FROM (old.allotted_at, old.unlock_at, old.allotted))
  THEN
    RAISE EXCEPTION 'offerings: the published terms of % never change', old.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN new;
END
$$;
--> statement-breakpoint
comment on column offerings.done_row is 'Last row of `offering_shares` that the work of the current status has processed.';
--> statement-breakpoint
ALTER TABLE offer_shares RENAME TO offering_shares;
--> statement-breakpoint
ALTER TABLE offering_shares RENAME COLUMN offer_id TO offering_id;
--> statement-breakpoint
ALTER TABLE offering_shares RENAME CONSTRAINT offer_shares_offer_id_row_pk TO offering_shares_offering_id_row_pk;
--> statement-breakpoint
ALTER TABLE offering_shares RENAME CONSTRAINT offer_shares_user TO offering_shares_user;
--> statement-breakpoint
ALTER TABLE offering_shares RENAME CONSTRAINT offer_shares_offer_id_offers_id_fk TO offering_shares_offering_id_offerings_id_fk;
--> statement-breakpoint
ALTER TABLE offering_shares RENAME CONSTRAINT offer_shares_user_id_users_id_fk TO offering_shares_user_id_users_id_fk;
--> statement-breakpoint
ALTER TRIGGER offer_shares_append_only ON offering_shares RENAME TO offering_shares_append_only;
--> statement-breakpoint
ALTER TABLE subscriptions RENAME TO offering_subscriptions;
--> statement-breakpoint
ALTER SEQUENCE subscriptions_id_seq RENAME TO offering_subscriptions_id_seq;
--> statement-breakpoint
ALTER TABLE offering_subscriptions RENAME COLUMN offer_id TO offering_id;
--> statement-breakpoint
ALTER TABLE offering_subscriptions RENAME CONSTRAINT subscriptions_pkey TO offering_subscriptions_pkey;
--> statement-breakpoint
ALTER TABLE offering_subscriptions RENAME CONSTRAINT subscriptions_offer_id_offers_id_fk TO offering_subscriptions_offering_id_offerings_id_fk;
--> statement-breakpoint
ALTER TABLE offering_subscriptions RENAME CONSTRAINT subscriptions_user_id_users_id_fk TO offering_subscriptions_user_id_users_id_fk;
--> statement-breakpoint
ALTER TABLE offering_subscriptions RENAME CONSTRAINT subscriptions_allotted TO offering_subscriptions_allotted;
--> statement-breakpoint
ALTER TABLE offering_subscriptions RENAME CONSTRAINT subscriptions_money TO offering_subscriptions_money;
--> statement-breakpoint
ALTER TABLE offering_subscriptions RENAME CONSTRAINT subscriptions_status TO offering_subscriptions_status;
--> statement-breakpoint
ALTER INDEX subscriptions_offer RENAME TO offering_subscriptions_offering;
--> statement-breakpoint
ALTER INDEX subscriptions_pending RENAME TO offering_subscriptions_pending;
--> statement-breakpoint
ALTER INDEX subscriptions_user RENAME TO offering_subscriptions_user;
--> statement-breakpoint
ALTER TRIGGER subscriptions_end_once ON offering_subscriptions RENAME TO offering_subscriptions_end_once;
--> statement-breakpoint
ALTER TRIGGER subscriptions_never_gone ON offering_subscriptions RENAME TO offering_subscriptions_never_gone;
--> statement-breakpoint
ALTER FUNCTION subscriptions_end_once() RENAME TO offering_subscriptions_end_once;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION offering_subscriptions_end_once() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF old.status IN ('rejected', 'cancelled', 'completed')
    OR (new.id, new.offering_id, new.user_id, new.amount, new.created_at)
      IS DISTINCT FROM (old.id, old.offering_id, old.user_id, old.amount, old.created_at)
    OR (old.status = 'locked' AND (new.status <> 'completed' OR (new.coins, new.interest, new.paid) IS DISTINCT FROM (old.coins, old.interest, old.paid)))
  THEN
    RAISE EXCEPTION 'offering_subscriptions: % ends once and is changed no more', old.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN new;
END
$$;
--> statement-breakpoint
ALTER TABLE untold_events RENAME TO pending_events;
--> statement-breakpoint
ALTER SEQUENCE untold_events_id_seq RENAME TO pending_events_id_seq;
--> statement-breakpoint
ALTER TABLE pending_events RENAME CONSTRAINT untold_events_pkey TO pending_events_pkey;
--> statement-breakpoint
ALTER TABLE due_work RENAME TO jobs;
--> statement-breakpoint
ALTER TABLE jobs RENAME CONSTRAINT due_work_kind_key_pk TO jobs_kind_key_pk;
--> statement-breakpoint
ALTER INDEX due_work_due RENAME TO jobs_due;
--> statement-breakpoint
UPDATE jobs SET kind = 'offerings' || substr(kind, 7) WHERE kind IN ('offers.advance', 'offers.rounds');
--> statement-breakpoint
UPDATE ledger_accounts SET kind = 'futures' WHERE user_id IS NOT NULL AND kind = 'contract';
--> statement-breakpoint
comment on column ledger_accounts.kind is '`spot`, `option`, `futures`, `trust` of a user; `HouseAccount` of `ledger/accounts.ts` of the house.';
--> statement-breakpoint
comment on column transfers.from_kind is 'As `ledger_accounts.kind`; `contract` for `futures` in rows of before this name.';
--> statement-breakpoint
comment on column transfers.to_kind is 'As `from_kind`.';
