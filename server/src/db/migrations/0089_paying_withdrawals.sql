-- Nodes of before do not know it. The constraint keeps them from cancelling a withdrawal that is being paid out.
ALTER TABLE withdrawals ADD COLUMN paying_at timestamptz(3), ADD COLUMN paying_by text;
--> statement-breakpoint
ALTER TABLE withdrawals ADD CONSTRAINT withdrawals_paying CHECK ((paying_at IS NULL) = (paying_by IS NULL)
  AND (paying_at IS NULL OR status <> 'cancelled'));
--> statement-breakpoint
COMMENT ON COLUMN withdrawals.paying_at IS 'When an operator began to pay it out; its user cannot cancel it any more. Null before, and in a sandbox.';
--> statement-breakpoint
COMMENT ON COLUMN withdrawals.paying_by IS 'Name of the operator who pays it out.';
