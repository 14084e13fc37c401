ALTER TABLE exchange ADD COLUMN node_key bytea NOT NULL
  DEFAULT decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
--> statement-breakpoint
COMMENT ON COLUMN exchange.node_key IS 'Signs messages between nodes, so that access to Redis moves no money.';
