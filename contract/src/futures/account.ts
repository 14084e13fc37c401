/** A user's futures account as the rules see it, and the effects of ticks on it. */
import type { Decimal } from '../money/money.ts';
import type { PricePoint } from '../options/rules.ts';
import type { CrossAccount, Marked } from './cross.ts';
import type { CloseReason, Position } from './position.ts';
import type { FuturesTerms } from './terms.ts';

type Terms = Pick<FuturesTerms, 'closeOutLevel' | 'pricePrecision' | 'overnightRate' | 'spread' | 'profitCap'>;

/** Common to positions and orders; ids increase with time. */
type Placed = { readonly id: number; readonly marketId: number; readonly terms: Terms };

/** The last liquidation warning, in percent of the close-out level; null before the first. */
export type Warned = (typeof WARNINGS)[number] | null;
export const WARNINGS = [150, 120] as const;

export type OpenPosition = Position &
  Placed & {
    /** ISO 8601. */
    readonly openedAt: string;
    /** The last midnight whose overnight fee was charged, as ISO 8601; null before the first. */
    readonly overnightPaid: string | null;
    readonly warned: Warned;
    /** ISO 8601. When the owner asked to close it: the first tick from then on closes it. Null or missing: never. */
    readonly closingFrom?: string | null;
  };

/** An order that waits for its target price. Margin and fee are computed at the target, and held. */
export type PendingOrder = Placed &
  Pick<Position, 'side' | 'mode' | 'lots' | 'quantity' | 'margin' | 'stopProfit' | 'stopLoss'> & {
    readonly fee: Decimal;
    readonly targetPrice: Decimal;
  };

/**
 * Everything that the rules need of one user in one currency. Isolated positions that are not affected may be left out.
 */
export type MarginAccount = {
  /** Available balance, which backs cross positions together with their margins. */
  readonly balance: Decimal;
  /** By id. If there is a cross position, all cross positions are present. */
  readonly positions: readonly OpenPosition[];
  readonly pending: readonly PendingOrder[];
  /** The last tick of each market with a position or order. */
  readonly marks: ReadonlyMap<number, PricePoint>;
};

export type Closing = {
  readonly kind: 'closed';
  readonly position: OpenPosition;
  readonly reason: CloseReason;
  readonly tick: PricePoint;
  readonly profit: Decimal;
  /** Amount returned to the account. */
  readonly returned: Decimal;
  /** Loss beyond the margin that the account pays, and that margins of other cross positions pay. */
  readonly fromBalance: Decimal;
  readonly fromMargins: readonly { readonly id: number; readonly amount: Decimal }[];
  /** Rest of the loss, which insurance and house pay. */
  readonly shortfall: Decimal;
  /** The ticks at which a cross account was evaluated. */
  readonly marks: ReadonlyMap<number, PricePoint>;
};
export type Opening = { readonly kind: 'opened'; readonly position: OpenPosition; readonly tick: PricePoint };
export type Cancelling = {
  readonly kind: 'cancelled';
  readonly order: PendingOrder;
  readonly reason: 'house_limit' | 'series_ended';
  readonly tick: PricePoint;
};
export type OvernightCharge = {
  readonly kind: 'overnight';
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
/** Effects in the order in which they happened. */
export type Effect = Closing | Opening | Cancelling | OvernightCharge | Warning;

export type Advanced = { readonly account: MarginAccount; readonly effects: readonly Effect[] };

/** Reserves house capital for an order that opens; true when the reserve was granted. */
export type Grants = (opening: { readonly order: PendingOrder; readonly reserve: Decimal }) => boolean;

/** The cross positions of an account at their markets' last ticks. */
export function crossOf(account: Pick<MarginAccount, 'balance' | 'positions' | 'marks'>): CrossAccount {
  const marked = account.positions
    .filter(({ mode }) => mode === 'cross')
    .map((position): Marked => ({ position, price: markOf(account, position).price }));
  return { balance: account.balance, marked };
}

/** The last tick of a position's market. Throws where a market with an open position has none. */
export function markOf({ marks }: Pick<MarginAccount, 'marks'>, { marketId }: Placed): PricePoint {
  const mark = marks.get(marketId);
  if (mark === undefined) throw new Error(`market ${marketId} has no price, though something is open in it`);
  return mark;
}
