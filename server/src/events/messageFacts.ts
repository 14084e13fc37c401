/** Facts of a message, as stored in `user_events`. Amounts are decimal text, in units of their currency. */
import type { AlertId, CurrencyId, OfferingId, PositionId } from '@halyard/contract/ids';
import type { CancelReason } from '@halyard/contract/spot/calls';
import type { Warned } from '@halyard/contract/futures/account';
import type { CloseReason, PositionSide } from '@halyard/contract/futures/position';
import type { Direction, OptionResult, VoidReason } from '@halyard/contract/options/rules';
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
  'anti_phishing_set',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

export type OrderFacts = {
  readonly subject: 'order';
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  /** Decimals of the market's prices. */
  readonly places: number;
  readonly side: 'buy' | 'sell';
  readonly status: 'completed' | 'cancelled';
  readonly reason: CancelReason | null;
  readonly quantity: string;
  readonly filled: string;
  readonly filledQuote: string;
};

export type OptionFacts = {
  readonly subject: 'option';
  readonly result: OptionResult;
  /** Reason of a void option. */
  readonly reason: VoidReason | null;
  readonly symbol: string;
  /** Currency of the stake. */
  readonly currency: string;
  /** Decimals of the market's prices. */
  readonly places: number;
  readonly direction: Direction;
  readonly seconds: number;
  readonly stake: string;
  readonly fee: string;
  readonly payout: string;
  readonly openPrice: string;
  /** Null when no price was received. */
  readonly endPrice: string | null;
};

/** Facts about a futures position, or about an order that ended before it opened one. */
export type FuturesFacts = {
  readonly subject: 'contract';
  readonly positionId: PositionId;
  readonly happened: Exclude<CloseReason, 'user'> | 'house_limit' | 'opened' | 'warning';
  readonly symbol: string;
  /** Currency of margin and profit. */
  readonly currency: string;
  /** Decimals of the market's prices. */
  readonly places: number;
  readonly side: PositionSide;
  readonly lots: number;
  readonly leverage: number;
  /** Price at which it opened or closed; for a warning the last price, for an order its target. */
  readonly price: string | null;
  /** Profit or loss; null while it is not closed. */
  readonly profit: string | null;
  /** Amount returned to the account; null while it is not closed. */
  readonly returned: string | null;
  /** For a warning: percent of the liquidation level. */
  readonly level: Warned;
  /** For a warning: equity in percent of the margin at opening. */
  readonly rate: string | null;
  /** For a warning: null for a cross position, which the equity of the account liquidates. */
  readonly liquidationPrice: string | null;
};

/** Facts about a trust order that has matured. */
export type TrustFacts = {
  readonly subject: 'trust';
  readonly currency: string;
  readonly days: number;
  readonly amount: string;
  /** Interest of the whole term. */
  readonly interest: string;
};

/** Facts about all subscriptions of one user to an offering, except `rejected`: that is about one subscription. */
export type SubscriptionFacts = {
  readonly subject: 'subscription';
  readonly happened: 'allotted' | 'nothing' | 'unlocked' | 'rejected' | 'withdrawn';
  readonly offerId: OfferingId;
  /** Currency that is paid. */
  readonly currencyId: CurrencyId;
  readonly currency: string;
  readonly coin: string;
  readonly amount: string;
  /** Including interest; null when nothing was allotted. */
  readonly coins: string | null;
  readonly interest: string | null;
  readonly paid: string | null;
  /** Null when nothing was returned. */
  readonly released: string | null;
  /** End of the coins' lock-up; null when there is none. */
  readonly unlockAt: string | null;
  /** For a rejection or a withdrawal. */
  readonly reason: string | null;
};

type DepositFacts = {
  readonly subject: 'deposit';
  readonly status: 'passed' | 'rejected';
  readonly amount: string;
  readonly currencyId: CurrencyId;
  readonly currency: string;
  readonly reason: string | null;
};

type WithdrawalFacts = Omit<DepositFacts, 'subject'> & { readonly subject: 'withdrawal'; readonly fee: string };

/** Rebate of invited users' fees in one currency. */
type RebateFacts = { readonly subject: 'rebate'; readonly amount: string; readonly currency: string };

type IdentityFacts = {
  readonly subject: 'identity';
  readonly status: 'verified' | 'rejected';
  readonly level: 'basic' | 'advanced';
  readonly reason: string | null;
};

type SecurityFacts = {
  readonly subject: 'security';
  readonly kind: SecurityEventKind;
  readonly details: Readonly<Record<string, string>>;
};

/** Facts about a price alert, each time it fires. */
export type AlertFacts = {
  readonly subject: 'alert';
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
type ChatFacts = { readonly subject: 'chat'; readonly snippet: string; readonly isCut: boolean };

export type MessageFacts =
  | OrderFacts
  | OptionFacts
  | FuturesFacts
  | TrustFacts
  | SubscriptionFacts
  | DepositFacts
  | WithdrawalFacts
  | RebateFacts
  | IdentityFacts
  | SecurityFacts
  | AlertFacts
  | ChatFacts;

/** Subject of a message; the first part of its id. */
export type Subject = MessageFacts['subject'];
