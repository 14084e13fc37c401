CREATE TABLE house_takes (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  account text NOT NULL,
  currency_id integer NOT NULL REFERENCES currencies (id),
  amount numeric(38, 18) NOT NULL,
  announced_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  ended_at timestamptz,
  taken numeric(38, 18),
  CONSTRAINT house_takes_amount CHECK (amount > 0 AND taken BETWEEN 0 AND amount),
  CONSTRAINT house_takes_ended CHECK ((ended_at IS NULL) = (taken IS NULL))
);
--> statement-breakpoint
COMMENT ON TABLE house_takes IS 'Money that operators take out of the accounts of the house, announced before.';
--> statement-breakpoint
COMMENT ON COLUMN house_takes.taken IS 'What left: less than the amount when less was free then, or when it was cancelled.';
