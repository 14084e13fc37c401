create table convert_quotes (
  id uuid primary key,
  user_id integer not null references users (id),
  rows jsonb not null,
  created_at timestamptz(3) not null,
  valid_until timestamptz(3) not null
);
--> statement-breakpoint
create index convert_quotes_until on convert_quotes (valid_until);
--> statement-breakpoint
create index convert_quotes_user on convert_quotes (user_id);
--> statement-breakpoint
create table converts (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  quote_id uuid not null,
  market_id integer not null references markets (id),
  side text not null,
  price numeric(38, 18) not null,
  base_amount numeric(38, 18) not null,
  quote_amount numeric(38, 18) not null,
  created_at timestamptz(3) not null,
  constraint converts_side check (side in ('buy', 'sell')),
  constraint converts_amounts check (price > 0 and base_amount > 0 and quote_amount > 0)
);
--> statement-breakpoint
create index converts_user on converts (user_id, id);
--> statement-breakpoint
create trigger converts_append_only before delete or update or truncate on converts for each statement execute function refuse_change();
--> statement-breakpoint
comment on table convert_quotes is 'Offers to convert, until they are accepted or have ended.';
--> statement-breakpoint
comment on column convert_quotes.rows is '`QuotedRow` of `modules/convert/quotes.ts`.';
--> statement-breakpoint
comment on table converts is 'Sales and purchases of converts: a ledger entry each.';
--> statement-breakpoint
comment on column converts.side is 'Of the user.';
--> statement-breakpoint
comment on column converts.price is 'The quoted price; the spread is in it.';
