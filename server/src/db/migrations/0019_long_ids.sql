-- 32 bits of ids are used up within weeks at full speed. One statement a table, because each writes the table anew.
ALTER TABLE "spot_orders" ALTER COLUMN "id" TYPE bigint, ALTER COLUMN "replaces_id" TYPE bigint;--> statement-breakpoint
ALTER TABLE "spot_fills" ALTER COLUMN "id" TYPE bigint, ALTER COLUMN "taker_order_id" TYPE bigint, ALTER COLUMN "maker_order_id" TYPE bigint;--> statement-breakpoint
ALTER SEQUENCE "spot_orders_id_seq" AS bigint;--> statement-breakpoint
ALTER SEQUENCE "spot_fills_id_seq" AS bigint;--> statement-breakpoint
-- What prices were is written once, like the journal of the ledger: both are refused by one function.
ALTER FUNCTION ledger_refuse_change() RENAME TO refuse_change;--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', tg_table_name USING ERRCODE = 'check_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER ticks_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ticks
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
