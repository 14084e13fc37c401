/**
 * Owned coins and their cost, by average cost, in USDT: one definition for screens and files.
 *
 * - **A trade** is worth the USDT that it moved, fees included: buying adds the paid amount as cost, selling takes cost
 *   out at the average. Where no USDT moved, it is worth the received amount at the price of its time, else the given
 *   amount.
 * - **Other receipts** (deposits, test funds, interest, rebates, winnings) cost their price of that time.
 * - **Other payments** (withdrawals, fees, lost stakes and margins) take cost out at the average. A held stake or an
 *   invested amount still belongs to the user.
 * - **Transfers** between own accounts change nothing.
 * - Where the price of that time is unknown, the cost is unknown until all of the coin is gone: never zero instead.
 *
 * No cost is lost or created: receipts equal payments and the rest, to the last of 18 places. USDT is the unit of
 * costs, so it has no gain of its own.
 */
import {
  absolute,
  add,
  compare,
  DECIMAL_PLACES_MAX,
  divide,
  isNegative,
  isPositive,
  isZero,
  multiply,
  negate,
  round,
  subtract,
  ZERO,
  type Decimal,
  shareInPercent,
} from '../money/money.ts';
import type { Performance, Profit, UserEntryKind } from './entryCalls.ts';

/** Currency of costs. */
export const COST_UNIT = 'USDT';

/** Owned amount of a coin over all accounts, and its cost. */
export type CostPosition = {
  readonly amount: Decimal;
  /** In USDT; null when it is unknown. */
  readonly cost: Decimal | null;
  /** When something arrived without a known price (ISO 8601), which makes the cost unknown. */
  readonly unknownSince: string | null;
};

/** By the coin's name; coins that were never owned are missing. */
export type CostBook = Readonly<Record<string, CostPosition>>;

/** Change of a user's owned amount of a currency by a ledger entry. */
export type CostChange = {
  readonly currency: string;
  /** Never zero. */
  readonly amount: Decimal;
  /** USDT for one unit at the time; `undefined` when it is unknown or not needed beside a change of USDT. */
  readonly price: Decimal | undefined;
};

/** A ledger entry, as far as it changed owned amounts. */
export type CostEntry<Change extends CostChange = CostChange> = {
  readonly kind: UserEntryKind;
  /** ISO 8601. */
  readonly at: string;
  readonly changes: readonly Change[];
};

/** Result of one change, in USDT; null is unknown. */
export type CostStep<Change extends CostChange = CostChange> = Change & {
  /** The cost of received amounts; the proceeds of amounts given in a trade; zero for other outgoing amounts. */
  readonly value: Decimal | null;
  /** Taken out at the average; zero for received amounts. */
  readonly cost: Decimal | null;
  readonly isTraded: boolean;
};

const NOTHING: CostPosition = { amount: ZERO, cost: ZERO, unknownSince: null };

/** Effect of an entry on a book, with the result of each change. */
export function advanceCost<Change extends CostChange>(
  book: CostBook,
  entry: CostEntry<Change>,
): { readonly book: CostBook; readonly steps: readonly CostStep<Change>[] } {
  const traded = tradeValue(entry.changes);
  let next = book;
  const steps = entry.changes.map((change): CostStep<Change> => {
    const isTraded = traded !== undefined;
    if (isPositive(change.amount)) {
      const value = isTraded ? traded : worthOf(change);
      next = withPosition(next, change.currency, (position) => putIn(position, { ...change, value, at: entry.at }));
      return { ...change, value, cost: ZERO, isTraded };
    }
    const cost = costOut(next, change);
    next = withPosition(next, change.currency, (position) => takeOut(position, change.amount, cost));
    return { ...change, value: isTraded ? traded : ZERO, cost, isTraded };
  });
  return { book: next, steps };
}

/** Cost of one unit of a position; `undefined` when it is unknown or nothing is owned. */
export function averageCost({ amount, cost }: Pick<CostPosition, 'amount' | 'cost'>): Decimal | undefined {
  if (cost === null || !isPositive(amount)) return undefined;
  return divide(cost, amount, DECIMAL_PLACES_MAX, 'half-even');
}

/** Profit of amounts that are still owned. */
export type UnrealisedProfit = {
  readonly worth: Decimal;
  readonly amount: Decimal;
  /** Of the cost; null where the cost is zero. */
  readonly percent: Decimal | null;
};

/** Profit of a position if it were sold at a price, before fees; `undefined` when cost or price is unknown. */
export function unrealisedProfit(
  { amount, cost }: Pick<CostPosition, 'amount' | 'cost'>,
  price: Decimal | undefined,
): UnrealisedProfit | undefined {
  if (cost === null || price === undefined) return undefined;
  const worth = multiply(amount, price);
  const profit = subtract(worth, cost);
  return { worth, amount: profit, percent: profitPercent(profit, cost) };
}

/** Value of a trade: null without a price, `undefined` for an entry that is not a trade. */
function tradeValue(changes: readonly CostChange[]): Decimal | null | undefined {
  const [first, second] = changes;
  if (first === undefined || second === undefined || changes.length !== 2) return undefined;
  if (isNegative(first.amount) === isNegative(second.amount)) return undefined;
  const [got, given] = isPositive(first.amount) ? [first, second] : [second, first];
  const paid = [got, given].find(({ currency }) => currency === COST_UNIT);
  return paid === undefined ? (worthOf(got) ?? worthOf(given)) : absolute(paid.amount);
}

function worthOf({ currency, amount, price }: CostChange): Decimal | null {
  if (currency === COST_UNIT) return absolute(amount);
  return price === undefined ? null : toMoney(multiply(absolute(amount), price));
}

function costOut(book: CostBook, { currency, amount }: CostChange): Decimal | null {
  const out = negate(amount);
  if (currency === COST_UNIT) return out;
  const position = book[currency] ?? NOTHING;
  if (position.cost === null || compare(out, position.amount) >= 0) return position.cost;
  return divide(multiply(position.cost, out), position.amount, DECIMAL_PLACES_MAX, 'half-even');
}

type Incoming = { readonly amount: Decimal; readonly value: Decimal | null; readonly at: string };

function putIn(position: CostPosition, { amount, value, at }: Incoming): CostPosition {
  const total = add(position.amount, amount);
  if (position.cost === null || value === null) {
    return { amount: total, cost: null, unknownSince: position.unknownSince ?? at };
  }
  return { amount: total, cost: add(position.cost, value), unknownSince: null };
}

function takeOut(position: CostPosition, change: Decimal, cost: Decimal | null): CostPosition {
  const left = add(position.amount, change);
  if (isZero(left)) return NOTHING;
  return {
    ...position,
    amount: left,
    cost: position.cost === null || cost === null ? null : subtract(position.cost, cost),
  };
}

function withPosition(book: CostBook, currency: string, change: (position: CostPosition) => CostPosition): CostBook {
  return currency === COST_UNIT ? book : { ...book, [currency]: change(book[currency] ?? NOTHING) };
}

function toMoney(value: Decimal): Decimal {
  return round(value, DECIMAL_PLACES_MAX, 'half-even');
}

// Profit at current prices between two answers of the exchange.

const PERCENT_PLACES = 2;
const SPANS = ['today', 'days7', 'days30'] as const;

/** Profit in percent of the invested amount, half-even at 2 places; null where that is zero. */
export function profitPercent(amount: Decimal, base: Decimal): Decimal | null {
  return isPositive(base) ? shareInPercent(amount, base, PERCENT_PLACES, 'half-even') : null;
}

/**
 * Profit at current prices: the amounts owned when the exchange computed it have a new worth, and nothing else has
 * changed. So later payments in or out make no profit, as at the exchange. Unchanged where the exchange did not send
 * the amounts, or where `priceOf` has no price.
 */
export function performanceAt(
  performance: Performance,
  priceOf: (currency: string) => Decimal | undefined,
): Performance {
  const equity = equityOf(performance.amounts, priceOf);
  if (equity === undefined || performance.equity === null) return performance;
  const gain = subtract(equity, performance.equity);
  const moved = SPANS.map((span) => [span, profitAfter(performance[span], gain)] as const);
  return { ...performance, equity, ...Object.fromEntries(moved) };
}

function profitAfter(profit: Profit, gain: Decimal): Profit {
  const { amount, base } = profit;
  if (amount === null || base == null) return profit;
  const moved = add(amount, gain);
  return { amount: moved, percent: profitPercent(moved, base), base };
}

function equityOf(
  amounts: Performance['amounts'],
  priceOf: (currency: string) => Decimal | undefined,
): Decimal | undefined {
  const equities = amounts?.map(({ currency, amount }) => {
    if (isZero(amount)) return ZERO;
    const price = priceOf(currency);
    return price && multiply(amount, price);
  });
  const known = equities?.filter((equity) => equity !== undefined);
  return known === undefined || known.length < (equities?.length ?? 0) ? undefined : add(...known);
}
