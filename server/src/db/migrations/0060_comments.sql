comment on table sql_functions is 'Functions of `db/functions` in the database, with the SHA-256 of their texts; only `functions.ts` writes it.';
--> statement-breakpoint
comment on table exchange is 'One row: identifies this exchange among others that share its Redis.';
--> statement-breakpoint
comment on column users.phone is 'E.164.';
--> statement-breakpoint
comment on column users.invited_by is 'Set at registration and never changed: a trigger refuses it.';
--> statement-breakpoint
comment on column users.fund_password_hash is 'Six digits, argon2id; null until set.';
--> statement-breakpoint
comment on column users.fund_password_at is 'When it was set or changed; null while there is none, or when it was set before this column existed.';
--> statement-breakpoint
comment on column users.withdrawals_blocked_until is 'End of the block on withdrawals after a password change; null when there is none.';
--> statement-breakpoint
comment on column users.factors_changed_at is 'When a second factor was last added, changed or removed; null if never.';
--> statement-breakpoint
comment on column users.password_changed_at is 'When the login password was changed; null if never since the registration or since this column was added.';
--> statement-breakpoint
comment on column users.whitelist_on_at is 'When the withdrawal whitelist was switched on; null while it is off: `whitelist.ts`.';
--> statement-breakpoint
comment on column users.whitelist_off_asked_at is 'When switching it off was requested; it stays on for the hours of the hold after that.';
--> statement-breakpoint
comment on column users.frozen_at is 'When the account was frozen, by the database''s clock; null when it is not.';
--> statement-breakpoint
comment on column users.anti_phishing_code is 'Shown in every message to the user; null until set.';
--> statement-breakpoint
comment on column sessions.token_hash is 'SHA-256 of the token, hexadecimal; the token itself is never stored.';
--> statement-breakpoint
comment on column sessions.device_hash is 'SHA-256 of the device id in the browser''s cookie.';
--> statement-breakpoint
comment on column sessions.proved_at is 'When the user last completed a step-up with two factors, and with which; null if never.';
--> statement-breakpoint
comment on table totp_factors is 'Authenticator apps: one per user.';
--> statement-breakpoint
comment on column totp_factors.secret is 'Encrypted: `secrets/secretBox.ts`.';
--> statement-breakpoint
comment on column totp_factors.confirmed_at is 'When its first valid code was entered; null until then.';
--> statement-breakpoint
comment on column totp_factors.last_step is 'Time step of the last accepted code, in 30 seconds since 1970; codes of this or an earlier step are refused.';
--> statement-breakpoint
comment on table recovery_codes is 'One-time codes that replace a lost authenticator app.';
--> statement-breakpoint
comment on column recovery_codes.code_hash is 'SHA-256, hexadecimal: 80 random bits cannot be guessed.';
--> statement-breakpoint
comment on table factor_resets is 'Requests to remove the second factors. `status`: `pending`, `approved` (the factors are removed at `effective_at`), `done`, `rejected`, `cancelled`.';
--> statement-breakpoint
comment on column factor_resets.wait_hours is 'Hours between the approval and the removal, as set at the request.';
--> statement-breakpoint
comment on column factor_resets.ip is 'Address of the request.';
--> statement-breakpoint
comment on table passkeys is 'Passkeys of users'' devices (WebAuthn).';
--> statement-breakpoint
comment on column passkeys.credential_id is 'As named by the device, base64url.';
--> statement-breakpoint
comment on column passkeys.public_key is 'COSE, base64url.';
--> statement-breakpoint
comment on column passkeys.user_handle is 'Identifier of the user on the device, base64url: random, so that it does not reveal the user.';
--> statement-breakpoint
comment on column passkeys.counter is 'Signature counter of the device; 0 where it does not count.';
--> statement-breakpoint
comment on column passkeys.transports is 'Transports that the browser reported, comma-separated.';
--> statement-breakpoint
comment on table passkey_challenges is 'WebAuthn challenges: each for one purpose and one requester, deleted when used.';
--> statement-breakpoint
comment on column passkey_challenges.origin is 'Address of the exchange at which it was requested.';
--> statement-breakpoint
comment on column passkey_challenges.session_id is 'For a new passkey and for a step-up.';
--> statement-breakpoint
comment on column passkey_challenges.device_hash is 'For a login: the browser, as in `sessions`.';
--> statement-breakpoint
comment on column passkey_challenges.user_handle is 'For a new passkey.';
--> statement-breakpoint
comment on column passkey_challenges.expires_at is 'By the database''s clock.';
--> statement-breakpoint
comment on table freeze_keys is 'Keys in security mails with which users freeze their account: `freezeKeys.ts`.';
--> statement-breakpoint
comment on column freeze_keys.key_hash is 'SHA-256 of the key, hexadecimal; the key itself is only in the mail.';
--> statement-breakpoint
comment on column freeze_keys.event is 'Kind of the security event in the mail.';
--> statement-breakpoint
comment on column freeze_keys.created_at is 'Both by the database''s clock.';
--> statement-breakpoint
comment on table unfreeze_requests is 'Requests of users to end a freeze. An operator decides.';
--> statement-breakpoint
comment on column unfreeze_requests.status is '`pending`, `approved`, `rejected`.';
--> statement-breakpoint
comment on table fund_password_resets is 'Resets of forgotten fund passwords: `fundReset.ts`.';
--> statement-breakpoint
comment on column fund_password_resets.password_hash is 'Hash of the new one, argon2id; null once it is in force or the request has ended.';
--> statement-breakpoint
comment on column fund_password_resets.status is '`pending` for a review, `waiting` until it takes effect, `done`, `rejected` or `cancelled`.';
--> statement-breakpoint
comment on column fund_password_resets.proved_by is 'Step-up of the request: `totp`, `passkey`, or `review`.';
--> statement-breakpoint
comment on column fund_password_resets.wait_hours is 'Hours between the step-up and the effect, as set at the request.';
--> statement-breakpoint
comment on column fund_password_resets.session_at is 'Start of the session of the request.';
--> statement-breakpoint
comment on table login_tries is 'Failed login attempts, by the key they are counted under: `loginGuard.ts`.';
--> statement-breakpoint
comment on column login_tries.failures is 'Since the last interval of a day without one.';
--> statement-breakpoint
comment on column login_tries.free_at is 'Further attempts are refused until then.';
--> statement-breakpoint
comment on table factor_tries is 'Consecutive wrong second factors, by their source: `factorGuesses.ts`.';
--> statement-breakpoint
comment on column factor_tries.place is 'A session, a known device, a known network, or all strangers together.';
--> statement-breakpoint
comment on column factor_tries.free_at is 'Further attempts are refused until then.';
--> statement-breakpoint
comment on column codes.requested_by_ip is 'Source of the request: an IPv4 address or the /64 of an IPv6 one, and the browser, as in `sessions`.';
--> statement-breakpoint
comment on column codes.tries_left is 'Wrong attempts left to the requester, and to all others.';
--> statement-breakpoint
comment on table outbox is 'Sent mails and text messages; filled in the sandbox only.';
--> statement-breakpoint
comment on column currencies.id is 'Ids of legacy clients: BTC 1, ETH 2, USDT 3; others from 10.';
--> statement-breakpoint
comment on column currencies.title is 'Full name, e.g. Bitcoin; null when unknown.';
--> statement-breakpoint
comment on column markets.price_band is 'Fraction of the last price by which a limit price may deviate; null: unlimited.';
--> statement-breakpoint
comment on column markets.ladder_tick_seq is 'Tick that the ladder consumption below belongs to; at another tick nothing is taken yet.';
--> statement-breakpoint
comment on column markets.stops_series_id is 'Ticks of this series up to this one have been checked against stop prices.';
--> statement-breakpoint
comment on column markets.price_max_age_seconds is 'A market whose price is older by the database''s clock takes no orders (`market_records`).';
--> statement-breakpoint
comment on column markets.series_id is 'The price series that the market follows now; null until a feed has started one.';
--> statement-breakpoint
comment on table price_series is 'Prices of one market from one source. Another feed (or another seed, or another file) starts another series, so simulated, replayed and live prices never mix.';
--> statement-breakpoint
comment on column price_series.identity is 'Identity of the feed: its key chain, or the replayed file''s digest and start.';
--> statement-breakpoint
comment on column price_series.state is 'State that the feed needs to continue after a restart.';
--> statement-breakpoint
comment on column price_series.written_at is 'When the last tick was written, by the database''s clock; null before the first, or if older than this column.';
--> statement-breakpoint
comment on column price_series.folded_from is 'Bars shorter than a day that begin before this instant are still to be folded (`fold_past`); null: none is missing.';
--> statement-breakpoint
comment on table ticks is 'The tick log. Append-only: a trigger refuses everything but inserts. `at` is the feed''s clock; `seq` increases by one within a series.';
--> statement-breakpoint
comment on table candles is 'Folds of the tick log, one row per bar.';
--> statement-breakpoint
comment on column candles.volume is 'In the base currency.';
--> statement-breakpoint
comment on column candles.turnover is 'In the quote currency.';
--> statement-breakpoint
comment on table ledger_accounts is 'Accounts of users (`user_id` set) and of the house (`user_id` null).';
--> statement-breakpoint
comment on column ledger_accounts.kind is '`spot`, `option`, `contract`, `trust` of a user; `HouseAccount` of `ledger/accounts.ts` of the house.';
--> statement-breakpoint
comment on column ledger_accounts.may_be_negative is 'Only the account that mirrors deposits and withdrawals may be negative.';
--> statement-breakpoint
comment on table ledger_entries is 'The journal: one row per ledger entry.';
--> statement-breakpoint
comment on column ledger_entries.kind is '`EntryKind` of `ledger/ledger.ts`.';
--> statement-breakpoint
comment on column ledger_entries.reference is 'Cause of the ledger entry, e.g. `order:17`.';
--> statement-breakpoint
comment on table ledger_postings is 'Effect of a ledger entry on an account: deltas of its two balances, and both balances after it.';
--> statement-breakpoint
comment on table client_requests is 'First answers of money mutations, by the client''s request id.';
--> statement-breakpoint
comment on column client_requests.body_hash is 'SHA-256 over the call''s name and its body.';
--> statement-breakpoint
comment on column client_requests.answer is 'In wire form; null only inside the transaction that makes it.';
--> statement-breakpoint
comment on column spot_orders.id is 'Assigned under the market''s lock.';
--> statement-breakpoint
comment on column spot_orders.stop_price is 'Stop-limit orders: the stop price, the direction in which the price must reach it (`rise`, `fall`), and the tick after which it counts.';
--> statement-breakpoint
comment on column spot_orders.rank is 'Time rank in the book; null while an order waits for its stop price and is not in the book.';
--> statement-breakpoint
comment on column spot_orders.max_slippage is 'Market orders: largest deviation from the best price, as a fraction; null: unlimited.';
--> statement-breakpoint
comment on column spot_orders.replaces_id is 'The order that this one replaces. No foreign key, because that order may be deleted.';
--> statement-breakpoint
comment on column spot_orders.filled_quote is 'Traded amount of the quote currency.';
--> statement-breakpoint
comment on column spot_orders.fee is 'In the currency received.';
--> statement-breakpoint
comment on column spot_orders.fee_due is 'The fee before rounding: amount times rate with all decimals.';
--> statement-breakpoint
comment on column spot_orders.held_amount is 'Amount still held for the order, in the currency it sells.';
--> statement-breakpoint
comment on table spot_forgotten_orders is 'Number of a user''s orders that were cancelled without an execution and deleted, by the UTC day on which they were placed.';
--> statement-breakpoint
comment on table spot_fills is 'Executions. A null order is the house''s ladder.';
--> statement-breakpoint
comment on column spot_fills.taker_user_id is 'Owner of the order.';
--> statement-breakpoint
comment on column spot_fills.taker_fee is 'In the currency that each side receives.';
--> statement-breakpoint
comment on table option_versions is 'The operator''s terms of options, one row per version: added, never changed.';
--> statement-breakpoint
comment on column option_versions.terms is '`OptionVersionTerms` of `modules/options/versions.ts`.';
--> statement-breakpoint
comment on table options is 'Purchased options. Columns of the purchase never change, and the result is written once, from ticks only: a trigger refuses everything else. No column could hold a result before its tick.';
--> statement-breakpoint
comment on column options.series_id is 'Only ticks of this series settle it.';
--> statement-breakpoint
comment on column options.terms is 'Full terms in wire form, and their digest.';
--> statement-breakpoint
comment on column options.result is '`win`, `tie`, `lose` or `void`; null until it is settled, like all following columns.';
--> statement-breakpoint
comment on table option_receipts is 'Receipts of settled options in wire form, written with the settlement and never changed.';
--> statement-breakpoint
comment on column option_receipts.key is 'Secret part of the URL with which others can read it.';
--> statement-breakpoint
comment on table contract_versions is 'Terms of futures by version: added, and never changed.';
--> statement-breakpoint
comment on table contract_positions is 'Futures positions and orders. Money and prices change while one is open, and never after its end: a trigger refuses that.';
--> statement-breakpoint
comment on column contract_positions.series_id is 'Only ticks of this series move it.';
--> statement-breakpoint
comment on column contract_positions.target_price is 'For an order; null for one opened at the market price.';
--> statement-breakpoint
comment on column contract_positions.open_price is 'Including the spread; null until it is open, like the tick that opened it.';
--> statement-breakpoint
comment on column contract_positions.reserve is 'Amount that the house has reserved; 0 for a pending order.';
--> statement-breakpoint
comment on column contract_positions.night_paid is 'Last midnight whose overnight fee was paid.';
--> statement-breakpoint
comment on column contract_positions.warned is 'Level of the last warning, in percent of the liquidation level.';
--> statement-breakpoint
comment on column contract_positions.terms is 'Full terms in wire form, and their digest.';
--> statement-breakpoint
comment on column contract_positions.parent_id is 'Position of which this is the closed part.';
--> statement-breakpoint
comment on column contract_positions.closed_by_request is 'Request that closed all positions together.';
--> statement-breakpoint
comment on column contract_positions.closing_from is 'When the user requested the closing: the first tick from then on closes it.';
--> statement-breakpoint
comment on column contract_positions.trigger_low is 'Only a tick at or below the one, or at or above the other, may trigger something.';
--> statement-breakpoint
comment on table contract_cursors is 'Last processed tick of a series, and the last midnight whose overnight fees all its positions have paid.';
--> statement-breakpoint
comment on table contract_receipts is 'Receipts of closed positions in wire form, written with the closing and never changed.';
--> statement-breakpoint
comment on column contract_receipts.key is 'Secret part of the URL with which others can read it.';
--> statement-breakpoint
comment on table offers is 'Offerings of new coins. Their terms never change: a trigger refuses that. The subscribed total is in the row that every subscription locks, so that it need not be summed.';
--> statement-breakpoint
comment on column offers.terms is '`OfferingTerms` in wire form, and their digest.';
--> statement-breakpoint
comment on column offers.texts is 'Texts about the coin, by language.';
--> statement-breakpoint
comment on column offers.subscribed is 'Sum of all subscriptions that are not rejected or withdrawn.';
--> statement-breakpoint
comment on column offers.allotted is 'Coins.';
--> statement-breakpoint
comment on column offers.done_row is 'Last row of `offer_shares` that the work of the current status has processed.';
--> statement-breakpoint
comment on table subscriptions is 'Subscriptions to new coins.';
--> statement-breakpoint
comment on column subscriptions.amount is 'Held until the allotment.';
--> statement-breakpoint
comment on column subscriptions.status is '`pending` and `passed` hold the amount, `locked` the coins.';
--> statement-breakpoint
comment on column subscriptions.coins is 'Null until the allotment, in coins and in the currency of the amount.';
--> statement-breakpoint
comment on table offer_shares is 'Allotment of an offering, one row per participant in the order of first subscriptions: written once. In units of the coin.';
--> statement-breakpoint
comment on column offer_shares.salt is 'Lets participants find their own row, and no other.';
--> statement-breakpoint
comment on table option_limits is 'Self-imposed limits for options; no row when a user set none.';
--> statement-breakpoint
comment on column option_limits.next_daily_stake is 'Higher limits that take effect at `nextFrom`; null there: none.';
--> statement-breakpoint
comment on table rebate_versions is 'Rebate rates by version: added, and never changed.';
--> statement-breakpoint
comment on column rebate_versions.terms is '`RebateTerms` of `modules/referral/versions.ts`.';
--> statement-breakpoint
comment on table rebate_partners is 'Changes of partner status and their reasons; the newest row of a user counts. Append-only.';
--> statement-breakpoint
comment on table rebate_days is 'UTC days whose fees were shared. A day is a range of postings of the `fees` account: it ends at `until_entry`, where the next one starts, so that each fee is in one day.';
--> statement-breakpoint
comment on column rebate_days.accrued is 'All rebates of the day together, reserved in `fees`.';
--> statement-breakpoint
comment on table rebate_payments is 'Rebates paid to a user together in one currency.';
--> statement-breakpoint
comment on column rebate_payments.worth is 'In USDT at the time; null when no price was known.';
--> statement-breakpoint
comment on table rebates is 'Share of one user''s fees of a day for a direct or indirect inviter. It is paid once, or lapses.';
--> statement-breakpoint
comment on column rebates.generation is 'From 1: the beneficiary invited the payer directly.';
--> statement-breakpoint
comment on column rebates.rate is 'Percent.';
--> statement-breakpoint
comment on table rebate_ranks is 'Ranking of rebates; a user has no row before the first rebate or choice of visibility.';
--> statement-breakpoint
comment on column rebate_ranks.is_ranked is 'Whether others may see the user there.';
--> statement-breakpoint
comment on column rebate_ranks.worth is 'Sum of all paid rebates in USDT at the time, and the payment that last changed it.';
--> statement-breakpoint
comment on table uploads is 'Files that users uploaded; the bytes are under `DATA_DIR/uploads`.';
--> statement-breakpoint
comment on column uploads.media_type is 'Media type detected from the content: `image/jpeg`, `image/png`, `image/webp`, `application/pdf`.';
--> statement-breakpoint
comment on column uploads.width is 'In pixels; null for a file that is not a picture.';
--> statement-breakpoint
comment on table funding_channels is 'Channels for deposits and withdrawals, by the ids of legacy clients: BTC 1, ETH 2, USDT 3, bank 9999. Amounts are in units of the settlement currency.';
--> statement-breakpoint
comment on column funding_channels.currency_id is 'Settlement currency: the coin itself, or USDT for the bank (1 USD is 1 USDT).';
--> statement-breakpoint
comment on column funding_channels.places is 'Decimals of an amount.';
--> statement-breakpoint
comment on column funding_channels.withdrawal_fee_percent is 'Percent of the amount, and the minimum fee.';
--> statement-breakpoint
comment on table funding_chains is 'The chains of a channel: `TRC20`, `OMNI`, `ERC20`.';
--> statement-breakpoint
comment on column funding_chains.confirmations is 'Blocks after which a deposit is final.';
--> statement-breakpoint
comment on table deposit_keys is 'Extended public keys that the sandbox generated for itself; the private half was discarded immediately.';
--> statement-breakpoint
comment on column deposit_keys.network is '`bitcoin`, `ethereum`, `tron`.';
--> statement-breakpoint
comment on table deposit_addresses is 'Every deposit address that was shown to a user.';
--> statement-breakpoint
comment on column deposit_addresses.path is 'Below the account key, e.g. `0/17`.';
--> statement-breakpoint
comment on table deposits is 'Deposits that users declared. `status`: `pending`, `passed`, `rejected`.';
--> statement-breakpoint
comment on column deposits.chain is 'Null for the bank, like the address.';
--> statement-breakpoint
comment on column deposits.payer is 'Payer, as the user wrote it.';
--> statement-breakpoint
comment on column deposits.payment_id is 'Transaction id or bank reference of the payment; null before it is passed, and in a sandbox.';
--> statement-breakpoint
comment on table withdrawal_addresses is 'Withdrawal addresses of users. Deletion only marks a row, so that past withdrawals to it remain readable.';
--> statement-breakpoint
comment on table bank_cards is 'Bank cards: one per user.';
--> statement-breakpoint
comment on table user_preferences is 'Settings that a user has on all devices; `value` is JSON, `version` increases with every change of any setting of the user.';
--> statement-breakpoint
comment on table withdrawals is 'Withdrawals. `status`: `pending`, `passed`, `rejected`, `cancelled`; while pending the amount is held.';
--> statement-breakpoint
comment on column withdrawals.bank_card is 'Copy of the card at the request; null for a chain.';
--> statement-breakpoint
comment on column withdrawals.amount is 'Gross: the fee plus the amount that arrives.';
--> statement-breakpoint
comment on column withdrawals.payment_id is 'Transaction id or bank reference of the payment; null before it is passed, and in a sandbox.';
--> statement-breakpoint
comment on column withdrawals.deadline_at is 'Latest time of arrival: request + 12 h.';
--> statement-breakpoint
comment on column withdrawals.closed_at is 'When it was passed, rejected or cancelled.';
--> statement-breakpoint
comment on column withdrawals.session_at is 'Ages at the time of the request: of the session, the address or card, and the fund password.';
--> statement-breakpoint
comment on column withdrawals.password_at is 'Of the login password, at the latest the registration, and of the second factors; null without any.';
--> statement-breakpoint
comment on column withdrawals.session_user_agent is 'User agent of the requesting session, which is deleted earlier than its withdrawal.';
--> statement-breakpoint
comment on table transfers is 'Transfers between a user''s own accounts.';
--> statement-breakpoint
comment on table identity_checks is 'Submitted identity checks; the newest of a level counts. `status`: `pending`, `verified`, `rejected`.';
--> statement-breakpoint
comment on column identity_checks.level is '`basic` or `advanced`.';
--> statement-breakpoint
comment on column identity_checks.country is 'ISO 3166 alpha-2; this and the next three are of the basic level.';
--> statement-breakpoint
comment on column identity_checks.front_id is 'This and the next two are of the advanced level.';
--> statement-breakpoint
comment on table user_events is 'Events of users: one row each, written in the transaction of the cause, complete then and never changed. A message of the message centre is such a row, and `<subject>:<ref>` identifies it everywhere.';
--> statement-breakpoint
comment on column user_events.id is 'Orders events of one instant: the later written one is higher.';
--> statement-breakpoint
comment on column user_events.user_id is 'No foreign key: the subject''s row has the same user, and the check would cost an order more than the row''s indexes do.';
--> statement-breakpoint
comment on column user_events.subject is '`Subject` of `events/messageFacts.ts`, and the id of the subject''s row.';
--> statement-breakpoint
comment on column user_events.facts is 'Values of its text at the time. `json` rather than `jsonb`, because no query reads into it and an order would pay for the parsing.';
--> statement-breakpoint
comment on table untold_events is 'Events whose notification is pending: one row per subject and transaction. A flag on the event would rewrite its whole row and indexes.';
--> statement-breakpoint
comment on table message_reads is 'Time up to which a user has read their messages; without a row all are unread.';
--> statement-breakpoint
comment on table push_subscriptions is 'Browsers that receive pushes.';
--> statement-breakpoint
comment on column push_subscriptions.session_id is 'Deleted with the session in which it was created.';
--> statement-breakpoint
comment on column push_subscriptions.public_key is 'The browser''s key and secret, base64url. Knowing them proves possession of the browser; knowing the endpoint does not.';
--> statement-breakpoint
comment on column push_subscriptions.server_key is 'VAPID key of the exchange at the time of subscription; no other key may push there.';
--> statement-breakpoint
comment on column push_subscriptions.since is 'Time of creation or of the last change of its categories; earlier events are not pushed.';
--> statement-breakpoint
comment on table due_work is 'Jobs: one row per effect, deleted when it is done. Run by `jobs/`.';
--> statement-breakpoint
comment on column due_work.kind is 'Name of the job, which a module declares.';
--> statement-breakpoint
comment on column due_work.key is 'Subject of the job; together with the kind it identifies the effect.';
--> statement-breakpoint
comment on column due_work.failures is 'Number of failures since the last success.';
--> statement-breakpoint
comment on column due_work.lease is 'Lease of a job whose effect is outside the database, and the time until which no other node may take it, by the database''s clock.';
--> statement-breakpoint
comment on table operator_actions is 'Actions of operators and of the sandbox''s autopilot. Append-only: triggers refuse everything but inserts.';
--> statement-breakpoint
comment on column operator_actions.operator is 'Name of the operator, or `autopilot`.';
--> statement-breakpoint
comment on column operator_actions.action is 'The action, e.g. `withdrawals.approve`.';
--> statement-breakpoint
comment on column operator_actions.subject is 'Its subject, e.g. `withdrawal:17`.';
--> statement-breakpoint
comment on column operator_actions.keys is 'Ids of the keys that signed it, comma-separated; null when unsigned.';
--> statement-breakpoint
comment on table chat_messages is 'The support chat: one per user, in the order of ids, which is the order of commits within it. Never changed, never removed.';
--> statement-breakpoint
comment on column chat_messages.sender is '`user` or `operator`; the audit log has the operator''s name.';
--> statement-breakpoint
comment on column chat_messages.client_message_id is 'Assigned by the user''s device; null for operators.';
--> statement-breakpoint
comment on column chat_messages.body is 'Plain text; may be empty beside a picture.';
--> statement-breakpoint
comment on column chat_messages.picture_id is 'Owned by the user, also when an operator sent it, so that the user may read it.';
--> statement-breakpoint
comment on table chat_reads is 'Last message that each side has read.';
--> statement-breakpoint
comment on table articles is 'Notices, banners and help, by a permanent name.';
--> statement-breakpoint
comment on column articles.kind is '`notice`, `banner` or `help`.';
--> statement-breakpoint
comment on column articles.section is 'For help.';
--> statement-breakpoint
comment on column articles.link is 'A route of the app.';
--> statement-breakpoint
comment on column articles.cover is 'The path of a picture.';
--> statement-breakpoint
comment on column articles.origin is '`builtin`: content of the repository; `operator`: not changed by starts of the exchange.';
--> statement-breakpoint
comment on column articles.digest is 'SHA-256 of the source files.';
--> statement-breakpoint
comment on table article_texts is 'An article in one language; English is always there.';
--> statement-breakpoint
comment on column article_texts.html is 'Sanitised: rendered by `modules/news/renderArticle.ts`.';
--> statement-breakpoint
comment on table trust_versions is 'Terms of trust products by version: added, and never changed.';
--> statement-breakpoint
comment on column trust_versions.terms is '`TrustVersionTerms` of `modules/trust/versions.ts`.';
--> statement-breakpoint
comment on table trust_products is 'Total that all users have in a product, and the time since which it accepts no more: one row per product, independent of its terms.';
--> statement-breakpoint
comment on table trust_orders is 'Amounts in products. A trigger refuses changes of the purchase, fewer paid days, and any change after the end.';
--> statement-breakpoint
comment on column trust_orders.interest is 'For the whole term, reserved at the purchase.';
--> statement-breakpoint
comment on column trust_orders.terms is 'Full terms in wire form, and their digest.';
--> statement-breakpoint
comment on column trust_orders.bought_on is 'UTC date of `bought_at`, from which all days are counted.';
--> statement-breakpoint
comment on column trust_orders.due_at is 'When the next interest is paid; null after the end.';
--> statement-breakpoint
comment on column trust_orders.penalty is 'For a redeemed order.';
--> statement-breakpoint
comment on table trust_interest is 'Paid interest, one row per order and day: nothing is paid twice, and no row is changed.';
--> statement-breakpoint
comment on column trust_interest.date is 'UTC date for which the interest is paid.';
--> statement-breakpoint
comment on table trust_quotes is 'Quoted costs of a redemption, while the quote is valid.';
--> statement-breakpoint
comment on table log_entries is 'The transparency log (`transparency/`, C2SP tlog-tiles): one row per entry. Append-only, without gaps. A price entry has no text here: it is built from `ticks` on demand, so a changed tick no longer matches its hash.';
--> statement-breakpoint
comment on column log_entries.idx is 'From 0.';
--> statement-breakpoint
comment on column log_entries.ranges is 'For a price entry: series, first seq and count, repeated.';
--> statement-breakpoint
comment on column log_entries.body is 'For any other entry.';
--> statement-breakpoint
comment on table log_nodes is 'Hashes of the tiles above level 0. Append-only.';
--> statement-breakpoint
comment on table log_checkpoints is 'Signed checkpoints: all of the last hour, and before that the first of each minute.';
--> statement-breakpoint
comment on column log_checkpoints.note is 'The signed note.';
--> statement-breakpoint
comment on column log_checkpoints.is_kept is 'The first of its minute, which is never deleted.';
--> statement-breakpoint
comment on table log_series is 'Series of prices in the log, and their last logged tick. Ticks before `first_seq` are history and not in the log.';
--> statement-breakpoint
comment on table log_commits is 'Commitments in the log, blinded: terms of options and positions, and the random bytes that hide them, which their owner receives with the receipt. Only `idx` changes, once.';
--> statement-breakpoint
comment on column log_commits.subject is 'For an option its id.';
--> statement-breakpoint
comment on column log_commits.idx is 'Entry that contains it; null while it is pending.';
--> statement-breakpoint
comment on table log_pending is 'Pending entries of the log, written in the transactions of their causes: the sequencer logs them in their order. The body has the form of `transparency/pending.ts`, and stays after the entry is logged.';
--> statement-breakpoint
comment on column log_pending.idx is 'Position in the log; null while it is pending. Set once.';
--> statement-breakpoint
comment on table rule_documents is 'The texts of documents whose hashes the log has. Append-only.';
--> statement-breakpoint
comment on table log_successors is 'Logs that succeed another one (`operator log new`). The positions (`idx`, `n`, `size`) of the log with number n begin at n * 2^40; that of the first one, which has no row here, is 0.';
--> statement-breakpoint
comment on column log_successors.predecessor_origin is 'Last published checkpoint of the predecessor.';
--> statement-breakpoint
comment on table log_keys is 'Keys that sign logs, each since an instant; its predecessor still signs for a while.';
--> statement-breakpoint
comment on column log_keys.pending_id is 'Entry that names it, before which it signs nothing; null for a log''s first key.';
--> statement-breakpoint
comment on table log_halts is 'Stopped logs: a witness saw another history, or the database is older. Nothing is sold meanwhile.';
--> statement-breakpoint
comment on column log_halts.lifts is 'Whether it ends automatically once the log can continue.';
--> statement-breakpoint
comment on table log_witnesses is 'Last answer of each witness of a log.';
--> statement-breakpoint
comment on column log_witnesses.size is 'Number of entries it cosigned, and when by its own clock; null before the first cosignature.';
--> statement-breakpoint
comment on table log_cosigned is 'The newest checkpoint of a log that a quorum cosigned, and the time of the last cosignature that the quorum needed.';
--> statement-breakpoint
comment on table liability_secrets is 'Secret of a user''s leaves in snapshots of liabilities, 32 random bytes that only the exchange knows.';
--> statement-breakpoint
comment on table liability_snapshots is 'Snapshots of liabilities to users; the totals are in the log entry. Never changed, never deleted.';
--> statement-breakpoint
comment on column liability_snapshots.id is 'As in the log: from 1, without gaps.';
--> statement-breakpoint
comment on column liability_snapshots.period_at is 'Start of its period.';
--> statement-breakpoint
comment on column liability_snapshots.taken_at is 'When balances were read.';
--> statement-breakpoint
comment on table liability_tiles is 'Sum tree of a snapshot, 64 nodes per row at every sixth height: deleted after 90 days, never changed.';
--> statement-breakpoint
comment on column liability_tiles.nodes is 'Hash and sums of each node.';
--> statement-breakpoint
comment on table liability_owners is 'Owners of a snapshot''s leaves: private, and deleted with the tree.';
--> statement-breakpoint
comment on column liability_owners.contact is 'E-mail or phone at the time.';
--> statement-breakpoint
comment on column liability_owners.leaves is 'By chunk.';
--> statement-breakpoint
comment on table operator_keys is 'Keys of operators that sign commands. Keys are revoked and never removed.';
--> statement-breakpoint
comment on column operator_keys.id is 'The first 16 hexadecimal digits of the SHA-256 of the public key.';
--> statement-breakpoint
comment on column operator_keys.name is 'Name of the person; may have several keys.';
--> statement-breakpoint
comment on column operator_keys.public_key is 'Ed25519, 32 bytes in base64.';
--> statement-breakpoint
comment on column operator_keys.is_binding is 'From this key on commands must be signed, regardless of later settings.';
--> statement-breakpoint
comment on table operator_nonces is 'Nonces for signed commands: valid for one minute, and once.';
--> statement-breakpoint
comment on table operator_approvals is 'Commands that wait for a second operator, and their outcomes.';
--> statement-breakpoint
comment on column operator_approvals.operator is 'The operator who requested it.';
--> statement-breakpoint
comment on column operator_approvals.files is 'Files that the words name: path, SHA-256 and contents.';
--> statement-breakpoint
comment on column operator_approvals.seen is 'Text that the first operator saw about the subject of the command, and its SHA-256.';
--> statement-breakpoint
comment on column operator_approvals.confirmed_at is 'Set once, before the command runs, so that it runs at most once.';
--> statement-breakpoint
comment on column operator_approvals.outcome is 'Answer of the command.';
--> statement-breakpoint
comment on table audit_chain is 'Hash chain of the audit log for the transparency log: position of each line and hash of all lines up to it. Row 0 contains the secret key of the hashes. Append-only.';
--> statement-breakpoint
comment on table cost_books is 'Purchase costs of users'' coins, folded from the journal up to an entry: a cache that can be rebuilt from the journal at any time (`wallet/cost.ts`).';
--> statement-breakpoint
comment on column cost_books.entry_id is 'Last entry that it includes.';
--> statement-breakpoint
comment on column cost_books.book is 'A `CostBook`, from what was known when each entry was folded.';
--> statement-breakpoint
comment on table money_rates is 'Value of one USDT in national currencies, as set by operators, by UTC day. The last row of a day counts.';
--> statement-breakpoint
comment on column money_rates.currency is 'ISO 4217.';
--> statement-breakpoint
comment on column money_rates.per_usdt is 'Units of the currency for one USDT.';
--> statement-breakpoint
comment on table price_alerts is 'Price alerts of users. An active alert compares each later tick of its market''s series with its threshold; it fires by a change of its row, in the transaction that writes the message.';
--> statement-breakpoint
comment on column price_alerts.minutes is 'Window of a percentage; 0 for a price.';
--> statement-breakpoint
comment on column price_alerts.threshold is 'A price or a percentage.';
--> statement-breakpoint
comment on column price_alerts.series_id is 'Ticks of this series after this one count.';
--> statement-breakpoint
comment on column price_alerts.fired_at is 'Time of the last tick that fired it; null if none.';
--> statement-breakpoint
comment on table price_alert_cursors is 'Last tick against which the alerts of a market were compared; may lag, never runs ahead. No row when no alert waits.';
--> statement-breakpoint
comment on column log_halts.stops_money is 'Whether no money moves either: the database may lack payments that were made.';
