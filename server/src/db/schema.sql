-- An article in one language; English is always there.
create table article_texts (
  article_id integer not null,
  language text not null,
  title text not null,
  summary text not null,
  -- Sanitised: rendered by `modules/news/articleFolder.ts`.
  html text not null,
  constraint article_texts_article_id_language_pk PRIMARY KEY (article_id, language),
  constraint article_texts_article_id_articles_id_fk FOREIGN KEY (article_id) REFERENCES articles(id)
);

-- Notices, banners and help, by a permanent name.
create table articles (
  id integer not null default nextval('articles_id_seq'::regclass),
  slug text not null,
  -- `notice`, `banner` or `help`.
  kind text not null,
  -- For help.
  section text,
  sort integer not null default 0,
  is_pinned boolean not null default false,
  -- A route of the app.
  link text,
  author text not null,
  -- The path of a picture.
  cover text,
  status text not null default 'published'::text,
  -- `builtin`: content of the repository; `operator`: not changed by starts of the exchange.
  origin text not null,
  -- SHA-256 of the source files.
  digest text not null,
  published_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint articles_pkey PRIMARY KEY (id),
  constraint articles_slug_unique UNIQUE (slug)
);

-- Hash chain of the audit log for the transparency log: position of each line and hash of all lines up to it. Row 0 contains the secret key of the hashes. Append-only.
create table audit_chain (
  n bigint not null,
  action_id bigint not null,
  hash bytea not null,
  constraint audit_chain_pkey PRIMARY KEY (n),
  constraint audit_chain_action_id_unique UNIQUE (action_id)
);
CREATE TRIGGER audit_chain_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Bank cards: one per user.
create table bank_cards (
  user_id integer not null,
  holder text not null,
  bank_name text not null,
  account_number text not null,
  branch text not null default ''::text,
  bank_address text not null,
  swift text not null,
  iban text not null default ''::text,
  payee_address text not null,
  postal_code text not null,
  updated_at timestamp(3) with time zone not null default now(),
  constraint bank_cards_pkey PRIMARY KEY (user_id),
  constraint bank_cards_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);

-- Folds of the tick log, one row per bar.
create table candles (
  series_id integer not null,
  period text not null,
  opened_at timestamp(3) with time zone not null,
  open numeric(38,18) not null,
  high numeric(38,18) not null,
  low numeric(38,18) not null,
  close numeric(38,18) not null,
  -- In the base currency.
  volume numeric(38,18) not null,
  -- In the quote currency.
  turnover numeric(48,18) not null,
  last_seq bigint not null,
  constraint candles_series_id_period_opened_at_pk PRIMARY KEY (series_id, period, opened_at)
);

-- The support chat: one per user, in the order of ids, which is the order of commits within it. Never changed; deleted after `CHAT_KEPT_YEARS`.
create table chat_messages (
  id bigint not null,
  user_id integer not null,
  -- `user` or `operator`; the audit log has the operator's name.
  sender text not null,
  -- Assigned by the user's device; null for operators.
  client_message_id uuid,
  -- Plain text; may be empty beside a picture.
  body text not null,
  -- Owned by the user, also when an operator sent it, so that the user may read it.
  picture_id uuid,
  created_at timestamp(3) with time zone not null default now(),
  constraint chat_messages_pkey PRIMARY KEY (id),
  constraint chat_messages_picture_id_uploads_id_fk FOREIGN KEY (picture_id) REFERENCES uploads(id),
  constraint chat_messages_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id),
  constraint chat_messages_content CHECK (((body <> ''::text) OR (picture_id IS NOT NULL))),
  constraint chat_messages_sender CHECK ((sender = ANY (ARRAY['user'::text, 'operator'::text])))
);
CREATE INDEX chat_messages_chat ON chat_messages USING btree (user_id, id);
CREATE UNIQUE INDEX chat_messages_client ON chat_messages USING btree (user_id, client_message_id);
CREATE INDEX chat_messages_picture ON chat_messages USING btree (picture_id) WHERE (picture_id IS NOT NULL);

-- Last message that each side has read.
create table chat_reads (
  user_id integer not null,
  by_user bigint not null default 0,
  by_operator bigint not null default 0,
  constraint chat_reads_pkey PRIMARY KEY (user_id),
  constraint chat_reads_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);

-- First answers of money mutations, by the client's request id.
create table client_requests (
  user_id integer not null,
  request_id uuid not null,
  -- SHA-256 over the call's name and its body.
  body_hash text not null,
  -- In wire form; null only inside the transaction that makes it.
  answer jsonb,
  created_at timestamp(3) with time zone not null default now(),
  constraint client_requests_user_id_request_id_pk PRIMARY KEY (user_id, request_id),
  constraint client_requests_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX client_requests_age ON client_requests USING brin (created_at);

-- What the law keeps of the owners of ended accounts, beside identity checks, deposits and withdrawals; deleted with those.
create table closed_accounts (
  user_id integer not null,
  email text,
  phone text,
  closed_at timestamp(3) with time zone not null,
  keep_until timestamp(3) with time zone not null,
  constraint closed_accounts_pkey PRIMARY KEY (user_id),
  constraint closed_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table codes (
  id integer not null default nextval('codes_id_seq'::regclass),
  address text not null,
  purpose text not null,
  code_hash text not null,
  -- Source of the request: an IPv4 address or the /64 of an IPv6 one, and the browser, as in `sessions`.
  requested_by_ip text not null,
  -- Wrong attempts left to the requester, and to all others.
  tries_left smallint not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  device_hash text,
  others_tries_left smallint not null default 5,
  constraint codes_pkey PRIMARY KEY (id)
);
CREATE INDEX codes_address ON codes USING btree (address, purpose, id);

-- Dates of recurring buys: bought or skipped.
create table convert_plan_runs (
  id bigint not null,
  plan_id bigint not null,
  user_id integer not null,
  due_at timestamp(3) with time zone not null,
  at timestamp(3) with time zone not null,
  -- Why it was skipped; null when it was bought.
  skipped text,
  convert_id bigint,
  -- Distance from the last price, in percent.
  spread numeric(38,18),
  constraint convert_plan_runs_pkey PRIMARY KEY (id),
  constraint convert_plan_runs_convert_id_fkey FOREIGN KEY (convert_id) REFERENCES converts(id),
  constraint convert_plan_runs_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES convert_plans(id),
  constraint convert_plan_runs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint convert_plan_runs_outcome CHECK ((((skipped IS NULL) = (convert_id IS NOT NULL)) AND ((skipped IS NULL) = (spread IS NOT NULL)))),
  constraint convert_plan_runs_skipped CHECK ((skipped = ANY (ARRAY['balance'::text, 'frozen'::text, 'country'::text, 'house'::text, 'missed'::text])))
);
CREATE UNIQUE INDEX convert_plan_runs_convert ON convert_plan_runs USING btree (convert_id) WHERE (convert_id IS NOT NULL);
CREATE UNIQUE INDEX convert_plan_runs_once ON convert_plan_runs USING btree (plan_id, due_at);
CREATE INDEX convert_plan_runs_plan ON convert_plan_runs USING btree (plan_id, id);
CREATE INDEX convert_plan_runs_user ON convert_plan_runs USING btree (user_id);
CREATE TRIGGER convert_plan_runs_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON convert_plan_runs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Recurring buys: what their users agreed to, and when they buy next.
create table convert_plans (
  id bigint not null,
  user_id integer not null,
  currency_id integer not null,
  -- USDT on each date.
  amount numeric(38,18) not null,
  every text not null,
  -- UTC. Of the week from 1 (Monday), or of the month, or its last day where it is shorter.
  day smallint,
  -- UTC.
  hour smallint not null,
  status text not null default 'active'::text,
  -- Why it is paused or has ended.
  reason text,
  -- The oldest date that has no run yet; in the past while it waits.
  next_at timestamp(3) with time zone,
  -- Why a due date still waits.
  waits text,
  -- Skipped dates in a row for a reason of the user.
  skips smallint not null default 0,
  created_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  constraint convert_plans_pkey PRIMARY KEY (id),
  constraint convert_plans_currency_id_fkey FOREIGN KEY (currency_id) REFERENCES currencies(id),
  constraint convert_plans_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint convert_plans_amount CHECK ((amount > (0)::numeric)),
  constraint convert_plans_day CHECK (
CASE every
    WHEN 'day'::text THEN (day IS NULL)
    WHEN 'week'::text THEN COALESCE(((day >= 1) AND (day <= 7)), false)
    ELSE COALESCE(((day >= 1) AND (day <= 31)), false)
END),
  constraint convert_plans_ended CHECK (((ended_at IS NULL) = (status <> 'ended'::text))),
  constraint convert_plans_every CHECK ((every = ANY (ARRAY['day'::text, 'week'::text, 'month'::text]))),
  constraint convert_plans_hour CHECK (((hour >= 0) AND (hour <= 23))),
  constraint convert_plans_next CHECK (((next_at IS NULL) = (status <> 'active'::text))),
  constraint convert_plans_reason CHECK ((reason = ANY (ARRAY['user'::text, 'skips'::text, 'delisted'::text, 'closed'::text]))),
  constraint convert_plans_reasoned CHECK (((reason IS NULL) = (status = 'active'::text))),
  constraint convert_plans_skips CHECK (((skips >= 0) AND (skips <= 3))),
  constraint convert_plans_status CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'ended'::text]))),
  constraint convert_plans_waiting CHECK (((waits IS NULL) OR (status = 'active'::text))),
  constraint convert_plans_waits CHECK ((waits = ANY (ARRAY['halted'::text, 'suspended'::text, 'stale'::text])))
);
CREATE INDEX convert_plans_coin ON convert_plans USING btree (currency_id) WHERE (status <> 'ended'::text);
CREATE INDEX convert_plans_user ON convert_plans USING btree (user_id, id);

-- Offers to convert, until they are accepted or have ended.
create table convert_quotes (
  id uuid not null,
  user_id integer not null,
  -- `QuotedRow` of `modules/convert/quotes.ts`.
  rows jsonb not null,
  created_at timestamp(3) with time zone not null,
  valid_until timestamp(3) with time zone not null,
  constraint convert_quotes_pkey PRIMARY KEY (id),
  constraint convert_quotes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX convert_quotes_until ON convert_quotes USING btree (valid_until);
CREATE INDEX convert_quotes_user ON convert_quotes USING btree (user_id);

-- Sales and purchases of converts: a ledger entry each.
create table converts (
  id bigint not null,
  user_id integer not null,
  quote_id uuid not null,
  market_id integer not null,
  -- Of the user.
  side text not null,
  -- The quoted price; the spread is in it.
  price numeric(38,18) not null,
  base_amount numeric(38,18) not null,
  quote_amount numeric(38,18) not null,
  created_at timestamp(3) with time zone not null,
  constraint converts_pkey PRIMARY KEY (id),
  constraint converts_market_id_fkey FOREIGN KEY (market_id) REFERENCES markets(id),
  constraint converts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint converts_amounts CHECK (((price > (0)::numeric) AND (base_amount > (0)::numeric) AND (quote_amount > (0)::numeric))),
  constraint converts_side CHECK ((side = ANY (ARRAY['buy'::text, 'sell'::text])))
);
CREATE INDEX converts_user ON converts USING btree (user_id, id);
CREATE TRIGGER converts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON converts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Purchase costs of users' coins, folded from the journal up to an entry: a cache that can be rebuilt from the journal at any time (`wallet/cost.ts`).
create table cost_books (
  user_id integer not null,
  -- Last entry that it includes.
  entry_id bigint not null,
  -- A `CostBook`, from what was known when each entry was folded.
  book jsonb not null,
  constraint cost_books_pkey PRIMARY KEY (user_id),
  constraint cost_books_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);

-- Countries in which registration or products are off. A country without a row has all.
create table country_rules (
  -- ISO 3166-1 alpha-2.
  country text not null,
  is_registration_off boolean not null,
  -- Names of products that users of the country cannot buy: `spot`, `options`, `futures`, `trust`, `launchpad`.
  products_off text[] not null,
  reason text not null,
  changed_at timestamp(3) with time zone not null default now(),
  constraint country_rules_pkey PRIMARY KEY (country)
);

create table currencies (
  -- Ids of legacy clients: BTC 1, ETH 2, USDT 3; others from 10.
  id integer not null,
  name text not null,
  is_spot boolean not null default true,
  is_futures boolean not null default false,
  is_option boolean not null default false,
  sort integer not null default 0,
  -- Full name, e.g. Bitcoin; null when unknown.
  title text,
  constraint currencies_pkey PRIMARY KEY (id),
  constraint currencies_name_unique UNIQUE (name)
);

-- Files with everything about a user: one for each, made by a job in `exports` of the data folder.
create table data_exports (
  id bigint not null,
  user_id integer not null,
  -- Name of the file, without its ending.
  file uuid not null,
  bytes bigint,
  requested_at timestamp(3) with time zone not null,
  ready_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  constraint data_exports_pkey PRIMARY KEY (id),
  constraint data_exports_user_id_key UNIQUE (user_id),
  constraint data_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

-- Every deposit address that was shown to a user.
create table deposit_addresses (
  id integer not null default nextval('deposit_addresses_id_seq'::regclass),
  user_id integer not null,
  network text not null,
  address text not null,
  -- Below the account key, e.g. `0/17`.
  path text not null,
  key_fingerprint text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint deposit_addresses_pkey PRIMARY KEY (id),
  constraint deposit_addresses_address_unique UNIQUE (address),
  constraint deposit_addresses_user UNIQUE (user_id, network, key_fingerprint),
  constraint deposit_addresses_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);

-- Extended public keys that the sandbox generated for itself; the private half was discarded immediately.
create table deposit_keys (
  -- `bitcoin`, `ethereum`, `tron`.
  network text not null,
  xpub text not null,
  is_test boolean not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint deposit_keys_pkey PRIMARY KEY (network)
);

-- Deposits that users declared. `status`: `pending`, `passed`, `rejected`.
create table deposits (
  id integer not null default nextval('deposits_id_seq'::regclass),
  user_id integer not null,
  channel_id integer not null,
  -- Null for the bank, like the address.
  chain text,
  address text,
  amount numeric(38,18) not null,
  -- The payer's picture; null once an ended account is forgotten.
  proof_id uuid,
  -- Payer, as the user wrote it.
  payer text,
  status text not null default 'pending'::text,
  reject_reason text,
  created_at timestamp(3) with time zone not null default now(),
  reviewed_at timestamp(3) with time zone,
  client_request_id uuid,
  -- Transaction id or bank reference of the payment; null before it is passed, and in a sandbox.
  payment_id text,
  -- The transaction, or the bank's reference, as the user sent it; unchecked, null if none was sent. The checked one is `payment_id`.
  sent_payment_id text,
  constraint deposits_pkey PRIMARY KEY (id),
  constraint deposits_channel_id_funding_channels_id_fk FOREIGN KEY (channel_id) REFERENCES funding_channels(id),
  constraint deposits_proof_id_uploads_id_fk FOREIGN KEY (proof_id) REFERENCES uploads(id),
  constraint deposits_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX deposits_payment ON deposits USING btree (COALESCE(chain, 'bank'::text), payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX deposits_pending ON deposits USING btree (created_at) WHERE (status = 'pending'::text);
CREATE INDEX deposits_proof ON deposits USING btree (proof_id);
CREATE UNIQUE INDEX deposits_request ON deposits USING btree (user_id, client_request_id) WHERE (client_request_id IS NOT NULL);
CREATE INDEX deposits_user ON deposits USING btree (user_id, id);

-- One row: identifies this exchange among others that share its Redis.
create table exchange (
  id uuid not null default gen_random_uuid(),
  -- Signs messages between nodes, so that access to Redis moves no money.
  node_key bytea not null default decode(replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text), 'hex'::text),
  constraint exchange_pkey PRIMARY KEY (id)
);

-- Requests to remove the second factors. `status`: `pending`, `approved` (the factors are removed at `effective_at`), `done`, `rejected`, `cancelled`.
create table factor_resets (
  id integer not null default nextval('factor_resets_id_seq'::regclass),
  user_id integer not null,
  status text not null default 'pending'::text,
  -- Hours between the approval and the removal, as set at the request.
  wait_hours integer not null,
  -- Address of the request.
  ip text,
  user_agent text,
  reject_reason text,
  created_at timestamp(3) with time zone not null default now(),
  reviewed_at timestamp(3) with time zone,
  effective_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  constraint factor_resets_pkey PRIMARY KEY (id),
  constraint factor_resets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX factor_resets_current ON factor_resets USING btree (user_id) WHERE (status = ANY (ARRAY['pending'::text, 'approved'::text]));
CREATE INDEX factor_resets_user ON factor_resets USING btree (user_id, id);

-- Consecutive wrong second factors, by their source: `modules/security/totp.ts`.
create table factor_tries (
  user_id integer not null,
  -- A session, a known device, a known network, or all strangers together.
  place text not null,
  failures smallint not null,
  -- Further attempts are refused until then.
  free_at timestamp(3) with time zone,
  constraint factor_tries_user_id_place_pk PRIMARY KEY (user_id, place),
  constraint factor_tries_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);

-- What a user traded in the last 30 closed days: decides the fee group of new orders.
create table fee_volumes (
  user_id integer not null,
  volume numeric(48,18) not null,
  constraint fee_volumes_pkey PRIMARY KEY (user_id),
  constraint fee_volumes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

-- Keys in security mails with which users freeze their account: `freezeKeys.ts`.
create table freeze_keys (
  -- SHA-256 of the key, hexadecimal; the key itself is only in the mail.
  key_hash text not null,
  user_id integer not null,
  -- Kind of the security event in the mail.
  event text not null,
  -- Both by the database's clock.
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  constraint freeze_keys_pkey PRIMARY KEY (key_hash),
  constraint freeze_keys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX freeze_keys_end ON freeze_keys USING btree (expires_at);

-- Resets of forgotten fund passwords: `modules/security/fundPassword.ts`.
create table fund_password_resets (
  id integer not null default nextval('fund_password_resets_id_seq'::regclass),
  user_id integer not null,
  -- Hash of the new one, argon2id; null once it is in force or the request has ended.
  password_hash text,
  -- `pending` for a review, `waiting` until it takes effect, `done`, `rejected` or `cancelled`.
  status text not null,
  -- Step-up of the request: `totp`, `passkey`, or `review`.
  proved_by text not null,
  -- Hours between the step-up and the effect, as set at the request.
  wait_hours smallint not null,
  works_at timestamp(3) with time zone,
  -- Start of the session of the request.
  session_at timestamp(3) with time zone,
  session_user_agent text,
  session_ip text,
  reject_reason text,
  created_at timestamp(3) with time zone not null default now(),
  closed_at timestamp(3) with time zone,
  constraint fund_password_resets_pkey PRIMARY KEY (id),
  constraint fund_password_resets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id),
  constraint fund_password_resets_hash CHECK (((password_hash IS NOT NULL) = (status = ANY (ARRAY['pending'::text, 'waiting'::text])))),
  constraint fund_password_resets_works CHECK (((status <> ALL (ARRAY['waiting'::text, 'done'::text])) OR (works_at IS NOT NULL)))
);
CREATE UNIQUE INDEX fund_password_resets_open ON fund_password_resets USING btree (user_id) WHERE (status = ANY (ARRAY['pending'::text, 'waiting'::text]));
CREATE INDEX fund_password_resets_status ON fund_password_resets USING btree (status, id);

-- The chains of a channel: `TRC20`, `OMNI`, `ERC20`.
create table funding_chains (
  channel_id integer not null,
  chain text not null,
  -- Blocks after which a deposit is final.
  confirmations smallint not null,
  sort integer not null default 0,
  -- Address of a transaction in a block explorer, with `{id}` in place of the transaction id; null without one.
  explorer text,
  constraint funding_chains_channel_id_chain_pk PRIMARY KEY (channel_id, chain),
  constraint funding_chains_channel_id_funding_channels_id_fk FOREIGN KEY (channel_id) REFERENCES funding_channels(id),
  constraint funding_chains_explorer CHECK (((explorer ~~ 'https://%'::text) AND (explorer ~~ '%{id}%'::text)))
);

-- Channels for deposits and withdrawals, by the ids of legacy clients: BTC 1, ETH 2, USDT 3, bank 9999. Amounts are in units of the settlement currency.
create table funding_channels (
  id integer not null,
  name text not null,
  -- Settlement currency: the coin itself, or USDT for the bank (1 USD is 1 USDT).
  currency_id integer not null,
  is_bank boolean not null default false,
  -- Decimals of an amount.
  places smallint not null,
  deposit_min numeric(38,18) not null,
  withdrawal_min numeric(38,18) not null,
  -- Percent of the amount, and the minimum fee.
  withdrawal_fee_percent numeric(38,18) not null,
  withdrawal_fee_min numeric(38,18) not null,
  sort integer not null default 0,
  constraint funding_channels_pkey PRIMARY KEY (id),
  constraint funding_channels_name_unique UNIQUE (name),
  constraint funding_channels_currency_id_currencies_id_fk FOREIGN KEY (currency_id) REFERENCES currencies(id)
);

-- Last processed tick of a series, and the last midnight whose overnight fees all its positions have paid.
create table futures_cursors (
  series_id integer not null,
  seq bigint not null,
  at timestamp(3) with time zone not null,
  price numeric(38,18) not null,
  overnight_at timestamp(3) with time zone,
  constraint futures_cursors_pkey PRIMARY KEY (series_id),
  constraint futures_cursors_series_id_price_series_id_fk FOREIGN KEY (series_id) REFERENCES price_series(id)
);

-- Futures positions and orders. Money and prices change while one is open, and never after its end: a trigger refuses that.
create table futures_positions (
  id bigint not null,
  user_id integer not null,
  market_id integer not null,
  -- Only ticks of this series move it.
  series_id integer not null,
  currency_id integer not null,
  side text not null,
  mode text not null,
  leverage integer not null,
  lots integer not null,
  quantity numeric(38,18) not null,
  -- For an order; null for one opened at the market price.
  target_price numeric(38,18),
  stop_profit numeric(38,18),
  stop_loss numeric(38,18),
  -- Including the spread; null until it is open, like the tick that opened it.
  open_price numeric(38,18),
  open_seq bigint,
  open_at timestamp(3) with time zone,
  open_tick_price numeric(38,18),
  origin_margin numeric(38,18) not null,
  margin numeric(38,18) not null,
  fee numeric(38,18) not null,
  -- Amount that the house has reserved; 0 for a pending order.
  reserve numeric(38,18) not null,
  added_margin numeric(38,18) not null default '0'::numeric,
  overnight_total numeric(38,18) not null default '0'::numeric,
  -- Last midnight whose overnight fee was paid.
  overnight_paid timestamp(3) with time zone,
  -- Level of the last warning, in percent of the liquidation level.
  warned smallint,
  -- Full terms in wire form, and their digest.
  terms jsonb not null,
  terms_hash text not null,
  status text not null,
  close_reason text,
  close_seq bigint,
  close_at timestamp(3) with time zone,
  close_price numeric(38,18),
  profit numeric(38,18),
  returned numeric(38,18),
  shortfall numeric(38,18),
  -- Position of which this is the closed part.
  parent_id bigint,
  client_request_id uuid,
  submitted_at timestamp(3) with time zone not null,
  opened_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  -- Only a tick at or below the one, or at or above the other, may trigger something.
  trigger_low numeric(38,18),
  trigger_high numeric(38,18),
  -- Request that closed all positions together.
  closed_by_request uuid,
  -- When the user requested the closing: the first tick from then on closes it.
  closing_from timestamp(3) with time zone,
  constraint futures_positions_pkey PRIMARY KEY (id),
  constraint futures_positions_currency_id_currencies_id_fk FOREIGN KEY (currency_id) REFERENCES currencies(id),
  constraint futures_positions_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id),
  constraint futures_positions_parent_id_futures_positions_id_fk FOREIGN KEY (parent_id) REFERENCES futures_positions(id),
  constraint futures_positions_series_id_price_series_id_fk FOREIGN KEY (series_id) REFERENCES price_series(id),
  constraint futures_positions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id),
  constraint futures_positions_ended CHECK ((((status = ANY (ARRAY['closed'::text, 'cancelled'::text])) = (ended_at IS NOT NULL)) AND ((status = 'closed'::text) = (close_price IS NOT NULL)))),
  constraint futures_positions_mode CHECK ((mode = ANY (ARRAY['isolated'::text, 'cross'::text]))),
  constraint futures_positions_money CHECK (((lots > 0) AND (quantity > (0)::numeric) AND (margin >= (0)::numeric) AND (reserve >= (0)::numeric) AND (fee >= (0)::numeric))),
  constraint futures_positions_open CHECK (((status <> 'trading'::text) OR (open_price IS NOT NULL))),
  constraint futures_positions_side CHECK ((side = ANY (ARRAY['long'::text, 'short'::text]))),
  constraint futures_positions_status CHECK ((status = ANY (ARRAY['pending'::text, 'trading'::text, 'closed'::text, 'cancelled'::text])))
);
CREATE INDEX futures_positions_closed_by ON futures_positions USING btree (user_id, closed_by_request) WHERE (closed_by_request IS NOT NULL);
CREATE INDEX futures_positions_ended ON futures_positions USING btree (ended_at) WHERE (status = 'closed'::text);
CREATE INDEX futures_positions_high ON futures_positions USING btree (series_id, trigger_high) WHERE (status = ANY (ARRAY['pending'::text, 'trading'::text]));
CREATE INDEX futures_positions_low ON futures_positions USING btree (series_id, trigger_low) WHERE (status = ANY (ARRAY['pending'::text, 'trading'::text]));
CREATE INDEX futures_positions_side ON futures_positions USING btree (market_id, side) INCLUDE (currency_id, reserve) WHERE (status = 'trading'::text);
CREATE INDEX futures_positions_trading ON futures_positions USING btree (series_id, id) WHERE (status = 'trading'::text);
CREATE INDEX futures_positions_user ON futures_positions USING btree (user_id, id);
CREATE INDEX futures_positions_user_open ON futures_positions USING btree (user_id) WHERE (status = ANY (ARRAY['pending'::text, 'trading'::text]));
CREATE TRIGGER futures_positions_end_once BEFORE UPDATE ON futures_positions FOR EACH ROW EXECUTE FUNCTION futures_positions_end_once();
CREATE TRIGGER futures_positions_never_gone BEFORE DELETE OR TRUNCATE ON futures_positions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Receipts of closed positions in wire form, written with the closing and never changed.
create table futures_receipts (
  position_id bigint not null,
  receipt jsonb not null,
  -- Secret part of the URL with which others can read it.
  key uuid not null default gen_random_uuid(),
  constraint futures_receipts_pkey PRIMARY KEY (position_id),
  constraint futures_receipts_position_id_futures_positions_id_fk FOREIGN KEY (position_id) REFERENCES futures_positions(id)
);
CREATE TRIGGER futures_receipts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON futures_receipts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Terms of futures by version: added, and never changed.
create table futures_versions (
  version integer not null,
  effective_at timestamp(3) with time zone not null,
  terms jsonb not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint futures_versions_pkey PRIMARY KEY (version)
);
CREATE TRIGGER futures_versions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON futures_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Limits that an operator granted to one user. They count where they are higher than those of the level.
create table granted_limits (
  user_id integer not null,
  -- `GrantedLimits` in wire form.
  limits jsonb not null,
  granted_at timestamp(3) with time zone not null default now(),
  constraint granted_limits_pkey PRIMARY KEY (user_id),
  constraint granted_limits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

-- Functions and markets that are closed to all users alike, with the reason that they read. Rows stay when they have ended.
create table halts (
  id bigint not null,
  -- `operator`, or the check that halts automatically: `log`, and `disk` with the name of the node.
  source text not null,
  -- `exchange`, `markets`, `market`, or a function such as `deposits`.
  subject text not null,
  market_id integer,
  -- A code that users read in their language, or the text of an operator.
  reason text not null,
  since timestamp(3) with time zone not null default clock_timestamp(),
  -- Of an automatic halt: it ends then unless its check finds the cause again; null: it lasts until it is ended.
  expires_at timestamp(3) with time zone,
  -- Null while it lasts.
  ended_at timestamp(3) with time zone,
  constraint halts_pkey PRIMARY KEY (id),
  constraint halts_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id),
  constraint halts_market CHECK (((subject = 'market'::text) = (market_id IS NOT NULL)))
);
CREATE UNIQUE INDEX halts_open ON halts USING btree (source, subject, COALESCE(market_id, 0)) WHERE (ended_at IS NULL);

-- Money that operators take out of the accounts of the house, announced before.
create table house_takes (
  id integer not null,
  account text not null,
  currency_id integer not null,
  amount numeric(38,18) not null,
  announced_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  -- What left: less than the amount when less was free then, or when it was cancelled.
  taken numeric(38,18),
  constraint house_takes_pkey PRIMARY KEY (id),
  constraint house_takes_currency_id_fkey FOREIGN KEY (currency_id) REFERENCES currencies(id),
  constraint house_takes_amount CHECK (((amount > (0)::numeric) AND ((taken >= (0)::numeric) AND (taken <= amount)))),
  constraint house_takes_ended CHECK (((ended_at IS NULL) = (taken IS NULL)))
);

-- Submitted identity checks; the newest of a level counts. `status`: `pending`, `verified`, `rejected`.
create table identity_checks (
  id integer not null default nextval('identity_checks_id_seq'::regclass),
  user_id integer not null,
  -- `basic` or `advanced`.
  level text not null,
  status text not null default 'pending'::text,
  -- ISO 3166 alpha-2; this and the next three are of the basic level.
  country text,
  full_name text,
  id_number text,
  address text,
  -- This and the next two are of the advanced level.
  front_id uuid,
  back_id uuid,
  holding_id uuid,
  reject_reason text,
  created_at timestamp(3) with time zone not null default now(),
  reviewed_at timestamp(3) with time zone,
  -- End of the account: the ID number is free for another one.
  released_at timestamp(3) with time zone,
  constraint identity_checks_pkey PRIMARY KEY (id),
  constraint identity_checks_back_id_uploads_id_fk FOREIGN KEY (back_id) REFERENCES uploads(id),
  constraint identity_checks_front_id_uploads_id_fk FOREIGN KEY (front_id) REFERENCES uploads(id),
  constraint identity_checks_holding_id_uploads_id_fk FOREIGN KEY (holding_id) REFERENCES uploads(id),
  constraint identity_checks_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX identity_checks_back ON identity_checks USING btree (back_id) WHERE (back_id IS NOT NULL);
CREATE UNIQUE INDEX identity_checks_current ON identity_checks USING btree (user_id, level) WHERE (status = ANY (ARRAY['pending'::text, 'verified'::text]));
CREATE INDEX identity_checks_front ON identity_checks USING btree (front_id) WHERE (front_id IS NOT NULL);
CREATE INDEX identity_checks_holding ON identity_checks USING btree (holding_id) WHERE (holding_id IS NOT NULL);
CREATE INDEX identity_checks_pending ON identity_checks USING btree (created_at) WHERE (status = 'pending'::text);
CREATE INDEX identity_checks_same_number ON identity_checks USING btree (country, id_number) WHERE (level = 'basic'::text);
CREATE INDEX identity_checks_user ON identity_checks USING btree (user_id, level, id);
CREATE UNIQUE INDEX identity_checks_verified_number ON identity_checks USING btree (country, id_number) WHERE ((level = 'basic'::text) AND (status = 'verified'::text) AND (released_at IS NULL));

-- Jobs: one row per effect, deleted when it is done. Run by `jobs/`.
create table jobs (
  -- Name of the job, which a module declares.
  kind text not null,
  -- Subject of the job; together with the kind it identifies the effect.
  key text not null,
  due_at timestamp(3) with time zone not null,
  payload jsonb not null default '{}'::jsonb,
  -- Number of failures since the last success.
  failures integer not null default 0,
  -- Lease of a job whose effect is outside the database, and the time until which no other node may take it, by the database's clock.
  lease uuid,
  leased_until timestamp(3) with time zone,
  constraint jobs_kind_key_pk PRIMARY KEY (kind, key)
);
CREATE INDEX jobs_due ON jobs USING btree (kind, due_at);

-- Accounts of users (`user_id` set) and of the house (`user_id` null).
create table ledger_accounts (
  id integer not null default nextval('ledger_accounts_id_seq'::regclass),
  user_id integer,
  -- `spot`, `option`, `futures`, `trust` of a user; `HouseAccount` of `ledger/ledger.ts` of the house.
  kind text not null,
  currency_id integer not null,
  available numeric(38,18) not null default '0'::numeric,
  held numeric(38,18) not null default '0'::numeric,
  -- Only the account that mirrors deposits and withdrawals may be negative.
  may_be_negative boolean not null default false,
  constraint ledger_accounts_pkey PRIMARY KEY (id),
  constraint ledger_accounts_currency_id_currencies_id_fk FOREIGN KEY (currency_id) REFERENCES currencies(id),
  constraint ledger_accounts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id),
  constraint ledger_available_not_negative CHECK ((may_be_negative OR (available >= (0)::numeric))),
  constraint ledger_held_not_negative CHECK ((held >= (0)::numeric))
);
CREATE UNIQUE INDEX ledger_accounts_house ON ledger_accounts USING btree (kind, currency_id) WHERE (user_id IS NULL);
CREATE UNIQUE INDEX ledger_accounts_user ON ledger_accounts USING btree (user_id, kind, currency_id) WHERE (user_id IS NOT NULL);

-- Results of `operator ledger check`, for the metrics.
create table ledger_checks (
  id bigint not null,
  at timestamp(3) with time zone not null default clock_timestamp(),
  faults integer not null,
  constraint ledger_checks_pkey PRIMARY KEY (id)
);

-- Balances of accounts at the end of a closed month, if they had a posting in it. Append-only.
create table ledger_closings (
  account_id integer not null,
  month date not null,
  available numeric(38,18) not null,
  held numeric(38,18) not null,
  constraint ledger_closings_pkey PRIMARY KEY (account_id, month),
  constraint ledger_closings_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  constraint ledger_closings_month_fkey FOREIGN KEY (month) REFERENCES ledger_months(month)
);
CREATE TRIGGER ledger_closings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_closings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The journal: one row per ledger entry.
create table ledger_entries (
  id bigint not null,
  -- `EntryKind` of `ledger/ledger.ts`.
  kind text not null,
  -- Cause of the ledger entry, e.g. `order:17`.
  reference text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint ledger_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX ledger_entries_reference ON ledger_entries USING btree (reference);
CREATE INDEX ledger_entries_time ON ledger_entries USING btree (created_at);
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Closed months of the journal, in UTC: their postings were proven, and their closing balances written. Append-only.
create table ledger_months (
  -- Its first day.
  month date not null,
  -- Entries up to this id that no earlier month has belong to the month.
  last_entry bigint not null,
  closed_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint ledger_months_pkey PRIMARY KEY (month)
);
CREATE TRIGGER ledger_months_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_months FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Effect of a ledger entry on an account: deltas of its two balances, and both balances after it.
create table ledger_postings (
  entry_id bigint not null,
  account_id integer not null,
  available numeric(38,18) not null,
  held numeric(38,18) not null,
  available_after numeric(38,18) not null,
  held_after numeric(38,18) not null,
  constraint ledger_postings_entry_id_account_id_pk PRIMARY KEY (entry_id, account_id),
  constraint ledger_postings_account_id_ledger_accounts_id_fk FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  constraint ledger_postings_entry_id_ledger_entries_id_fk FOREIGN KEY (entry_id) REFERENCES ledger_entries(id)
);
CREATE INDEX ledger_postings_account ON ledger_postings USING btree (account_id, entry_id);
CREATE TRIGGER ledger_postings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Owners of a snapshot's leaves: private, and deleted with the tree.
create table liability_owners (
  snapshot_id bigint not null,
  user_id integer not null,
  -- E-mail or phone at the time.
  contact text not null,
  -- By chunk.
  leaves integer[] not null,
  constraint liability_owners_snapshot_id_user_id_pk PRIMARY KEY (snapshot_id, user_id),
  constraint liability_owners_snapshot_id_liability_snapshots_id_fk FOREIGN KEY (snapshot_id) REFERENCES liability_snapshots(id),
  constraint liability_owners_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE TRIGGER liability_owners_stay BEFORE UPDATE OR TRUNCATE ON liability_owners FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Secret of a user's leaves in snapshots of liabilities, 32 random bytes that only the exchange knows.
create table liability_secrets (
  user_id integer not null,
  secret bytea not null,
  constraint liability_secrets_pkey PRIMARY KEY (user_id),
  constraint liability_secrets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE TRIGGER liability_secrets_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON liability_secrets FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Snapshots of liabilities to users; the totals are in the log entry. Never changed, never deleted.
create table liability_snapshots (
  -- As in the log: from 1, without gaps.
  id bigint not null,
  -- Start of its period.
  period_at timestamp(3) with time zone not null,
  -- When balances were read.
  taken_at timestamp(3) with time zone not null,
  pending_id bigint not null,
  constraint liability_snapshots_pkey PRIMARY KEY (id),
  constraint liability_snapshots_pending_id_unique UNIQUE (pending_id),
  constraint liability_snapshots_period_at_unique UNIQUE (period_at),
  constraint liability_snapshots_pending_id_log_pending_id_fk FOREIGN KEY (pending_id) REFERENCES log_pending(id)
);
CREATE TRIGGER liability_snapshots_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON liability_snapshots FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Sum tree of a snapshot, 64 nodes per row at every sixth height: deleted after 90 days, never changed.
create table liability_tiles (
  snapshot_id bigint not null,
  level smallint not null,
  n integer not null,
  -- Hash and sums of each node.
  nodes bytea not null,
  constraint liability_tiles_snapshot_id_level_n_pk PRIMARY KEY (snapshot_id, level, n),
  constraint liability_tiles_snapshot_id_liability_snapshots_id_fk FOREIGN KEY (snapshot_id) REFERENCES liability_snapshots(id)
);
CREATE TRIGGER liability_tiles_stay BEFORE UPDATE OR TRUNCATE ON liability_tiles FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Limits by verification level and fee groups by version: added, and never changed.
create table limit_versions (
  version integer not null,
  effective_at timestamp(3) with time zone not null,
  -- `LimitTerms` of `contract/src/limits/rules.ts`.
  terms jsonb not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint limit_versions_pkey PRIMARY KEY (version)
);
CREATE TRIGGER limit_versions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON limit_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Signed checkpoints: all of the last minute, and before that the first of each minute.
create table log_checkpoints (
  size bigint not null,
  -- The signed note.
  note text not null,
  signed_at timestamp(3) with time zone not null,
  -- The first of its minute, which is never deleted.
  is_kept boolean not null,
  constraint log_checkpoints_pkey PRIMARY KEY (size)
);
CREATE INDEX log_checkpoints_forgotten ON log_checkpoints USING btree (signed_at) WHERE (NOT is_kept);

-- Commitments in the log, blinded: terms of options and positions, and the random bytes that hide them, which their owner receives with the receipt. Only `idx` changes, once.
create table log_commits (
  id bigint not null default nextval('log_commits_id_seq'::regclass),
  kind text not null,
  -- For an option its id.
  subject bigint not null,
  nonce bytea not null,
  terms text not null,
  -- Entry that contains it; null while it is pending.
  idx bigint,
  constraint log_commits_pkey PRIMARY KEY (id)
);
CREATE INDEX log_commits_subject ON log_commits USING btree (kind, subject);
CREATE INDEX log_commits_waiting ON log_commits USING btree (id) WHERE (idx IS NULL);
CREATE TRIGGER log_commits_never_gone BEFORE DELETE OR TRUNCATE ON log_commits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_commits_sealed_once BEFORE UPDATE ON log_commits FOR EACH ROW WHEN (((old.idx IS NOT NULL) OR (((((new.id IS DISTINCT FROM old.id) OR (new.kind IS DISTINCT FROM old.kind)) OR (new.subject IS DISTINCT FROM old.subject)) OR (new.nonce IS DISTINCT FROM old.nonce)) OR (new.terms IS DISTINCT FROM old.terms)))) EXECUTE FUNCTION refuse_change();

-- The newest checkpoint of a log that a quorum cosigned, and the time of the last cosignature that the quorum needed.
create table log_cosigned (
  log smallint not null,
  size bigint not null,
  note text not null,
  cosigned_at timestamp(3) with time zone not null,
  constraint log_cosigned_pkey PRIMARY KEY (log)
);

-- The transparency log (`transparency/`, C2SP tlog-tiles): one row per entry. Append-only, without gaps. A price entry has no text here: it is built from `ticks` on demand, so a changed tick no longer matches its hash.
create table log_entries (
  -- From 0.
  idx bigint not null,
  -- Null for a price entry.
  kind text,
  sealed_at timestamp(3) with time zone not null,
  leaf_hash bytea not null,
  -- For a price entry: series, first seq and count, repeated, as `log_pack` writes them.
  ranges bytea,
  -- For any other entry.
  body text,
  constraint log_entries_pkey PRIMARY KEY (idx),
  constraint log_entries_content CHECK ((((ranges IS NULL) <> (body IS NULL)) AND ((kind IS NULL) = (body IS NULL))))
);
CREATE TRIGGER log_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON log_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Stopped logs: a witness saw another history, or the database is older. Nothing is sold meanwhile.
create table log_halts (
  log smallint not null,
  reason text not null,
  at timestamp(3) with time zone not null,
  -- Whether it ends automatically once the log can continue.
  lifts boolean not null default false,
  -- Whether no money moves either: the database may lack payments that were made.
  stops_money boolean not null default true,
  -- Whether only a full disk stops it: the database is the newest, and a refused request was not carried out.
  is_disk_full boolean not null default false,
  constraint log_halts_pkey PRIMARY KEY (log)
);

-- Keys that sign logs, each since an instant; its predecessor still signs for a while.
create table log_keys (
  id bigint not null,
  log smallint not null,
  vkey text not null,
  since timestamp(3) with time zone not null,
  -- Entry that names it, before which it signs nothing; null for a log's first key.
  pending_id bigint,
  constraint log_keys_pkey PRIMARY KEY (id),
  constraint log_keys_vkey UNIQUE (log, vkey),
  constraint log_keys_pending_id_log_pending_id_fk FOREIGN KEY (pending_id) REFERENCES log_pending(id)
);
CREATE TRIGGER log_keys_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON log_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Hashes of the tiles above level 0. Append-only.
create table log_nodes (
  level smallint not null,
  n bigint not null,
  hash bytea not null,
  constraint log_nodes_level_n_pk PRIMARY KEY (level, n)
);
CREATE TRIGGER log_nodes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON log_nodes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Pending entries of the log, written in the transactions of their causes: the sequencer logs them in their order. The body has the form of `transparency/pending.ts`, and stays after the entry is logged.
create table log_pending (
  id bigint not null,
  kind text not null,
  body text not null,
  -- Position in the log; null while it is pending. Set once.
  idx bigint,
  constraint log_pending_pkey PRIMARY KEY (id),
  constraint log_pending_idx_unique UNIQUE (idx),
  constraint log_pending_idx_log_entries_idx_fk FOREIGN KEY (idx) REFERENCES log_entries(idx)
);
CREATE INDEX log_pending_waiting ON log_pending USING btree (id) WHERE (idx IS NULL);
CREATE TRIGGER log_pending_never_gone BEFORE DELETE OR TRUNCATE ON log_pending FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_pending_stays BEFORE UPDATE ON log_pending FOR EACH ROW WHEN (((old.idx IS NOT NULL) OR (((new.id IS DISTINCT FROM old.id) OR (new.kind IS DISTINCT FROM old.kind)) OR (new.body IS DISTINCT FROM old.body)))) EXECUTE FUNCTION refuse_change();

-- Series of prices in the log, and their last logged tick. Ticks before `first_seq` are history and not in the log.
create table log_series (
  series_id integer not null,
  first_seq bigint not null,
  logged_seq bigint not null,
  constraint log_series_pkey PRIMARY KEY (series_id),
  constraint log_series_series_id_price_series_id_fk FOREIGN KEY (series_id) REFERENCES price_series(id)
);

-- Logs that succeed another one (`operator log new`). The positions (`idx`, `n`, `size`) of the log with number n begin at n * 2^40; that of the first one, which has no row here, is 0.
create table log_successors (
  log smallint not null,
  origin text not null,
  reason text not null,
  -- Last published checkpoint of the predecessor.
  predecessor_origin text not null,
  predecessor_size bigint not null,
  predecessor_root bytea not null,
  begun_at timestamp(3) with time zone not null,
  constraint log_successors_pkey PRIMARY KEY (log),
  constraint log_successors_origin_unique UNIQUE (origin)
);
CREATE TRIGGER log_successors_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON log_successors FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Last answer of each witness of a log.
create table log_witnesses (
  log smallint not null,
  vkey text not null,
  -- Number of entries it cosigned, and when by its own clock; null before the first cosignature.
  size bigint,
  cosigned_at timestamp(3) with time zone,
  state text not null,
  constraint log_witnesses_log_vkey_pk PRIMARY KEY (log, vkey)
);

-- Failed login attempts, by the key they are counted under: `loginGuard.ts`.
create table login_tries (
  key text not null,
  -- Since the last interval of a day without one.
  failures smallint not null,
  -- Further attempts are refused until then.
  free_at timestamp(3) with time zone,
  at timestamp(3) with time zone not null,
  constraint login_tries_pkey PRIMARY KEY (key)
);

create table markets (
  id integer not null default nextval('markets_id_seq'::regclass),
  symbol text not null,
  base_id integer not null,
  quote_id integer not null,
  price_precision smallint not null,
  quantity_precision smallint not null,
  min_quantity numeric(38,18) not null,
  min_notional numeric(38,18) not null,
  maker_fee_rate numeric(38,18) not null,
  taker_fee_rate numeric(38,18) not null,
  ladder_levels smallint not null,
  ladder_half_spread numeric(38,18) not null,
  ladder_step numeric(38,18) not null,
  ladder_level_notional numeric(38,18) not null,
  -- Tick that the ladder consumption below belongs to; at another tick nothing is taken yet.
  ladder_tick_seq bigint not null default 0,
  ladder_bid_taken numeric(38,18) not null default '0'::numeric,
  ladder_ask_taken numeric(38,18) not null default '0'::numeric,
  is_displayed boolean not null default true,
  status text not null default 'trading'::text,
  sort integer not null default 0,
  -- The price series that the market follows now; null until a feed has started one.
  series_id integer,
  -- Fraction of the last price by which a limit price may deviate; null: unlimited.
  price_band numeric(38,18),
  -- Ticks of this series up to this one have been checked against stop prices.
  stops_series_id integer,
  stops_seq bigint not null default 0,
  -- A market whose price is older by the database's clock takes no orders (`market_records`).
  price_max_age_seconds integer not null default 30,
  -- On live prices: an order meets the ladder of the house only at a tick that is so much later than its placement.
  ladder_delay_ms integer not null default 1000,
  -- Announced end of the market; null: none.
  delists_at timestamp(3) with time zone,
  -- When the market ended: no feed follows it any more.
  delisted_at timestamp(3) with time zone,
  constraint markets_pkey PRIMARY KEY (id),
  constraint markets_pair UNIQUE (base_id, quote_id),
  constraint markets_symbol_unique UNIQUE (symbol),
  constraint markets_base_id_currencies_id_fk FOREIGN KEY (base_id) REFERENCES currencies(id),
  constraint markets_quote_id_currencies_id_fk FOREIGN KEY (quote_id) REFERENCES currencies(id),
  constraint markets_series_id_price_series_id_fk FOREIGN KEY (series_id) REFERENCES price_series(id)
);

-- Time up to which a user has read their messages; without a row all are unread.
create table message_reads (
  user_id integer not null,
  until timestamp(3) with time zone not null,
  constraint message_reads_pkey PRIMARY KEY (user_id),
  constraint message_reads_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);

-- Value of one USDT in national currencies, as set by operators, by UTC day. The last row of a day counts.
create table money_rates (
  id bigint not null,
  -- ISO 4217.
  currency text not null,
  -- Units of the currency for one USDT.
  per_usdt numeric(38,18) not null,
  day date not null,
  operator text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint money_rates_pkey PRIMARY KEY (id),
  constraint money_rates_positive CHECK ((per_usdt > (0)::numeric))
);
CREATE INDEX money_rates_currency ON money_rates USING btree (currency, day, id);
CREATE TRIGGER money_rates_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON money_rates FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Allotment of an offering, one row per participant in the order of first subscriptions: written once. In units of the coin.
create table offering_shares (
  offering_id integer not null,
  row integer not null,
  user_id integer not null,
  -- Lets participants find their own row, and no other.
  salt text not null,
  demand numeric(38,0) not null,
  cap numeric(38,0),
  units numeric(38,0) not null,
  constraint offering_shares_offering_id_row_pk PRIMARY KEY (offering_id, "row"),
  constraint offering_shares_user UNIQUE (offering_id, user_id),
  constraint offering_shares_offering_id_offerings_id_fk FOREIGN KEY (offering_id) REFERENCES offerings(id),
  constraint offering_shares_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE TRIGGER offering_shares_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON offering_shares FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Subscriptions to new coins.
create table offering_subscriptions (
  id integer not null default nextval('offering_subscriptions_id_seq'::regclass),
  offering_id integer not null,
  user_id integer not null,
  -- Held until the allotment.
  amount numeric(38,18) not null,
  -- `pending` and `passed` hold the amount, `locked` the coins.
  status text not null default 'pending'::text,
  reason text,
  -- Null until the allotment, in coins and in the currency of the amount.
  coins numeric(38,18),
  interest numeric(38,18),
  paid numeric(38,18),
  client_request_id uuid,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint offering_subscriptions_pkey PRIMARY KEY (id),
  constraint offering_subscriptions_offering_id_offerings_id_fk FOREIGN KEY (offering_id) REFERENCES offerings(id),
  constraint offering_subscriptions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id),
  constraint offering_subscriptions_allotted CHECK (((coins IS NULL) = (status <> ALL (ARRAY['locked'::text, 'completed'::text])))),
  constraint offering_subscriptions_money CHECK (((amount > (0)::numeric) AND (coins >= (0)::numeric) AND (interest >= (0)::numeric) AND (paid >= (0)::numeric) AND (paid <= amount))),
  constraint offering_subscriptions_status CHECK ((status = ANY (ARRAY['pending'::text, 'passed'::text, 'rejected'::text, 'cancelled'::text, 'locked'::text, 'completed'::text])))
);
CREATE INDEX offering_subscriptions_offering ON offering_subscriptions USING btree (offering_id, user_id, id);
CREATE INDEX offering_subscriptions_pending ON offering_subscriptions USING btree (offering_id) WHERE (status = 'pending'::text);
CREATE INDEX offering_subscriptions_user ON offering_subscriptions USING btree (user_id, id);
CREATE TRIGGER offering_subscriptions_end_once BEFORE UPDATE ON offering_subscriptions FOR EACH ROW EXECUTE FUNCTION offering_subscriptions_end_once();
CREATE TRIGGER offering_subscriptions_never_gone BEFORE DELETE OR TRUNCATE ON offering_subscriptions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Offerings of new coins. Their terms never change: a trigger refuses that. The subscribed total is in the row that every subscription locks, so that it need not be summed.
create table offerings (
  id integer not null default nextval('offerings_id_seq'::regclass),
  coin_id integer not null,
  currency_id integer not null,
  -- `OfferingTerms` in wire form, and their digest.
  terms jsonb not null,
  terms_hash text not null,
  start_at timestamp(3) with time zone not null,
  end_at timestamp(3) with time zone not null,
  -- Texts about the coin, by language.
  texts jsonb not null,
  is_recommended boolean not null,
  status text not null default 'subscribing'::text,
  -- Sum of all subscriptions that are not rejected or withdrawn.
  subscribed numeric(38,18) not null default '0'::numeric,
  subscribers integer not null default 0,
  allotted_at timestamp(3) with time zone,
  unlock_at timestamp(3) with time zone,
  -- Coins.
  allotted numeric(38,18),
  -- Last row of `offering_shares` that the work of the current status has processed.
  done_row integer not null default 0,
  withdraw_reason text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint offerings_pkey PRIMARY KEY (id),
  constraint offerings_coin_id_currencies_id_fk FOREIGN KEY (coin_id) REFERENCES currencies(id),
  constraint offerings_currency_id_currencies_id_fk FOREIGN KEY (currency_id) REFERENCES currencies(id),
  constraint offerings_allotted CHECK (((allotted_at IS NULL) = (status <> ALL (ARRAY['allotting'::text, 'locked'::text, 'delivered'::text])))),
  constraint offerings_status CHECK ((status = ANY (ARRAY['subscribing'::text, 'allotting'::text, 'locked'::text, 'delivered'::text, 'withdrawing'::text, 'withdrawn'::text]))),
  constraint offerings_subscribed CHECK (((subscribed >= (0)::numeric) AND (subscribers >= 0))),
  constraint offerings_withdrawn CHECK (((withdraw_reason IS NULL) = (status !~~ 'withdraw%'::text)))
);
CREATE TRIGGER offerings_never_gone BEFORE DELETE OR TRUNCATE ON offerings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER offerings_terms_stay BEFORE UPDATE ON offerings FOR EACH ROW EXECUTE FUNCTION offerings_terms_stay();

-- Actions of operators and of the sandbox's autopilot. Append-only: triggers refuse everything but inserts.
create table operator_actions (
  id bigint not null,
  -- Name of the operator, or `autopilot`.
  operator text not null,
  -- The action, e.g. `withdrawals.approve`.
  action text not null,
  -- Its subject, e.g. `withdrawal:17`.
  subject text not null,
  reason text,
  created_at timestamp(3) with time zone not null default now(),
  -- Ids of the keys that signed it, comma-separated; null when unsigned.
  keys text,
  constraint operator_actions_pkey PRIMARY KEY (id)
);
CREATE INDEX operator_actions_subject ON operator_actions USING btree (subject, id);
CREATE TRIGGER operator_actions_rows BEFORE DELETE OR UPDATE ON operator_actions FOR EACH ROW EXECUTE FUNCTION operator_actions_refuse();
CREATE TRIGGER operator_actions_table BEFORE TRUNCATE ON operator_actions FOR EACH STATEMENT EXECUTE FUNCTION operator_actions_refuse();

-- Commands that wait for a second operator, and their outcomes.
create table operator_approvals (
  id bigint not null,
  -- The operator who requested it.
  operator text not null,
  key_id text not null,
  words jsonb not null,
  -- Files that the words name: path, SHA-256 and contents.
  files jsonb not null,
  -- Text that the first operator saw about the subject of the command, and its SHA-256.
  seen text not null,
  digest text not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  -- Set once, before the command runs, so that it runs at most once.
  confirmed_at timestamp(3) with time zone,
  confirmed_key_id text,
  -- Answer of the command.
  outcome text,
  constraint operator_approvals_pkey PRIMARY KEY (id),
  constraint operator_approvals_confirmed_key_id_operator_keys_id_fk FOREIGN KEY (confirmed_key_id) REFERENCES operator_keys(id),
  constraint operator_approvals_key_id_operator_keys_id_fk FOREIGN KEY (key_id) REFERENCES operator_keys(id)
);
CREATE TRIGGER operator_approvals_never_gone BEFORE DELETE OR TRUNCATE ON operator_approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_approvals_stay BEFORE UPDATE ON operator_approvals FOR EACH ROW WHEN (((old.outcome IS NOT NULL) OR ((old.confirmed_at IS NOT NULL) AND ((new.confirmed_at IS DISTINCT FROM old.confirmed_at) OR (new.confirmed_key_id IS DISTINCT FROM old.confirmed_key_id))) OR (((((((((new.id IS DISTINCT FROM old.id) OR (new.operator IS DISTINCT FROM old.operator)) OR (new.key_id IS DISTINCT FROM old.key_id)) OR (new.words IS DISTINCT FROM old.words)) OR (new.files IS DISTINCT FROM old.files)) OR (new.seen IS DISTINCT FROM old.seen)) OR (new.digest IS DISTINCT FROM old.digest)) OR (new.created_at IS DISTINCT FROM old.created_at)) OR (new.expires_at IS DISTINCT FROM old.expires_at)))) EXECUTE FUNCTION refuse_change();

-- Keys of operators that sign commands. Keys are revoked and never removed.
create table operator_keys (
  -- The first 16 hexadecimal digits of the SHA-256 of the public key.
  id text not null,
  -- Name of the person; may have several keys.
  name text not null,
  -- Ed25519, 32 bytes in base64.
  public_key text not null,
  rights text[] not null,
  -- From this key on commands must be signed, regardless of later settings.
  is_binding boolean not null,
  created_at timestamp(3) with time zone not null default now(),
  revoked_at timestamp(3) with time zone,
  constraint operator_keys_pkey PRIMARY KEY (id),
  constraint operator_keys_public_key_unique UNIQUE (public_key)
);
CREATE TRIGGER operator_keys_never_gone BEFORE DELETE OR TRUNCATE ON operator_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_keys_stay BEFORE UPDATE ON operator_keys FOR EACH ROW WHEN (((old.revoked_at IS NOT NULL) OR (((((new.id IS DISTINCT FROM old.id) OR (new.name IS DISTINCT FROM old.name)) OR (new.public_key IS DISTINCT FROM old.public_key)) OR (new.is_binding IS DISTINCT FROM old.is_binding)) OR (new.created_at IS DISTINCT FROM old.created_at)))) EXECUTE FUNCTION refuse_change();

-- Nonces for signed commands: valid for one minute, and once.
create table operator_nonces (
  nonce text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint operator_nonces_pkey PRIMARY KEY (nonce)
);

-- Self-imposed limits for options; no row when a user set none.
create table option_limits (
  user_id integer not null,
  daily_stake numeric(38,18),
  daily_loss numeric(38,18),
  reminder_minutes smallint,
  -- Higher limits that take effect at `nextFrom`; null there: none.
  next_daily_stake numeric(38,18),
  next_daily_loss numeric(38,18),
  next_from timestamp(3) with time zone,
  constraint option_limits_pkey PRIMARY KEY (user_id),
  constraint option_limits_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);

-- Receipts of settled options in wire form, written with the settlement and never changed.
create table option_receipts (
  option_id bigint not null,
  receipt jsonb not null,
  -- Secret part of the URL with which others can read it.
  key uuid not null default gen_random_uuid(),
  constraint option_receipts_pkey PRIMARY KEY (option_id),
  constraint option_receipts_option_id_options_id_fk FOREIGN KEY (option_id) REFERENCES options(id)
);
CREATE TRIGGER option_receipts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON option_receipts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Counts of settled options, written by a trigger of `options`. Each row belongs to one market, whose lock its writers hold.
create table option_results (
  market_id integer not null,
  kind text not null,
  seconds integer not null,
  version integer not null,
  currency text not null,
  -- Profit ratio of the terms; null where each purchase had a chance of its own.
  ratio text,
  won bigint not null,
  lost bigint not null,
  tied bigint not null,
  voided bigint not null,
  -- Sum of those chances, over wins and losses; 0 with a ratio.
  expected numeric not null,
  variance numeric not null,
  constraint option_results_key UNIQUE NULLS NOT DISTINCT (market_id, kind, seconds, version, currency, ratio),
  constraint option_results_market_id_fkey FOREIGN KEY (market_id) REFERENCES markets(id)
);

-- Sums of open options in a direction of a market, written by triggers of `options`, whose writers hold the lock of the market.
create table option_sides (
  currency_id integer not null,
  market_id integer not null,
  direction text not null,
  options integer not null,
  stake numeric not null,
  payout numeric not null,
  constraint option_sides_pkey PRIMARY KEY (currency_id, market_id, direction),
  constraint option_sides_currency_id_fkey FOREIGN KEY (currency_id) REFERENCES currencies(id),
  constraint option_sides_market_id_fkey FOREIGN KEY (market_id) REFERENCES markets(id)
);

-- The operator's terms of options, one row per version: added, never changed.
create table option_versions (
  version integer not null,
  effective_at timestamp(3) with time zone not null,
  -- `OptionVersionTerms` of `modules/options/currentTerms.ts`.
  terms jsonb not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint option_versions_pkey PRIMARY KEY (version)
);
CREATE TRIGGER option_versions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON option_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Purchased options. Columns of the purchase never change, and the result is written once, from ticks only: a trigger refuses everything else. No column could hold a result before its tick.
create table options (
  id bigint not null,
  user_id integer not null,
  market_id integer not null,
  -- Only ticks of this series settle it.
  series_id integer not null,
  currency_id integer not null,
  direction text not null,
  seconds integer not null,
  stake numeric(38,18) not null,
  fee numeric(38,18) not null,
  payout numeric(38,18) not null,
  -- Full terms in wire form, and their digest.
  terms jsonb not null,
  terms_hash text not null,
  open_seq bigint not null,
  open_at timestamp(3) with time zone not null,
  open_price numeric(38,18) not null,
  purchased_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone not null,
  client_request_id uuid,
  -- `win`, `tie`, `lose` or `void`; null until it is settled, like all following columns.
  result text,
  void_reason text,
  before_seq bigint,
  before_at timestamp(3) with time zone,
  before_price numeric(38,18),
  end_seq bigint,
  end_at timestamp(3) with time zone,
  end_price numeric(38,18),
  settled_at timestamp(3) with time zone,
  constraint options_pkey PRIMARY KEY (id),
  constraint options_currency_id_currencies_id_fk FOREIGN KEY (currency_id) REFERENCES currencies(id),
  constraint options_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id),
  constraint options_series_id_price_series_id_fk FOREIGN KEY (series_id) REFERENCES price_series(id),
  constraint options_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id),
  constraint options_direction CHECK ((direction = ANY (ARRAY['up'::text, 'down'::text, 'even'::text]))),
  constraint options_result CHECK ((result = ANY (ARRAY['win'::text, 'tie'::text, 'lose'::text, 'void'::text]))),
  constraint options_settled CHECK (((result IS NULL) = (settled_at IS NULL))),
  constraint options_stake CHECK (((stake > (0)::numeric) AND (payout >= (0)::numeric) AND (fee >= (0)::numeric))),
  constraint options_void CHECK (((void_reason IS NULL) = (result IS DISTINCT FROM 'void'::text)))
);
CREATE INDEX options_due ON options USING btree (due_at);
CREATE INDEX options_running ON options USING btree (market_id, due_at) WHERE (settled_at IS NULL);
CREATE INDEX options_user ON options USING btree (user_id, id);
CREATE INDEX options_user_running ON options USING btree (user_id) WHERE (settled_at IS NULL);
CREATE TRIGGER options_add_to_side AFTER INSERT ON options REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION options_sum_sides();
CREATE TRIGGER options_count_results AFTER UPDATE ON options REFERENCING NEW TABLE AS settled FOR EACH STATEMENT EXECUTE FUNCTION options_count_results();
CREATE TRIGGER options_never_gone BEFORE DELETE OR TRUNCATE ON options FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER options_settle_once BEFORE UPDATE ON options FOR EACH ROW EXECUTE FUNCTION options_settle_once();
CREATE TRIGGER options_take_from_side AFTER UPDATE ON options REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION options_sum_sides();

-- Sent mails and text messages; filled in the sandbox only.
create table outbox (
  id integer not null default nextval('outbox_id_seq'::regclass),
  channel text not null,
  address text not null,
  subject text not null,
  body text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_address ON outbox USING btree (address, id);

-- WebAuthn challenges: each for one purpose and one requester, deleted when used.
create table passkey_challenges (
  challenge text not null,
  purpose text not null,
  -- Address of the exchange at which it was requested.
  origin text not null,
  -- For a new passkey and for a step-up.
  session_id integer,
  -- For a login: the browser, as in `sessions`.
  device_hash text,
  -- For a new passkey.
  user_handle text,
  -- By the database's clock.
  expires_at timestamp(3) with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge),
  constraint passkey_challenges_session_id_sessions_id_fk FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);

-- Passkeys of users' devices (WebAuthn).
create table passkeys (
  id integer not null default nextval('passkeys_id_seq'::regclass),
  user_id integer not null,
  -- As named by the device, base64url.
  credential_id text not null,
  -- COSE, base64url.
  public_key text not null,
  -- Identifier of the user on the device, base64url: random, so that it does not reveal the user.
  user_handle text not null,
  -- Signature counter of the device; 0 where it does not count.
  counter bigint not null,
  -- Transports that the browser reported, comma-separated.
  transports text not null,
  name text not null,
  created_at timestamp(3) with time zone not null default now(),
  last_used_at timestamp(3) with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_unique UNIQUE (credential_id),
  constraint passkeys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX passkeys_user ON passkeys USING btree (user_id);

-- Candles of markets with live prices, as a venue publishes them, for times without own ticks. Charts show their source; nothing is settled by them.
create table past_candles (
  market_id integer not null,
  period text not null,
  opened_at timestamp(3) with time zone not null,
  source text not null,
  open numeric(38,18) not null,
  high numeric(38,18) not null,
  low numeric(38,18) not null,
  close numeric(38,18) not null,
  volume numeric(38,18) not null,
  turnover numeric(48,18) not null,
  constraint past_candles_market_id_period_opened_at_pk PRIMARY KEY (market_id, period, opened_at),
  constraint past_candles_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id)
);

-- Events whose notification is pending: one row per subject and transaction. A flag on the event would rewrite its whole row and indexes.
create table pending_events (
  id bigint not null,
  subject text not null,
  refs bigint[] not null,
  constraint pending_events_pkey PRIMARY KEY (id)
);

-- Last tick against which the alerts of a market were compared; may lag, never runs ahead. No row when no alert waits.
create table price_alert_cursors (
  market_id integer not null,
  series_id integer not null,
  seq bigint not null,
  at timestamp(3) with time zone not null,
  constraint price_alert_cursors_pkey PRIMARY KEY (market_id),
  constraint price_alert_cursors_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id),
  constraint price_alert_cursors_series_id_price_series_id_fk FOREIGN KEY (series_id) REFERENCES price_series(id)
);

-- Price alerts of users. An active alert compares each later tick of its market's series with its threshold; it fires by a change of its row, in the transaction that writes the message.
create table price_alerts (
  id bigint not null,
  user_id integer not null,
  market_id integer not null,
  kind text not null,
  -- Window of a percentage; 0 for a price.
  minutes integer not null,
  -- A price or a percentage.
  threshold numeric(38,18) not null,
  is_repeating boolean not null,
  status text not null,
  -- Ticks of this series after this one count.
  series_id integer not null,
  after_seq bigint not null,
  created_at timestamp(3) with time zone not null,
  -- Time of the last tick that fired it; null if none.
  fired_at timestamp(3) with time zone,
  fired_price numeric(38,18),
  constraint price_alerts_pkey PRIMARY KEY (id),
  constraint price_alerts_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id),
  constraint price_alerts_series_id_price_series_id_fk FOREIGN KEY (series_id) REFERENCES price_series(id),
  constraint price_alerts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id),
  constraint price_alerts_kind CHECK ((kind = ANY (ARRAY['above'::text, 'below'::text, 'rise'::text, 'fall'::text]))),
  constraint price_alerts_minutes CHECK (((minutes > 0) = (kind = ANY (ARRAY['rise'::text, 'fall'::text])))),
  constraint price_alerts_status CHECK ((status = ANY (ARRAY['active'::text, 'resting'::text, 'fired'::text]))),
  constraint price_alerts_threshold CHECK ((threshold > (0)::numeric))
);
CREATE INDEX price_alerts_over ON price_alerts USING btree (fired_at) WHERE (status = 'fired'::text);
CREATE UNIQUE INDEX price_alerts_same ON price_alerts USING btree (user_id, market_id, kind, minutes, threshold) WHERE (status <> 'fired'::text);
CREATE INDEX price_alerts_user ON price_alerts USING btree (user_id, id);
CREATE INDEX price_alerts_waiting ON price_alerts USING btree (market_id, kind, minutes, threshold) WHERE (status = 'active'::text);

-- Prices of one market from one source. Another feed (or another seed, or another file) starts another series, so simulated, replayed and live prices never mix.
create table price_series (
  id integer not null default nextval('price_series_id_seq'::regclass),
  market_id integer not null,
  source text not null,
  -- Identity of the feed: its key chain, or the replayed file's digest and start.
  identity text not null,
  -- State that the feed needs to continue after a restart. `model` of a simulated series names the rule of its prices and volumes, and scatters the house's quotes.
  state jsonb not null default '{}'::jsonb,
  last_seq bigint not null default 0,
  last_price numeric(38,18),
  last_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  -- Bars shorter than a day that begin before this instant are still to be folded (`fold_past`); null: none is missing.
  folded_from timestamp(3) with time zone,
  -- When the last tick was written, by the database's clock; null before the first, or if older than this column.
  written_at timestamp(3) with time zone,
  constraint price_series_pkey PRIMARY KEY (id),
  constraint price_series_identity UNIQUE (market_id, source, identity),
  constraint price_series_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id)
);

-- Browsers that receive pushes.
create table push_subscriptions (
  id integer not null default nextval('push_subscriptions_id_seq'::regclass),
  user_id integer not null,
  -- Deleted with the session in which it was created.
  session_id integer not null,
  endpoint text not null,
  -- The browser's key and secret, base64url. Knowing them proves possession of the browser; knowing the endpoint does not.
  public_key text not null,
  secret text not null,
  -- VAPID key of the exchange at the time of subscription; no other key may push there.
  server_key text not null,
  categories text[] not null,
  language text not null,
  hides_amounts boolean not null,
  -- Time of creation or of the last change of its categories; earlier events are not pushed.
  since timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_browser UNIQUE (endpoint, public_key, secret),
  constraint push_subscriptions_session_id_sessions_id_fk FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint push_subscriptions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX push_subscriptions_session ON push_subscriptions USING btree (session_id);
CREATE INDEX push_subscriptions_user ON push_subscriptions USING btree (user_id);

-- UTC days whose fees were shared. A day is a range of postings of the `fees` account: it ends at `until_entry`, where the next one starts, so that each fee is in one day.
create table rebate_days (
  currency_id integer not null,
  day date not null,
  until_entry bigint not null,
  -- All rebates of the day together, reserved in `fees`.
  accrued numeric(38,18) not null,
  closed_at timestamp(3) with time zone not null,
  constraint rebate_days_currency_id_day_pk PRIMARY KEY (currency_id, day),
  constraint rebate_days_currency_id_currencies_id_fk FOREIGN KEY (currency_id) REFERENCES currencies(id)
);
CREATE TRIGGER rebate_days_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON rebate_days FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Changes of partner status and their reasons; the newest row of a user counts. Append-only.
create table rebate_partners (
  id integer not null,
  user_id integer not null,
  is_partner boolean not null,
  reason text not null,
  at timestamp(3) with time zone not null,
  constraint rebate_partners_pkey PRIMARY KEY (id),
  constraint rebate_partners_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX rebate_partners_user ON rebate_partners USING btree (user_id, id);
CREATE TRIGGER rebate_partners_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON rebate_partners FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Rebates paid to a user together in one currency.
create table rebate_payments (
  id bigint not null,
  user_id integer not null,
  currency_id integer not null,
  value numeric(38,18) not null,
  -- In USDT at the time; null when no price was known.
  worth numeric(38,18),
  paid_at timestamp(3) with time zone not null,
  constraint rebate_payments_pkey PRIMARY KEY (id),
  constraint rebate_payments_currency_id_currencies_id_fk FOREIGN KEY (currency_id) REFERENCES currencies(id),
  constraint rebate_payments_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX rebate_payments_time ON rebate_payments USING btree (paid_at);
CREATE INDEX rebate_payments_user ON rebate_payments USING btree (user_id, id);
CREATE TRIGGER rebate_payments_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON rebate_payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Ranking of rebates; a user has no row before the first rebate or choice of visibility.
create table rebate_ranks (
  user_id integer not null,
  -- Whether others may see the user there.
  is_ranked boolean not null default true,
  -- Sum of all paid rebates in USDT at the time, and the payment that last changed it.
  worth numeric(38,18) not null default '0'::numeric,
  payment_id bigint,
  constraint rebate_ranks_pkey PRIMARY KEY (user_id),
  constraint rebate_ranks_payment_id_rebate_payments_id_fk FOREIGN KEY (payment_id) REFERENCES rebate_payments(id),
  constraint rebate_ranks_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX rebate_ranks_worth ON rebate_ranks USING btree (worth DESC NULLS LAST, payment_id) WHERE (is_ranked AND (worth > (0)::numeric));

-- Rebate rates by version: added, and never changed.
create table rebate_versions (
  version integer not null,
  effective_at timestamp(3) with time zone not null,
  -- `RebateTerms` of `modules/referral/versions.ts`.
  terms jsonb not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint rebate_versions_pkey PRIMARY KEY (version)
);
CREATE TRIGGER rebate_versions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON rebate_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Share of one user's fees of a day for a direct or indirect inviter. It is paid once, or lapses.
create table rebates (
  id bigint not null,
  day date not null,
  beneficiary_id integer not null,
  payer_id integer not null,
  -- From 1: the beneficiary invited the payer directly.
  generation smallint not null,
  currency_id integer not null,
  fees numeric(38,18) not null,
  -- Percent.
  rate numeric(38,18) not null,
  value numeric(38,18) not null,
  payment_id bigint,
  lapsed_at timestamp(3) with time zone,
  constraint rebates_pkey PRIMARY KEY (id),
  constraint rebates_once UNIQUE (day, beneficiary_id, payer_id, generation, currency_id),
  constraint rebates_beneficiary_id_users_id_fk FOREIGN KEY (beneficiary_id) REFERENCES users(id),
  constraint rebates_currency_id_currencies_id_fk FOREIGN KEY (currency_id) REFERENCES currencies(id),
  constraint rebates_payer_id_users_id_fk FOREIGN KEY (payer_id) REFERENCES users(id),
  constraint rebates_payment_id_rebate_payments_id_fk FOREIGN KEY (payment_id) REFERENCES rebate_payments(id),
  constraint rebates_end CHECK (((payment_id IS NULL) OR (lapsed_at IS NULL))),
  constraint rebates_value CHECK (((value > (0)::numeric) AND (value <= fees)))
);
CREATE INDEX rebates_paid ON rebates USING btree (beneficiary_id, payment_id, id) WHERE (payment_id IS NOT NULL);
CREATE INDEX rebates_pending ON rebates USING btree (beneficiary_id) WHERE ((payment_id IS NULL) AND (lapsed_at IS NULL));
CREATE TRIGGER rebates_end_once BEFORE UPDATE ON rebates FOR EACH ROW EXECUTE FUNCTION rebates_end_once();
CREATE TRIGGER rebates_never_gone BEFORE DELETE OR TRUNCATE ON rebates FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- One-time codes that replace a lost authenticator app.
create table recovery_codes (
  user_id integer not null,
  -- SHA-256, hexadecimal: 80 random bits cannot be guessed.
  code_hash text not null,
  used_at timestamp(3) with time zone,
  constraint recovery_codes_user_id_code_hash_pk PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);

-- Owned coins and their costs at least a day before a month, from which the results of later days are folded: a cache that can be rebuilt from the journal at any time (`wallet/results.ts`).
create table result_books (
  user_id integer not null,
  -- First day of the month, UTC. All entries that it includes are older than the day before.
  month date not null,
  -- Last entry that it includes.
  entry_id bigint not null,
  -- A `CostBook`.
  book jsonb not null,
  -- Owned USDT, which the book does not have.
  usdt numeric not null,
  constraint result_books_pkey PRIMARY KEY (user_id, month),
  constraint result_books_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

-- Results of users by day in months that are over: a cache that can be rebuilt from the journal at any time (`wallet/results.ts`).
create table result_months (
  user_id integer not null,
  -- First day of the month.
  month date not null,
  -- Minutes east of UTC at which its days begin.
  utc_offset smallint not null,
  -- A `ResultMonth`.
  results jsonb not null,
  constraint result_months_pkey PRIMARY KEY (user_id, month, utc_offset),
  constraint result_months_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

-- The texts of documents whose hashes the log has. Append-only.
create table rule_documents (
  name text not null,
  version text not null,
  sha256 text not null,
  text text not null,
  pending_id bigint not null,
  constraint rule_documents_name_version_pk PRIMARY KEY (name, version),
  constraint rule_documents_pending_id_log_pending_id_fk FOREIGN KEY (pending_id) REFERENCES log_pending(id)
);
CREATE TRIGGER rule_documents_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON rule_documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table sessions (
  id integer not null default nextval('sessions_id_seq'::regclass),
  user_id integer not null,
  -- SHA-256 of the token, hexadecimal; the token itself is never stored.
  token_hash text not null,
  user_agent text,
  ip text,
  created_at timestamp(3) with time zone not null default now(),
  last_seen_at timestamp(3) with time zone not null default now(),
  -- When the session ends unless it is used before.
  expires_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  -- SHA-256 of the device id in the browser's cookie.
  device_hash text,
  -- When the user last completed a step-up with two factors, and with which; null if never.
  proved_at timestamp(3) with time zone,
  proved_by text,
  -- Token of the last step-up until its first use, when it replaces `token_hash`. The step-up belongs to this token.
  next_token_hash text,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_unique UNIQUE (token_hash),
  constraint sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX sessions_next_token ON sessions USING btree (next_token_hash) WHERE (next_token_hash IS NOT NULL);
CREATE INDEX sessions_user ON sessions USING btree (user_id);

-- Executions. A null order is the house's ladder.
create table spot_fills (
  id bigint not null default nextval('spot_fills_id_seq'::regclass),
  market_id integer not null,
  taker_side text not null,
  taker_order_id bigint,
  maker_order_id bigint,
  price numeric(38,18) not null,
  quantity numeric(38,18) not null,
  -- In the currency that each side receives.
  taker_fee numeric(38,18) not null,
  maker_fee numeric(38,18) not null,
  created_at timestamp(3) with time zone not null default now(),
  -- Owner of the order.
  taker_user_id integer,
  maker_user_id integer,
  constraint spot_fills_pkey PRIMARY KEY (id),
  constraint spot_fills_maker_order_id_spot_orders_id_fk FOREIGN KEY (maker_order_id) REFERENCES spot_orders(id),
  constraint spot_fills_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id),
  constraint spot_fills_taker_order_id_spot_orders_id_fk FOREIGN KEY (taker_order_id) REFERENCES spot_orders(id)
);
CREATE INDEX spot_fills_maker ON spot_fills USING btree (maker_order_id);
CREATE INDEX spot_fills_maker_user ON spot_fills USING btree (maker_user_id, id) WHERE (maker_user_id IS NOT NULL);
CREATE INDEX spot_fills_taker ON spot_fills USING btree (taker_order_id);
CREATE INDEX spot_fills_taker_user ON spot_fills USING btree (taker_user_id, id) WHERE (taker_user_id IS NOT NULL);
CREATE INDEX spot_fills_time ON spot_fills USING brin (created_at);

-- Number of a user's orders that were cancelled without an execution and deleted, by the UTC day on which they were placed.
create table spot_forgotten_orders (
  user_id integer not null,
  day date not null,
  market_id integer not null,
  side text not null,
  order_type text not null,
  orders integer not null,
  constraint spot_forgotten_orders_user_id_day_market_id_side_order_type_pk PRIMARY KEY (user_id, day, market_id, side, order_type),
  constraint spot_forgotten_orders_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id),
  constraint spot_forgotten_orders_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);

create table spot_orders (
  -- Assigned under the market's lock.
  id bigint not null default nextval('spot_orders_id_seq'::regclass),
  user_id integer not null,
  market_id integer not null,
  side text not null,
  order_type text not null,
  status text not null,
  price numeric(38,18),
  reference_price numeric(38,18),
  quantity numeric(38,18) not null,
  filled_quantity numeric(38,18) not null default '0'::numeric,
  -- Traded amount of the quote currency.
  filled_quote numeric(48,18) not null default '0'::numeric,
  -- In the currency received.
  fee numeric(38,18) not null default '0'::numeric,
  maker_fee_rate numeric(38,18) not null,
  taker_fee_rate numeric(38,18) not null,
  -- Amount still held for the order, in the currency it sells.
  held_amount numeric(38,18) not null default '0'::numeric,
  client_request_id uuid,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  time_in_force text not null default 'gtc'::text,
  is_post_only boolean not null default false,
  -- Stop-limit orders: the stop price, the direction in which the price must reach it (`rise`, `fall`), and the tick after which it counts.
  stop_price numeric(38,18),
  stop_direction text,
  stop_series_id integer,
  stop_seq bigint,
  triggered_at timestamp(3) with time zone,
  -- Time rank in the book; null while an order waits for its stop price and is not in the book.
  rank bigint,
  cancel_reason text,
  -- The order that this one replaces. No foreign key, because that order may be deleted.
  replaces_id bigint,
  -- The fee before rounding: amount times rate with all decimals.
  fee_due numeric not null default '0'::numeric,
  -- Market orders: largest deviation from the best price, as a fraction; null: unlimited.
  max_slippage numeric(38,18),
  -- The earliest time of a tick whose ladder the order meets; set when the order had to wait for one. Without a rank it waits outside the book.
  ladder_from timestamp(3) with time zone,
  -- Market orders that waited for the ladder: the worst price, from the slippage cap at the placement; null: unlimited.
  ladder_limit numeric(38,18),
  -- Orders of one group have it in common: the id of the first of them.
  group_id bigint,
  -- What the order is in its group.
  leg text,
  -- Entries: the exits that their fills bring in, `Exits` of `contract/src/spot/calls.ts`.
  exits jsonb,
  -- Entries: the quantity of the exits that their fills have brought in.
  exited numeric(38,18),
  expires_at timestamp(3) with time zone,
  trail_fraction numeric(38,18),
  trail_amount numeric(38,18),
  activation_price numeric(38,18),
  -- Trailing stops that follow the price: their row of `spot_trails`.
  trail_id bigint,
  -- Trailing stops: the first extreme at the placement, and the last one after the trigger or the end.
  trail_extreme numeric(38,18),
  -- Trailing stops: the tick that reached the trigger.
  trail_reached bigint,
  constraint spot_orders_pkey PRIMARY KEY (id),
  constraint spot_orders_market_id_markets_id_fk FOREIGN KEY (market_id) REFERENCES markets(id),
  constraint spot_orders_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id),
  constraint spot_orders_expiry CHECK (((time_in_force = 'gtd'::text) = (expires_at IS NOT NULL))),
  constraint spot_orders_leg CHECK ((((leg IS NULL) AND (exits IS NULL)) OR (leg = 'entry'::text) OR ((leg = ANY (ARRAY['take_profit'::text, 'stop_loss'::text])) AND (exits IS NULL)))),
  constraint spot_orders_trail CHECK (((order_type = 'trailing_stop'::text) = (num_nonnulls(trail_fraction, trail_amount) = 1)))
);
CREATE INDEX spot_orders_activating ON spot_orders USING btree (market_id, stop_series_id, side, activation_price) WHERE ((order_type = 'trailing_stop'::text) AND (status = 'waiting'::text) AND (trail_id IS NULL) AND (trail_reached IS NULL));
CREATE INDEX spot_orders_asks ON spot_orders USING btree (market_id, price, rank) WHERE ((side = 'sell'::text) AND (status = 'waiting'::text) AND (rank IS NOT NULL));
CREATE INDEX spot_orders_bids ON spot_orders USING btree (market_id, price DESC, rank) WHERE ((side = 'buy'::text) AND (status = 'waiting'::text) AND (rank IS NOT NULL));
CREATE INDEX spot_orders_entering ON spot_orders USING btree (market_id, ladder_from, id) WHERE ((status = 'waiting'::text) AND (rank IS NULL) AND (ladder_from IS NOT NULL));
CREATE INDEX spot_orders_expiring ON spot_orders USING btree (market_id, expires_at, id) WHERE ((status = 'waiting'::text) AND (expires_at IS NOT NULL));
CREATE INDEX spot_orders_forgettable ON spot_orders USING btree (updated_at) WHERE ((status = 'cancelled'::text) AND (filled_quantity = (0)::numeric));
CREATE INDEX spot_orders_group ON spot_orders USING btree (group_id) WHERE (group_id IS NOT NULL);
CREATE UNIQUE INDEX spot_orders_request ON spot_orders USING btree (user_id, client_request_id) WHERE (client_request_id IS NOT NULL);
CREATE INDEX spot_orders_stops ON spot_orders USING btree (market_id, stop_direction, stop_price) WHERE ((status = 'waiting'::text) AND (rank IS NULL));
CREATE INDEX spot_orders_trail_amounts ON spot_orders USING btree (trail_id, trail_amount) WHERE ((trail_id IS NOT NULL) AND (trail_amount IS NOT NULL));
CREATE INDEX spot_orders_trail_fractions ON spot_orders USING btree (trail_id, trail_fraction) WHERE ((trail_id IS NOT NULL) AND (trail_fraction IS NOT NULL));
CREATE INDEX spot_orders_trail_reached ON spot_orders USING btree (market_id, trail_reached) WHERE ((order_type = 'trailing_stop'::text) AND (status = 'waiting'::text) AND (rank IS NULL) AND (trail_reached IS NOT NULL));
CREATE INDEX spot_orders_user ON spot_orders USING btree (user_id, id);
CREATE INDEX spot_orders_waiting ON spot_orders USING btree (user_id, market_id) WHERE (status = 'waiting'::text);

-- Up to which tick of a series its trailing stops have followed.
create table spot_trail_marks (
  market_id integer not null,
  series_id integer not null,
  seq bigint not null,
  constraint spot_trail_marks_pkey PRIMARY KEY (market_id, series_id),
  constraint spot_trail_marks_market_id_fkey FOREIGN KEY (market_id) REFERENCES markets(id)
);

-- Trailing stops of one market, series and side that have the same extreme.
create table spot_trails (
  id bigint not null,
  market_id integer not null,
  series_id integer not null,
  side text not null,
  extreme numeric(38,18) not null,
  -- How many orders came to it; those that ended are still counted.
  orders integer not null,
  constraint spot_trails_pkey PRIMARY KEY (id),
  constraint spot_trails_market_id_fkey FOREIGN KEY (market_id) REFERENCES markets(id)
);
CREATE INDEX spot_trails_extreme ON spot_trails USING btree (market_id, series_id, side, extreme);

-- Functions of `db/functions` in the database, with the SHA-256 of their texts; only `migrate.ts` writes it.
create table sql_functions (
  name text not null,
  hash text not null,
  constraint sql_functions_pkey PRIMARY KEY (name)
);

-- Quotes from which ticks of live prices were made, until the public log has them: lines of a quotes entry.
create table tick_inputs (
  series_id integer not null,
  seq bigint not null,
  body text not null,
  constraint tick_inputs_series_id_seq_pk PRIMARY KEY (series_id, seq)
);

-- The tick log. Append-only: a trigger refuses everything but inserts. `at` is the feed's clock; `seq` increases by one within a series.
create table ticks (
  series_id integer not null,
  seq bigint not null,
  at timestamp(3) with time zone not null,
  price numeric(38,18) not null,
  quantity numeric(38,18) not null,
  constraint ticks_series_id_seq_pk PRIMARY KEY (series_id, seq)
);
CREATE TRIGGER ticks_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ticks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Authenticator apps: one per user.
create table totp_factors (
  user_id integer not null,
  -- Encrypted: `secrets/secretKeys.ts`.
  secret text not null,
  started_at timestamp(3) with time zone not null default now(),
  -- When its first valid code was entered; null until then.
  confirmed_at timestamp(3) with time zone,
  -- Time step of the last accepted code, in 30 seconds since 1970; codes of this or an earlier step are refused.
  last_step bigint,
  constraint totp_factors_pkey PRIMARY KEY (user_id),
  constraint totp_factors_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);

-- What a user traded on spot in a UTC day, both sides of each trade.
create table traded_volumes (
  user_id integer not null,
  day date not null,
  -- In USDT; in a market of another currency by the close of that day.
  volume numeric(48,18) not null,
  constraint traded_volumes_pk PRIMARY KEY (user_id, day),
  constraint traded_volumes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX traded_volumes_day ON traded_volumes USING btree (day);

-- Transfers between a user's own accounts.
create table transfers (
  id integer not null default nextval('transfers_id_seq'::regclass),
  user_id integer not null,
  currency_id integer not null,
  -- As `ledger_accounts.kind`; `contract` for `futures` in rows of before this name.
  from_kind text not null,
  -- As `from_kind`.
  to_kind text not null,
  amount numeric(38,18) not null,
  created_at timestamp(3) with time zone not null default now(),
  client_request_id uuid,
  constraint transfers_pkey PRIMARY KEY (id),
  constraint transfers_currency_id_currencies_id_fk FOREIGN KEY (currency_id) REFERENCES currencies(id),
  constraint transfers_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX transfers_request ON transfers USING btree (user_id, client_request_id) WHERE (client_request_id IS NOT NULL);
CREATE INDEX transfers_user ON transfers USING btree (user_id, id);

-- Paid interest, one row per order and day: nothing is paid twice, and no row is changed.
create table trust_interest (
  order_id bigint not null,
  day integer not null,
  user_id integer not null,
  -- UTC date for which the interest is paid.
  date date not null,
  amount numeric(38,18) not null,
  paid_at timestamp(3) with time zone not null,
  constraint trust_interest_order_id_day_pk PRIMARY KEY (order_id, day),
  constraint trust_interest_order_id_trust_orders_id_fk FOREIGN KEY (order_id) REFERENCES trust_orders(id)
);
CREATE INDEX trust_interest_user ON trust_interest USING btree (user_id, date, order_id);
CREATE TRIGGER trust_interest_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON trust_interest FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Amounts in products. A trigger refuses changes of the purchase, fewer paid days, and any change after the end.
create table trust_orders (
  id bigint not null,
  user_id integer not null,
  currency_id integer not null,
  product integer not null,
  amount numeric(38,18) not null,
  -- For the whole term, reserved at the purchase.
  interest numeric(38,18) not null,
  days integer not null,
  -- Full terms in wire form, and their digest.
  terms jsonb not null,
  terms_hash text not null,
  bought_at timestamp(3) with time zone not null,
  -- UTC date of `bought_at`, from which all days are counted.
  bought_on date not null,
  paid_days integer not null default 0,
  paid numeric(38,18) not null default '0'::numeric,
  -- When the next interest is paid; null after the end.
  due_at timestamp(3) with time zone,
  status text not null default 'active'::text,
  -- For a redeemed order.
  penalty numeric(38,18),
  ended_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone not null,
  client_request_id uuid,
  -- What is invested again at the end: `none`, `principal`, or `all` (with the interest).
  renewal text not null default 'none'::text,
  -- Terms that the user agreed to for renewals, in wire form; worse ones are not bought.
  renewal_terms jsonb,
  -- Why the order was paid out instead of renewed (`RENEWAL_FAILURES`).
  renewal_failed text,
  -- The ended order that this one renews.
  renewed_from bigint,
  constraint trust_orders_pkey PRIMARY KEY (id),
  constraint trust_orders_currency_id_currencies_id_fk FOREIGN KEY (currency_id) REFERENCES currencies(id),
  constraint trust_orders_renewed_from_fkey FOREIGN KEY (renewed_from) REFERENCES trust_orders(id),
  constraint trust_orders_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id),
  constraint trust_orders_ended CHECK ((((status = 'active'::text) = (ended_at IS NULL)) AND ((status = 'active'::text) = (due_at IS NOT NULL)) AND ((status = 'redeemed'::text) = (penalty IS NOT NULL)))),
  constraint trust_orders_money CHECK (((amount > (0)::numeric) AND (interest >= (0)::numeric) AND ((paid >= (0)::numeric) AND (paid <= interest)) AND ((paid_days >= 0) AND (paid_days <= days)) AND ((penalty >= (0)::numeric) AND (penalty <= amount)) AND ((status <> 'completed'::text) OR (paid = interest)))),
  constraint trust_orders_renewal CHECK (((renewal = ANY (ARRAY['none'::text, 'principal'::text, 'all'::text])) AND ((renewal = 'none'::text) = (renewal_terms IS NULL)))),
  constraint trust_orders_renewal_failed CHECK (((renewal_failed IS NULL) OR ((status = 'completed'::text) AND (renewal <> 'none'::text)))),
  constraint trust_orders_status CHECK ((status = ANY (ARRAY['active'::text, 'completed'::text, 'redeemed'::text])))
);
CREATE INDEX trust_orders_due ON trust_orders USING btree (due_at, id) WHERE ((due_at IS NOT NULL) AND (NOT ((renewal <> 'none'::text) AND (paid_days = (days - 1)))));
CREATE INDEX trust_orders_renewals_due ON trust_orders USING btree (due_at, id) WHERE ((due_at IS NOT NULL) AND (renewal <> 'none'::text) AND (paid_days = (days - 1)));
CREATE UNIQUE INDEX trust_orders_renewed_once ON trust_orders USING btree (renewed_from) WHERE (renewed_from IS NOT NULL);
CREATE INDEX trust_orders_user ON trust_orders USING btree (user_id, id);
CREATE TRIGGER trust_orders_end_once BEFORE UPDATE ON trust_orders FOR EACH ROW EXECUTE FUNCTION trust_orders_end_once();
CREATE TRIGGER trust_orders_never_gone BEFORE DELETE OR TRUNCATE ON trust_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Total that all users have in a product, and the time since which it accepts no more: one row per product, independent of its terms.
create table trust_products (
  product integer not null,
  invested numeric(38,18) not null default '0'::numeric,
  closed_at timestamp(3) with time zone,
  constraint trust_products_pkey PRIMARY KEY (product),
  constraint trust_products_invested CHECK ((invested >= (0)::numeric))
);

-- Quoted costs of a redemption, while the quote is valid.
create table trust_quotes (
  id uuid not null,
  order_id bigint not null,
  penalty numeric(38,18) not null,
  valid_until timestamp(3) with time zone not null,
  constraint trust_quotes_pkey PRIMARY KEY (id),
  constraint trust_quotes_order_id_trust_orders_id_fk FOREIGN KEY (order_id) REFERENCES trust_orders(id)
);
CREATE INDEX trust_quotes_until ON trust_quotes USING btree (valid_until);

-- Terms of trust products by version: added, and never changed.
create table trust_versions (
  version integer not null,
  effective_at timestamp(3) with time zone not null,
  -- `TrustVersionTerms` of `modules/trust/versions.ts`.
  terms jsonb not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint trust_versions_pkey PRIMARY KEY (version)
);
CREATE TRIGGER trust_versions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON trust_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Requests of users to end a freeze. An operator decides.
create table unfreeze_requests (
  id integer not null default nextval('unfreeze_requests_id_seq'::regclass),
  user_id integer not null,
  -- `pending`, `approved`, `rejected`.
  status text not null default 'pending'::text,
  reject_reason text,
  created_at timestamp(3) with time zone not null default now(),
  reviewed_at timestamp(3) with time zone,
  constraint unfreeze_requests_pkey PRIMARY KEY (id),
  constraint unfreeze_requests_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX unfreeze_requests_open ON unfreeze_requests USING btree (user_id) WHERE (status = 'pending'::text);
CREATE INDEX unfreeze_requests_pending ON unfreeze_requests USING btree (created_at) WHERE (status = 'pending'::text);
CREATE INDEX unfreeze_requests_user ON unfreeze_requests USING btree (user_id, id);

-- Files that users uploaded; the bytes are under `DATA_DIR/uploads`.
create table uploads (
  id uuid not null,
  user_id integer not null,
  -- Media type detected from the content: `image/jpeg`, `image/png`, `image/webp`, `application/pdf`.
  media_type text not null,
  extension text not null,
  bytes integer not null,
  -- In pixels; null for a file that is not a picture.
  width integer,
  height integer,
  sha256 text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint uploads_pkey PRIMARY KEY (id),
  constraint uploads_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX uploads_user ON uploads USING btree (user_id, created_at);

-- Events of users: one row each, written in the transaction of the cause, complete then and never changed. A message of the message centre is such a row, and `<subject>:<ref>` identifies it everywhere.
create table user_events (
  -- Orders events of one instant: the later written one is higher.
  id bigint not null,
  -- No foreign key: the subject's row has the same user, and the check would cost an order more than the row's indexes do.
  user_id integer not null,
  -- `Subject` of `events/messageFacts.ts`, and the id of the subject's row. An order may have two: `stop`, when its stop was reached, and `order`, when it ended.
  subject text not null,
  ref bigint not null,
  category text not null,
  at timestamp(3) with time zone not null,
  -- Values of its text at the time. `json` rather than `jsonb`, because no query reads into it and an order would pay for the parsing.
  facts json not null,
  constraint user_events_subject_ref_pk PRIMARY KEY (subject, ref)
);
CREATE INDEX user_events_page ON user_events USING btree (user_id, category, at, id);

-- Settings that a user has on all devices; `value` is JSON, `version` increases with every change of any setting of the user.
create table user_preferences (
  user_id integer not null,
  name text not null,
  value text not null,
  version integer not null,
  constraint user_preferences_user_id_name_pk PRIMARY KEY (user_id, name),
  constraint user_preferences_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);

create table users (
  id integer not null default nextval('users_id_seq'::regclass),
  email text,
  -- E.164.
  phone text,
  password_hash text not null,
  language text not null default 'en'::text,
  invitation_code text not null,
  -- Set at registration and never changed: a trigger refuses it.
  invited_by integer,
  created_at timestamp(3) with time zone not null default now(),
  -- Six digits, argon2id; null until set.
  fund_password_hash text,
  -- End of the block on withdrawals after a password change; null when there is none.
  withdrawals_blocked_until timestamp(3) with time zone,
  -- When it was set or changed; null while there is none, or when it was set before this column existed.
  fund_password_at timestamp(3) with time zone,
  -- When a second factor was last added, changed or removed; null if never.
  factors_changed_at timestamp(3) with time zone,
  -- When the login password was changed; null if never since the registration or since this column was added.
  password_changed_at timestamp(3) with time zone,
  -- When the withdrawal whitelist was switched on; null while it is off: `whitelist.ts`.
  whitelist_on_at timestamp(3) with time zone,
  -- When switching it off was requested; it stays on for the hours of the hold after that.
  whitelist_off_asked_at timestamp(3) with time zone,
  -- When the account was frozen, by the database's clock; null when it is not.
  frozen_at timestamp(3) with time zone,
  -- Shown in every message to the user; null until set.
  anti_phishing_code text,
  -- Declared at the registration; ISO 3166-1 alpha-2. The country of an identity check counts before it.
  country text,
  -- Ground of a freeze by an operator: `OPERATOR_GROUNDS` of `contract/src/security/freezeCalls.ts`; null when the owner froze the account.
  frozen_ground text,
  -- What the operator wrote; the user reads it.
  frozen_reason text,
  -- When the account ends at the request of its owner; null when it does not.
  closing_at timestamp(3) with time zone,
  -- When the account ended: there is no name and no address any more.
  closed_at timestamp(3) with time zone,
  -- End of the break from trading products; null without one. Only the user sets it, and only to a later end: `modules/security/index.ts`.
  break_until timestamp(3) with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_unique UNIQUE (email),
  constraint users_invitation_code_unique UNIQUE (invitation_code),
  constraint users_phone_unique UNIQUE (phone),
  constraint users_invited_by_users_id_fk FOREIGN KEY (invited_by) REFERENCES users(id),
  constraint users_invited_by_earlier CHECK ((invited_by < id))
);
CREATE INDEX users_invited_by ON users USING btree (invited_by, id) WHERE (invited_by IS NOT NULL);
CREATE TRIGGER users_invited_by_once BEFORE UPDATE OF invited_by ON users FOR EACH ROW WHEN ((old.invited_by IS DISTINCT FROM new.invited_by)) EXECUTE FUNCTION users_invited_by_once();

-- UTC days whose spot trades are counted in `traded_volumes`.
create table volume_days (
  day date not null,
  closed_at timestamp(3) with time zone not null,
  constraint volume_days_pkey PRIMARY KEY (day)
);

-- Withdrawal addresses of users. Deletion only marks a row, so that past withdrawals to it remain readable.
create table withdrawal_addresses (
  id integer not null default nextval('withdrawal_addresses_id_seq'::regclass),
  user_id integer not null,
  channel_id integer not null,
  chain text not null,
  address text not null,
  label text not null default ''::text,
  created_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  constraint withdrawal_addresses_pkey PRIMARY KEY (id),
  constraint withdrawal_addresses_channel_id_funding_channels_id_fk FOREIGN KEY (channel_id) REFERENCES funding_channels(id),
  constraint withdrawal_addresses_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX withdrawal_addresses_unique ON withdrawal_addresses USING btree (user_id, channel_id, chain, address) WHERE (deleted_at IS NULL);

-- Withdrawals. `status`: `pending`, `passed`, `rejected`, `cancelled`; while pending the amount is held.
create table withdrawals (
  id integer not null default nextval('withdrawals_id_seq'::regclass),
  user_id integer not null,
  channel_id integer not null,
  chain text,
  address text,
  -- Copy of the card at the request; null for a chain.
  bank_card jsonb,
  -- Gross: the fee plus the amount that arrives.
  amount numeric(38,18) not null,
  fee numeric(38,18) not null,
  remark text not null default ''::text,
  status text not null default 'pending'::text,
  reject_reason text,
  -- Latest time of arrival: request + 12 h.
  deadline_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  -- When it was passed, rejected or cancelled.
  closed_at timestamp(3) with time zone,
  client_request_id uuid,
  -- Ages at the time of the request: of the session, the address or card, and the fund password.
  session_at timestamp(3) with time zone,
  target_at timestamp(3) with time zone,
  fund_password_at timestamp(3) with time zone,
  -- Of the login password, at the latest the registration, and of the second factors; null without any.
  password_at timestamp(3) with time zone,
  factors_at timestamp(3) with time zone,
  -- User agent of the requesting session, which is deleted earlier than its withdrawal.
  session_user_agent text,
  session_ip text,
  -- Transaction id or bank reference of the payment; null before it is passed, and in a sandbox.
  payment_id text,
  -- When an operator began to pay it out; its user cannot cancel it any more. Null before, and in a sandbox.
  paying_at timestamp(3) with time zone,
  -- Name of the operator who pays it out.
  paying_by text,
  constraint withdrawals_pkey PRIMARY KEY (id),
  constraint withdrawals_channel_id_funding_channels_id_fk FOREIGN KEY (channel_id) REFERENCES funding_channels(id),
  constraint withdrawals_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id),
  constraint withdrawals_paying CHECK ((((paying_at IS NULL) = (paying_by IS NULL)) AND ((paying_at IS NULL) OR (status <> 'cancelled'::text))))
);
CREATE INDEX withdrawals_day ON withdrawals USING btree (user_id, created_at);
CREATE UNIQUE INDEX withdrawals_payment ON withdrawals USING btree (COALESCE(chain, 'bank'::text), payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX withdrawals_pending ON withdrawals USING btree (created_at) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX withdrawals_request ON withdrawals USING btree (user_id, client_request_id) WHERE (client_request_id IS NOT NULL);
CREATE INDEX withdrawals_user ON withdrawals USING btree (user_id, id);
