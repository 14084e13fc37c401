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
--> statement-breakpoint
create table result_months (
  user_id integer not null references users(id),
  month date not null,
  utc_offset smallint not null,
  results jsonb not null,
  primary key (user_id, month, utc_offset)
);
--> statement-breakpoint
comment on table result_months is 'Results of users by day in months that are over: a cache that can be rebuilt from the journal at any time (`wallet/results.ts`).';
--> statement-breakpoint
comment on column result_months.month is 'First day of the month.';
--> statement-breakpoint
comment on column result_months.utc_offset is 'Minutes east of UTC at which its days begin.';
--> statement-breakpoint
comment on column result_months.results is 'A `ResultMonth`.';
