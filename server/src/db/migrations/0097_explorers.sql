-- Block explorers of networks, where users can look up a transaction.
ALTER TABLE funding_chains ADD COLUMN explorer text;
--> statement-breakpoint
ALTER TABLE funding_chains ADD CONSTRAINT funding_chains_explorer CHECK (explorer like 'https://%' and explorer like '%{id}%');
--> statement-breakpoint
COMMENT ON COLUMN funding_chains.explorer IS 'Address of a transaction in a block explorer, with `{id}` in place of the transaction id; null without one.';
