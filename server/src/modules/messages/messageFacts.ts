/** What a message names, as `messageSources.ts` reads it. Amounts are decimal text, in units of their currency. */
import type { CancelReason } from '@halyard/contract/calls/spot';
import type { SecurityEventKind } from './securityEvents.ts';

type OrderFacts = {
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

type DepositFacts = {
  readonly subject: 'deposit';
  readonly status: 'passed' | 'rejected';
  readonly amount: string;
  readonly currency: string;
  readonly reason: string | null;
};

type WithdrawalFacts = Omit<DepositFacts, 'subject'> & { readonly subject: 'withdrawal'; readonly fee: string };

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

/** An answer in the chat; `snippet` is how it begins, empty for a picture alone. */
type ChatFacts = { readonly subject: 'chat'; readonly snippet: string; readonly isCut: boolean };

export type MessageFacts = OrderFacts | DepositFacts | WithdrawalFacts | IdentityFacts | SecurityFacts | ChatFacts;
