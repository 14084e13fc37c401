/** Cross positions: the futures account backs all of a user's cross positions in one currency (docs/product.md 3). */
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
  return compare(crossEquity(account), closeOutEquity(originOf(account), level)) <= 0;
}

/** The price at which the account is closed out while all others stay unchanged, rounded to the safe side. */
export function crossLiquidationPrice(account: CrossAccount, { position, price }: Marked): Decimal | undefined {
  const { closeOutLevel, pricePrecision } = position.terms;
  const loss = lossUntil({ position, price }, slackOf(account, closeOutLevel));
  return priceAfterLoss(position, { loss, places: pricePrecision, rounding: 'away' });
}

/**
 * The ticks after which the account must be evaluated: while every position stays within its own band, the account is
 * above `level`, since each band takes an equal part of the slack.
 */
export function crossBand(account: CrossAccount, marked: Marked, level: Decimal): Band {
  const count = decimal(String(account.marked.length));
  const part = divide(slackOf(account, level), count, MONEY_PLACES, 'down');
  return bandOf(marked.position, lossUntil(marked, part));
}

/** Balance that may be spent or transferred: unrealised losses stay covered, unrealised profit is never money. */
export function freeOf({ balance, marked }: CrossAccount): Decimal {
  const profit = sumOf(marked.map(({ position, price }) => profitAt(position, price)));
  return max(ZERO, add(balance, min(ZERO, profit)));
}

/** Equity above a level. */
function slackOf(account: CrossAccount, level: Decimal): Decimal {
  return subtract(crossEquity(account), closeOutEquity(originOf(account), level));
}

/** The loss of a position when it has lost `more` for the account. */
function lossUntil({ position, price }: Marked, more: Decimal): Decimal {
  return add(negate(profitAt(position, price)), more);
}

function originOf({ marked }: CrossAccount): Decimal {
  return sumOf(marked.map(({ position }) => position.originMargin));
}
