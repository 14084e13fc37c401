-- Ways in and out, by the family's ids. Amounts are in units of the settlement currency; the bank settles in USDT, one for one USD.
INSERT INTO funding_channels
  (id, name, currency_id, is_bank, places, deposit_min, withdrawal_min, withdrawal_fee_percent, withdrawal_fee_min, sort)
VALUES
  (3, 'USDT', 3, false, 6, 10, 20, 0.1, 1, 1),
  (1, 'BTC', 1, false, 8, 0.0005, 0.001, 0.1, 0.0001, 2),
  (2, 'ETH', 2, false, 8, 0.01, 0.02, 0.1, 0.001, 3),
  (9999, 'Bank', 3, true, 2, 50, 100, 0.5, 5, 4);
--> statement-breakpoint
INSERT INTO funding_chains (channel_id, chain, confirmations, sort)
VALUES (3, 'TRC20', 19, 1), (3, 'OMNI', 3, 2), (3, 'ERC20', 12, 3), (1, 'OMNI', 3, 1), (2, 'ERC20', 12, 1);
--> statement-breakpoint
-- The audit log is written once: nobody, the operator's own tool included, changes or removes a line.
CREATE FUNCTION operator_actions_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'operator_actions is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER operator_actions_rows BEFORE UPDATE OR DELETE ON operator_actions
  FOR EACH ROW EXECUTE FUNCTION operator_actions_refuse();
--> statement-breakpoint
CREATE TRIGGER operator_actions_table BEFORE TRUNCATE ON operator_actions
  FOR EACH STATEMENT EXECUTE FUNCTION operator_actions_refuse();
