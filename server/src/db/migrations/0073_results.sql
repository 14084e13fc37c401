create table result_books (
  user_id integer not null references users(id),
  month date not null,
  entry_id bigint not null,
  book jsonb not null,
  usdt numeric not null,
  primary key (user_id, month)
);
--> statement-breakpoint
comment on table result_books is 'Owned coins and their costs at least a day before a month, from which the results of later days are folded: a cache that can be rebuilt from the journal at any time (`wallet/results.ts`).';
--> statement-breakpoint
comment on column result_books.month is 'First day of the month, UTC. All entries that it includes are older than the day before.';
--> statement-breakpoint
comment on column result_books.entry_id is 'Last entry that it includes.';
--> statement-breakpoint
comment on column result_books.book is 'A `CostBook`.';
--> statement-breakpoint
comment on column result_books.usdt is 'Owned USDT, which the book does not have.';
