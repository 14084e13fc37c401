-- Sets balances of accounts that the transaction has locked. Apart from `ledger_post` because of its settings: a join that is planned while the table is small
-- would go through all of it later, and this is a key for each row whatever the planner believes.
CREATE FUNCTION ledger_set_balances(account_ids integer[], free numeric[], locked numeric[]) RETURNS void
LANGUAGE plpgsql
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off
AS $$
BEGIN
  UPDATE ledger_accounts a SET available = b.free, held = b.locked
  FROM unnest(account_ids, free, locked) AS b (id, free, locked) WHERE a.id = b.id;
END
$$;
