-- Sets the balances of accounts that the transaction has locked. Separate from `ledger_post` because of its settings: a
-- join planned while the table is small would later scan all of it; with these settings each row is looked up by key.
CREATE FUNCTION ledger_set_balances(account_ids integer[], free numeric[], locked numeric[]) RETURNS void
LANGUAGE plpgsql
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off
AS $$
BEGIN
  UPDATE ledger_accounts a SET available = b.free, held = b.locked
  FROM unnest(account_ids, free, locked) AS b (id, free, locked) WHERE a.id = b.id;
END
$$;
