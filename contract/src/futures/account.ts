/** A user's futures account as the rules see it, and the effects of ticks on it. */
import {
  add,
  compare,
  decimal,
  divide,
  isPositive,
  max,
  min,
  MONEY_PLACES,
  negate,
  subtract,
  ZERO,
  type Decimal,
  percentOf,
} from '../money/money.ts';
import type { PricePoint } from '../options/rules.ts';
import {
  bandOf,
  liquidationEquity,
  equityAt,
  isolatedBand,
  pendingBand,
  priceAfterLoss,
  profitAt,
  rateOf,
  sumOf,
  type Band,
  type CloseReason,
  type Position,
} from './position.ts';
import type { FuturesTerms } from './terms.ts';

// Price bands: a tick inside the band does nothing to a position or order, so it needs no evaluation.

const EVERY_TICK: Band = { low: null, high: ZERO };

/** The ticks of its market after which a position must be evaluated. */
export function positionBand(account: MarginAccount, position: OpenPosition): Band {
  // The time of a tick closes it, at any price.
  if (position.closingFrom != null) return EVERY_TICK;
  if (position.mode === 'isolated') return isolatedBand(position, nextLevel(position));
  // The first level that the account reaches, of any of its positions: markets may have different ones.
  const level = max(nextLevel(position), ...account.positions.filter(({ mode }) => mode === 'cross').map(nextLevel));
  return crossBand(crossOf(account), { position, price: markOf(account, position).price }, level);
}

/** The ticks of its market that may open an order. */
export function orderBand(order: PendingOrder): Band {
  return pendingBand(order, order.terms.spread);
}

/** The next level on the way down: a warning or the liquidation. */
function nextLevel({ warned, terms }: OpenPosition): Decimal {
  const next = WARNINGS.find((level) => warned === null || level < warned);
  return next === undefined ? terms.liquidationLevel : levelOf(terms.liquidationLevel, next);
}

/** A part of the liquidation level, in percent of the margin at opening. */
export function levelOf(liquidationLevel: Decimal, percent: number): Decimal {
  return percentOf(liquidationLevel, decimal(String(percent)));
}

type Terms = Pick<FuturesTerms, 'liquidationLevel' | 'pricePrecision' | 'overnightRate' | 'spread' | 'profitCap'>;

/** Common to positions and orders; ids increase with time. */
type Placed = { readonly id: number; readonly marketId: number; readonly terms: Terms };

/** The last liquidation warning, in percent of the liquidation level; null before the first. */
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
  Pick<Position, 'side' | 'mode' | 'lots' | 'quantity' | 'margin' | 'takeProfit' | 'stopLoss'> & {
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

// Cross positions: the futures account backs all of a user's cross positions in one currency (docs/product.md 3).

/** A cross position at the last tick of its market. */
export type Marked = { readonly position: Position; readonly price: Decimal };

/** Available balance and cross positions at their markets' last ticks. */
export type CrossAccount = { readonly balance: Decimal; readonly marked: readonly Marked[] };

/** Balance, margins and profits together. */
export function crossEquity({ balance, marked }: CrossAccount): Decimal {
  return add(balance, ...marked.map(({ position, price }) => equityAt(position, price)));
}

/** Equity in percent of all margins at opening; undefined without positions. */
export function crossRate(account: CrossAccount): Decimal | undefined {
  const origin = originOf(account);
  return isPositive(origin) ? rateOf(crossEquity(account), origin) : undefined;
}

/** Whether the equity is at or below a level (percent of all margins at opening). */
export function isCrossAtLevel(account: CrossAccount, level: Decimal): boolean {
  return compare(crossEquity(account), liquidationEquity(originOf(account), level)) <= 0;
}

/** The price at which the account is liquidated while all others stay unchanged, rounded to the safe side. */
export function crossLiquidationPrice(account: CrossAccount, { position, price }: Marked): Decimal | undefined {
  const { liquidationLevel, pricePrecision } = position.terms;
  const loss = lossUntil({ position, price }, slackOf(account, liquidationLevel));
  return priceAfterLoss(position, { loss, places: pricePrecision, rounding: 'away' });
}

/**
 * The ticks after which the account must be evaluated: while every position stays within its own band, the account is
 * above `level`, since each band takes an equal part of the slack. Every tick once the account is at the level.
 */
function crossBand(account: CrossAccount, marked: Marked, level: Decimal): Band {
  const count = decimal(String(account.marked.length));
  const slack = slackOf(account, level);
  if (!isPositive(slack)) return EVERY_TICK;
  const part = divide(slack, count, MONEY_PLACES, 'down');
  return bandOf(marked.position, lossUntil(marked, part));
}

/** Balance that may be spent or transferred: unrealised losses stay covered, unrealised profit is never money. */
export function freeOf({ balance, marked }: CrossAccount): Decimal {
  const profit = sumOf(marked.map(({ position, price }) => profitAt(position, price)));
  return max(ZERO, add(balance, min(ZERO, profit)));
}

/** Equity above a level. */
function slackOf(account: CrossAccount, level: Decimal): Decimal {
  return subtract(crossEquity(account), liquidationEquity(originOf(account), level));
}

/** The loss of a position when it has lost `more` for the account. */
function lossUntil({ position, price }: Marked, more: Decimal): Decimal {
  return add(negate(profitAt(position, price)), more);
}

function originOf({ marked }: CrossAccount): Decimal {
  return sumOf(marked.map(({ position }) => position.originMargin));
}
