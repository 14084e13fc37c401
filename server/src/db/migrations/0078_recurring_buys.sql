create table convert_plans (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  currency_id integer not null references currencies (id),
  amount numeric(38, 18) not null,
  every text not null,
  day smallint,
  hour smallint not null,
  status text default 'active' not null,
  reason text,
  next_at timestamptz(3),
  waits text,
  skips smallint default 0 not null,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  constraint convert_plans_amount check (amount > 0),
  constraint convert_plans_every check (every in ('day', 'week', 'month')),
  constraint convert_plans_day check (case every when 'day' then day is null when 'week' then coalesce(day between 1 and 7, false) else coalesce(day between 1 and 31, false) end),
  constraint convert_plans_hour check (hour between 0 and 23),
  constraint convert_plans_status check (status in ('active', 'paused', 'ended')),
  constraint convert_plans_reason check (reason in ('user', 'skips', 'delisted', 'closed')),
  constraint convert_plans_reasoned check ((reason is null) = (status = 'active')),
  constraint convert_plans_waits check (waits in ('halted', 'suspended', 'stale')),
  constraint convert_plans_waiting check (waits is null or status = 'active'),
  constraint convert_plans_skips check (skips between 0 and 3),
  constraint convert_plans_next check ((next_at is null) = (status <> 'active')),
  constraint convert_plans_ended check ((ended_at is null) = (status <> 'ended'))
);
--> statement-breakpoint
create index convert_plans_user on convert_plans (user_id, id);
--> statement-breakpoint
create index convert_plans_coin on convert_plans (currency_id) where status <> 'ended';
--> statement-breakpoint
create table convert_plan_runs (
  id bigint generated always as identity primary key,
  plan_id bigint not null references convert_plans (id),
  user_id integer not null references users (id),
  due_at timestamptz(3) not null,
  at timestamptz(3) not null,
  skipped text,
  convert_id bigint references converts (id),
  spread numeric(38, 18),
  constraint convert_plan_runs_skipped check (skipped in ('balance', 'frozen', 'country', 'house', 'missed')),
  constraint convert_plan_runs_outcome check ((skipped is null) = (convert_id is not null) and (skipped is null) = (spread is not null))
);
--> statement-breakpoint
-- A date happens once.
create unique index convert_plan_runs_once on convert_plan_runs (plan_id, due_at);
--> statement-breakpoint
create index convert_plan_runs_plan on convert_plan_runs (plan_id, id);
--> statement-breakpoint
create unique index convert_plan_runs_convert on convert_plan_runs (convert_id) where convert_id is not null;
--> statement-breakpoint
create index convert_plan_runs_user on convert_plan_runs (user_id);
--> statement-breakpoint
create trigger convert_plan_runs_append_only before delete or update or truncate on convert_plan_runs for each statement execute function refuse_change();
--> statement-breakpoint
comment on table convert_plans is 'Recurring buys: what their users agreed to, and when they buy next.';
--> statement-breakpoint
comment on column convert_plans.amount is 'USDT on each date.';
--> statement-breakpoint
comment on column convert_plans.day is 'UTC. Of the week from 1 (Monday), or of the month, or its last day where it is shorter.';
--> statement-breakpoint
comment on column convert_plans.hour is 'UTC.';
--> statement-breakpoint
comment on column convert_plans.reason is 'Why it is paused or has ended.';
--> statement-breakpoint
comment on column convert_plans.next_at is 'The oldest date that has no run yet; in the past while it waits.';
--> statement-breakpoint
comment on column convert_plans.waits is 'Why a due date still waits.';
--> statement-breakpoint
comment on column convert_plans.skips is 'Skipped dates in a row for a reason of the user.';
--> statement-breakpoint
comment on table convert_plan_runs is 'Dates of recurring buys: bought or skipped.';
--> statement-breakpoint
comment on column convert_plan_runs.skipped is 'Why it was skipped; null when it was bought.';
--> statement-breakpoint
comment on column convert_plan_runs.spread is 'Distance from the last price, in percent.';
