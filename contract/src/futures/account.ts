/** A user's account as the rules see it, and what can happen to it. */
import type { Decimal } from '../money/money.ts';
import type { PricePoint } from '../options/rules.ts';
import type { CrossAccount, Marked } from './cross.ts';
import type { CloseReason, Position } from './position.ts';
import type { FuturesTerms } from './terms.ts';

type Terms = Pick<FuturesTerms, 'closeOutLevel' | 'pricePrecision' | 'overnightRate' | 'spread' | 'profitCap'>;

/** What positions and orders have in common; ids grow with time. */
type Placed = { readonly id: number; readonly marketId: number; readonly terms: Terms };

/** How near to its end a position was said to be: in percent of the close-out level; null: nothing was said yet. */
export type Warned = (typeof WARNINGS)[number] | null;
export const WARNINGS = [150, 120] as const;

export type OpenPosition = Position &
  Placed & {
    /** ISO 8601. */
    readonly openedAt: string;
    /** The last midnight that it paid for, as ISO 8601; null before the first. */
    readonly nightPaid: string | null;
    readonly warned: Warned;
    /** ISO 8601. Its owner asked then to close it, and the first tick from then on does; null or missing: never. */
    readonly closingFrom?: string | null;
  };

/** An order that waits for its price. Margin and fee are those of the target, and are held. */
export type PendingOrder = Placed &
  Pick<Position, 'side' | 'mode' | 'lots' | 'quantity' | 'margin' | 'stopProfit' | 'stopLoss'> & {
    readonly fee: Decimal;
    readonly targetPrice: Decimal;
  };

/** Everything that the rules need of one user in one currency. What stands alone may be left out. */
export type MarginAccount = {
  /** Available: what cross positions stand by besides their margins. */
  readonly balance: Decimal;
  /** By id. With one cross position all of them are here. */
  readonly positions: readonly OpenPosition[];
  readonly pending: readonly PendingOrder[];
  /** The last tick of each market that something is in. */
  readonly marks: ReadonlyMap<number, PricePoint>;
};

export type Closing = {
  readonly kind: 'closed';
  readonly position: OpenPosition;
  readonly reason: CloseReason;
  readonly tick: PricePoint;
  readonly profit: Decimal;
  /** What goes back to the account. */
  readonly returned: Decimal;
  /** What a loss beyond the margin takes from the account, and from margins of other cross positions. */
  readonly fromBalance: Decimal;
  readonly fromMargins: readonly { readonly id: number; readonly amount: Decimal }[];
  /** What is left of the loss: insurance and house pay it. */
  readonly shortfall: Decimal;
  /** The ticks that a cross account was judged by. */
  readonly marks: ReadonlyMap<number, PricePoint>;
};
export type Opening = { readonly kind: 'opened'; readonly position: OpenPosition; readonly tick: PricePoint };
export type Cancelling = {
  readonly kind: 'cancelled';
  readonly order: PendingOrder;
  readonly reason: 'house_limit' | 'series_ended';
  readonly tick: PricePoint;
};
export type Night = {
  readonly kind: 'night';
  readonly id: number;
  readonly midnight: string;
  readonly tick: PricePoint;
  readonly fromMargin: Decimal;
  readonly fromBalance: Decimal;
};
export type Warning = {
  readonly kind: 'warned';
  readonly position: OpenPosition;
  readonly level: NonNullable<Warned>;
  /** Percent. */
  readonly rate: Decimal;
  readonly tick: PricePoint;
};
/** What happened, in order. */
export type Effect = Closing | Opening | Cancelling | Night | Warning;

export type Advanced = { readonly account: MarginAccount; readonly effects: readonly Effect[] };

/** Whether the house sets aside what an order that opens may win; it has when it answers yes. */
export type Grants = (opening: { readonly order: PendingOrder; readonly reserve: Decimal }) => boolean;

/** The cross positions of an account at their markets' last ticks. */
export function crossOf(account: Pick<MarginAccount, 'balance' | 'positions' | 'marks'>): CrossAccount {
  const marked = account.positions
    .filter(({ mode }) => mode === 'cross')
    .map((position): Marked => ({ position, price: markOf(account, position).price }));
  return { balance: account.balance, marked };
}

/** The last tick of a position's market. Throws where something is open without one. */
export function markOf({ marks }: Pick<MarginAccount, 'marks'>, { marketId }: Placed): PricePoint {
  const mark = marks.get(marketId);
  if (mark === undefined) throw new Error(`market ${marketId} has no price, though something is open in it`);
  return mark;
}
