/** Facts of a message, as stored in `user_events`. Amounts are decimal text, in units of their currency. */
import type { AlertId, CurrencyId } from '@halyard/contract/ids';
import type { Language } from '@halyard/contract/languages';
import type { AlertKind, AlertMinutes } from '@halyard/contract/price-alerts/rules';
import { fillIn } from '../calls/messages.ts';
import en from './texts/en.json' with { type: 'json' };
import esp from './texts/esp.json' with { type: 'json' };
import hk from './texts/hk.json' with { type: 'json' };
import jp from './texts/jp.json' with { type: 'json' };
import kr from './texts/kr.json' with { type: 'json' };
import th from './texts/th.json' with { type: 'json' };
import vnm from './texts/vnm.json' with { type: 'json' };
import zh from './texts/zh.json' with { type: 'json' };

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
  'bank_card_removed',
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
  'break_started',
  'account_unfrozen',
  'unfreeze_rejected',
  'account_frozen_by_us',
  'account_closing',
  'account_kept',
  'account_not_closed',
  'data_export_ready',
  'data_export_failed',
  'limits_revoked',
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

/** Facts about the alerts of a user in a market that has ended. */
type EndedAlertsFacts = { readonly kind: 'ended'; readonly symbol: string };

/** Facts about a price alert, each time it fires. */
type FiredAlertFacts = {
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
  readonly alert: FiredAlertFacts | EndedAlertsFacts;
  readonly chat: ChatFacts;
}

/** Subject of a message. */
export type Subject = keyof FactsBySubject;

/** Facts about one of these subjects. */
export type Facts<S extends Subject> = { [T in S]: { readonly subject: T } & FactsBySubject[T] }[S];

export type MessageFacts = Facts<Subject>;

// Texts and links of messages, in the reader's language. Each module writes those of its subjects.

export type MessageTexts = typeof en;

/** Text of a message, and the route of the app (`src/shared/navigation/paths.ts`) that shows its subject. */
export type Message = { readonly title: string; readonly text: string; readonly link: string };

export type MessageReader = {
  readonly language: Language;
  readonly isSandbox: boolean;
  /** When it is read (Unix milliseconds), for deadlines that have passed; missing when it is sent at once. */
  readonly nowMs?: number;
};

/**
 * Writers of messages by their subject; `ref` is the id of the subject's row. A title has no amounts, prices or
 * addresses; amounts in a text have all their digits.
 */
export type MessageWriters = {
  readonly [S in Subject]?: (reader: MessageReader, facts: Facts<S>, ref: number) => Message;
};

/** Writes a message of any subject. */
export type WriteMessage = (reader: MessageReader, facts: MessageFacts, ref: number) => Message;

export const MESSAGE_TEXTS: Readonly<Record<Language, MessageTexts>> = { en, zh, hk, jp, kr, esp, th, vnm };

/** Fills the values into a text; `link` is the route that shows the subject. */
export function fillMessage(
  { title, text }: MessageTexts['messages'][keyof MessageTexts['messages']],
  values: Readonly<Record<string, string>>,
  link: string,
): Message {
  return { title: fillIn(title, values), text: fillIn(text, values).trim(), link };
}

/** Adds a market to a route. */
export function withSymbol(path: string, symbol: string): string {
  return `${path}?${new URLSearchParams({ symbol }).toString()}`;
}

/** Adds the id of a row to a route. */
export function withId(path: string, id: number): string {
  return `${path}?id=${id}`;
}
