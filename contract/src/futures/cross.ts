/** Cross positions: all of a user's in one currency stand by his contract account together (products.md 2.3). */
import {
  add,
  compare,
  divide,
  isPositive,
  max,
  min,
  negate,
  subtract,
  ZERO,
  decimal,
  type Decimal,
  MONEY_PLACES,
} from '../money/money.ts';
import {
  bandOf,
  closeOutEquity,
  equityAt,
  priceAfterLoss,
  profitAt,
  rateOf,
  sumOf,
  type Band,
  type Position,
} from './position.ts';

/** A cross position at the last tick of its market. */
export type Marked = { readonly position: Position; readonly price: Decimal };

/** What a user's cross positions stand by: what is available, and the positions at their markets' last ticks. */
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

/** Whether the equity is at a level (percent of all margins at opening), or below it. */
export function isCrossAtLevel(account: CrossAccount, level: Decimal): boolean {
  return compare(crossEquity(account), closeOutEquity(originOf(account), level)) <= 0;
}

/** The price at which the account is closed out while all others stay where they are; rounded away from harm. */
export function crossLiquidationPrice(account: CrossAccount, { position, price }: Marked): Decimal | undefined {
  const { closeOutLevel, pricePrecision } = position.terms;
  const loss = lossUntil({ position, price }, slackOf(account, closeOutLevel));
  return priceAfterLoss(position, { loss, places: pricePrecision, rounding: 'away' });
}

/**
 * The ticks after which the account must be looked at again: while every position stays within its own, the account is
 * above `level`, since each may lose an equal part of what is left.
 */
export function crossBand(account: CrossAccount, marked: Marked, level: Decimal): Band {
  const count = decimal(String(account.marked.length));
  const part = divide(slackOf(account, level), count, MONEY_PLACES, 'down');
  return bandOf(marked.position, lossUntil(marked, part));
}

/** What of the balance may be spent or taken away: unrealised losses stay covered, unrealised profit is never money. */
export function freeOf({ balance, marked }: CrossAccount): Decimal {
  const profit = sumOf(marked.map(({ position, price }) => profitAt(position, price)));
  return max(ZERO, add(balance, min(ZERO, profit)));
}

/** How far the equity is above a level. */
function slackOf(account: CrossAccount, level: Decimal): Decimal {
  return subtract(crossEquity(account), closeOutEquity(originOf(account), level));
}

/** The loss of a position when the account has lost so much more by it. */
function lossUntil({ position, price }: Marked, more: Decimal): Decimal {
  return add(negate(profitAt(position, price)), more);
}

function originOf({ marked }: CrossAccount): Decimal {
  return sumOf(marked.map(({ position }) => position.originMargin));
}
