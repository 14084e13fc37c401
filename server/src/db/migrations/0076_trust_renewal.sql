-- Renewal of trust orders: what an order invests again at its end, on which terms its user agreed to that, and why it
-- was not done.
ALTER TABLE trust_orders ADD COLUMN renewal text DEFAULT 'none' NOT NULL,
  ADD COLUMN renewal_terms jsonb,
  ADD COLUMN renewal_failed text,
  ADD COLUMN renewed_from bigint REFERENCES trust_orders (id),
  ADD CONSTRAINT trust_orders_renewal CHECK (renewal IN ('none', 'principal', 'all') AND (renewal = 'none') = (renewal_terms IS NULL)),
  ADD CONSTRAINT trust_orders_renewal_failed CHECK (renewal_failed IS NULL OR status = 'completed' AND renewal <> 'none');
--> statement-breakpoint
COMMENT ON COLUMN trust_orders.renewal IS 'What is invested again at the end: `none`, `principal`, or `all` (with the interest).';
--> statement-breakpoint
COMMENT ON COLUMN trust_orders.renewal_terms IS 'Terms that the user agreed to for renewals, in wire form; worse ones are not bought.';
--> statement-breakpoint
COMMENT ON COLUMN trust_orders.renewal_failed IS 'Why the order was paid out instead of renewed (`RENEWAL_FAILURES`).';
--> statement-breakpoint
COMMENT ON COLUMN trust_orders.renewed_from IS 'The ended order that this one renews.';
--> statement-breakpoint
CREATE UNIQUE INDEX trust_orders_renewed_once ON trust_orders (renewed_from) WHERE renewed_from IS NOT NULL;
--> statement-breakpoint
DROP INDEX trust_orders_due;
--> statement-breakpoint
-- Renewals are made one at a time, apart from the batches of other payments.
CREATE INDEX trust_orders_due ON trust_orders (due_at, id)
  WHERE due_at IS NOT NULL AND NOT (renewal <> 'none' AND paid_days = days - 1);
--> statement-breakpoint
CREATE INDEX trust_orders_renewals_due ON trust_orders (due_at, id)
  WHERE due_at IS NOT NULL AND renewal <> 'none' AND paid_days = days - 1;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION trust_orders_end_once() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF old.ended_at IS NOT NULL
    OR new.paid_days < old.paid_days OR new.paid < old.paid
    OR (new.id, new.user_id, new.currency_id, new.product, new.amount, new.interest, new.days, new.terms_hash, new.bought_at, new.bought_on, new.renewed_from)
      IS DISTINCT FROM
      (old.id, old.user_id, old.currency_id, old.product, old.amount, old.interest, old.days, old.terms_hash, old.bought_at, old.bought_on, old.renewed_from)
  THEN
    RAISE EXCEPTION 'trust_orders: % ends once, and what was bought is never changed', old.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN new;
END
$$;
