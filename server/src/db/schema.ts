/**
 * Tables of the exchange. `npm run db:generate -w server` turns a change here into a migration.
 *
 * Money is `numeric(38,18)`, read and written as decimal strings. Only `ledger/` writes the three `ledger_` tables
 * (enforced by lint).
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  json,
  jsonb,
  numeric,
  pgSequence,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';

const money = (name: string) => numeric(name, { precision: 38, scale: 18 });
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'string' });
const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
const createdAt = () => instant('created_at').notNull().defaultNow();

/** Functions of `db/functions` in the database, with the SHA-256 of their texts; only `functions.ts` writes it. */
export const sqlFunctions = pgTable('sql_functions', {
  name: text('name').primaryKey(),
  hash: text('hash').notNull(),
});

/** One row: identifies this exchange among others that share its Redis. */
export const exchange = pgTable('exchange', { id: uuid('id').primaryKey().defaultRandom() });

export const users = pgTable(
  'users',
  {
    id: serial('id').primaryKey(),
    email: text('email').unique(),
    /** E.164. */
    phone: text('phone').unique(),
    passwordHash: text('password_hash').notNull(),
    language: text('language').notNull().default('en'),
    invitationCode: text('invitation_code').notNull().unique(),
    /** Set at registration and never changed: a trigger refuses it. */
    invitedBy: integer('invited_by').references((): AnyPgColumn => users.id),
    /** Six digits, argon2id; null until set. */
    fundPasswordHash: text('fund_password_hash'),
    /** When it was set or changed; null while there is none, or when it was set before this column existed. */
    fundPasswordAt: instant('fund_password_at'),
    /** End of the block on withdrawals after a password change; null when there is none. */
    withdrawalsBlockedUntil: instant('withdrawals_blocked_until'),
    /** When a second factor was last added, changed or removed; null if never. */
    factorsChangedAt: instant('factors_changed_at'),
    /** When the login password was changed; null if never since the registration or since this column was added. */
    passwordChangedAt: instant('password_changed_at'),
    /** When the withdrawal whitelist was switched on; null while it is off: `whitelist.ts`. */
    whitelistOnAt: instant('whitelist_on_at'),
    /** When switching it off was requested; it stays on for the hours of the hold after that. */
    whitelistOffAskedAt: instant('whitelist_off_asked_at'),
    /** When the account was frozen, by the database's clock; null when it is not. */
    frozenAt: instant('frozen_at'),
    /** Shown in every message to the user; null until set. */
    antiPhishingCode: text('anti_phishing_code'),
    createdAt: createdAt(),
  },
  (table) => [
    index('users_invited_by')
      .on(table.invitedBy, table.id)
      .where(sql`invited_by is not null`),
    // An inviter registered earlier, which excludes cycles of any length.
    check('users_invited_by_earlier', sql`${table.invitedBy} < ${table.id}`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** SHA-256 of the token, hexadecimal; the token itself is never stored. */
    tokenHash: text('token_hash').notNull().unique(),
    userAgent: text('user_agent'),
    ip: text('ip'),
    /** SHA-256 of the device id in the browser's cookie. */
    deviceHash: text('device_hash'),
    createdAt: createdAt(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** When the user last completed a step-up with two factors, and with which; null if never. */
    provedAt: instant('proved_at'),
    provedBy: text('proved_by'),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** Authenticator apps: one per user. */
export const totpFactors = pgTable('totp_factors', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Encrypted: `secrets/secretBox.ts`. */
  secret: text('secret').notNull(),
  startedAt: instant('started_at').notNull().defaultNow(),
  /** When its first valid code was entered; null until then. */
  confirmedAt: instant('confirmed_at'),
  /** Time step of the last accepted code, in 30 seconds since 1970; codes of this or an earlier step are refused. */
  lastStep: bigint('last_step', { mode: 'number' }),
});

/** One-time codes that replace a lost authenticator app. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** SHA-256, hexadecimal: 80 random bits cannot be guessed. */
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/**
 * Requests to remove the second factors. `status`: `pending`, `approved` (the factors are removed at `effective_at`),
 * `done`, `rejected`, `cancelled`.
 */
export const factorResets = pgTable(
  'factor_resets',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    status: text('status').notNull().default('pending'),
    /** Hours between the approval and the removal, as set at the request. */
    waitHours: integer('wait_hours').notNull(),
    /** Address of the request. */
    ip: text('ip'),
    userAgent: text('user_agent'),
    rejectReason: text('reject_reason'),
    createdAt: createdAt(),
    reviewedAt: instant('reviewed_at'),
    effectiveAt: instant('effective_at'),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('factor_resets_current')
      .on(table.userId)
      .where(sql`status in ('pending', 'approved')`),
    index('factor_resets_user').on(table.userId, table.id),
  ],
);

/** Passkeys of users' devices (WebAuthn). */
export const passkeys = pgTable(
  'passkeys',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** As named by the device, base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** Identifier of the user on the device, base64url: random, so that it does not reveal the user. */
    userHandle: text('user_handle').notNull(),
    /** Signature counter of the device; 0 where it does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** Transports that the browser reported, comma-separated. */
    transports: text('transports').notNull(),
    name: text('name').notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);

/** WebAuthn challenges: each for one purpose and one requester, deleted when used. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  challenge: text('challenge').primaryKey(),
  purpose: text('purpose').notNull(),
  /** Address of the exchange at which it was requested. */
  origin: text('origin').notNull(),
  /** For a new passkey and for a step-up. */
  sessionId: integer('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
  /** For a login: the browser, as in `sessions`. */
  deviceHash: text('device_hash'),
  /** For a new passkey. */
  userHandle: text('user_handle'),
  /** By the database's clock. */
  expiresAt: instant('expires_at').notNull(),
});

/** Keys in security mails with which users freeze their account: `freezeKeys.ts`. */
export const freezeKeys = pgTable(
  'freeze_keys',
  {
    /** SHA-256 of the key, hexadecimal; the key itself is only in the mail. */
    keyHash: text('key_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Kind of the security event in the mail. */
    event: text('event').notNull(),
    /** Both by the database's clock. */
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('freeze_keys_end').on(table.expiresAt)],
);

/** Requests of users to end a freeze. An operator decides. */
export const unfreezeRequests = pgTable(
  'unfreeze_requests',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** `pending`, `approved`, `rejected`. */
    status: text('status').notNull().default('pending'),
    rejectReason: text('reject_reason'),
    createdAt: createdAt(),
    reviewedAt: instant('reviewed_at'),
  },
  (table) => [
    index('unfreeze_requests_user').on(table.userId, table.id),
    uniqueIndex('unfreeze_requests_open')
      .on(table.userId)
      .where(sql`status = 'pending'`),
    index('unfreeze_requests_pending')
      .on(table.createdAt)
      .where(sql`status = 'pending'`),
  ],
);

/** Resets of forgotten fund passwords: `fundReset.ts`. */
export const fundPasswordResets = pgTable(
  'fund_password_resets',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Hash of the new one, argon2id; null once it is in force or the request has ended. */
    passwordHash: text('password_hash'),
    /** `pending` for a review, `waiting` until it takes effect, `done`, `rejected` or `cancelled`. */
    status: text('status').notNull(),
    /** Step-up of the request: `totp`, `passkey`, or `review`. */
    provedBy: text('proved_by').notNull(),
    /** Hours between the step-up and the effect, as set at the request. */
    waitHours: smallint('wait_hours').notNull(),
    worksAt: instant('works_at'),
    /** Start of the session of the request. */
    sessionAt: instant('session_at'),
    sessionUserAgent: text('session_user_agent'),
    sessionIp: text('session_ip'),
    rejectReason: text('reject_reason'),
    createdAt: createdAt(),
    closedAt: instant('closed_at'),
  },
  (table) => [
    uniqueIndex('fund_password_resets_open')
      .on(table.userId)
      .where(sql`status in ('pending', 'waiting')`),
    index('fund_password_resets_status').on(table.status, table.id),
    check(
      'fund_password_resets_hash',
      sql`(${table.passwordHash} is not null) = (${table.status} in ('pending', 'waiting'))`,
    ),
    check(
      'fund_password_resets_works',
      sql`${table.status} not in ('waiting', 'done') or ${table.worksAt} is not null`,
    ),
  ],
);

/** Failed login attempts, by the key they are counted under: `loginGuard.ts`. */
export const loginTries = pgTable('login_tries', {
  key: text('key').primaryKey(),
  /** Since the last interval of a day without one. */
  failures: smallint('failures').notNull(),
  /** Further attempts are refused until then. */
  freeAt: instant('free_at'),
  at: instant('at').notNull(),
});

/** Consecutive wrong second factors, by their source: `factorGuesses.ts`. */
export const factorTries = pgTable(
  'factor_tries',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** A session, a known device, a known network, or all strangers together. */
    place: text('place').notNull(),
    failures: smallint('failures').notNull(),
    /** Further attempts are refused until then. */
    freeAt: instant('free_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.place] })],
);

export const codes = pgTable(
  'codes',
  {
    id: serial('id').primaryKey(),
    address: text('address').notNull(),
    purpose: text('purpose').notNull(),
    codeHash: text('code_hash').notNull(),
    /** Source of the request: an IPv4 address or the /64 of an IPv6 one, and the browser, as in `sessions`. */
    requestedByIp: text('requested_by_ip').notNull(),
    deviceHash: text('device_hash'),
    /** Wrong attempts left to the requester, and to all others. */
    triesLeft: smallint('tries_left').notNull(),
    othersTriesLeft: smallint('others_tries_left').notNull().default(5),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('codes_address').on(table.address, table.purpose, table.id)],
);

/** Sent mails and text messages; filled in the sandbox only. */
export const outbox = pgTable(
  'outbox',
  {
    id: serial('id').primaryKey(),
    channel: text('channel').notNull(),
    address: text('address').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('outbox_address').on(table.address, table.id)],
);

export const currencies = pgTable('currencies', {
  /** Ids of legacy clients: BTC 1, ETH 2, USDT 3; others from 10. */
  id: integer('id').primaryKey(),
  name: text('name').notNull().unique(),
  /** Full name, e.g. Bitcoin; null when unknown. */
  title: text('title'),
  isSpot: boolean('is_spot').notNull().default(true),
  isFutures: boolean('is_contract').notNull().default(false),
  isOption: boolean('is_option').notNull().default(false),
  sort: integer('sort').notNull().default(0),
});

export const markets = pgTable(
  'markets',
  {
    id: serial('id').primaryKey(),
    symbol: text('symbol').notNull().unique(),
    baseId: integer('base_id')
      .notNull()
      .references(() => currencies.id),
    quoteId: integer('quote_id')
      .notNull()
      .references(() => currencies.id),
    pricePrecision: smallint('price_precision').notNull(),
    quantityPrecision: smallint('quantity_precision').notNull(),
    minQuantity: money('min_quantity').notNull(),
    minNotional: money('min_notional').notNull(),
    makerFeeRate: money('maker_fee_rate').notNull(),
    takerFeeRate: money('taker_fee_rate').notNull(),
    /** Fraction of the last price by which a limit price may deviate; null: unlimited. */
    priceBand: money('price_band'),
    ladderLevels: smallint('ladder_levels').notNull(),
    ladderHalfSpread: money('ladder_half_spread').notNull(),
    ladderStep: money('ladder_step').notNull(),
    ladderLevelNotional: money('ladder_level_notional').notNull(),
    /** Tick that the ladder consumption below belongs to; at another tick nothing is taken yet. */
    ladderTickSeq: bigint('ladder_tick_seq', { mode: 'number' }).notNull().default(0),
    ladderBidTaken: money('ladder_bid_taken').notNull().default('0'),
    ladderAskTaken: money('ladder_ask_taken').notNull().default('0'),
    /** Ticks of this series up to this one have been checked against stop prices. */
    stopsSeriesId: integer('stops_series_id'),
    stopsSeq: bigint('stops_seq', { mode: 'number' }).notNull().default(0),
    isDisplayed: boolean('is_displayed').notNull().default(true),
    status: text('status').notNull().default('trading'),
    /** A market whose price is older by the database's clock takes no orders (`market_records`). */
    priceMaxAgeSeconds: integer('price_max_age_seconds').notNull().default(30),
    sort: integer('sort').notNull().default(0),
    /** The price series that the market follows now; null until a feed has started one. */
    seriesId: integer('series_id').references((): AnyPgColumn => priceSeries.id),
  },
  (table) => [unique('markets_pair').on(table.baseId, table.quoteId)],
);

/**
 * Prices of one market from one source. Another feed (or another seed, or another file) starts another series, so
 * simulated, replayed and live prices never mix.
 */
export const priceSeries = pgTable(
  'price_series',
  {
    id: serial('id').primaryKey(),
    marketId: integer('market_id')
      .notNull()
      .references((): AnyPgColumn => markets.id),
    source: text('source').notNull(),
    /** Identity of the feed: its key chain, or the replayed file's digest and start. */
    identity: text('identity').notNull(),
    /** State that the feed needs to continue after a restart. */
    state: jsonb('state').$type<Readonly<Record<string, string | number>>>().notNull().default({}),
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull().default(0),
    lastPrice: money('last_price'),
    lastAt: instant('last_at'),
    /** When the last tick was written, by the database's clock; null before the first, or if older than this column. */
    writtenAt: instant('written_at'),
    /**
     * Bars shorter than a day that begin before this instant are still to be folded (`fold_past`); null: none is
     * missing.
     */
    foldedFrom: instant('folded_from'),
    createdAt: createdAt(),
  },
  (table) => [unique('price_series_identity').on(table.marketId, table.source, table.identity)],
);

/**
 * The tick log. Append-only: a trigger refuses everything but inserts. `at` is the feed's clock; `seq` increases by one
 * within a series.
 */
export const ticks = pgTable(
  'ticks',
  {
    seriesId: integer('series_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    at: instant('at').notNull(),
    price: money('price').notNull(),
    quantity: money('quantity').notNull(),
  },
  (table) => [primaryKey({ columns: [table.seriesId, table.seq] }), index('ticks_at').on(table.seriesId, table.at)],
);

/** Folds of the tick log, one row per bar. */
export const candles = pgTable(
  'candles',
  {
    seriesId: integer('series_id').notNull(),
    period: text('period').notNull(),
    openedAt: instant('opened_at').notNull(),
    open: money('open').notNull(),
    high: money('high').notNull(),
    low: money('low').notNull(),
    close: money('close').notNull(),
    /** In the base currency. */
    volume: money('volume').notNull(),
    /** In the quote currency. */
    turnover: numeric('turnover', { precision: 48, scale: 18 }).notNull(),
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.seriesId, table.period, table.openedAt] })],
);

/** Accounts of users (`user_id` set) and of the house (`user_id` null). */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id').references(() => users.id),
    /** `spot`, `option`, `contract`, `trust` of a user; `HouseAccount` of `ledger/accounts.ts` of the house. */
    kind: text('kind').notNull(),
    currencyId: integer('currency_id')
      .notNull()
      .references(() => currencies.id),
    available: money('available').notNull().default('0'),
    held: money('held').notNull().default('0'),
    /** Only the account that mirrors deposits and withdrawals may be negative. */
    mayBeNegative: boolean('may_be_negative').notNull().default(false),
  },
  (table) => [
    uniqueIndex('ledger_accounts_user')
      .on(table.userId, table.kind, table.currencyId)
      .where(sql`user_id is not null`),
    uniqueIndex('ledger_accounts_house')
      .on(table.kind, table.currencyId)
      .where(sql`user_id is null`),
    check('ledger_available_not_negative', sql`${table.mayBeNegative} or ${table.available} >= 0`),
    check('ledger_held_not_negative', sql`${table.held} >= 0`),
  ],
);

/** The journal: one row per ledger entry. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** `EntryKind` of `ledger/ledger.ts`. */
    kind: text('kind').notNull(),
    /** Cause of the ledger entry, e.g. `order:17`. */
    reference: text('reference').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('ledger_entries_reference').on(table.reference),
    // Finds the start of a time range in the journal, so that the asset history of the last days reads no further back.
    index('ledger_entries_time').on(table.createdAt),
  ],
);

/** Effect of a ledger entry on an account: deltas of its two balances, and both balances after it. */
export const ledgerPostings = pgTable(
  'ledger_postings',
  {
    entryId: bigint('entry_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerEntries.id),
    accountId: integer('account_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    available: money('available').notNull(),
    held: money('held').notNull(),
    availableAfter: money('available_after').notNull(),
    heldAfter: money('held_after').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.accountId] }),
    index('ledger_postings_account').on(table.accountId, table.entryId),
  ],
);

/** First answers of money mutations, by the client's request id. */
export const clientRequests = pgTable(
  'client_requests',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    requestId: uuid('request_id').notNull(),
    /** SHA-256 over the call's name and its body. */
    bodyHash: text('body_hash').notNull(),
    /** In wire form; null only inside the transaction that makes it. */
    answer: jsonb('answer'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.requestId] }),
    // Costs almost nothing per order, and finds old rows for deletion.
    index('client_requests_age').using('brin', table.createdAt),
  ],
);

/**
 * Ranks of orders in the books: one number per transaction, and the numbers up to the next one for the orders that it
 * places.
 */
export const spotRanks = pgSequence('spot_ranks', { increment: 1024 });

export const spotOrders = pgTable(
  'spot_orders',
  {
    /** Assigned under the market's lock. */
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    marketId: integer('market_id')
      .notNull()
      .references(() => markets.id),
    side: text('side').notNull(),
    orderType: text('order_type').notNull(),
    timeInForce: text('time_in_force').notNull().default('gtc'),
    isPostOnly: boolean('is_post_only').notNull().default(false),
    status: text('status').notNull(),
    price: money('price'),
    /**
     * Stop-limit orders: the stop price, the direction in which the price must reach it (`rise`, `fall`), and the tick
     * after which it counts.
     */
    stopPrice: money('stop_price'),
    stopDirection: text('stop_direction'),
    stopSeriesId: integer('stop_series_id'),
    stopSeq: bigint('stop_seq', { mode: 'number' }),
    triggeredAt: instant('triggered_at'),
    /** Time rank in the book; null while an order waits for its stop price and is not in the book. */
    rank: bigint('rank', { mode: 'number' }),
    /** Market orders: largest deviation from the best price, as a fraction; null: unlimited. */
    maxSlippage: money('max_slippage'),
    cancelReason: text('cancel_reason'),
    /** The order that this one replaces. No foreign key, because that order may be deleted. */
    replacesId: bigint('replaces_id', { mode: 'number' }),
    referencePrice: money('reference_price'),
    quantity: money('quantity').notNull(),
    filledQuantity: money('filled_quantity').notNull().default('0'),
    /** Traded amount of the quote currency. */
    filledQuote: numeric('filled_quote', { precision: 48, scale: 18 }).notNull().default('0'),
    /** In the currency received. */
    fee: money('fee').notNull().default('0'),
    /** The fee before rounding: amount times rate with all decimals. */
    feeDue: numeric('fee_due').notNull().default('0'),
    makerFeeRate: money('maker_fee_rate').notNull(),
    takerFeeRate: money('taker_fee_rate').notNull(),
    /** Amount still held for the order, in the currency it sells. */
    heldAmount: money('held_amount').notNull().default('0'),
    clientRequestId: uuid('client_request_id'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    // One index per side, because their sort orders differ: each side is read from its best order on, without sorting.
    index('spot_orders_bids')
      .on(table.marketId, table.price.desc().nullsFirst(), table.rank)
      .where(sql`side = 'buy' and status = 'waiting' and rank is not null`),
    index('spot_orders_asks')
      .on(table.marketId, table.price, table.rank)
      .where(sql`side = 'sell' and status = 'waiting' and rank is not null`),
    index('spot_orders_stops')
      .on(table.marketId, table.stopDirection, table.stopPrice)
      .where(sql`status = 'waiting' and rank is null`),
    index('spot_orders_waiting')
      .on(table.userId, table.marketId)
      .where(sql`status = 'waiting'`),
    index('spot_orders_user').on(table.userId, table.id),
    // Serves `spot_forget`.
    index('spot_orders_forgettable')
      .on(table.updatedAt)
      .where(sql`status = 'cancelled' and filled_quantity = 0`),
    uniqueIndex('spot_orders_request')
      .on(table.userId, table.clientRequestId)
      .where(sql`client_request_id is not null`),
  ],
);

/**
 * Number of a user's orders that were cancelled without an execution and deleted, by the UTC day on which they were
 * placed.
 */
export const spotForgottenOrders = pgTable(
  'spot_forgotten_orders',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    day: date('day', { mode: 'string' }).notNull(),
    marketId: integer('market_id')
      .notNull()
      .references(() => markets.id),
    side: text('side').notNull(),
    orderType: text('order_type').notNull(),
    orders: integer('orders').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day, table.marketId, table.side, table.orderType] })],
);

/** Executions. A null order is the house's ladder. */
export const spotFills = pgTable(
  'spot_fills',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    marketId: integer('market_id')
      .notNull()
      .references(() => markets.id),
    takerSide: text('taker_side').notNull(),
    takerOrderId: bigint('taker_order_id', { mode: 'number' }).references(() => spotOrders.id),
    /** Owner of the order. */
    takerUserId: integer('taker_user_id'),
    makerOrderId: bigint('maker_order_id', { mode: 'number' }).references(() => spotOrders.id),
    makerUserId: integer('maker_user_id'),
    price: money('price').notNull(),
    quantity: money('quantity').notNull(),
    /** In the currency that each side receives. */
    takerFee: money('taker_fee').notNull(),
    makerFee: money('maker_fee').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('spot_fills_taker').on(table.takerOrderId),
    index('spot_fills_maker').on(table.makerOrderId),
    index('spot_fills_taker_user')
      .on(table.takerUserId, table.id)
      .where(sql`taker_user_id is not null`),
    index('spot_fills_maker_user')
      .on(table.makerUserId, table.id)
      .where(sql`maker_user_id is not null`),
  ],
);

/** The operator's terms of options, one row per version: added, never changed. */
export const optionVersions = pgTable('option_versions', {
  version: integer('version').primaryKey(),
  effectiveAt: instant('effective_at').notNull(),
  /** `OptionVersionTerms` of `modules/options/versions.ts`. */
  terms: jsonb('terms').notNull(),
  createdAt: createdAt(),
});

/**
 * Purchased options. Columns of the purchase never change, and the result is written once, from ticks only: a trigger
 * refuses everything else. No column could hold a result before its tick.
 */
export const options = pgTable(
  'options',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    marketId: integer('market_id')
      .notNull()
      .references(() => markets.id),
    /** Only ticks of this series settle it. */
    seriesId: integer('series_id')
      .notNull()
      .references(() => priceSeries.id),
    currencyId: integer('currency_id')
      .notNull()
      .references(() => currencies.id),
    direction: text('direction').notNull(),
    seconds: integer('seconds').notNull(),
    stake: money('stake').notNull(),
    fee: money('fee').notNull(),
    payout: money('payout').notNull(),
    /** Full terms in wire form, and their digest. */
    terms: jsonb('terms').notNull(),
    termsHash: text('terms_hash').notNull(),
    openSeq: bigint('open_seq', { mode: 'number' }).notNull(),
    openAt: instant('open_at').notNull(),
    openPrice: money('open_price').notNull(),
    purchasedAt: instant('purchased_at').notNull(),
    dueAt: instant('due_at').notNull(),
    clientRequestId: uuid('client_request_id'),
    /** `win`, `tie`, `lose` or `void`; null until it is settled, like all following columns. */
    result: text('result'),
    voidReason: text('void_reason'),
    beforeSeq: bigint('before_seq', { mode: 'number' }),
    beforeAt: instant('before_at'),
    beforePrice: money('before_price'),
    endSeq: bigint('end_seq', { mode: 'number' }),
    endAt: instant('end_at'),
    endPrice: money('end_price'),
    settledAt: instant('settled_at'),
  },
  (table) => [
    index('options_user').on(table.userId, table.id),
    index('options_running')
      .on(table.marketId, table.dueAt)
      .where(sql`settled_at is null`),
    index('options_user_running')
      .on(table.userId)
      .where(sql`settled_at is null`),
    check('options_direction', sql`${table.direction} in ('up', 'down', 'even')`),
    check('options_result', sql`${table.result} in ('win', 'tie', 'lose', 'void')`),
    check('options_settled', sql`(${table.result} is null) = (${table.settledAt} is null)`),
    check('options_void', sql`(${table.voidReason} is null) = (${table.result} is distinct from 'void')`),
    check('options_stake', sql`${table.stake} > 0 and ${table.payout} >= 0 and ${table.fee} >= 0`),
  ],
);

/** Receipts of settled options in wire form, written with the settlement and never changed. */
export const optionReceipts = pgTable('option_receipts', {
  optionId: bigint('option_id', { mode: 'number' })
    .primaryKey()
    .references(() => options.id),
  /** Secret part of the URL with which others can read it. */
  key: uuid('key').notNull().defaultRandom(),
  receipt: jsonb('receipt').notNull(),
});

/** Terms of futures by version: added, and never changed. */
export const futuresVersions = pgTable('contract_versions', {
  version: integer('version').primaryKey(),
  effectiveAt: instant('effective_at').notNull(),
  terms: jsonb('terms').notNull(),
  createdAt: createdAt(),
});

/**
 * Futures positions and orders. Money and prices change while one is open, and never after its end: a trigger refuses
 * that.
 */
export const futuresPositions = pgTable(
  'contract_positions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    marketId: integer('market_id')
      .notNull()
      .references(() => markets.id),
    /** Only ticks of this series move it. */
    seriesId: integer('series_id')
      .notNull()
      .references(() => priceSeries.id),
    currencyId: integer('currency_id')
      .notNull()
      .references(() => currencies.id),
    side: text('side').notNull(),
    mode: text('mode').notNull(),
    leverage: integer('leverage').notNull(),
    lots: integer('lots').notNull(),
    quantity: money('quantity').notNull(),
    /** For an order; null for one opened at the market price. */
    targetPrice: money('target_price'),
    stopProfit: money('stop_profit'),
    stopLoss: money('stop_loss'),
    /** Including the spread; null until it is open, like the tick that opened it. */
    openPrice: money('open_price'),
    openSeq: bigint('open_seq', { mode: 'number' }),
    openAt: instant('open_at'),
    openTickPrice: money('open_tick_price'),
    originMargin: money('origin_margin').notNull(),
    margin: money('margin').notNull(),
    fee: money('fee').notNull(),
    /** Amount that the house has reserved; 0 for a pending order. */
    reserve: money('reserve').notNull(),
    addedMargin: money('added_margin').notNull().default('0'),
    overnightTotal: money('overnight_total').notNull().default('0'),
    /** Last midnight whose overnight fee was paid. */
    nightPaid: instant('night_paid'),
    /** Level of the last warning, in percent of the liquidation level. */
    warned: smallint('warned'),
    /** Full terms in wire form, and their digest. */
    terms: jsonb('terms').notNull(),
    termsHash: text('terms_hash').notNull(),
    status: text('status').notNull(),
    closeReason: text('close_reason'),
    closeSeq: bigint('close_seq', { mode: 'number' }),
    closeAt: instant('close_at'),
    closePrice: money('close_price'),
    profit: money('profit'),
    returned: money('returned'),
    shortfall: money('shortfall'),
    /** Position of which this is the closed part. */
    parentId: bigint('parent_id', { mode: 'number' }).references((): AnyPgColumn => futuresPositions.id),
    clientRequestId: uuid('client_request_id'),
    /** Request that closed all positions together. */
    closedByRequest: uuid('closed_by_request'),
    submittedAt: instant('submitted_at').notNull(),
    openedAt: instant('opened_at'),
    endedAt: instant('ended_at'),
    /** When the user requested the closing: the first tick from then on closes it. */
    closingFrom: instant('closing_from'),
    /** Only a tick at or below the one, or at or above the other, may trigger something. */
    triggerLow: money('trigger_low'),
    triggerHigh: money('trigger_high'),
  },
  (table) => [
    index('contract_positions_user').on(table.userId, table.id),
    index('contract_positions_user_open')
      .on(table.userId)
      .where(sql`status in ('pending', 'trading')`),
    index('contract_positions_low')
      .on(table.seriesId, table.triggerLow)
      .where(sql`status in ('pending', 'trading')`),
    index('contract_positions_high')
      .on(table.seriesId, table.triggerHigh)
      .where(sql`status in ('pending', 'trading')`),
    index('contract_positions_nights')
      .on(table.seriesId, table.id)
      .where(sql`status = 'trading'`),
    index('contract_positions_closed_by')
      .on(table.userId, table.closedByRequest)
      .where(sql`closed_by_request is not null`),
    check('contract_positions_side', sql`${table.side} in ('long', 'short')`),
    check('contract_positions_mode', sql`${table.mode} in ('isolated', 'cross')`),
    check('contract_positions_status', sql`${table.status} in ('pending', 'trading', 'closed', 'cancelled')`),
    check('contract_positions_open', sql`${table.status} <> 'trading' or ${table.openPrice} is not null`),
    check(
      'contract_positions_ended',
      sql`(${table.status} in ('closed', 'cancelled')) = (${table.endedAt} is not null) and (${table.status} = 'closed') = (${table.closePrice} is not null)`,
    ),
    check(
      'contract_positions_money',
      sql`${table.lots} > 0 and ${table.quantity} > 0 and ${table.margin} >= 0 and ${table.reserve} >= 0 and ${table.fee} >= 0`,
    ),
  ],
);

/** Last processed tick of a series, and the last midnight whose overnight fees all its positions have paid. */
export const futuresCursors = pgTable('contract_cursors', {
  seriesId: integer('series_id')
    .primaryKey()
    .references(() => priceSeries.id),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  at: instant('at').notNull(),
  price: money('price').notNull(),
  nightAt: instant('night_at'),
});

/** Receipts of closed positions in wire form, written with the closing and never changed. */
export const futuresReceipts = pgTable('contract_receipts', {
  positionId: bigint('position_id', { mode: 'number' })
    .primaryKey()
    .references(() => futuresPositions.id),
  /** Secret part of the URL with which others can read it. */
  key: uuid('key').notNull().defaultRandom(),
  receipt: jsonb('receipt').notNull(),
});

/** Numbers of notices about positions: one position may have several. */
export const futuresNewsIds = pgSequence('contract_news_id');

/**
 * Offerings of new coins. Their terms never change: a trigger refuses that. The subscribed total is in the row that
 * every subscription locks, so that it need not be summed.
 */
export const offers = pgTable(
  'offers',
  {
    id: serial('id').primaryKey(),
    coinId: integer('coin_id')
      .notNull()
      .references(() => currencies.id),
    currencyId: integer('currency_id')
      .notNull()
      .references(() => currencies.id),
    /** `OfferingTerms` in wire form, and their digest. */
    terms: jsonb('terms').notNull(),
    termsHash: text('terms_hash').notNull(),
    startAt: instant('start_at').notNull(),
    endAt: instant('end_at').notNull(),
    /** Texts about the coin, by language. */
    texts: jsonb('texts').notNull(),
    isRecommended: boolean('is_recommended').notNull(),
    status: text('status').notNull().default('subscribing'),
    /** Sum of all subscriptions that are not rejected or withdrawn. */
    subscribed: money('subscribed').notNull().default('0'),
    subscribers: integer('subscribers').notNull().default(0),
    allottedAt: instant('allotted_at'),
    unlockAt: instant('unlock_at'),
    /** Coins. */
    allotted: money('allotted'),
    /** Last row of `offer_shares` that the work of the current status has processed. */
    doneRow: integer('done_row').notNull().default(0),
    withdrawReason: text('withdraw_reason'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    check(
      'offers_status',
      sql`${table.status} in ('subscribing', 'allotting', 'locked', 'delivered', 'withdrawing', 'withdrawn')`,
    ),
    check('offers_subscribed', sql`${table.subscribed} >= 0 and ${table.subscribers} >= 0`),
    check('offers_withdrawn', sql`(${table.withdrawReason} is null) = (${table.status} not like 'withdraw%')`),
    check(
      'offers_allotted',
      sql`(${table.allottedAt} is null) = (${table.status} not in ('allotting', 'locked', 'delivered'))`,
    ),
  ],
);

/** Subscriptions to new coins. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: serial('id').primaryKey(),
    offerId: integer('offer_id')
      .notNull()
      .references(() => offers.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Held until the allotment. */
    amount: money('amount').notNull(),
    /** `pending` and `passed` hold the amount, `locked` the coins. */
    status: text('status').notNull().default('pending'),
    reason: text('reason'),
    /** Null until the allotment, in coins and in the currency of the amount. */
    coins: money('coins'),
    interest: money('interest'),
    paid: money('paid'),
    clientRequestId: uuid('client_request_id'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('subscriptions_user').on(table.userId, table.id),
    index('subscriptions_offer').on(table.offerId, table.userId, table.id),
    index('subscriptions_pending')
      .on(table.offerId)
      .where(sql`status = 'pending'`),
    check(
      'subscriptions_status',
      sql`${table.status} in ('pending', 'passed', 'rejected', 'cancelled', 'locked', 'completed')`,
    ),
    check('subscriptions_allotted', sql`(${table.coins} is null) = (${table.status} not in ('locked', 'completed'))`),
    check(
      'subscriptions_money',
      sql`${table.amount} > 0 and ${table.coins} >= 0 and ${table.interest} >= 0 and ${table.paid} >= 0 and ${table.paid} <= ${table.amount}`,
    ),
  ],
);

/**
 * Allotment of an offering, one row per participant in the order of first subscriptions: written once. In units of the
 * coin.
 */
export const offeringShares = pgTable(
  'offer_shares',
  {
    offerId: integer('offer_id')
      .notNull()
      .references(() => offers.id),
    row: integer('row').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Lets participants find their own row, and no other. */
    salt: text('salt').notNull(),
    demand: numeric('demand', { precision: 38, scale: 0 }).notNull(),
    cap: numeric('cap', { precision: 38, scale: 0 }),
    units: numeric('units', { precision: 38, scale: 0 }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.offerId, table.row] }),
    unique('offer_shares_user').on(table.offerId, table.userId),
  ],
);

/** Numbers of notices about subscriptions: one subscription may have several. */
export const offeringNewsIds = pgSequence('offer_news_id');

/** Self-imposed limits for options; no row when a user set none. */
export const optionLimits = pgTable('option_limits', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  dailyStake: money('daily_stake'),
  dailyLoss: money('daily_loss'),
  reminderMinutes: smallint('reminder_minutes'),
  /** Higher limits that take effect at `nextFrom`; null there: none. */
  nextDailyStake: money('next_daily_stake'),
  nextDailyLoss: money('next_daily_loss'),
  nextFrom: instant('next_from'),
});

/** Rebate rates by version: added, and never changed. */
export const rebateVersions = pgTable('rebate_versions', {
  version: integer('version').primaryKey(),
  effectiveAt: instant('effective_at').notNull(),
  /** `RebateTerms` of `modules/referral/versions.ts`. */
  terms: jsonb('terms').notNull(),
  createdAt: createdAt(),
});

/** Changes of partner status and their reasons; the newest row of a user counts. Append-only. */
export const rebatePartners = pgTable(
  'rebate_partners',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    isPartner: boolean('is_partner').notNull(),
    reason: text('reason').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('rebate_partners_user').on(table.userId, table.id)],
);

/**
 * UTC days whose fees were shared. A day is a range of postings of the `fees` account: it ends at `until_entry`, where
 * the next one starts, so that each fee is in one day.
 */
export const rebateDays = pgTable(
  'rebate_days',
  {
    currencyId: integer('currency_id')
      .notNull()
      .references(() => currencies.id),
    day: date('day').notNull(),
    untilEntry: bigint('until_entry', { mode: 'number' }).notNull(),
    /** All rebates of the day together, reserved in `fees`. */
    accrued: money('accrued').notNull(),
    closedAt: instant('closed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.currencyId, table.day] })],
);

/** Rebates paid to a user together in one currency. */
export const rebatePayments = pgTable(
  'rebate_payments',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    currencyId: integer('currency_id')
      .notNull()
      .references(() => currencies.id),
    value: money('value').notNull(),
    /** In USDT at the time; null when no price was known. */
    worth: money('worth'),
    paidAt: instant('paid_at').notNull(),
  },
  (table) => [index('rebate_payments_user').on(table.userId, table.id), index('rebate_payments_time').on(table.paidAt)],
);

/** Share of one user's fees of a day for a direct or indirect inviter. It is paid once, or lapses. */
export const rebates = pgTable(
  'rebates',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    day: date('day').notNull(),
    beneficiaryId: integer('beneficiary_id')
      .notNull()
      .references(() => users.id),
    payerId: integer('payer_id')
      .notNull()
      .references(() => users.id),
    /** From 1: the beneficiary invited the payer directly. */
    generation: smallint('generation').notNull(),
    currencyId: integer('currency_id')
      .notNull()
      .references(() => currencies.id),
    fees: money('fees').notNull(),
    /** Percent. */
    rate: money('rate').notNull(),
    value: money('value').notNull(),
    paymentId: bigint('payment_id', { mode: 'number' }).references(() => rebatePayments.id),
    lapsedAt: instant('lapsed_at'),
  },
  (table) => [
    unique('rebates_once').on(table.day, table.beneficiaryId, table.payerId, table.generation, table.currencyId),
    index('rebates_pending')
      .on(table.beneficiaryId)
      .where(sql`payment_id is null and lapsed_at is null`),
    index('rebates_paid')
      .on(table.beneficiaryId, table.paymentId, table.id)
      .where(sql`payment_id is not null`),
    check('rebates_value', sql`${table.value} > 0 and ${table.value} <= ${table.fees}`),
    check('rebates_end', sql`${table.paymentId} is null or ${table.lapsedAt} is null`),
  ],
);

/** Ranking of rebates; a user has no row before the first rebate or choice of visibility. */
export const rebateRanks = pgTable(
  'rebate_ranks',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    /** Whether others may see the user there. */
    isRanked: boolean('is_ranked').notNull().default(true),
    /** Sum of all paid rebates in USDT at the time, and the payment that last changed it. */
    worth: money('worth').notNull().default('0'),
    paymentId: bigint('payment_id', { mode: 'number' }).references(() => rebatePayments.id),
  },
  (table) => [
    index('rebate_ranks_worth')
      .on(table.worth.desc(), table.paymentId)
      .where(sql`is_ranked and worth > 0`),
  ],
);

/** Files that users uploaded; the bytes are under `DATA_DIR/uploads`. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Media type detected from the content: `image/jpeg`, `image/png`, `image/webp`, `application/pdf`. */
    mediaType: text('media_type').notNull(),
    extension: text('extension').notNull(),
    bytes: integer('bytes').notNull(),
    /** In pixels; null for a file that is not a picture. */
    width: integer('width'),
    height: integer('height'),
    sha256: text('sha256').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('uploads_user').on(table.userId, table.createdAt)],
);

/**
 * Channels for deposits and withdrawals, by the ids of legacy clients: BTC 1, ETH 2, USDT 3, bank 9999. Amounts are in
 * units of the settlement currency.
 */
export const fundingChannels = pgTable('funding_channels', {
  id: integer('id').primaryKey(),
  name: text('name').notNull().unique(),
  /** Settlement currency: the coin itself, or USDT for the bank (1 USD is 1 USDT). */
  currencyId: integer('currency_id')
    .notNull()
    .references(() => currencies.id),
  isBank: boolean('is_bank').notNull().default(false),
  /** Decimals of an amount. */
  places: smallint('places').notNull(),
  depositMin: money('deposit_min').notNull(),
  withdrawalMin: money('withdrawal_min').notNull(),
  /** Percent of the amount, and the minimum fee. */
  withdrawalFeePercent: money('withdrawal_fee_percent').notNull(),
  withdrawalFeeMin: money('withdrawal_fee_min').notNull(),
  sort: integer('sort').notNull().default(0),
});

/** The chains of a channel: `TRC20`, `OMNI`, `ERC20`. */
export const fundingChains = pgTable(
  'funding_chains',
  {
    channelId: integer('channel_id')
      .notNull()
      .references(() => fundingChannels.id),
    chain: text('chain').notNull(),
    /** Blocks after which a deposit is final. */
    confirmations: smallint('confirmations').notNull(),
    sort: integer('sort').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.channelId, table.chain] })],
);

/** Extended public keys that the sandbox generated for itself; the private half was discarded immediately. */
export const depositKeys = pgTable('deposit_keys', {
  /** `bitcoin`, `ethereum`, `tron`. */
  network: text('network').primaryKey(),
  xpub: text('xpub').notNull(),
  isTest: boolean('is_test').notNull(),
  createdAt: createdAt(),
});

/** Every deposit address that was shown to a user. */
export const depositAddresses = pgTable(
  'deposit_addresses',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    network: text('network').notNull(),
    address: text('address').notNull().unique(),
    /** Below the account key, e.g. `0/17`. */
    path: text('path').notNull(),
    keyFingerprint: text('key_fingerprint').notNull(),
    createdAt: createdAt(),
  },
  (table) => [unique('deposit_addresses_user').on(table.userId, table.network, table.keyFingerprint)],
);

/** Deposits that users declared. `status`: `pending`, `passed`, `rejected`. */
export const deposits = pgTable(
  'deposits',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    channelId: integer('channel_id')
      .notNull()
      .references(() => fundingChannels.id),
    /** Null for the bank, like the address. */
    chain: text('chain'),
    address: text('address'),
    amount: money('amount').notNull(),
    proofId: uuid('proof_id')
      .notNull()
      .references(() => uploads.id),
    /** Payer, as the user wrote it. */
    payer: text('payer'),
    status: text('status').notNull().default('pending'),
    rejectReason: text('reject_reason'),
    /** Transaction id or bank reference of the payment; null before it is passed, and in a sandbox. */
    paymentId: text('payment_id'),
    createdAt: createdAt(),
    reviewedAt: instant('reviewed_at'),
    clientRequestId: uuid('client_request_id'),
  },
  (table) => [
    index('deposits_user').on(table.userId, table.id),
    index('deposits_pending')
      .on(table.createdAt)
      .where(sql`status = 'pending'`),
    // Together with the same indexes of other tables: an upload without references is deleted.
    index('deposits_proof').on(table.proofId),
    uniqueIndex('deposits_request')
      .on(table.userId, table.clientRequestId)
      .where(sql`client_request_id is not null`),
    uniqueIndex('deposits_payment')
      .on(sql`coalesce(chain, 'bank')`, table.paymentId)
      .where(sql`payment_id is not null`),
  ],
);

/** Withdrawal addresses of users. Deletion only marks a row, so that past withdrawals to it remain readable. */
export const withdrawalAddresses = pgTable(
  'withdrawal_addresses',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    channelId: integer('channel_id')
      .notNull()
      .references(() => fundingChannels.id),
    chain: text('chain').notNull(),
    address: text('address').notNull(),
    label: text('label').notNull().default(''),
    createdAt: createdAt(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('withdrawal_addresses_unique')
      .on(table.userId, table.channelId, table.chain, table.address)
      .where(sql`deleted_at is null`),
  ],
);

/** Bank cards: one per user. */
export const bankCards = pgTable('bank_cards', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  holder: text('holder').notNull(),
  bankName: text('bank_name').notNull(),
  accountNumber: text('account_number').notNull(),
  branch: text('branch').notNull().default(''),
  bankAddress: text('bank_address').notNull(),
  swift: text('swift').notNull(),
  iban: text('iban').notNull().default(''),
  payeeAddress: text('payee_address').notNull(),
  postalCode: text('postal_code').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/**
 * Settings that a user has on all devices; `value` is JSON, `version` increases with every change of any setting of the
 * user.
 */
export const userPreferences = pgTable(
  'user_preferences',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    value: text('value').notNull(),
    version: integer('version').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.name] })],
);

/** Withdrawals. `status`: `pending`, `passed`, `rejected`, `cancelled`; while pending the amount is held. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    channelId: integer('channel_id')
      .notNull()
      .references(() => fundingChannels.id),
    chain: text('chain'),
    address: text('address'),
    /** Copy of the card at the request; null for a chain. */
    bankCard: jsonb('bank_card').$type<Readonly<Record<string, string>>>(),
    /** Gross: the fee plus the amount that arrives. */
    amount: money('amount').notNull(),
    fee: money('fee').notNull(),
    remark: text('remark').notNull().default(''),
    status: text('status').notNull().default('pending'),
    rejectReason: text('reject_reason'),
    /** Transaction id or bank reference of the payment; null before it is passed, and in a sandbox. */
    paymentId: text('payment_id'),
    /** Latest time of arrival: request + 12 h. */
    deadlineAt: instant('deadline_at').notNull(),
    createdAt: createdAt(),
    /** When it was passed, rejected or cancelled. */
    closedAt: instant('closed_at'),
    clientRequestId: uuid('client_request_id'),
    /** Ages at the time of the request: of the session, the address or card, and the fund password. */
    sessionAt: instant('session_at'),
    targetAt: instant('target_at'),
    fundPasswordAt: instant('fund_password_at'),
    /** Of the login password, at the latest the registration, and of the second factors; null without any. */
    passwordAt: instant('password_at'),
    factorsAt: instant('factors_at'),
    /** User agent of the requesting session, which is deleted earlier than its withdrawal. */
    sessionUserAgent: text('session_user_agent'),
    sessionIp: text('session_ip'),
  },
  (table) => [
    index('withdrawals_user').on(table.userId, table.id),
    index('withdrawals_day').on(table.userId, table.createdAt),
    index('withdrawals_pending')
      .on(table.createdAt)
      .where(sql`status = 'pending'`),
    uniqueIndex('withdrawals_request')
      .on(table.userId, table.clientRequestId)
      .where(sql`client_request_id is not null`),
    uniqueIndex('withdrawals_payment')
      .on(sql`coalesce(chain, 'bank')`, table.paymentId)
      .where(sql`payment_id is not null`),
  ],
);

/** Transfers between a user's own accounts. */
export const transfers = pgTable(
  'transfers',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    currencyId: integer('currency_id')
      .notNull()
      .references(() => currencies.id),
    fromKind: text('from_kind').notNull(),
    toKind: text('to_kind').notNull(),
    amount: money('amount').notNull(),
    createdAt: createdAt(),
    clientRequestId: uuid('client_request_id'),
  },
  (table) => [
    index('transfers_user').on(table.userId, table.id),
    uniqueIndex('transfers_request')
      .on(table.userId, table.clientRequestId)
      .where(sql`client_request_id is not null`),
  ],
);

/** Submitted identity checks; the newest of a level counts. `status`: `pending`, `verified`, `rejected`. */
export const identityChecks = pgTable(
  'identity_checks',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** `basic` or `advanced`. */
    level: text('level').notNull(),
    status: text('status').notNull().default('pending'),
    /** ISO 3166 alpha-2; this and the next three are of the basic level. */
    country: text('country'),
    fullName: text('full_name'),
    idNumber: text('id_number'),
    address: text('address'),
    /** This and the next two are of the advanced level. */
    frontId: uuid('front_id').references(() => uploads.id),
    backId: uuid('back_id').references(() => uploads.id),
    holdingId: uuid('holding_id').references(() => uploads.id),
    rejectReason: text('reject_reason'),
    createdAt: createdAt(),
    reviewedAt: instant('reviewed_at'),
  },
  (table) => [
    index('identity_checks_user').on(table.userId, table.level, table.id),
    uniqueIndex('identity_checks_current')
      .on(table.userId, table.level)
      .where(sql`status in ('pending', 'verified')`),
    // For verified users only, so that submitting a number does not block its owner.
    uniqueIndex('identity_checks_verified_number')
      .on(table.country, table.idNumber)
      .where(sql`level = 'basic' and status = 'verified'`),
    // Finds other users who submitted the same number, for the review.
    index('identity_checks_same_number')
      .on(table.country, table.idNumber)
      .where(sql`level = 'basic'`),
    index('identity_checks_front')
      .on(table.frontId)
      .where(sql`front_id is not null`),
    index('identity_checks_back')
      .on(table.backId)
      .where(sql`back_id is not null`),
    index('identity_checks_holding')
      .on(table.holdingId)
      .where(sql`holding_id is not null`),
    index('identity_checks_pending')
      .on(table.createdAt)
      .where(sql`status = 'pending'`),
  ],
);

/** Refs of security events, which have no row of their own. */
export const securityEventRefs = pgSequence('security_event_refs');

/**
 * Events of users: one row each, written in the transaction of the cause, complete then and never changed. A message of
 * the message centre is such a row, and `<subject>:<ref>` identifies it everywhere.
 */
export const userEvents = pgTable(
  'user_events',
  {
    /** Orders events of one instant: the later written one is higher. */
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /**
     * No foreign key: the subject's row has the same user, and the check would cost an order more than the row's
     * indexes do.
     */
    userId: integer('user_id').notNull(),
    /** `Subject` of `events/messageFacts.ts`, and the id of the subject's row. */
    subject: text('subject').notNull(),
    ref: bigint('ref', { mode: 'number' }).notNull(),
    category: text('category').notNull(),
    at: instant('at').notNull(),
    /**
     * Values of its text at the time. `json` rather than `jsonb`, because no query reads into it and an order would pay
     * for the parsing.
     */
    facts: json('facts').notNull(),
  },
  (table) => [
    // A user is notified once of each row, even when the notification is repeated.
    primaryKey({ columns: [table.subject, table.ref] }),
    index('user_events_page').on(table.userId, table.category, table.at, table.id),
  ],
);

/**
 * Events whose notification is pending: one row per subject and transaction. A flag on the event would rewrite its
 * whole row and indexes.
 */
export const pendingEvents = pgTable('untold_events', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  subject: text('subject').notNull(),
  refs: bigint('refs', { mode: 'number' }).array().notNull(),
});

/** Time up to which a user has read their messages; without a row all are unread. */
export const messageReads = pgTable('message_reads', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  until: instant('until').notNull(),
});

/** Browsers that receive pushes. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Deleted with the session in which it was created. */
    sessionId: integer('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull(),
    /**
     * The browser's key and secret, base64url. Knowing them proves possession of the browser; knowing the endpoint does
     * not.
     */
    publicKey: text('public_key').notNull(),
    secret: text('secret').notNull(),
    /** VAPID key of the exchange at the time of subscription; no other key may push there. */
    serverKey: text('server_key').notNull(),
    categories: text('categories').array().notNull(),
    language: text('language').notNull(),
    hidesAmounts: boolean('hides_amounts').notNull(),
    /** Time of creation or of the last change of its categories; earlier events are not pushed. */
    since: instant('since').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('push_subscriptions_browser').on(table.endpoint, table.publicKey, table.secret),
    index('push_subscriptions_user').on(table.userId),
    index('push_subscriptions_session').on(table.sessionId),
  ],
);

/** Jobs: one row per effect, deleted when it is done. Run by `jobs/`. */
export const dueWork = pgTable(
  'due_work',
  {
    /** Name of the job, which a module declares. */
    kind: text('kind').notNull(),
    /** Subject of the job; together with the kind it identifies the effect. */
    key: text('key').notNull(),
    dueAt: instant('due_at').notNull(),
    payload: jsonb('payload').$type<Readonly<Record<string, string | number>>>().notNull().default({}),
    /** Number of failures since the last success. */
    failures: integer('failures').notNull().default(0),
    /**
     * Lease of a job whose effect is outside the database, and the time until which no other node may take it, by the
     * database's clock.
     */
    lease: uuid('lease'),
    leasedUntil: instant('leased_until'),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] }), index('due_work_due').on(table.kind, table.dueAt)],
);

/** Actions of operators and of the sandbox's autopilot. Append-only: triggers refuse everything but inserts. */
export const operatorActions = pgTable(
  'operator_actions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Name of the operator, or `autopilot`. */
    operator: text('operator').notNull(),
    /** The action, e.g. `withdrawals.approve`. */
    action: text('action').notNull(),
    /** Its subject, e.g. `withdrawal:17`. */
    subject: text('subject').notNull(),
    reason: text('reason'),
    /** Ids of the keys that signed it, comma-separated; null when unsigned. */
    keys: text('keys'),
    createdAt: createdAt(),
  },
  (table) => [index('operator_actions_subject').on(table.subject, table.id)],
);

/**
 * The support chat: one per user, in the order of ids, which is the order of commits within it. Never changed, never
 * removed.
 */
export const chatMessages = pgTable(
  'chat_messages',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** `user` or `operator`; the audit log has the operator's name. */
    sender: text('sender').notNull(),
    /** Assigned by the user's device; null for operators. */
    clientMessageId: uuid('client_message_id'),
    /** Plain text; may be empty beside a picture. */
    body: text('body').notNull(),
    /** Owned by the user, also when an operator sent it, so that the user may read it. */
    pictureId: uuid('picture_id').references(() => uploads.id),
    createdAt: createdAt(),
  },
  (table) => [
    index('chat_messages_chat').on(table.userId, table.id),
    index('chat_messages_picture')
      .on(table.pictureId)
      .where(sql`picture_id is not null`),
    uniqueIndex('chat_messages_client').on(table.userId, table.clientMessageId),
    check('chat_messages_sender', sql`${table.sender} in ('user', 'operator')`),
    check('chat_messages_content', sql`${table.body} <> '' or ${table.pictureId} is not null`),
  ],
);

/** Last message that each side has read. */
export const chatReads = pgTable('chat_reads', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  byUser: bigint('by_user', { mode: 'number' }).notNull().default(0),
  byOperator: bigint('by_operator', { mode: 'number' }).notNull().default(0),
});

/** Notices, banners and help, by a permanent name. */
export const articles = pgTable('articles', {
  id: serial('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  /** `notice`, `banner` or `help`. */
  kind: text('kind').notNull(),
  /** For help. */
  section: text('section'),
  sort: integer('sort').notNull().default(0),
  isPinned: boolean('is_pinned').notNull().default(false),
  /** A route of the app. */
  link: text('link'),
  author: text('author').notNull(),
  /** The path of a picture. */
  cover: text('cover'),
  status: text('status').notNull().default('published'),
  /** `builtin`: content of the repository; `operator`: not changed by starts of the exchange. */
  origin: text('origin').notNull(),
  /** SHA-256 of the source files. */
  digest: text('digest').notNull(),
  publishedAt: instant('published_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** An article in one language; English is always there. */
export const articleTexts = pgTable(
  'article_texts',
  {
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id),
    language: text('language').notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    /** Sanitised: rendered by `modules/news/renderArticle.ts`. */
    html: text('html').notNull(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.language] })],
);

/** Terms of trust products by version: added, and never changed. */
export const trustVersions = pgTable('trust_versions', {
  version: integer('version').primaryKey(),
  effectiveAt: instant('effective_at').notNull(),
  /** `TrustVersionTerms` of `modules/trust/versions.ts`. */
  terms: jsonb('terms').notNull(),
  createdAt: createdAt(),
});

/**
 * Total that all users have in a product, and the time since which it accepts no more: one row per product, independent
 * of its terms.
 */
export const trustProducts = pgTable(
  'trust_products',
  {
    product: integer('product').primaryKey(),
    hosted: money('hosted').notNull().default('0'),
    closedAt: instant('closed_at'),
  },
  (table) => [check('trust_products_hosted', sql`${table.hosted} >= 0`)],
);

/** Amounts in products. A trigger refuses changes of the purchase, fewer paid days, and any change after the end. */
export const trustOrders = pgTable(
  'trust_orders',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    currencyId: integer('currency_id')
      .notNull()
      .references(() => currencies.id),
    product: integer('product').notNull(),
    amount: money('amount').notNull(),
    /** For the whole term, reserved at the purchase. */
    interest: money('interest').notNull(),
    days: integer('days').notNull(),
    /** Full terms in wire form, and their digest. */
    terms: jsonb('terms').notNull(),
    termsHash: text('terms_hash').notNull(),
    boughtAt: instant('bought_at').notNull(),
    /** UTC date of `bought_at`, from which all days are counted. */
    boughtOn: date('bought_on').notNull(),
    paidDays: integer('paid_days').notNull().default(0),
    paid: money('paid').notNull().default('0'),
    /** When the next interest is paid; null after the end. */
    dueAt: instant('due_at'),
    status: text('status').notNull().default('hosting'),
    /** For a redeemed order. */
    penalty: money('penalty'),
    endedAt: instant('ended_at'),
    updatedAt: instant('updated_at').notNull(),
    clientRequestId: uuid('client_request_id'),
  },
  (table) => [
    index('trust_orders_user').on(table.userId, table.id),
    index('trust_orders_due')
      .on(table.dueAt, table.id)
      .where(sql`due_at is not null`),
    check('trust_orders_status', sql`${table.status} in ('hosting', 'completed', 'redeemed')`),
    check(
      'trust_orders_ended',
      sql`(${table.status} = 'hosting') = (${table.endedAt} is null) and (${table.status} = 'hosting') = (${table.dueAt} is not null)
        and (${table.status} = 'redeemed') = (${table.penalty} is not null)`,
    ),
    check(
      'trust_orders_money',
      sql`${table.amount} > 0 and ${table.interest} >= 0 and ${table.paid} between 0 and ${table.interest}
        and ${table.paidDays} between 0 and ${table.days} and ${table.penalty} between 0 and ${table.amount}
        and (${table.status} <> 'completed' or ${table.paid} = ${table.interest})`,
    ),
  ],
);

/** Paid interest, one row per order and day: nothing is paid twice, and no row is changed. */
export const trustInterest = pgTable(
  'trust_interest',
  {
    orderId: bigint('order_id', { mode: 'number' })
      .notNull()
      .references(() => trustOrders.id),
    day: integer('day').notNull(),
    userId: integer('user_id').notNull(),
    /** UTC date for which the interest is paid. */
    date: date('date').notNull(),
    amount: money('amount').notNull(),
    paidAt: instant('paid_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.day] }),
    index('trust_interest_user').on(table.userId, table.date, table.orderId),
  ],
);

/** Quoted costs of a redemption, while the quote is valid. */
export const trustQuotes = pgTable(
  'trust_quotes',
  {
    id: uuid('id').primaryKey(),
    orderId: bigint('order_id', { mode: 'number' })
      .notNull()
      .references(() => trustOrders.id),
    penalty: money('penalty').notNull(),
    validUntil: instant('valid_until').notNull(),
  },
  (table) => [index('trust_quotes_until').on(table.validUntil)],
);

/**
 * The transparency log (`transparency/`, C2SP tlog-tiles): one row per entry. Append-only, without gaps. A price entry
 * has no text here: it is built from `ticks` on demand, so a changed tick no longer matches its hash.
 */
export const logEntries = pgTable(
  'log_entries',
  {
    /** From 0. */
    idx: bigint('idx', { mode: 'number' }).primaryKey(),
    kind: text('kind').notNull(),
    sealedAt: instant('sealed_at').notNull(),
    leafHash: bytes('leaf_hash').notNull(),
    /** For a price entry: series, first seq and count, repeated. */
    ranges: bigint('ranges', { mode: 'number' }).array(),
    /** For any other entry. */
    body: text('body'),
  },
  (table) => [check('log_entries_content', sql`(${table.ranges} is null) <> (${table.body} is null)`)],
);

/** Hashes of the tiles above level 0. Append-only. */
export const logNodes = pgTable(
  'log_nodes',
  {
    level: smallint('level').notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
    hash: bytes('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.n] })],
);

/** Signed checkpoints: all of the last hour, and before that the first of each minute. */
export const logCheckpoints = pgTable(
  'log_checkpoints',
  {
    size: bigint('size', { mode: 'number' }).primaryKey(),
    root: bytes('root').notNull(),
    /** The signed note. */
    note: text('note').notNull(),
    signedAt: instant('signed_at').notNull(),
    /** The first of its minute, which is never deleted. */
    isKept: boolean('is_kept').notNull(),
  },
  (table) => [
    index('log_checkpoints_forgotten')
      .on(table.signedAt)
      .where(sql`not is_kept`),
  ],
);

/** Series of prices in the log, and their last logged tick. Ticks before `first_seq` are history and not in the log. */
export const logSeries = pgTable('log_series', {
  seriesId: integer('series_id')
    .primaryKey()
    .references(() => priceSeries.id),
  firstSeq: bigint('first_seq', { mode: 'number' }).notNull(),
  loggedSeq: bigint('logged_seq', { mode: 'number' }).notNull(),
});

/**
 * Commitments in the log, blinded: terms of options and positions, and the random bytes that hide them, which their
 * owner receives with the receipt. Only `idx` changes, once.
 */
export const logCommits = pgTable(
  'log_commits',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').notNull(),
    /** For an option its id. */
    subject: bigint('subject', { mode: 'number' }).notNull(),
    nonce: bytes('nonce').notNull(),
    terms: text('terms').notNull(),
    /** Entry that contains it; null while it is pending. */
    idx: bigint('idx', { mode: 'number' }),
  },
  (table) => [
    index('log_commits_subject').on(table.kind, table.subject),
    index('log_commits_waiting')
      .on(table.id)
      .where(sql`idx is null`),
  ],
);

/**
 * Pending entries of the log, written in the transactions of their causes: the sequencer logs them in their order. The
 * body has the form of `transparency/pending.ts`, and stays after the entry is logged.
 */
export const logPending = pgTable(
  'log_pending',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').notNull(),
    body: text('body').notNull(),
    /** Position in the log; null while it is pending. Set once. */
    idx: bigint('idx', { mode: 'number' })
      .unique()
      .references(() => logEntries.idx),
  },
  (table) => [
    index('log_pending_waiting')
      .on(table.id)
      .where(sql`idx is null`),
  ],
);

/** The texts of documents whose hashes the log has. Append-only. */
export const ruleDocuments = pgTable(
  'rule_documents',
  {
    name: text('name').notNull(),
    version: text('version').notNull(),
    sha256: text('sha256').notNull(),
    text: text('text').notNull(),
    pendingId: bigint('pending_id', { mode: 'number' })
      .notNull()
      .references(() => logPending.id),
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);

/**
 * Logs that succeed another one (`operator log new`). The positions (`idx`, `n`, `size`) of the log with number n begin
 * at n * 2^40; that of the first one, which has no row here, is 0.
 */
export const logSuccessors = pgTable('log_successors', {
  log: smallint('log').primaryKey(),
  origin: text('origin').notNull().unique(),
  reason: text('reason').notNull(),
  /** Last published checkpoint of the predecessor. */
  predecessorOrigin: text('predecessor_origin').notNull(),
  predecessorSize: bigint('predecessor_size', { mode: 'number' }).notNull(),
  predecessorRoot: bytes('predecessor_root').notNull(),
  begunAt: instant('begun_at').notNull(),
});

/** Keys that sign logs, each since an instant; its predecessor still signs for a while. */
export const logKeys = pgTable(
  'log_keys',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    log: smallint('log').notNull(),
    vkey: text('vkey').notNull(),
    since: instant('since').notNull(),
    /** Entry that names it, before which it signs nothing; null for a log's first key. */
    pendingId: bigint('pending_id', { mode: 'number' }).references(() => logPending.id),
  },
  (table) => [unique('log_keys_vkey').on(table.log, table.vkey)],
);

/** Stopped logs: a witness saw another history, or the database is older. Nothing is sold meanwhile. */
export const logHalts = pgTable('log_halts', {
  log: smallint('log').primaryKey(),
  reason: text('reason').notNull(),
  at: instant('at').notNull(),
  /** Whether it ends automatically once the log can continue. */
  lifts: boolean('lifts').notNull().default(false),
});

/** Last answer of each witness of a log. */
export const logWitnesses = pgTable(
  'log_witnesses',
  {
    log: smallint('log').notNull(),
    vkey: text('vkey').notNull(),
    /** Number of entries it cosigned, and when by its own clock; null before the first cosignature. */
    size: bigint('size', { mode: 'number' }),
    cosignedAt: instant('cosigned_at'),
    state: text('state').notNull(),
  },
  (table) => [primaryKey({ columns: [table.log, table.vkey] })],
);

/**
 * The newest checkpoint of a log that a quorum cosigned, and the time of the last cosignature that the quorum needed.
 */
export const logCosigned = pgTable('log_cosigned', {
  log: smallint('log').primaryKey(),
  size: bigint('size', { mode: 'number' }).notNull(),
  note: text('note').notNull(),
  cosignedAt: instant('cosigned_at').notNull(),
});

/** Secret of a user's leaves in snapshots of liabilities, 32 random bytes that only the exchange knows. */
export const liabilitySecrets = pgTable('liability_secrets', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  secret: bytes('secret').notNull(),
});

/** Snapshots of liabilities to users; the totals are in the log entry. Never changed, never deleted. */
export const liabilitySnapshots = pgTable('liability_snapshots', {
  /** As in the log: from 1, without gaps. */
  id: bigint('id', { mode: 'number' }).primaryKey(),
  /** Start of its period. */
  periodAt: instant('period_at').notNull().unique(),
  /** When balances were read. */
  takenAt: instant('taken_at').notNull(),
  pendingId: bigint('pending_id', { mode: 'number' })
    .notNull()
    .unique()
    .references(() => logPending.id),
});

/** Sum tree of a snapshot, 64 nodes per row at every sixth height: deleted after 90 days, never changed. */
export const liabilityTiles = pgTable(
  'liability_tiles',
  {
    snapshotId: bigint('snapshot_id', { mode: 'number' })
      .notNull()
      .references(() => liabilitySnapshots.id),
    level: smallint('level').notNull(),
    n: integer('n').notNull(),
    /** Hash and sums of each node. */
    nodes: bytes('nodes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.snapshotId, table.level, table.n] })],
);

/** Owners of a snapshot's leaves: private, and deleted with the tree. */
export const liabilityOwners = pgTable(
  'liability_owners',
  {
    snapshotId: bigint('snapshot_id', { mode: 'number' })
      .notNull()
      .references(() => liabilitySnapshots.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** E-mail or phone at the time. */
    contact: text('contact').notNull(),
    /** By chunk. */
    leaves: integer('leaves').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.snapshotId, table.userId] })],
);

/** Keys of operators that sign commands. Keys are revoked and never removed. */
export const operatorKeys = pgTable('operator_keys', {
  /** The first 16 hexadecimal digits of the SHA-256 of the public key. */
  id: text('id').primaryKey(),
  /** Name of the person; may have several keys. */
  name: text('name').notNull(),
  /** Ed25519, 32 bytes in base64. */
  publicKey: text('public_key').notNull().unique(),
  rights: text('rights').array().notNull(),
  /** From this key on commands must be signed, regardless of later settings. */
  isBinding: boolean('is_binding').notNull(),
  createdAt: createdAt(),
  revokedAt: instant('revoked_at'),
});

/** Nonces for signed commands: valid for one minute, and once. */
export const operatorNonces = pgTable('operator_nonces', {
  nonce: text('nonce').primaryKey(),
  createdAt: createdAt(),
});

/** Commands that wait for a second operator, and their outcomes. */
export const operatorApprovals = pgTable('operator_approvals', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** The operator who requested it. */
  operator: text('operator').notNull(),
  keyId: text('key_id')
    .notNull()
    .references(() => operatorKeys.id),
  words: jsonb('words').$type<readonly string[]>().notNull(),
  /** Files that the words name: path, SHA-256 and contents. */
  files: jsonb('files')
    .$type<readonly { readonly path: string; readonly sha256: string; readonly text: string }[]>()
    .notNull(),
  /** Text that the first operator saw about the subject of the command, and its SHA-256. */
  seen: text('seen').notNull(),
  digest: text('digest').notNull(),
  createdAt: createdAt(),
  expiresAt: instant('expires_at').notNull(),
  /** Set once, before the command runs, so that it runs at most once. */
  confirmedAt: instant('confirmed_at'),
  confirmedKeyId: text('confirmed_key_id').references(() => operatorKeys.id),
  /** Answer of the command. */
  outcome: text('outcome'),
});

/**
 * Hash chain of the audit log for the transparency log: position of each line and hash of all lines up to it. Row 0
 * contains the secret key of the hashes. Append-only.
 */
export const auditChain = pgTable('audit_chain', {
  n: bigint('n', { mode: 'number' }).primaryKey(),
  actionId: bigint('action_id', { mode: 'number' }).notNull().unique(),
  hash: bytes('hash').notNull(),
});

/**
 * Purchase costs of users' coins, folded from the journal up to an entry: a cache that can be rebuilt from the journal
 * at any time (`wallet/cost.ts`).
 */
export const costBooks = pgTable('cost_books', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Last entry that it includes. */
  entryId: bigint('entry_id', { mode: 'number' }).notNull(),
  /** A `CostBook`, from what was known when each entry was folded. */
  book: jsonb('book').$type<Readonly<Record<string, unknown>>>().notNull(),
});

/** Value of one USDT in national currencies, as set by operators, by UTC day. The last row of a day counts. */
export const moneyRates = pgTable(
  'money_rates',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** ISO 4217. */
    currency: text('currency').notNull(),
    /** Units of the currency for one USDT. */
    perUsdt: money('per_usdt').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    operator: text('operator').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('money_rates_currency').on(table.currency, table.day, table.id),
    check('money_rates_positive', sql`${table.perUsdt} > 0`),
  ],
);

/**
 * Price alerts of users. An active alert compares each later tick of its market's series with its threshold; it fires
 * by a change of its row, in the transaction that writes the message.
 */
export const priceAlerts = pgTable(
  'price_alerts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    marketId: integer('market_id')
      .notNull()
      .references(() => markets.id),
    kind: text('kind').notNull(),
    /** Window of a percentage; 0 for a price. */
    minutes: integer('minutes').notNull(),
    /** A price or a percentage. */
    threshold: money('threshold').notNull(),
    isRepeating: boolean('is_repeating').notNull(),
    status: text('status').notNull(),
    /** Ticks of this series after this one count. */
    seriesId: integer('series_id')
      .notNull()
      .references(() => priceSeries.id),
    afterSeq: bigint('after_seq', { mode: 'number' }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** Time of the last tick that fired it; null if none. */
    firedAt: instant('fired_at'),
    firedPrice: money('fired_price'),
  },
  (table) => [
    index('price_alerts_waiting')
      .on(table.marketId, table.kind, table.minutes, table.threshold)
      .where(sql`status = 'active'`),
    index('price_alerts_user').on(table.userId, table.id),
    uniqueIndex('price_alerts_same')
      .on(table.userId, table.marketId, table.kind, table.minutes, table.threshold)
      .where(sql`status <> 'fired'`),
    index('price_alerts_over')
      .on(table.firedAt)
      .where(sql`status = 'fired'`),
    check('price_alerts_kind', sql`${table.kind} in ('above', 'below', 'rise', 'fall')`),
    check('price_alerts_status', sql`${table.status} in ('active', 'resting', 'fired')`),
    check('price_alerts_minutes', sql`(${table.minutes} > 0) = (${table.kind} in ('rise', 'fall'))`),
    check('price_alerts_threshold', sql`${table.threshold} > 0`),
  ],
);

/**
 * Last tick against which the alerts of a market were compared; may lag, never runs ahead. No row when no alert waits.
 */
export const priceAlertCursors = pgTable('price_alert_cursors', {
  marketId: integer('market_id')
    .primaryKey()
    .references(() => markets.id),
  seriesId: integer('series_id')
    .notNull()
    .references(() => priceSeries.id),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  at: instant('at').notNull(),
});

/** Refs of the firings of alerts, for messages. */
export const priceAlertRefs = pgSequence('price_alert_refs');
