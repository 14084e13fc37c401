/** Facts of a message, as stored in `user_events`. Amounts are decimal text, in units of their currency. */
import type { AlertId, CurrencyId } from '@halyard/contract/ids';
import type { AlertKind, AlertMinutes } from '@halyard/contract/price-alerts/rules';

/** Security events of an account; each has its texts. */
export const SECURITY_EVENT_KINDS = [
  'login_new_device',
  'password_changed',
  'fund_password_set',
  'fund_password_changed',
  'address_added',
  'address_removed',
  'bank_card_bound',
  'bank_card_changed',
  'sessions_ended',
  'owner_check_failed',
  'factor_added',
  'factor_removed',
  'recovery_code_used',
  'recovery_codes_renewed',
  'factor_reset_requested',
  'factor_reset_approved',
  'factor_reset_rejected',
  'factor_reset_cancelled',
  'passkey_counter_back',
  'whitelist_on',
  'whitelist_off_asked',
  'whitelist_off',
  'fund_password_reset_asked',
  'fund_password_reset_waits',
  'fund_password_reset_rejected',
  'fund_password_reset_cancelled',
  'fund_password_reset_done',
  'withdrawal_requested',
  'account_frozen',
  'account_unfrozen',
  'unfreeze_rejected',
  'account_frozen_by_us',
  'account_closing',
  'account_kept',
  'account_not_closed',
  'data_export_ready',
  'anti_phishing_set',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

type DepositFacts = {
  readonly status: 'passed' | 'rejected';
  readonly amount: string;
  readonly currencyId: CurrencyId;
  readonly currency: string;
  readonly reason: string | null;
};

type WithdrawalFacts = DepositFacts & { readonly fee: string };

type IdentityFacts = {
  readonly status: 'verified' | 'rejected';
  readonly level: 'basic' | 'advanced';
  readonly reason: string | null;
};

type SecurityFacts = {
  readonly kind: SecurityEventKind;
  readonly details: Readonly<Record<string, string>>;
};

/** Facts about a price alert, each time it fires. */
type AlertFacts = {
  readonly alertId: AlertId;
  readonly kind: AlertKind;
  /** A price or a percentage. */
  readonly value: string;
  /** Window of the percentage; null for a price. */
  readonly minutes: AlertMinutes | null;
  /** In percent, from the lowest or the highest price of the window; null for a price. */
  readonly change: string | null;
  readonly symbol: string;
  readonly quote: string;
  /** Decimals of the market's prices. */
  readonly places: number;
  /** Price and time of the tick that fired it. */
  readonly price: string;
  readonly tickAt: string;
};

/** A chat message of an operator; `snippet` is its beginning, empty for a picture alone. */
type ChatFacts = { readonly snippet: string; readonly isCut: boolean };

/** Facts by subject, the first part of a message's id. Each product merges its own. */
// oxlint-disable-next-line style/no-interface -- modules merge their facts into it
export interface FactsBySubject {
  readonly deposit: DepositFacts;
  readonly withdrawal: WithdrawalFacts;
  readonly identity: IdentityFacts;
  readonly security: SecurityFacts;
  readonly alert: AlertFacts;
  readonly chat: ChatFacts;
}

/** Subject of a message. */
export type Subject = keyof FactsBySubject;

/** Facts about one of these subjects. */
export type Facts<S extends Subject> = { [T in S]: { readonly subject: T } & FactsBySubject[T] }[S];

export type MessageFacts = Facts<Subject>;
