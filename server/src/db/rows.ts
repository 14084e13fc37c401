/**
 * Types of the columns, made from a fresh database by `schema.test.ts`, which holds them current. A value has the type
 * in which our statements select it: 64-bit and decimal numbers as text, instants as ISO text.
 */
import type {
  AddressId,
  ArticleId,
  ChannelId,
  CurrencyId,
  DepositId,
  MarketId,
  OfferingId,
  PasskeyId,
  SessionId,
  SubscriptionId,
  UserId,
  WithdrawalId,
} from '@halyard/contract/ids';

type Tables = {
  article_texts: {
    article_id: ArticleId;
    language: string;
    title: string;
    summary: string;
    html: string;
  };
  articles: {
    id: ArticleId;
    slug: string;
    kind: string;
    section: string | null;
    sort: number;
    is_pinned: boolean;
    link: string | null;
    author: string;
    cover: string | null;
    status: string;
    origin: string;
    digest: string;
    published_at: string;
    updated_at: string;
  };
  audit_chain: {
    n: string;
    action_id: string;
    hash: Uint8Array;
  };
  bank_cards: {
    user_id: UserId;
    holder: string;
    bank_name: string;
    account_number: string;
    branch: string;
    bank_address: string;
    swift: string;
    iban: string;
    payee_address: string;
    postal_code: string;
    updated_at: string;
  };
  candles: {
    series_id: number;
    period: string;
    opened_at: string;
    open: string;
    high: string;
    low: string;
    close: string;
    volume: string;
    turnover: string;
    last_seq: string;
  };
  chat_messages: {
    id: string;
    user_id: UserId;
    sender: 'user' | 'operator';
    client_message_id: string | null;
    body: string;
    picture_id: string | null;
    created_at: string;
  };
  chat_reads: {
    user_id: UserId;
    by_user: string;
    by_operator: string;
  };
  client_requests: {
    user_id: UserId;
    request_id: string;
    body_hash: string;
    answer: unknown;
    created_at: string;
  };
  closed_accounts: {
    user_id: UserId;
    email: string | null;
    phone: string | null;
    closed_at: string;
    keep_until: string;
  };
  codes: {
    id: number;
    address: string;
    purpose: string;
    code_hash: string;
    requested_by_ip: string;
    tries_left: number;
    created_at: string;
    expires_at: string;
    used_at: string | null;
    device_hash: string | null;
    others_tries_left: number;
  };
  convert_plan_runs: {
    id: string;
    plan_id: string;
    user_id: UserId;
    due_at: string;
    at: string;
    skipped: 'balance' | 'frozen' | 'country' | 'house' | 'missed' | null;
    convert_id: string | null;
    spread: string | null;
  };
  convert_plans: {
    id: string;
    user_id: UserId;
    currency_id: CurrencyId;
    amount: string;
    every: 'day' | 'week' | 'month';
    day: number | null;
    hour: number;
    status: 'active' | 'paused' | 'ended';
    reason: 'user' | 'skips' | 'delisted' | 'closed' | null;
    next_at: string | null;
    waits: 'halted' | 'suspended' | 'stale' | null;
    skips: number;
    created_at: string;
    ended_at: string | null;
  };
  convert_quotes: {
    id: string;
    user_id: UserId;
    rows: unknown;
    created_at: string;
    valid_until: string;
  };
  converts: {
    id: string;
    user_id: UserId;
    quote_id: string;
    market_id: MarketId;
    side: 'buy' | 'sell';
    price: string;
    base_amount: string;
    quote_amount: string;
    created_at: string;
  };
  cost_books: {
    user_id: UserId;
    entry_id: string;
    book: unknown;
  };
  country_rules: {
    country: string;
    is_registration_off: boolean;
    products_off: readonly string[];
    reason: string;
    changed_at: string;
  };
  currencies: {
    id: CurrencyId;
    name: string;
    is_spot: boolean;
    is_futures: boolean;
    is_option: boolean;
    sort: number;
    title: string | null;
  };
  data_exports: {
    id: string;
    user_id: UserId;
    file: string;
    bytes: string | null;
    requested_at: string;
    ready_at: string | null;
    expires_at: string | null;
  };
  deposit_addresses: {
    id: number;
    user_id: UserId;
    network: string;
    address: string;
    path: string;
    key_fingerprint: string;
    created_at: string;
  };
  deposit_keys: {
    network: string;
    xpub: string;
    is_test: boolean;
    created_at: string;
  };
  deposits: {
    id: DepositId;
    user_id: UserId;
    channel_id: ChannelId;
    chain: string | null;
    address: string | null;
    amount: string;
    proof_id: string | null;
    payer: string | null;
    status: string;
    reject_reason: string | null;
    created_at: string;
    reviewed_at: string | null;
    client_request_id: string | null;
    payment_id: string | null;
    sent_payment_id: string | null;
  };
  exchange: {
    id: string;
    node_key: Uint8Array;
  };
  factor_resets: {
    id: number;
    user_id: UserId;
    status: string;
    wait_hours: number;
    ip: string | null;
    user_agent: string | null;
    reject_reason: string | null;
    created_at: string;
    reviewed_at: string | null;
    effective_at: string | null;
    ended_at: string | null;
  };
  factor_tries: {
    user_id: UserId;
    place: string;
    failures: number;
    free_at: string | null;
  };
  fee_volumes: {
    user_id: UserId;
    volume: string;
  };
  freeze_keys: {
    key_hash: string;
    user_id: UserId;
    event: string;
    created_at: string;
    expires_at: string;
  };
  fund_password_resets: {
    id: number;
    user_id: UserId;
    password_hash: string | null;
    status: string;
    proved_by: string;
    wait_hours: number;
    works_at: string | null;
    session_at: string | null;
    session_user_agent: string | null;
    session_ip: string | null;
    reject_reason: string | null;
    created_at: string;
    closed_at: string | null;
  };
  funding_chains: {
    channel_id: ChannelId;
    chain: string;
    confirmations: number;
    sort: number;
    explorer: string | null;
  };
  funding_channels: {
    id: ChannelId;
    name: string;
    currency_id: CurrencyId;
    is_bank: boolean;
    places: number;
    deposit_min: string;
    withdrawal_min: string;
    withdrawal_fee_percent: string;
    withdrawal_fee_min: string;
    sort: number;
  };
  futures_cursors: {
    series_id: number;
    seq: string;
    at: string;
    price: string;
    overnight_at: string | null;
  };
  futures_positions: {
    id: string;
    user_id: UserId;
    market_id: MarketId;
    series_id: number;
    currency_id: CurrencyId;
    side: 'long' | 'short';
    mode: 'isolated' | 'cross';
    leverage: number;
    lots: number;
    quantity: string;
    target_price: string | null;
    stop_profit: string | null;
    stop_loss: string | null;
    open_price: string | null;
    open_seq: string | null;
    open_at: string | null;
    open_tick_price: string | null;
    origin_margin: string;
    margin: string;
    fee: string;
    reserve: string;
    added_margin: string;
    overnight_total: string;
    overnight_paid: string | null;
    warned: number | null;
    terms: unknown;
    terms_hash: string;
    status: 'pending' | 'trading' | 'closed' | 'cancelled';
    close_reason: string | null;
    close_seq: string | null;
    close_at: string | null;
    close_price: string | null;
    profit: string | null;
    returned: string | null;
    shortfall: string | null;
    parent_id: string | null;
    client_request_id: string | null;
    submitted_at: string;
    opened_at: string | null;
    ended_at: string | null;
    trigger_low: string | null;
    trigger_high: string | null;
    closed_by_request: string | null;
    closing_from: string | null;
  };
  futures_receipts: {
    position_id: string;
    receipt: unknown;
    key: string;
  };
  futures_versions: {
    version: number;
    effective_at: string;
    terms: unknown;
    created_at: string;
  };
  granted_limits: {
    user_id: UserId;
    limits: unknown;
    granted_at: string;
  };
  halts: {
    id: string;
    source: string;
    subject: string;
    market_id: MarketId | null;
    reason: string;
    since: string;
    expires_at: string | null;
    ended_at: string | null;
  };
  house_takes: {
    id: number;
    account: string;
    currency_id: CurrencyId;
    amount: string;
    announced_at: string;
    due_at: string;
    ended_at: string | null;
    taken: string | null;
  };
  identity_checks: {
    id: number;
    user_id: UserId;
    level: string;
    status: string;
    country: string | null;
    full_name: string | null;
    id_number: string | null;
    address: string | null;
    front_id: string | null;
    back_id: string | null;
    holding_id: string | null;
    reject_reason: string | null;
    created_at: string;
    reviewed_at: string | null;
    released_at: string | null;
  };
  jobs: {
    kind: string;
    key: string;
    due_at: string;
    payload: unknown;
    failures: number;
    lease: string | null;
    leased_until: string | null;
  };
  ledger_accounts: {
    id: number;
    user_id: UserId | null;
    kind: string;
    currency_id: CurrencyId;
    available: string;
    held: string;
    may_be_negative: boolean;
  };
  ledger_checks: {
    id: string;
    at: string;
    faults: number;
  };
  ledger_closings: {
    account_id: number;
    month: string;
    available: string;
    held: string;
  };
  ledger_entries: {
    id: string;
    kind: string;
    reference: string;
    created_at: string;
  };
  ledger_months: {
    month: string;
    last_entry: string;
    closed_at: string;
  };
  ledger_postings: {
    entry_id: string;
    account_id: number;
    available: string;
    held: string;
    available_after: string;
    held_after: string;
  };
  liability_owners: {
    snapshot_id: string;
    user_id: UserId;
    contact: string;
    leaves: string;
  };
  liability_secrets: {
    user_id: UserId;
    secret: Uint8Array;
  };
  liability_snapshots: {
    id: string;
    period_at: string;
    taken_at: string;
    pending_id: string;
  };
  liability_tiles: {
    snapshot_id: string;
    level: number;
    n: number;
    nodes: Uint8Array;
  };
  limit_versions: {
    version: number;
    effective_at: string;
    terms: unknown;
    created_at: string;
  };
  log_checkpoints: {
    size: string;
    note: string;
    signed_at: string;
    is_kept: boolean;
  };
  log_commits: {
    id: string;
    kind: string;
    subject: string;
    nonce: Uint8Array;
    terms: string;
    idx: string | null;
  };
  log_cosigned: {
    log: number;
    size: string;
    note: string;
    cosigned_at: string;
  };
  log_entries: {
    idx: string;
    kind: string | null;
    sealed_at: string;
    leaf_hash: Uint8Array;
    ranges: Uint8Array | null;
    body: string | null;
  };
  log_halts: {
    log: number;
    reason: string;
    at: string;
    lifts: boolean;
    stops_money: boolean;
    is_disk_full: boolean;
  };
  log_keys: {
    id: string;
    log: number;
    vkey: string;
    since: string;
    pending_id: string | null;
  };
  log_nodes: {
    level: number;
    n: string;
    hash: Uint8Array;
  };
  log_pending: {
    id: string;
    kind: string;
    body: string;
    idx: string | null;
  };
  log_series: {
    series_id: number;
    first_seq: string;
    logged_seq: string;
  };
  log_successors: {
    log: number;
    origin: string;
    reason: string;
    predecessor_origin: string;
    predecessor_size: string;
    predecessor_root: Uint8Array;
    begun_at: string;
  };
  log_witnesses: {
    log: number;
    vkey: string;
    size: string | null;
    cosigned_at: string | null;
    state: string;
  };
  login_tries: {
    key: string;
    failures: number;
    free_at: string | null;
    at: string;
  };
  markets: {
    id: MarketId;
    symbol: string;
    base_id: CurrencyId;
    quote_id: CurrencyId;
    price_precision: number;
    quantity_precision: number;
    min_quantity: string;
    min_notional: string;
    maker_fee_rate: string;
    taker_fee_rate: string;
    ladder_levels: number;
    ladder_half_spread: string;
    ladder_step: string;
    ladder_level_notional: string;
    ladder_tick_seq: string;
    ladder_bid_taken: string;
    ladder_ask_taken: string;
    is_displayed: boolean;
    status: string;
    sort: number;
    series_id: number | null;
    price_band: string | null;
    stops_series_id: number | null;
    stops_seq: string;
    price_max_age_seconds: number;
    ladder_delay_ms: number;
    delists_at: string | null;
    delisted_at: string | null;
  };
  message_reads: {
    user_id: UserId;
    until: string;
  };
  money_rates: {
    id: string;
    currency: string;
    per_usdt: string;
    day: string;
    operator: string;
    created_at: string;
  };
  offering_shares: {
    offering_id: OfferingId;
    row: number;
    user_id: UserId;
    salt: string;
    demand: string;
    cap: string | null;
    units: string;
  };
  offering_subscriptions: {
    id: SubscriptionId;
    offering_id: OfferingId;
    user_id: UserId;
    amount: string;
    status: 'pending' | 'passed' | 'rejected' | 'cancelled' | 'locked' | 'completed';
    reason: string | null;
    coins: string | null;
    interest: string | null;
    paid: string | null;
    client_request_id: string | null;
    created_at: string;
    updated_at: string;
  };
  offerings: {
    id: OfferingId;
    coin_id: CurrencyId;
    currency_id: CurrencyId;
    terms: unknown;
    terms_hash: string;
    start_at: string;
    end_at: string;
    texts: unknown;
    is_recommended: boolean;
    status: 'subscribing' | 'allotting' | 'locked' | 'delivered' | 'withdrawing' | 'withdrawn';
    subscribed: string;
    subscribers: number;
    allotted_at: string | null;
    unlock_at: string | null;
    allotted: string | null;
    done_row: number;
    withdraw_reason: string | null;
    created_at: string;
    updated_at: string;
  };
  operator_actions: {
    id: string;
    operator: string;
    action: string;
    subject: string;
    reason: string | null;
    created_at: string;
    keys: string | null;
  };
  operator_approvals: {
    id: string;
    operator: string;
    key_id: string;
    words: unknown;
    files: unknown;
    seen: string;
    digest: string;
    created_at: string;
    expires_at: string;
    confirmed_at: string | null;
    confirmed_key_id: string | null;
    outcome: string | null;
  };
  operator_keys: {
    id: string;
    name: string;
    public_key: string;
    rights: readonly string[];
    is_binding: boolean;
    created_at: string;
    revoked_at: string | null;
  };
  operator_nonces: {
    nonce: string;
    created_at: string;
  };
  option_limits: {
    user_id: UserId;
    daily_stake: string | null;
    daily_loss: string | null;
    reminder_minutes: number | null;
    next_daily_stake: string | null;
    next_daily_loss: string | null;
    next_from: string | null;
  };
  option_receipts: {
    option_id: string;
    receipt: unknown;
    key: string;
  };
  option_results: {
    market_id: MarketId;
    kind: string;
    seconds: number;
    version: number;
    currency: string;
    ratio: string | null;
    won: string;
    lost: string;
    tied: string;
    voided: string;
    expected: string;
    variance: string;
  };
  option_sides: {
    currency_id: CurrencyId;
    market_id: MarketId;
    direction: string;
    options: number;
    stake: string;
    payout: string;
  };
  option_versions: {
    version: number;
    effective_at: string;
    terms: unknown;
    created_at: string;
  };
  options: {
    id: string;
    user_id: UserId;
    market_id: MarketId;
    series_id: number;
    currency_id: CurrencyId;
    direction: 'up' | 'down' | 'even';
    seconds: number;
    stake: string;
    fee: string;
    payout: string;
    terms: unknown;
    terms_hash: string;
    open_seq: string;
    open_at: string;
    open_price: string;
    purchased_at: string;
    due_at: string;
    client_request_id: string | null;
    result: 'win' | 'tie' | 'lose' | 'void' | null;
    void_reason: string | null;
    before_seq: string | null;
    before_at: string | null;
    before_price: string | null;
    end_seq: string | null;
    end_at: string | null;
    end_price: string | null;
    settled_at: string | null;
  };
  outbox: {
    id: number;
    channel: string;
    address: string;
    subject: string;
    body: string;
    created_at: string;
  };
  passkey_challenges: {
    challenge: string;
    purpose: string;
    origin: string;
    session_id: SessionId | null;
    device_hash: string | null;
    user_handle: string | null;
    expires_at: string;
  };
  passkeys: {
    id: PasskeyId;
    user_id: UserId;
    credential_id: string;
    public_key: string;
    user_handle: string;
    counter: string;
    transports: string;
    name: string;
    created_at: string;
    last_used_at: string | null;
  };
  past_candles: {
    market_id: MarketId;
    period: string;
    opened_at: string;
    source: string;
    open: string;
    high: string;
    low: string;
    close: string;
    volume: string;
    turnover: string;
  };
  pending_events: {
    id: string;
    subject: string;
    refs: string;
  };
  price_alert_cursors: {
    market_id: MarketId;
    series_id: number;
    seq: string;
    at: string;
  };
  price_alerts: {
    id: string;
    user_id: UserId;
    market_id: MarketId;
    kind: 'above' | 'below' | 'rise' | 'fall';
    minutes: number;
    threshold: string;
    is_repeating: boolean;
    status: 'active' | 'resting' | 'fired';
    series_id: number;
    after_seq: string;
    created_at: string;
    fired_at: string | null;
    fired_price: string | null;
  };
  price_series: {
    id: number;
    market_id: MarketId;
    source: string;
    identity: string;
    state: unknown;
    last_seq: string;
    last_price: string | null;
    last_at: string | null;
    created_at: string;
    folded_from: string | null;
    written_at: string | null;
  };
  push_subscriptions: {
    id: number;
    user_id: UserId;
    session_id: SessionId;
    endpoint: string;
    public_key: string;
    secret: string;
    server_key: string;
    categories: readonly string[];
    language: string;
    hides_amounts: boolean;
    since: string;
    created_at: string;
  };
  rebate_days: {
    currency_id: CurrencyId;
    day: string;
    until_entry: string;
    accrued: string;
    closed_at: string;
  };
  rebate_partners: {
    id: number;
    user_id: UserId;
    is_partner: boolean;
    reason: string;
    at: string;
  };
  rebate_payments: {
    id: string;
    user_id: UserId;
    currency_id: CurrencyId;
    value: string;
    worth: string | null;
    paid_at: string;
  };
  rebate_ranks: {
    user_id: UserId;
    is_ranked: boolean;
    worth: string;
    payment_id: string | null;
  };
  rebate_versions: {
    version: number;
    effective_at: string;
    terms: unknown;
    created_at: string;
  };
  rebates: {
    id: string;
    day: string;
    beneficiary_id: UserId;
    payer_id: UserId;
    generation: number;
    currency_id: CurrencyId;
    fees: string;
    rate: string;
    value: string;
    payment_id: string | null;
    lapsed_at: string | null;
  };
  recovery_codes: {
    user_id: UserId;
    code_hash: string;
    used_at: string | null;
  };
  result_books: {
    user_id: UserId;
    month: string;
    entry_id: string;
    book: unknown;
    usdt: string;
  };
  result_months: {
    user_id: UserId;
    month: string;
    utc_offset: number;
    results: unknown;
  };
  rule_documents: {
    name: string;
    version: string;
    sha256: string;
    text: string;
    pending_id: string;
  };
  sessions: {
    id: SessionId;
    user_id: UserId;
    token_hash: string;
    user_agent: string | null;
    ip: string | null;
    created_at: string;
    last_seen_at: string;
    expires_at: string;
    revoked_at: string | null;
    device_hash: string | null;
    proved_at: string | null;
    proved_by: string | null;
    next_token_hash: string | null;
  };
  spot_fills: {
    id: string;
    market_id: MarketId;
    taker_side: string;
    taker_order_id: string | null;
    maker_order_id: string | null;
    price: string;
    quantity: string;
    taker_fee: string;
    maker_fee: string;
    created_at: string;
    taker_user_id: number | null;
    maker_user_id: number | null;
  };
  spot_forgotten_orders: {
    user_id: UserId;
    day: string;
    market_id: MarketId;
    side: string;
    order_type: string;
    orders: number;
  };
  spot_orders: {
    id: string;
    user_id: UserId;
    market_id: MarketId;
    side: string;
    order_type: string;
    status: string;
    price: string | null;
    reference_price: string | null;
    quantity: string;
    filled_quantity: string;
    filled_quote: string;
    fee: string;
    maker_fee_rate: string;
    taker_fee_rate: string;
    held_amount: string;
    client_request_id: string | null;
    created_at: string;
    updated_at: string;
    time_in_force: string;
    is_post_only: boolean;
    stop_price: string | null;
    stop_direction: string | null;
    stop_series_id: number | null;
    stop_seq: string | null;
    triggered_at: string | null;
    rank: string | null;
    cancel_reason: string | null;
    replaces_id: string | null;
    fee_due: string;
    max_slippage: string | null;
    ladder_from: string | null;
    ladder_limit: string | null;
    group_id: string | null;
    leg: string | null;
    exits: unknown;
    exited: string | null;
    expires_at: string | null;
    trail_fraction: string | null;
    trail_amount: string | null;
    activation_price: string | null;
    trail_id: string | null;
    trail_extreme: string | null;
    trail_reached: string | null;
  };
  spot_trail_marks: {
    market_id: MarketId;
    series_id: number;
    seq: string;
  };
  spot_trails: {
    id: string;
    market_id: MarketId;
    series_id: number;
    side: string;
    extreme: string;
    orders: number;
  };
  sql_functions: {
    name: string;
    hash: string;
  };
  tick_inputs: {
    series_id: number;
    seq: string;
    body: string;
  };
  ticks: {
    series_id: number;
    seq: string;
    at: string;
    price: string;
    quantity: string;
  };
  totp_factors: {
    user_id: UserId;
    secret: string;
    started_at: string;
    confirmed_at: string | null;
    last_step: string | null;
  };
  traded_volumes: {
    user_id: UserId;
    day: string;
    volume: string;
  };
  transfers: {
    id: number;
    user_id: UserId;
    currency_id: CurrencyId;
    from_kind: string;
    to_kind: string;
    amount: string;
    created_at: string;
    client_request_id: string | null;
  };
  trust_interest: {
    order_id: string;
    day: number;
    user_id: number;
    date: string;
    amount: string;
    paid_at: string;
  };
  trust_orders: {
    id: string;
    user_id: UserId;
    currency_id: CurrencyId;
    product: number;
    amount: string;
    interest: string;
    days: number;
    terms: unknown;
    terms_hash: string;
    bought_at: string;
    bought_on: string;
    paid_days: number;
    paid: string;
    due_at: string | null;
    status: 'active' | 'completed' | 'redeemed';
    penalty: string | null;
    ended_at: string | null;
    updated_at: string;
    client_request_id: string | null;
    renewal: string;
    renewal_terms: unknown;
    renewal_failed: string | null;
    renewed_from: string | null;
  };
  trust_products: {
    product: number;
    invested: string;
    closed_at: string | null;
  };
  trust_quotes: {
    id: string;
    order_id: string;
    penalty: string;
    valid_until: string;
  };
  trust_versions: {
    version: number;
    effective_at: string;
    terms: unknown;
    created_at: string;
  };
  unfreeze_requests: {
    id: number;
    user_id: UserId;
    status: string;
    reject_reason: string | null;
    created_at: string;
    reviewed_at: string | null;
  };
  uploads: {
    id: string;
    user_id: UserId;
    media_type: string;
    extension: string;
    bytes: number;
    width: number | null;
    height: number | null;
    sha256: string;
    created_at: string;
  };
  user_events: {
    id: string;
    user_id: number;
    subject: string;
    ref: string;
    category: string;
    at: string;
    facts: string;
  };
  user_preferences: {
    user_id: UserId;
    name: string;
    value: string;
    version: number;
  };
  users: {
    id: UserId;
    email: string | null;
    phone: string | null;
    password_hash: string;
    language: string;
    invitation_code: string;
    invited_by: UserId | null;
    created_at: string;
    fund_password_hash: string | null;
    withdrawals_blocked_until: string | null;
    fund_password_at: string | null;
    factors_changed_at: string | null;
    password_changed_at: string | null;
    whitelist_on_at: string | null;
    whitelist_off_asked_at: string | null;
    frozen_at: string | null;
    anti_phishing_code: string | null;
    country: string | null;
    frozen_ground: string | null;
    frozen_reason: string | null;
    closing_at: string | null;
    closed_at: string | null;
    break_until: string | null;
  };
  volume_days: {
    day: string;
    closed_at: string;
  };
  withdrawal_addresses: {
    id: AddressId;
    user_id: UserId;
    channel_id: ChannelId;
    chain: string;
    address: string;
    label: string;
    created_at: string;
    deleted_at: string | null;
  };
  withdrawals: {
    id: WithdrawalId;
    user_id: UserId;
    channel_id: ChannelId;
    chain: string | null;
    address: string | null;
    bank_card: unknown;
    amount: string;
    fee: string;
    remark: string;
    status: string;
    reject_reason: string | null;
    deadline_at: string;
    created_at: string;
    closed_at: string | null;
    client_request_id: string | null;
    session_at: string | null;
    target_at: string | null;
    fund_password_at: string | null;
    password_at: string | null;
    factors_at: string | null;
    session_user_agent: string | null;
    session_ip: string | null;
    payment_id: string | null;
    paying_at: string | null;
    paying_by: string | null;
  };
};

/** Columns of a row of a table. */
export type Row<Table extends keyof Tables, Column extends keyof Tables[Table] = keyof Tables[Table]> = Readonly<
  Pick<Tables[Table], Column>
>;
