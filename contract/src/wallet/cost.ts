/**
 * What is owned and what it cost, by average cost, in USDT: one definition for screens and files.
 *
 * - **A trade** is worth what it moved of USDT, fees included: buying adds all that was paid for what arrived, selling
 *   takes cost out at the average. Where no USDT moved, it is worth what arrived at the price of its time, else what
 *   was given.
 * - **What comes in otherwise** (deposits, test funds, interest, rebates, winnings) costs its price of then.
 * - **What goes out otherwise** (withdrawals, fees, lost stakes and margins) takes cost out at the average. A stake or
 *   an amount in trust that is only set aside is still the user's own.
 * - **Transfers** between own accounts change nothing.
 * - Where a price of then is not known, the cost is not known until all of the coin is gone: never zero in its place.
 *
 * No cost is lost or made: what came in is what went out and what is left, to the last of 18 places. USDT is what is
 * counted in, so it has no gain of its own.
 */
import type { UserEntryKind } from './entryCalls.ts';
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
} from '../money/money.ts';
import { profitPercent } from './performance.ts';

/** What costs are counted in. */
export const COST_UNIT = 'USDT';

/** What is owned of a coin, over all accounts, and what it cost. */
export type CostPosition = {
  readonly amount: Decimal;
  /** In USDT; null when it is not known. */
  readonly cost: Decimal | null;
  /** When something came in without a known price (ISO 8601): why the cost is not known. */
  readonly unknownSince: string | null;
};

/** By the coin's name; coins that were never owned are missing. */
export type CostBook = Readonly<Record<string, CostPosition>>;

/** What a ledger entry changed of what a user owns of a currency. */
export type CostChange = {
  readonly currency: string;
  /** Never zero. */
  readonly amount: Decimal;
  /** USDT for one unit then; `undefined` when it is not known or does not matter beside a change of USDT. */
  readonly price: Decimal | undefined;
};

/** A ledger entry, as far as it changed what is owned. */
export type CostEntry<Change extends CostChange = CostChange> = {
  readonly kind: UserEntryKind;
  /** ISO 8601. */
  readonly at: string;
  readonly changes: readonly Change[];
};

/** What one change came to, in USDT; null is not known. */
export type CostStep<Change extends CostChange = CostChange> = Change & {
  /** Of what came in: its cost. Of what was given in a trade: what was got for it. Of what else went out: nothing. */
  readonly value: Decimal | null;
  /** Taken out at the average; zero of what came in. */
  readonly cost: Decimal | null;
  readonly isTraded: boolean;
};

const NOTHING: CostPosition = { amount: ZERO, cost: ZERO, unknownSince: null };

/** What an entry does to a book, and what each of its changes came to. */
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

/** What one unit of a position cost; `undefined` when that is not known or there is nothing. */
export function averageCost({ amount, cost }: Pick<CostPosition, 'amount' | 'cost'>): Decimal | undefined {
  if (cost === null || !isPositive(amount)) return undefined;
  return divide(cost, amount, DECIMAL_PLACES_MAX, 'half-even');
}

/** Profit of what is still owned. */
export type UnrealisedProfit = {
  readonly worth: Decimal;
  readonly amount: Decimal;
  /** Of the cost; null of what cost nothing. */
  readonly percent: Decimal | null;
};

/** What a position would win if it were sold at a price, before fees; `undefined` when cost or price is not known. */
export function unrealisedProfit(
  { amount, cost }: Pick<CostPosition, 'amount' | 'cost'>,
  price: Decimal | undefined,
): UnrealisedProfit | undefined {
  if (cost === null || price === undefined) return undefined;
  const worth = multiply(amount, price);
  const profit = subtract(worth, cost);
  return { worth, amount: profit, percent: profitPercent(profit, cost) };
}

/** What a trade was worth: null when no price tells, `undefined` for an entry that is no trade. */
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
