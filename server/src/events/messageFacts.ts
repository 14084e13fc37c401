/** What a message names, as `user_events` keeps it. Amounts are decimal text, in units of their currency. */
import type { AlertId, CurrencyId, OfferingId, PositionId } from '@halyard/contract/ids';
import type { CancelReason } from '@halyard/contract/spot/calls';
import type { Warned } from '@halyard/contract/futures/account';
import type { CloseReason, PositionSide } from '@halyard/contract/futures/position';
import type { Direction, OptionResult, VoidReason } from '@halyard/contract/options/rules';
import type { AlertKind, AlertMinutes } from '@halyard/contract/price-alerts/rules';

/** What may happen to an account; each has its texts. */
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
  /** Digits after the point of the market's prices. */
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
  /** Why it is void. */
  readonly reason: VoidReason | null;
  readonly symbol: string;
  /** Of the stake. */
  readonly currency: string;
  /** Digits after the point of the market's prices. */
  readonly places: number;
  readonly direction: Direction;
  readonly seconds: number;
  readonly stake: string;
  readonly fee: string;
  readonly payout: string;
  readonly openPrice: string;
  /** Null where no price came. */
  readonly endPrice: string | null;
};

/** Of a position, or of an order for one that has ended before it opened. */
export type FuturesFacts = {
  readonly subject: 'contract';
  readonly positionId: PositionId;
  readonly happened: Exclude<CloseReason, 'user'> | 'house_limit' | 'opened' | 'warning';
  readonly symbol: string;
  /** Of margin and profit. */
  readonly currency: string;
  /** Digits after the point of the market's prices. */
  readonly places: number;
  readonly side: PositionSide;
  readonly lots: number;
  readonly leverage: number;
  /** At which it opened or closed, of a warning the last one, of an order its target. */
  readonly price: string | null;
  /** Won or lost; null where it has not closed. */
  readonly profit: string | null;
  /** What came back to the account; null where it has not closed. */
  readonly returned: string | null;
  /** Of a warning: in percent of the close-out level. */
  readonly level: Warned;
  /** Of a warning: equity in percent of the margin at opening. */
  readonly rate: string | null;
  /** Of a warning: null of a cross position, whose account ends it. */
  readonly liquidationPrice: string | null;
};

/** Of a trust order that has come to its end. */
export type TrustFacts = {
  readonly subject: 'trust';
  readonly currency: string;
  readonly days: number;
  readonly amount: string;
  /** Of the whole term. */
  readonly interest: string;
};

/** Of all that one user subscribed of an offer, but for `rejected`: that is one subscription. */
export type SubscriptionFacts = {
  readonly subject: 'subscription';
  readonly happened: 'allotted' | 'nothing' | 'unlocked' | 'rejected' | 'withdrawn';
  readonly offerId: OfferingId;
  /** That is paid in. */
  readonly currencyId: CurrencyId;
  readonly currency: string;
  readonly coin: string;
  readonly amount: string;
  /** With their interest, which is a part of them; null where nothing was allotted. */
  readonly coins: string | null;
  readonly interest: string | null;
  readonly paid: string | null;
  /** Null where nothing came back. */
  readonly released: string | null;
  /** Until when the coins are held; null where they are not. */
  readonly unlockAt: string | null;
  /** Of a rejection or a withdrawal. */
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

/** What of invited users' fees came back, in one currency. */
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

/** Of a price alert, each time that it fires. */
export type AlertFacts = {
  readonly subject: 'alert';
  readonly alertId: AlertId;
  readonly kind: AlertKind;
  /** A price, or a percent. */
  readonly value: string;
  /** That the percent is counted in; null of a price. */
  readonly minutes: AlertMinutes | null;
  /** In percent, from the lowest or the highest of the time; null of a price. */
  readonly change: string | null;
  readonly symbol: string;
  readonly quote: string;
  /** Digits after the point of the market's prices. */
  readonly places: number;
  /** Of the tick that reached it, with its time. */
  readonly price: string;
  readonly tickAt: string;
};

/** An answer in the chat; `snippet` is how it begins, empty for a picture alone. */
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

/** What a message tells of; the first part of its id. */
export type Subject = MessageFacts['subject'];
