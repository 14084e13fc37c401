/**
 * Tables with rows of users that no product declares (`userTables` of its module): what the file with everything has of
 * each, and what remains when an account ends. A test compares both with the database, so that none is forgotten.
 */
import { userTable as of, type UserTable } from '../../module.ts';

export const USER_TABLES: readonly UserTable[] = [
  of('bank_cards', 'erase'),
  of('chat_messages', 'erase'),
  of('chat_reads', 'erase', 'all'),
  // First answers of requests, for a week.
  of('client_requests', 'own', 'all'),
  of('closed_accounts', 'law', 'all'),
  // Folded from the journal.
  of('cost_books', 'erase', 'all'),
  of('data_exports', 'erase', 'all'),
  of('deposit_addresses', 'law', ['path', 'key_fingerprint']),
  of('deposits', 'law'),
  of('factor_resets', 'erase'),
  of('factor_tries', 'erase', 'all'),
  of('fee_volumes', 'erase'),
  of('freeze_keys', 'erase', 'all'),
  of('fund_password_resets', 'erase', ['password_hash']),
  of('granted_limits', 'erase'),
  of('identity_checks', 'law'),
  of('ledger_accounts', 'numbers'),
  // Snapshots of liabilities, which are deleted after their time.
  of('liability_owners', 'own', 'all'),
  of('liability_secrets', 'numbers', 'all'),
  of('message_reads', 'erase'),
  of('passkeys', 'erase', ['public_key', 'user_handle', 'credential_id']),
  of('price_alerts', 'erase'),
  of('push_subscriptions', 'erase', ['secret', 'public_key', 'server_key']),
  of('recovery_codes', 'erase', 'all'),
  // Folded from the journal.
  of('result_books', 'erase', 'all'),
  of('result_months', 'erase', 'all'),
  of('sessions', 'erase', ['token_hash', 'device_hash']),
  of('spot_fills', 'numbers', 'all', ['taker_user_id', 'maker_user_id']),
  of('spot_forgotten_orders', 'numbers'),
  of('spot_orders', 'numbers', 'all'),
  of('totp_factors', 'erase', ['secret']),
  of('traded_volumes', 'erase'),
  of('transfers', 'numbers'),
  of('unfreeze_requests', 'erase'),
  of('uploads', 'law'),
  of('user_events', 'erase'),
  of('user_preferences', 'erase'),
  of('withdrawal_addresses', 'erase'),
  of('withdrawals', 'law'),
];

/** Files of lists that may be long, by the names of the modules' CSV files; in place of their tables. */
export const EXPORTED_FILES: readonly string[] = ['movements', 'orders', 'trades', 'options', 'positions'];

/** Columns of `users` that the file leaves out. */
export const USER_OMITTED: readonly string[] = ['password_hash', 'fund_password_hash'];
