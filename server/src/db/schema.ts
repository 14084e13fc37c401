/**
 * The tables of the exchange. `npm run db:generate -w server` turns a change here into a migration.
 *
 * Money is `numeric(38,18)`, read and written as decimal strings. Only `ledger/` writes the three `ledger_` tables
 * (held by lint).
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
} from 'drizzle-orm/pg-core';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

const money = (name: string) => numeric(name, { precision: 38, scale: 18 });
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'string' });
const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
const createdAt = () => instant('created_at').notNull().defaultNow();

/**
 * Which functions of `db/functions` the database has, and the SHA-256 of their texts: written by `functions.ts` alone.
 */
export const sqlFunctions = pgTable('sql_functions', {
  name: text('name').primaryKey(),
  hash: text('hash').notNull(),
});

/** One row: names this exchange among others that share its Redis. */
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
    /** When it was set or changed; null while there is none, and where it is older than this column. */
    fundPasswordAt: instant('fund_password_at'),
    /** After a password change withdrawals wait until here; null when nothing waits. */
    withdrawalsBlockedUntil: instant('withdrawals_blocked_until'),
    /** When a second factor was added, changed or removed last; null while none ever was. */
    factorsChangedAt: instant('factors_changed_at'),
    /** When the login password was changed; null while it is the one of the registration, and before this column. */
    passwordChangedAt: instant('password_changed_at'),
    /** Since when withdrawals go to what is known alone; null while they need not: `whitelist.ts`. */
    whitelistOnAt: instant('whitelist_on_at'),
    /** When it was asked to be off; it is on for the hours of the hold after that. */
    whitelistOffAskedAt: instant('whitelist_off_asked_at'),
    /** Since when the account is frozen, by the database's clock; null when it is not. */
    frozenAt: instant('frozen_at'),
    /** Stands in every message to the user; null until set. */
    antiPhishingCode: text('anti_phishing_code'),
    createdAt: createdAt(),
  },
  (table) => [
    index('users_invited_by')
      .on(table.invitedBy, table.id)
      .where(sql`invited_by is not null`),
    // Whoever invites was there before, so nobody is his own inviter over any number of steps.
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
    /** SHA-256 of the name that the browser keeps in a cookie. */
    deviceHash: text('device_hash'),
    createdAt: createdAt(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** When its user last proved, with two things, that he is the owner, and with which; null when he has not yet. */
    provedAt: instant('proved_at'),
    provedBy: text('proved_by'),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** Authenticator apps: one a user. */
export const totpFactors = pgTable('totp_factors', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Sealed: `secrets/secretBox.ts`. */
  secret: text('secret').notNull(),
  startedAt: instant('started_at').notNull().defaultNow(),
  /** When its first right code came; null while it is to be confirmed. */
  confirmedAt: instant('confirmed_at'),
  /** Of the last code that was taken: none of it or of one before is taken again. In 30 seconds since 1970. */
  lastStep: bigint('last_step', { mode: 'number' }),
});

/** What stands in for a lost authenticator app, each once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** SHA-256, hexadecimal: 80 random bits are not guessed. */
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/**
 * Wishes to have the second factors removed. `status`: `pending`, `approved` (the factors go at `effective_at`),
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
    /** From its approval until the factors go, as it was when it was asked for. */
    waitHours: integer('wait_hours').notNull(),
    /** From where it was asked for. */
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

/** Keys that stay in users' devices (WebAuthn). */
export const passkeys = pgTable(
  'passkeys',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** As the device names it, base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** What the device knows the user by, base64url: random, so that it tells nobody who he is. */
    userHandle: text('user_handle').notNull(),
    /** How often it signed, where the device counts; 0 where it does not. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How browsers reach it, as they told: words between commas. */
    transports: text('transports').notNull(),
    name: text('name').notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);

/** What passkeys are asked to sign: each for one purpose and one asker, and gone when it is used. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  challenge: text('challenge').primaryKey(),
  purpose: text('purpose').notNull(),
  /** The address of the exchange that it was asked at. */
  origin: text('origin').notNull(),
  /** Of a new passkey and of a proof. */
  sessionId: integer('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
  /** Of a login: the browser, as in `sessions`. */
  deviceHash: text('device_hash'),
  /** Of a new passkey. */
  userHandle: text('user_handle'),
  /** By the clock of the database. */
  expiresAt: instant('expires_at').notNull(),
});

/** Keys in security mails that freeze the account they were about: `freezeKeys.ts`. */
export const freezeKeys = pgTable(
  'freeze_keys',
  {
    /** SHA-256 of the key, hexadecimal; the key itself stands in the mail alone. */
    keyHash: text('key_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** What the mail told: a kind of security event. */
    event: text('event').notNull(),
    /** Both by the database's clock. */
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('freeze_keys_end').on(table.expiresAt)],
);

/** What users ask who want a freeze lifted. An operator decides. */
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

/** Fund passwords that were forgotten, and what becomes of the new ones: `fundReset.ts`. */
export const fundPasswordResets = pgTable(
  'fund_password_resets',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Of the new one, argon2id; null once it is in force or given up. */
    passwordHash: text('password_hash'),
    /** `pending` for a review, `waiting` until it works, `done`, `rejected` or `cancelled`. */
    status: text('status').notNull(),
    /** What proved the owner: `totp`, `passkey`, or `review`. */
    provedBy: text('proved_by').notNull(),
    /** From the proof until it works, as it was set when it was asked for. */
    waitHours: smallint('wait_hours').notNull(),
    worksAt: instant('works_at'),
    /** Of the session that asked. */
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

/** Guesses at passwords, by what they are counted by: `loginGuard.ts`. */
export const loginTries = pgTable('login_tries', {
  key: text('key').primaryKey(),
  /** Since the last pause of a day. */
  failures: smallint('failures').notNull(),
  /** Until when no further one is looked at. */
  freeAt: instant('free_at'),
  at: instant('at').notNull(),
});

/** Wrong second factors in a row, by who tried them: `factorGuesses.ts`. */
export const factorTries = pgTable(
  'factor_tries',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** A session, a known device, a known network, or all strangers together. */
    place: text('place').notNull(),
    failures: smallint('failures').notNull(),
    /** Until when no further one is looked at. */
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
    /** Who asked: an IPv4 address or the /64 of an IPv6 one, and the browser, as in `sessions`. */
    requestedByIp: text('requested_by_ip').notNull(),
    deviceHash: text('device_hash'),
    /** Wrong tries left to who asked, and to everybody else. */
    triesLeft: smallint('tries_left').notNull(),
    othersTriesLeft: smallint('others_tries_left').notNull().default(5),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('codes_address').on(table.address, table.purpose, table.id)],
);

/** What was mailed or texted; filled in the sandbox only. */
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
  /** The family's ids: BTC 1, ETH 2, USDT 3; others from 10. */
  id: integer('id').primaryKey(),
  name: text('name').notNull().unique(),
  /** What people call it, e.g. Bitcoin; null where nobody said. */
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
    /** A fraction of the last price that a limit may not pass; null where any price is taken. */
    priceBand: money('price_band'),
    ladderLevels: smallint('ladder_levels').notNull(),
    ladderHalfSpread: money('ladder_half_spread').notNull(),
    ladderStep: money('ladder_step').notNull(),
    ladderLevelNotional: money('ladder_level_notional').notNull(),
    /** The tick that the ladder consumption below belongs to; another tick means nothing is taken yet. */
    ladderTickSeq: bigint('ladder_tick_seq', { mode: 'number' }).notNull().default(0),
    ladderBidTaken: money('ladder_bid_taken').notNull().default('0'),
    ladderAskTaken: money('ladder_ask_taken').notNull().default('0'),
    /** Ticks of this series up to this place have reached every stop price that they reach. */
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
    /** What makes the feed the same feed: its chain of keys, or the replayed file's digest and start. */
    identity: text('identity').notNull(),
    /** What the feed needs to go on after a restart. */
    state: jsonb('state').$type<Readonly<Record<string, string | number>>>().notNull().default({}),
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull().default(0),
    lastPrice: money('last_price'),
    lastAt: instant('last_at'),
    /** When the last tick was written, by the database's clock; null before the first, or if older than this column. */
    writtenAt: instant('written_at'),
    /** Bars shorter than a day that begin before are still to be folded (`fold_past`); null: none are missing. */
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

/** Folds of the tick log, one row a bar. */
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

/**
 * Bars of markets with live prices, as a venue publishes them: for the times in which the exchange has none of its own.
 * Charts show them with their source; nothing is settled by them.
 */
export const pastCandles = pgTable(
  'past_candles',
  {
    marketId: integer('market_id')
      .notNull()
      .references(() => markets.id),
    period: text('period').notNull(),
    openedAt: instant('opened_at').notNull(),
    /** The venue. */
    source: text('source').notNull(),
    open: money('open').notNull(),
    high: money('high').notNull(),
    low: money('low').notNull(),
    close: money('close').notNull(),
    volume: money('volume').notNull(),
    turnover: numeric('turnover', { precision: 48, scale: 18 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.marketId, table.period, table.openedAt] })],
);

/** What ticks of live prices were made from, until it is in the public log: lines of an entry of quotes. */
export const tickInputs = pgTable(
  'tick_inputs',
  {
    seriesId: integer('series_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    body: text('body').notNull(),
  },
  (table) => [primaryKey({ columns: [table.seriesId, table.seq] })],
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
    /** Only the account that mirrors the world outside may be below zero: what users hold came from there. */
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

/** The journal: one row a ledger entry. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Our own unique names: `EntryKind` of `ledger/ledger.ts`. */
    kind: text('kind').notNull(),
    /** What the ledger entry belongs to, e.g. `order:17`. */
    reference: text('reference').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('ledger_entries_reference').on(table.reference),
    // Where a stretch of time begins in the journal: the worth of the last days is read no further back.
    index('ledger_entries_time').on(table.createdAt),
  ],
);

/** What a ledger entry does to an account: changes of its two parts, and both parts after it. */
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

/** First answers of money writes, by the id that the client made. */
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
    // Costs next to nothing for every order, and tells where the old ones are that go.
    index('client_requests_age').using('brin', table.createdAt),
  ],
);

/**
 * Where orders come to stand in the books: one number a transaction, and the numbers up to the next for what it places.
 */
export const spotRanks = pgSequence('spot_ranks', { increment: 1024 });

export const spotOrders = pgTable(
  'spot_orders',
  {
    /** Given under the market's lock. */
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
     * Stop-limit orders: the price, from which side it has to come (`rise`, `fall`), and the tick after which it
     * counts.
     */
    stopPrice: money('stop_price'),
    stopDirection: text('stop_direction'),
    stopSeriesId: integer('stop_series_id'),
    stopSeq: bigint('stop_seq', { mode: 'number' }),
    triggeredAt: instant('triggered_at'),
    /** Rank in time of the book; null while an order waits for its stop price, and so is not in the book. */
    rank: bigint('rank', { mode: 'number' }),
    /** Market orders: how far from the best price they may trade, as a fraction; null is any distance. */
    maxSlippage: money('max_slippage'),
    cancelReason: text('cancel_reason'),
    /** The order in whose place this one stands. No foreign key: that one may be forgotten. */
    replacesId: bigint('replaces_id', { mode: 'number' }),
    referencePrice: money('reference_price'),
    quantity: money('quantity').notNull(),
    filledQuantity: money('filled_quantity').notNull().default('0'),
    /** Quote that changed hands so far. */
    filledQuote: numeric('filled_quote', { precision: 48, scale: 18 }).notNull().default('0'),
    /** In the currency received. */
    fee: money('fee').notNull().default('0'),
    /** The fee before it is rounded: all places of amount times rate. */
    feeDue: numeric('fee_due').notNull().default('0'),
    makerFeeRate: money('maker_fee_rate').notNull(),
    takerFeeRate: money('taker_fee_rate').notNull(),
    /** What is still held for it, in the currency it gives away. */
    heldAmount: money('held_amount').notNull().default('0'),
    clientRequestId: uuid('client_request_id'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    // One a side, because their orders of price and age differ: each is read from its best order on, without sorting.
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
    // What `spot_forget` looks for.
    index('spot_orders_forgettable')
      .on(table.updatedAt)
      .where(sql`status = 'cancelled' and filled_quantity = 0`),
    uniqueIndex('spot_orders_request')
      .on(table.userId, table.clientRequestId)
      .where(sql`client_request_id is not null`),
  ],
);

/** How many orders of a user were cancelled without an execution and are forgotten, by the UTC day of their placing. */
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
    /** Whose order it is. */
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

/** The operator's terms of options, one row a version: added, never changed. */
export const optionVersions = pgTable('option_versions', {
  version: integer('version').primaryKey(),
  effectiveAt: instant('effective_at').notNull(),
  /** `OptionVersionTerms` of `modules/options/versions.ts`. */
  terms: jsonb('terms').notNull(),
  createdAt: createdAt(),
});

/**
 * Options that were bought. What a row says of the purchase is never changed, and its end is written once, by the
 * ticks alone: a trigger refuses everything else. There is no column that could hold a result before its tick.
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
    /** Its ticks alone settle it. */
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
    /** Its full terms, as on the wire, and their digest. */
    terms: jsonb('terms').notNull(),
    termsHash: text('terms_hash').notNull(),
    openSeq: bigint('open_seq', { mode: 'number' }).notNull(),
    openAt: instant('open_at').notNull(),
    openPrice: money('open_price').notNull(),
    purchasedAt: instant('purchased_at').notNull(),
    dueAt: instant('due_at').notNull(),
    clientRequestId: uuid('client_request_id'),
    /** `win`, `tie`, `lose` or `void`; null until it is settled, like all that follows. */
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
  /** In the address by which others may read it. */
  key: uuid('key').notNull().defaultRandom(),
  receipt: jsonb('receipt').notNull(),
});

/** Terms of contracts by version: added, and never changed. */
export const futuresVersions = pgTable('contract_versions', {
  version: integer('version').primaryKey(),
  effectiveAt: instant('effective_at').notNull(),
  terms: jsonb('terms').notNull(),
  createdAt: createdAt(),
});

/**
 * Positions and the orders for them. Money and prices that change while one is open, and none after its end: a trigger
 * refuses that.
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
    /** Its ticks alone move it. */
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
    /** Of an order; null of one that was opened at the market. */
    targetPrice: money('target_price'),
    stopProfit: money('stop_profit'),
    stopLoss: money('stop_loss'),
    /** With the spread; null until it is open, like the tick that opened it. */
    openPrice: money('open_price'),
    openSeq: bigint('open_seq', { mode: 'number' }),
    openAt: instant('open_at'),
    openTickPrice: money('open_tick_price'),
    originMargin: money('origin_margin').notNull(),
    margin: money('margin').notNull(),
    fee: money('fee').notNull(),
    /** What the house has set aside; 0 of an order that waits. */
    reserve: money('reserve').notNull(),
    addedMargin: money('added_margin').notNull().default('0'),
    overnightTotal: money('overnight_total').notNull().default('0'),
    /** The last midnight that it paid for. */
    nightPaid: instant('night_paid'),
    /** The last warning, in percent of the close-out level. */
    warned: smallint('warned'),
    /** Its full terms, as on the wire, and their digest. */
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
    /** Of which position this is the part that was closed. */
    parentId: bigint('parent_id', { mode: 'number' }).references((): AnyPgColumn => futuresPositions.id),
    clientRequestId: uuid('client_request_id'),
    /** The request that closed it with all others. */
    closedByRequest: uuid('closed_by_request'),
    submittedAt: instant('submitted_at').notNull(),
    openedAt: instant('opened_at'),
    endedAt: instant('ended_at'),
    /** Its user asked then to close it: the first tick from then on does. */
    closingFrom: instant('closing_from'),
    /** A tick at or below the one, at or above the other may do something to it; no other does. */
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

/** Up to which tick of a series positions were advanced, and the last midnight that all in it have paid for. */
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
  /** In the address by which others may read it. */
  key: uuid('key').notNull().defaultRandom(),
  receipt: jsonb('receipt').notNull(),
});

/** Numbers what users are told of positions: of one there may be several things to tell. */
export const futuresNewsIds = pgSequence('contract_news_id');

/**
 * Offerings of new coins. Their terms are never changed: a trigger refuses that. What is subscribed is kept with the row
 * that everybody locks who subscribes, so that nobody has to add it up.
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
    /** `OfferingTerms` as on the wire, and their digest. */
    terms: jsonb('terms').notNull(),
    termsHash: text('terms_hash').notNull(),
    startAt: instant('start_at').notNull(),
    endAt: instant('end_at').notNull(),
    /** What is said about the coin, by language. */
    texts: jsonb('texts').notNull(),
    isRecommended: boolean('is_recommended').notNull(),
    status: text('status').notNull().default('subscribing'),
    /** Of all orders that are not rejected or given up. */
    subscribed: money('subscribed').notNull().default('0'),
    subscribers: integer('subscribers').notNull().default(0),
    allottedAt: instant('allotted_at'),
    unlockAt: instant('unlock_at'),
    /** Coins. */
    allotted: money('allotted'),
    /** Up to which row of `offer_shares` the work of the status is done. */
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

/** Orders for new coins. */
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
    /** Held until it is decided. */
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

/** How an offer was allotted, a row a participant in the order of first orders: written once. In units of the coin. */
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
    /** By which he finds his own row, and nobody else's. */
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

/** Numbers what users are told of new coins: of one subscription there may be several things to tell. */
export const offeringNewsIds = pgSequence('offer_news_id');

/** Limits that users set themselves for options; no row where a user set none. */
export const optionLimits = pgTable('option_limits', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  dailyStake: money('daily_stake'),
  dailyLoss: money('daily_loss'),
  reminderMinutes: smallint('reminder_minutes'),
  /** Higher ones that wait until `nextFrom`; null there means that none wait. */
  nextDailyStake: money('next_daily_stake'),
  nextDailyLoss: money('next_daily_loss'),
  nextFrom: instant('next_from'),
});

/** Rates of rebates by version: added, and never changed. */
export const rebateVersions = pgTable('rebate_versions', {
  version: integer('version').primaryKey(),
  effectiveAt: instant('effective_at').notNull(),
  /** `RebateTerms` of `modules/referral/versions.ts`. */
  terms: jsonb('terms').notNull(),
  createdAt: createdAt(),
});

/** Who became a partner or is none any more, and why; the newest row of a user counts. Append-only. */
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
 * UTC days whose fees were shared out. A day is a stretch of the `fees` account's postings: it ends at `until_entry`,
 * and the next one goes on there, so that each fee is in one day.
 */
export const rebateDays = pgTable(
  'rebate_days',
  {
    currencyId: integer('currency_id')
      .notNull()
      .references(() => currencies.id),
    day: date('day').notNull(),
    untilEntry: bigint('until_entry', { mode: 'number' }).notNull(),
    /** All rebates of the day together, set aside in `fees`. */
    accrued: money('accrued').notNull(),
    closedAt: instant('closed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.currencyId, table.day] })],
);

/** What was paid to somebody at once in one currency. */
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
    /** In USDT then; null where no price was known. */
    worth: money('worth'),
    paidAt: instant('paid_at').notNull(),
  },
  (table) => [index('rebate_payments_user').on(table.userId, table.id), index('rebate_payments_time').on(table.paidAt)],
);

/** What of somebody's fees of a day goes to somebody who invited him, or those who did. It is paid once, or lapses. */
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
    /** From 1: the beneficiary invited the payer himself. */
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

/** Where somebody stands in the ranking of rebates; there is no row before his first one, or his first choice. */
export const rebateRanks = pgTable(
  'rebate_ranks',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    /** Whether others may see him there. */
    isRanked: boolean('is_ranked').notNull().default(true),
    /** All that was paid to him, in USDT then, and the payment that brought it there. */
    worth: money('worth').notNull().default('0'),
    paymentId: bigint('payment_id', { mode: 'number' }).references(() => rebatePayments.id),
  },
  (table) => [
    index('rebate_ranks_worth')
      .on(table.worth.desc(), table.paymentId)
      .where(sql`is_ranked and worth > 0`),
  ],
);

/** Files that users uploaded; the bytes lie under `DATA_DIR/uploads`. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Of the stored file, told by its content: `image/jpeg`, `image/png`, `image/webp`, `application/pdf`. */
    mediaType: text('media_type').notNull(),
    extension: text('extension').notNull(),
    bytes: integer('bytes').notNull(),
    /** Pixels; null for what is no picture. */
    width: integer('width'),
    height: integer('height'),
    sha256: text('sha256').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('uploads_user').on(table.userId, table.createdAt)],
);

/**
 * Ways into and out of the exchange, by the family's ids: BTC 1, ETH 2, USDT 3, bank 9999. Amounts are in units of the
 * settlement currency.
 */
export const fundingChannels = pgTable('funding_channels', {
  id: integer('id').primaryKey(),
  name: text('name').notNull().unique(),
  /** What is credited and debited: the coin itself, or USDT for the bank (1 USD is 1 USDT). */
  currencyId: integer('currency_id')
    .notNull()
    .references(() => currencies.id),
  isBank: boolean('is_bank').notNull().default(false),
  /** Digits after the point of an amount. */
  places: smallint('places').notNull(),
  depositMin: money('deposit_min').notNull(),
  withdrawalMin: money('withdrawal_min').notNull(),
  /** Percent of the amount, and the least that is taken. */
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
    /** Blocks after which a deposit counts as final. */
    confirmations: smallint('confirmations').notNull(),
    sort: integer('sort').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.channelId, table.chain] })],
);

/** Extended public keys that the sandbox made for itself; the private half never existed outside that moment. */
export const depositKeys = pgTable('deposit_keys', {
  /** `bitcoin`, `ethereum`, `tron`. */
  network: text('network').primaryKey(),
  xpub: text('xpub').notNull(),
  isTest: boolean('is_test').notNull(),
  createdAt: createdAt(),
});

/** Every deposit address that was ever shown to a user. */
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
    /** Null for the bank, as is the address. */
    chain: text('chain'),
    address: text('address'),
    amount: money('amount').notNull(),
    proofId: uuid('proof_id')
      .notNull()
      .references(() => uploads.id),
    /** Who paid, as the user wrote it. */
    payer: text('payer'),
    status: text('status').notNull().default('pending'),
    rejectReason: text('reject_reason'),
    /** The transaction, or the bank's reference, of the payment; null before it is passed, and in a sandbox. */
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
    // These and their like of other tables: an upload that nothing refers to goes.
    index('deposits_proof').on(table.proofId),
    uniqueIndex('deposits_request')
      .on(table.userId, table.clientRequestId)
      .where(sql`client_request_id is not null`),
    uniqueIndex('deposits_payment')
      .on(sql`coalesce(chain, 'bank')`, table.paymentId)
      .where(sql`payment_id is not null`),
  ],
);

/** Where users withdraw to. Deleting keeps the row, so that what was withdrawn there can be told. */
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

/** The bank card of a user: one each. */
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
 * Settings that follow their user to his devices; `value` is JSON, `version` rises with every change of any setting of
 * the user.
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
    /** The card as it was when the request came in; null for a chain. */
    bankCard: jsonb('bank_card').$type<Readonly<Record<string, string>>>(),
    /** Gross; fee and what arrives add up to it. */
    amount: money('amount').notNull(),
    fee: money('fee').notNull(),
    remark: text('remark').notNull().default(''),
    status: text('status').notNull().default('pending'),
    rejectReason: text('reject_reason'),
    /** The transaction, or the bank's reference, of the payment; null before it is passed, and in a sandbox. */
    paymentId: text('payment_id'),
    /** By when it arrives: request + 12 h. */
    deadlineAt: instant('deadline_at').notNull(),
    createdAt: createdAt(),
    /** When it was passed, rejected or cancelled. */
    closedAt: instant('closed_at'),
    clientRequestId: uuid('client_request_id'),
    /** Since when there were, as it was asked for: the session, the address or card, the fund password. */
    sessionAt: instant('session_at'),
    targetAt: instant('target_at'),
    fundPasswordAt: instant('fund_password_at'),
    /** The login password, since the registration at the latest, and the second factors; null without any. */
    passwordAt: instant('password_at'),
    factorsAt: instant('factors_at'),
    /** Of the session that asked: it is forgotten earlier than its withdrawal. */
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

/**
 * Identity checks as they were submitted; the newest of a level counts. `status`: `pending`, `verified`, `rejected`.
 */
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
    /** ISO 3166 alpha-2; the four of the basic level. */
    country: text('country'),
    fullName: text('full_name'),
    idNumber: text('id_number'),
    address: text('address'),
    /** The three of the advanced level. */
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
    // Of verified users alone: nobody keeps a number from its owner by submitting it.
    uniqueIndex('identity_checks_verified_number')
      .on(table.country, table.idNumber)
      .where(sql`level = 'basic' and status = 'verified'`),
    // Who else submitted a number, for its review.
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

/** Names security events, which have no row of their own. */
export const securityEventRefs = pgSequence('security_event_refs');

/**
 * What users are told: one row for each thing that happened, written in the transaction that made it happen, complete
 * then and never changed. A message of the message centre is such a row, and `<subject>:<ref>` names it everywhere.
 */
export const userEvents = pgTable(
  'user_events',
  {
    /** Tells events of one instant apart, the later written one being the higher. */
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /**
     * No foreign key: the subject's row says the same of the same user, and a check costs an order more than the row's
     * indexes do.
     */
    userId: integer('user_id').notNull(),
    /** `Subject` of `events/messageFacts.ts`, and the id of the subject's row. */
    subject: text('subject').notNull(),
    ref: bigint('ref', { mode: 'number' }).notNull(),
    category: text('category').notNull(),
    at: instant('at').notNull(),
    /** What its text names, as it was then. Text, because nothing looks into it and an order pays for the parsing. */
    facts: json('facts').notNull(),
  },
  (table) => [
    // Of each subject's row a user is told once, however often the telling is tried.
    primaryKey({ columns: [table.subject, table.ref] }),
    index('user_events_page').on(table.userId, table.category, table.at, table.id),
  ],
);

/**
 * Events that no node has told yet, a row for those of one subject that one transaction wrote. A mark on the event
 * instead would write the whole of it again, with its indexes.
 */
export const pendingEvents = pgTable('untold_events', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  subject: text('subject').notNull(),
  refs: bigint('refs', { mode: 'number' }).array().notNull(),
});

/** Until when a user has read his messages; all of them are unread where there is no row. */
export const messageReads = pgTable('message_reads', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  until: instant('until').notNull(),
});

/** Browsers that get pushes. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Goes with the session that it was made in. */
    sessionId: integer('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull(),
    /** The browser's key and secret, base64url. Who knows them has the browser; who knows the endpoint need not. */
    publicKey: text('public_key').notNull(),
    secret: text('secret').notNull(),
    /** The exchange's VAPID key that the browser subscribed with; no other one may push there. */
    serverKey: text('server_key').notNull(),
    categories: text('categories').array().notNull(),
    language: text('language').notNull(),
    hidesAmounts: boolean('hides_amounts').notNull(),
    /** What happened before is not pushed: when it was made, or when its categories were last changed. */
    since: instant('since').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('push_subscriptions_browser').on(table.endpoint, table.publicKey, table.secret),
    index('push_subscriptions_user').on(table.userId),
    index('push_subscriptions_session').on(table.sessionId),
  ],
);

/** What is to be done, and when: one row an effect, gone when it is done. Run by `due/`. */
export const dueWork = pgTable(
  'due_work',
  {
    /** What is done; a module declares it. */
    kind: text('kind').notNull(),
    /** On what; together with the kind it names the effect. */
    key: text('key').notNull(),
    dueAt: instant('due_at').notNull(),
    payload: jsonb('payload').$type<Readonly<Record<string, string | number>>>().notNull().default({}),
    /** How often it failed since it was done last. */
    failures: integer('failures').notNull().default(0),
    /**
     * Who works on it, where the effect is outside of the database, and until when nobody else may; by the clock of the
     * database.
     */
    lease: uuid('lease'),
    leasedUntil: instant('leased_until'),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] }), index('due_work_due').on(table.kind, table.dueAt)],
);

/** What operators and the sandbox's autopilot did. Append-only: triggers refuse everything but inserts. */
export const operatorActions = pgTable(
  'operator_actions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Who: the name of the operator, or `autopilot`. */
    operator: text('operator').notNull(),
    /** What, e.g. `withdrawals.approve`. */
    action: text('action').notNull(),
    /** On what, e.g. `withdrawal:17`. */
    subject: text('subject').notNull(),
    reason: text('reason'),
    /** Ids of the keys that signed for it, between commas; null where nobody signed. */
    keys: text('keys'),
    createdAt: createdAt(),
  },
  (table) => [index('operator_actions_subject').on(table.subject, table.id)],
);

/**
 * The support chat: one a user, in the order of ids, which is the order of commit within it. Never changed, never
 * removed.
 */
export const chatMessages = pgTable(
  'chat_messages',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** `user` or `operator`; which operator is in the audit log. */
    sender: text('sender').notNull(),
    /** Of the user's device; null for operators. */
    clientMessageId: uuid('client_message_id'),
    /** Plain text; may be empty beside a picture. */
    body: text('body').notNull(),
    /** Of the user, also when an operator sent it: he may look at it. */
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

/** Up to which message either side has read. */
export const chatReads = pgTable('chat_reads', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  byUser: bigint('by_user', { mode: 'number' }).notNull().default(0),
  byOperator: bigint('by_operator', { mode: 'number' }).notNull().default(0),
});

/** Notices, banners and help, by a name that stays. */
export const articles = pgTable('articles', {
  id: serial('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  /** `notice`, `banner` or `help`. */
  kind: text('kind').notNull(),
  /** Of help. */
  section: text('section'),
  sort: integer('sort').notNull().default(0),
  isPinned: boolean('is_pinned').notNull().default(false),
  /** A route of the app. */
  link: text('link'),
  author: text('author').notNull(),
  /** The path of a picture. */
  cover: text('cover'),
  status: text('status').notNull().default('published'),
  /** `builtin`: as the repository has it; `operator`: what starts of the exchange do not touch. */
  origin: text('origin').notNull(),
  /** SHA-256 of the files that it was made of. */
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
    /** Clean: made by `modules/news/renderArticle.ts`. */
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

/** What all users together have in a product, and since when it takes no more: a row a product, whatever its terms. */
export const trustProducts = pgTable(
  'trust_products',
  {
    product: integer('product').primaryKey(),
    hosted: money('hosted').notNull().default('0'),
    closedAt: instant('closed_at'),
  },
  (table) => [check('trust_products_hosted', sql`${table.hosted} >= 0`)],
);

/** Amounts in products. A trigger refuses changes of what was bought, fewer days paid, and any change after the end. */
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
    /** Of the whole term, set aside at the purchase. */
    interest: money('interest').notNull(),
    days: integer('days').notNull(),
    /** Its full terms, as on the wire, and their digest. */
    terms: jsonb('terms').notNull(),
    termsHash: text('terms_hash').notNull(),
    boughtAt: instant('bought_at').notNull(),
    /** The UTC date of `bought_at`, from which all days are counted. */
    boughtOn: date('bought_on').notNull(),
    paidDays: integer('paid_days').notNull().default(0),
    paid: money('paid').notNull().default('0'),
    /** When the next interest is paid; null after the end. */
    dueAt: instant('due_at'),
    status: text('status').notNull().default('hosting'),
    /** Of a redeemed one. */
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

/** Interest that was paid, a row for each order and day: nothing is paid twice, and no row is changed. */
export const trustInterest = pgTable(
  'trust_interest',
  {
    orderId: bigint('order_id', { mode: 'number' })
      .notNull()
      .references(() => trustOrders.id),
    day: integer('day').notNull(),
    userId: integer('user_id').notNull(),
    /** The UTC date that it is the interest of. */
    date: date('date').notNull(),
    amount: money('amount').notNull(),
    paidAt: instant('paid_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.day] }),
    index('trust_interest_user').on(table.userId, table.date, table.orderId),
  ],
);

/** What redeeming was said to cost, for as long as it holds. */
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
 * The public log (`log/`, C2SP tlog-tiles): one row an entry. Append-only, without gaps. An entry of prices has no text
 * here: it is built from `ticks` whenever it is asked for, so a tick that was changed no longer fits its hash.
 */
export const logEntries = pgTable(
  'log_entries',
  {
    /** From 0. */
    idx: bigint('idx', { mode: 'number' }).primaryKey(),
    kind: text('kind').notNull(),
    sealedAt: instant('sealed_at').notNull(),
    leafHash: bytes('leaf_hash').notNull(),
    /** Of an entry of prices: series, first seq and count, one after the other. */
    ranges: bigint('ranges', { mode: 'number' }).array(),
    /** Of any other entry. */
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

/** What was signed: all of the last hour, and the first of each minute before. */
export const logCheckpoints = pgTable(
  'log_checkpoints',
  {
    size: bigint('size', { mode: 'number' }).primaryKey(),
    root: bytes('root').notNull(),
    /** The signed note. */
    note: text('note').notNull(),
    signedAt: instant('signed_at').notNull(),
    /** The first of its minute: it is never forgotten. */
    isKept: boolean('is_kept').notNull(),
  },
  (table) => [
    index('log_checkpoints_forgotten')
      .on(table.signedAt)
      .where(sql`not is_kept`),
  ],
);

/** Series of prices that are in the log, and up to where. What came before `first_seq` is history, and not in it. */
export const logSeries = pgTable('log_series', {
  seriesId: integer('series_id')
    .primaryKey()
    .references(() => priceSeries.id),
  firstSeq: bigint('first_seq', { mode: 'number' }).notNull(),
  loggedSeq: bigint('logged_seq', { mode: 'number' }).notNull(),
});

/**
 * What the log commits to, blinded: the terms of contracts and the random bytes that hide them, which their owner gets
 * with the receipt. Only `idx` ever changes, once.
 */
export const logCommits = pgTable(
  'log_commits',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').notNull(),
    /** Of an option its id. */
    subject: bigint('subject', { mode: 'number' }).notNull(),
    nonce: bytes('nonce').notNull(),
    terms: text('terms').notNull(),
    /** The entry that it is in; null while it waits. */
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
 * Entries that wait for the log, written in the transactions that cause them: the sequencer takes them in their order. The
 * body is that of `log/pending.ts`, and stays when the entry is in the log.
 */
export const logPending = pgTable(
  'log_pending',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').notNull(),
    body: text('body').notNull(),
    /** Where it is in the log; null while it waits. Set once. */
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
 * Logs that were begun after another one (`operator log new`). The places (`idx`, `n`, `size`) of the log with number n
 * begin at n * 2^40; that of the first one, which has no row here, is 0.
 */
export const logSuccessors = pgTable('log_successors', {
  log: smallint('log').primaryKey(),
  origin: text('origin').notNull().unique(),
  reason: text('reason').notNull(),
  /** What was last published of the log before. */
  predecessorOrigin: text('predecessor_origin').notNull(),
  predecessorSize: bigint('predecessor_size', { mode: 'number' }).notNull(),
  predecessorRoot: bytes('predecessor_root').notNull(),
  begunAt: instant('begun_at').notNull(),
});

/** Keys that sign logs, each since an instant; the one before it signs for a time too. */
export const logKeys = pgTable(
  'log_keys',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    log: smallint('log').notNull(),
    vkey: text('vkey').notNull(),
    since: instant('since').notNull(),
    /** The entry that names it, without which it signs nothing; null of a log's first key. */
    pendingId: bigint('pending_id', { mode: 'number' }).references(() => logPending.id),
  },
  (table) => [unique('log_keys_vkey').on(table.log, table.vkey)],
);

/** Logs that do not go on: a witness saw another history, or the database is older. Nothing is bought meanwhile. */
export const logHalts = pgTable('log_halts', {
  log: smallint('log').primaryKey(),
  reason: text('reason').notNull(),
  at: instant('at').notNull(),
  /** Whether it ends by itself, once the log can go on. */
  lifts: boolean('lifts').notNull().default(false),
});

/** What each witness said last of a log. */
export const logWitnesses = pgTable(
  'log_witnesses',
  {
    log: smallint('log').notNull(),
    vkey: text('vkey').notNull(),
    /** The entries that it cosigned, and when by its own clock; null before the first time. */
    size: bigint('size', { mode: 'number' }),
    cosignedAt: instant('cosigned_at'),
    state: text('state').notNull(),
  },
  (table) => [primaryKey({ columns: [table.log, table.vkey] })],
);

/** The newest checkpoint of a log that the quorum cosigned, and when the last of those did that the quorum needs. */
export const logCosigned = pgTable('log_cosigned', {
  log: smallint('log').primaryKey(),
  size: bigint('size', { mode: 'number' }).notNull(),
  note: text('note').notNull(),
  cosignedAt: instant('cosigned_at').notNull(),
});

/** What names a user's leaves in snapshots of liabilities, 32 random bytes: known to the exchange alone. */
export const liabilitySecrets = pgTable('liability_secrets', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  secret: bytes('secret').notNull(),
});

/** Snapshots of what users are owed; the totals are in the entry of the log. Never changed, never forgotten. */
export const liabilitySnapshots = pgTable('liability_snapshots', {
  /** As in the log: from 1, without gaps. */
  id: bigint('id', { mode: 'number' }).primaryKey(),
  /** The beginning of the stretch of time that it is the one of. */
  periodAt: instant('period_at').notNull().unique(),
  /** When balances were read. */
  takenAt: instant('taken_at').notNull(),
  pendingId: bigint('pending_id', { mode: 'number' })
    .notNull()
    .unique()
    .references(() => logPending.id),
});

/** The sum tree of a snapshot, 64 nodes a row at every sixth height: forgotten after 90 days, changed never. */
export const liabilityTiles = pgTable(
  'liability_tiles',
  {
    snapshotId: bigint('snapshot_id', { mode: 'number' })
      .notNull()
      .references(() => liabilitySnapshots.id),
    level: smallint('level').notNull(),
    n: integer('n').notNull(),
    /** Of each node its hash and its sums. */
    nodes: bytes('nodes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.snapshotId, table.level, table.n] })],
);

/** Which leaves of a snapshot are whose: private, and forgotten with the tree. */
export const liabilityOwners = pgTable(
  'liability_owners',
  {
    snapshotId: bigint('snapshot_id', { mode: 'number' })
      .notNull()
      .references(() => liabilitySnapshots.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** E-mail or phone, as they were then. */
    contact: text('contact').notNull(),
    /** By chunk. */
    leaves: integer('leaves').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.snapshotId, table.userId] })],
);

/** Who signs commands of the operator's tool. Keys are revoked and never removed. */
export const operatorKeys = pgTable('operator_keys', {
  /** The first 16 hexadecimal digits of the SHA-256 of the public key. */
  id: text('id').primaryKey(),
  /** The person; may have several keys. */
  name: text('name').notNull(),
  /** Ed25519, 32 bytes in base64. */
  publicKey: text('public_key').notNull().unique(),
  rights: text('rights').array().notNull(),
  /** Commands must be signed from this key on, whatever the settings of a later tool say. */
  isBinding: boolean('is_binding').notNull(),
  createdAt: createdAt(),
  revokedAt: instant('revoked_at'),
});

/** What the exchange gave to be signed with a command: for a minute, and once. */
export const operatorNonces = pgTable('operator_nonces', {
  nonce: text('nonce').primaryKey(),
  createdAt: createdAt(),
});

/** Commands that wait for a second operator, and what became of them. */
export const operatorApprovals = pgTable('operator_approvals', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** Who asked. */
  operator: text('operator').notNull(),
  keyId: text('key_id')
    .notNull()
    .references(() => operatorKeys.id),
  words: jsonb('words').$type<readonly string[]>().notNull(),
  /** The files that the words name: path, SHA-256 and what stood in them. */
  files: jsonb('files')
    .$type<readonly { readonly path: string; readonly sha256: string; readonly text: string }[]>()
    .notNull(),
  /** What the first saw of what the command is about, and its SHA-256. */
  seen: text('seen').notNull(),
  digest: text('digest').notNull(),
  createdAt: createdAt(),
  expiresAt: instant('expires_at').notNull(),
  /** Set once, before the command runs: so it runs at most once. */
  confirmedAt: instant('confirmed_at'),
  confirmedKeyId: text('confirmed_key_id').references(() => operatorKeys.id),
  /** What the command answered. */
  outcome: text('outcome'),
});

/**
 * The audit log as the public log has it: each line's place and the hash of all up to it. Row 0 holds the secret that
 * hashes are made with. Append-only.
 */
export const auditChain = pgTable('audit_chain', {
  n: bigint('n', { mode: 'number' }).primaryKey(),
  actionId: bigint('action_id', { mode: 'number' }).notNull().unique(),
  hash: bytes('hash').notNull(),
});

/**
 * What users' coins cost, as far as the journal is folded: kept so that it is not read from its beginning each time,
 * and made anew from it at any time (`wallet/cost.ts`).
 */
export const costBooks = pgTable('cost_books', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  /** The last entry that is in it. */
  entryId: bigint('entry_id', { mode: 'number' }).notNull(),
  /** A `CostBook`; by what was known when each entry was folded. */
  book: jsonb('book').$type<Readonly<Record<string, unknown>>>().notNull(),
});

/** What one USDT is worth in money of states, as operators say, by days (UTC). The last row of a day counts. */
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
 * What users want to be told of prices. An alert that waits compares each tick of its market's series after one place
 * with its threshold; it fires by a change of its row, in the transaction that writes the message.
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
    /** That a percent is counted in; 0 of a price. */
    minutes: integer('minutes').notNull(),
    /** A price, or a percent. */
    threshold: money('threshold').notNull(),
    isRepeating: boolean('is_repeating').notNull(),
    status: text('status').notNull(),
    /** Ticks of this series after this place count. */
    seriesId: integer('series_id')
      .notNull()
      .references(() => priceSeries.id),
    afterSeq: bigint('after_seq', { mode: 'number' }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** Of the last tick that it fired at; null of one that never did. */
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

/** Up to which tick the alerts of a market were compared; may lag behind, never runs ahead. None where none waits. */
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

/** Names each time that an alert fired, in messages. */
export const priceAlertRefs = pgSequence('price_alert_refs');
