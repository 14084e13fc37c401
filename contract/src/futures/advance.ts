/**
 * Effects of ticks on the positions and orders of one account, as a pure function (docs/product.md 3): the same ticks,
 * one at a time or many in a row, end the same way for every account.
 */
import {
  add,
  compare,
  isNegative,
  isPositive,
  min,
  multiply,
  negate,
  subtract,
  ZERO,
  type Decimal,
} from '../money/money.ts';
import type { PricePoint } from '../options/rules.ts';
import {
  crossOf,
  crossRate,
  isCrossAtLevel,
  levelOf,
  markOf,
  WARNINGS,
  type Advanced,
  type Cancelling,
  type Effect,
  type Grants,
  type MarginAccount,
  type OpenPosition,
  type PendingOrder,
} from './account.ts';
import {
  closingProfit,
  equityAt,
  isAtLevel,
  isClosingAt,
  isStopLossAt,
  isTargetReached,
  entryPriceAt,
  overnightFee,
  profitAt,
  rateOf,
  reserveOf,
  sumOf,
  winningReasonAt,
  type CloseReason,
} from './position.ts';

/** Applies the next tick of a market. Midnights before it come first, with {@link chargeOvernight}. */
export function advance(
  account: MarginAccount,
  { marketId, tick }: { readonly marketId: number; readonly tick: PricePoint },
  grants: Grants,
): Advanced {
  const work = begin({ ...account, marks: new Map([...account.marks, [marketId, tick]]) });
  for (const { id } of account.positions.filter((position) => position.marketId === marketId)) {
    closeAt(work, id, tick);
  }
  for (const order of account.pending.filter((pending) => pending.marketId === marketId)) {
    if (isTargetReached(order, tick.price, order.terms.spread)) openOrder(work, order, { tick, grants });
  }
  warn(work, marketId, tick);
  return end(work);
}

/**
 * Charges the overnight fee of a midnight (ISO 8601), at the last tick before it, once for every position that was
 * open: an isolated one from its margin, a cross one from the balance first; never more than there is.
 */
export function chargeOvernight(
  account: MarginAccount,
  { marketId, midnight, tick }: { readonly marketId: number; readonly midnight: string; readonly tick: PricePoint },
): Advanced {
  const work = begin(account);
  for (const { id } of account.positions.filter((position) => position.marketId === marketId)) {
    const position = work.positions.get(id);
    if (position === undefined || !owesOvernightFee(position, midnight)) continue;
    const fee = overnightFee(position.quantity, tick.price, position.terms.overnightRate);
    const fromBalance = position.mode === 'cross' ? min(work.balance, fee) : ZERO;
    const fromMargin = min(position.margin, subtract(fee, fromBalance));
    work.balance = subtract(work.balance, fromBalance);
    work.positions.set(id, { ...position, margin: subtract(position.margin, fromMargin), overnightPaid: midnight });
    work.effects.push({ kind: 'overnight', id, midnight, tick, fromMargin, fromBalance });
  }
  return end(work);
}

/** Whether a position owes the fee of a midnight: it was open before and has not paid yet. */
export function owesOvernightFee(
  { openedAt, overnightPaid }: Pick<OpenPosition, 'openedAt' | 'overnightPaid'>,
  midnight: string,
): boolean {
  return openedAt < midnight && (overnightPaid === null || overnightPaid < midnight);
}

/** Ends the series of a market: everything in it ends at the last tick. */
export function endSeries(account: MarginAccount, marketId: number): Advanced {
  const work = begin(account);
  for (const { id } of account.positions.filter((position) => position.marketId === marketId)) {
    const position = work.positions.get(id);
    if (position !== undefined) close(work, position, 'series_ended');
  }
  for (const order of account.pending.filter((pending) => pending.marketId === marketId)) {
    giveUp(work, order, { reason: 'series_ended', tick: markOf(work, order) });
  }
  return end(work);
}

/** Closes a position at its market's last tick on its owner's request. Does nothing when the position is not open. */
export function closeManually(account: MarginAccount, id: number): Advanced {
  const work = begin(account);
  const position = work.positions.get(id);
  if (position !== undefined) close(work, position, 'user');
  return end(work);
}

/** Working state of one call. Changed in place and not shared. */
type Work = {
  balance: Decimal;
  readonly positions: Map<number, OpenPosition>;
  readonly pending: Map<number, PendingOrder>;
  readonly marks: ReadonlyMap<number, PricePoint>;
  readonly effects: Effect[];
};

function begin({ balance, positions, pending, marks }: MarginAccount): Work {
  return {
    balance,
    positions: new Map(positions.map((position) => [position.id, position])),
    pending: new Map(pending.map((order) => [order.id, order])),
    marks,
    effects: [],
  };
}

function end(work: Work): Advanced {
  return { account: accountOf(work), effects: work.effects };
}

function accountOf({ balance, positions, pending, marks }: Work): MarginAccount {
  // A position that has just opened is the last in the map, and may be older than others.
  const byId = [...positions.values()].toSorted((a, b) => a.id - b.id);
  return { balance, positions: byId, pending: [...pending.values()], marks };
}

function closeAt(work: Work, id: number, tick: PricePoint): void {
  const position = work.positions.get(id);
  // Already closed by the liquidation of another position.
  if (position === undefined) return;
  const { mode, terms } = position;
  if (isClosingAt(position, tick.at)) {
    close(work, position, 'user');
    return;
  }
  if (isStopLossAt(position, tick.price)) {
    close(work, position, 'stop_loss');
    return;
  }
  if (mode === 'isolated' && isAtLevel(position, tick.price, terms.liquidationLevel))
    close(work, position, 'liquidation');
  if (mode === 'cross') liquidate(work);
  const left = work.positions.get(id);
  const reason = left && winningReasonAt(left, tick.price);
  if (left !== undefined && reason !== undefined) close(work, left, reason);
}

/** Closes cross positions, the largest margin first, until the account is above the liquidation level. */
function liquidate(work: Work): void {
  for (;;) {
    const [largest] = crossPositions(work).toSorted((a, b) => compare(b.originMargin, a.originMargin) || a.id - b.id);
    if (largest === undefined || !isCrossAtLevel(crossOf(accountOf(work)), largest.terms.liquidationLevel)) return;
    close(work, largest, 'liquidation');
  }
}

function close(work: Work, position: OpenPosition, reason: CloseReason): void {
  const tick = markOf(work, position);
  const profit = closingProfit(position, tick.price);
  const equity = add(position.margin, profit);
  const owed = isNegative(equity) ? negate(equity) : ZERO;
  work.positions.delete(position.id);
  if (position.mode === 'cross') realizeProfits(work, owed);
  const { fromBalance, fromMargins, paid } = position.mode === 'cross' ? pay(work, owed) : NOTHING_PAID;
  const returned = isNegative(equity) ? ZERO : equity;
  work.balance = add(work.balance, returned);
  const shortfall = subtract(owed, paid);
  const marks = position.mode === 'cross' ? work.marks : new Map([[position.marketId, tick]]);
  work.effects.push({
    kind: 'closed',
    position,
    reason,
    tick,
    profit,
    returned,
    fromBalance,
    fromMargins,
    shortfall,
    marks,
  });
}

/** Closes the most profitable cross positions while balance and margins do not cover the loss. */
function realizeProfits(work: Work, owed: Decimal): void {
  for (;;) {
    const rest = crossPositions(work);
    if (compare(add(work.balance, sumOf(rest.map(({ margin }) => margin))), owed) >= 0) return;
    const [best] = rest
      .map((position) => ({ position, profit: profitAt(position, markOf(work, position).price) }))
      .filter(({ profit }) => isPositive(profit))
      .toSorted((a, b) => compare(b.profit, a.profit) || a.position.id - b.position.id);
    if (best === undefined) return;
    close(work, best.position, 'liquidation');
  }
}

const NOTHING_PAID = { fromBalance: ZERO, fromMargins: [], paid: ZERO } as const;

/** From the balance, then from the margins of other cross positions, the largest first. */
function pay(work: Work, owed: Decimal) {
  const fromBalance = min(work.balance, owed);
  work.balance = subtract(work.balance, fromBalance);
  let paid = fromBalance;
  const fromMargins: { id: number; amount: Decimal }[] = [];
  for (const position of crossPositions(work).toSorted((a, b) => compare(b.margin, a.margin) || a.id - b.id)) {
    const amount = min(position.margin, subtract(owed, paid));
    if (!isPositive(amount)) continue;
    paid = add(paid, amount);
    work.positions.set(position.id, { ...position, margin: subtract(position.margin, amount) });
    fromMargins.push({ id: position.id, amount });
  }
  return { fromBalance, fromMargins, paid };
}

function openOrder(
  work: Work,
  order: PendingOrder,
  { tick, grants }: { readonly tick: PricePoint; readonly grants: Grants },
): void {
  const entryPrice = entryPriceAt(order.side, tick.price, order.terms.spread);
  const { side, margin, quantity } = order;
  const reserve = reserveOf({ side, margin, notional: multiply(entryPrice, quantity) }, order.terms);
  if (!grants({ order, reserve })) {
    giveUp(work, order, { reason: 'house_limit', tick });
    return;
  }
  work.pending.delete(order.id);
  const { targetPrice: _target, fee: _fee, ...rest } = order;
  const position: OpenPosition = {
    ...rest,
    entryPrice,
    originMargin: margin,
    reserve,
    openedAt: tick.at,
    overnightPaid: null,
    warned: null,
  };
  work.positions.set(order.id, position);
  work.effects.push({ kind: 'opened', position, tick });
}

/** Cancels an order. Its held margin and fee return to the balance, which backs cross positions from then on. */
function giveUp(work: Work, order: PendingOrder, because: Pick<Cancelling, 'reason' | 'tick'>): void {
  work.pending.delete(order.id);
  work.balance = add(work.balance, order.margin, order.fee);
  work.effects.push({ kind: 'cancelled', order, ...because });
}

/** Warns once a level that a position, or the cross account, is near liquidation. */
function warn(work: Work, marketId: number, tick: PricePoint): void {
  const here = [...work.positions.values()].filter((position) => position.marketId === marketId);
  for (const position of here.filter(({ mode }) => mode === 'isolated')) {
    note(work, [position], {
      tick,
      isAt: (level) => isAtLevel(position, tick.price, level),
      rate: () => rateOf(equityAt(position, tick.price), position.originMargin),
    });
  }
  if (!here.some(({ mode }) => mode === 'cross')) return;
  const account = crossOf(accountOf(work));
  note(work, crossPositions(work), {
    tick,
    isAt: (level) => isCrossAtLevel(account, level),
    rate: () => crossRate(account) ?? ZERO,
  });
}

/** Nearness of a position or account to liquidation. Levels are exact: shown rates are rounded and decide nothing. */
type Nearness = {
  readonly tick: PricePoint;
  readonly isAt: (level: Decimal) => boolean;
  readonly rate: () => Decimal;
};

/** One warning for all of them, on the first. */
function note(work: Work, positions: readonly OpenPosition[], { tick, isAt, rate }: Nearness): void {
  const reached = WARNINGS.filter((level) =>
    positions.some(({ terms }) => isAt(levelOf(terms.liquidationLevel, level))),
  ).at(-1);
  const news = positions.filter(({ warned }) => reached !== undefined && (warned === null || warned > reached));
  const [first] = news;
  if (first === undefined || reached === undefined) return;
  for (const position of news) work.positions.set(position.id, { ...position, warned: reached });
  const position = { ...first, warned: reached };
  work.effects.push({ kind: 'warned', position, level: reached, rate: rate(), tick });
}

function crossPositions({ positions }: Work): OpenPosition[] {
  return [...positions.values()].filter(({ mode }) => mode === 'cross');
}
