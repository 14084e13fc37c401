/**
 * A user's results by day: what ledger entries gained or lost, by average cost, and the fees in it (docs/product.md
 * 7.5). The figures are those of the yearly tax file, grouped by the days of one UTC offset.
 */
import {
  absolute,
  add,
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
import type { Product, TaxEventKind } from '../product.ts';
import { PRODUCTS } from '../products.ts';
import { MINUTE_MS } from '../time.ts';
import { COST_UNIT, type CostChange, type CostEntry, type CostStep } from './cost.ts';
import type { UserEntryKind } from './entryCalls.ts';

/** The longest range of a request. */
export const RESULT_MONTHS_MAX = 12;
/** The largest UTC offset on Earth, in minutes. */
export const UTC_OFFSET_MAX = 14 * 60;

/** Fees of withdrawals belong to no product. */
const WITHDRAWALS = 'withdrawals';
/** Sources of results. Products may share one. */
export type ResultSource = (typeof PRODUCTS)[number]['results'] | typeof WITHDRAWALS;
export const RESULT_SOURCES: readonly ResultSource[] = [
  ...new Set<ResultSource>([...PRODUCTS.map(({ results }) => results), WITHDRAWALS]),
];

/** A change with the fee of the house in its currency. */
export type FeeChange = CostChange & { readonly fee: Decimal };

/** The result of a ledger entry in one coin. */
export type ResultPart = {
  readonly source: ResultSource;
  /** The coin that was traded, or that the result was paid in. */
  readonly currency: string;
  /** Signed change of the owned amount of that coin. */
  readonly amount: Decimal;
  /** In USDT, fees deducted; null when a cost or a price is unknown. */
  readonly profit: Decimal | null;
  /** Fees in USDT, never negative; null when a price is unknown. They are part of the profit. */
  readonly fees: Decimal | null;
  /** Whether an option or a position closed with it. */
  readonly isClosing: boolean;
};

/** Sums of parts, of a day, a coin or anything else. */
export type ResultSums = Pick<ResultPart, 'amount' | 'profit' | 'fees'> & {
  /** Closed options and positions with a gain, and the sum of these gains in USDT; null when one is unknown. */
  readonly won: number;
  readonly gains: Decimal | null;
  /** Closed options and positions with a loss, and the sum of these losses in USDT, which is negative. */
  readonly lost: number;
  readonly losses: Decimal | null;
};

export const NO_RESULTS: ResultSums = {
  amount: ZERO,
  profit: ZERO,
  fees: ZERO,
  won: 0,
  gains: ZERO,
  lost: 0,
  losses: ZERO,
};

/** The results of an entry, from the steps of its cost; empty when it only moved or held money. */
export function resultPartsOf(
  { kind, changes }: CostEntry<FeeChange>,
  steps: readonly CostStep<FeeChange>[],
): readonly ResultPart[] {
  const source = sourceOf(kind);
  if (source === undefined) return [];
  if (!steps.some(({ isTraded }) => isTraded)) return steps.flatMap((step) => singlePart(source, kind, step));
  // A trade counts for the coin that was given, or for the one that was bought with USDT.
  const given = steps.find(({ currency, amount }) => currency !== COST_UNIT && isNegative(amount));
  const subject = given ?? steps.find(({ currency }) => currency !== COST_UNIT);
  if (subject === undefined) return [];
  const event = given && taxEventOf(kind, given, given.fee);
  return [
    {
      source,
      currency: subject.currency,
      amount: subject.amount,
      profit: event === undefined ? ZERO : event.gain,
      fees: total(steps.map((step) => tradeFee(step, changes))),
      isClosing: false,
    },
  ];
}

/** Adds one part to sums. */
export function addPart(sums: ResultSums, part: ResultPart): ResultSums {
  const outcome = outcomeOf(part);
  return addSums(sums, {
    ...part,
    won: outcome === 'won' ? 1 : 0,
    gains: outcome === 'won' ? part.profit : ZERO,
    lost: outcome === 'lost' ? 1 : 0,
    losses: outcome === 'lost' ? part.profit : ZERO,
  });
}

/** Adds sums; a sum with an unknown part is unknown. */
export function addSums(first: ResultSums, second: ResultSums): ResultSums {
  return {
    amount: add(first.amount, second.amount),
    profit: total([first.profit, second.profit]),
    fees: total([first.fees, second.fees]),
    won: first.won + second.won,
    gains: total([first.gains, second.gains]),
    lost: first.lost + second.lost,
    losses: total([first.losses, second.losses]),
  };
}

/** Whether a closed option or position was won or lost: by the change of the owned amount, fees included. */
export function outcomeOf({ isClosing, amount }: Pick<ResultPart, 'isClosing' | 'amount'>): 'won' | 'lost' | undefined {
  if (!isClosing || isZero(amount)) return undefined;
  return isNegative(amount) ? 'lost' : 'won';
}

/** The figures that a part may be counted in. */
export const RESULT_FIGURES = ['profit', 'fees', 'closed', 'won', 'lost'] as const;
export type ResultFigure = (typeof RESULT_FIGURES)[number];

/** Whether a part counts in a figure. */
export function isPartOf(part: ResultPart, figure: ResultFigure): boolean {
  if (figure === 'closed') return outcomeOf(part) !== undefined;
  if (figure === 'won' || figure === 'lost') return outcomeOf(part) === figure;
  const value = part[figure];
  return value === null || !isZero(value);
}

/** The day (`YYYY-MM-DD`) of an instant (ISO 8601) at a UTC offset in minutes. */
export function dayAtOffset(at: string, offsetMinutes: number): string {
  return new Date(Date.parse(at) + offsetMinutes * MINUTE_MS).toISOString().slice(0, 10);
}

/** The instants (ISO 8601) between which months (`YYYY-MM`, both included) lie at a UTC offset in minutes. */
export function monthBounds(from: string, to: string, offsetMinutes: number): { fromAt: string; untilAt: string } {
  const startOf = (month: string, later: number) => {
    const start = new Date(`${month}-01T00:00:00.000Z`);
    start.setUTCMonth(start.getUTCMonth() + later);
    return new Date(start.getTime() - offsetMinutes * MINUTE_MS).toISOString();
  };
  return { fromAt: startOf(from, 0), untilAt: startOf(to, 1) };
}

type Entries = Product['entries'][number];

function sourceOf(kind: UserEntryKind): ResultSource | undefined {
  if (kind === 'withdraw_settle') return WITHDRAWALS;
  return PRODUCTS.find(({ entries }) => (entries as readonly Entries[]).some((entry) => entry.kind === kind))?.results;
}

function singlePart(source: ResultSource, kind: UserEntryKind, step: CostStep<FeeChange>): ResultPart[] {
  const event = taxEventOf(kind, step, step.fee);
  if (event === undefined) return [];
  const { currency, amount, gain: profit } = event;
  return [{ source, currency, amount, profit, fees: feesOf(event, step), isClosing: isResult(event) }];
}

/** The fees of an entry that is no trade: the event itself, or the house's part of it. */
function feesOf({ event, gain }: TaxEvent, { currency, fee, price }: FeeChange): Decimal | null {
  if (event === 'fee') return gain && negate(gain);
  return worthOfFee(fee, currency, price);
}

function isResult({ event }: TaxEvent): boolean {
  return event !== 'fee' && event !== 'income' && event !== 'disposal' && event !== 'new_coin';
}

/** The fee of a received amount. Beside USDT it is worth its share of what was paid. */
function tradeFee({ currency, amount, value, price, fee }: CostStep<FeeChange>, all: readonly CostChange[]) {
  const hasUnit = currency !== COST_UNIT && all.some((change) => change.currency === COST_UNIT);
  if (!hasUnit || isZero(fee) || value === null || !isPositive(amount)) return worthOfFee(fee, currency, price);
  return divide(multiply(value, fee), add(amount, fee), DECIMAL_PLACES_MAX, 'half-even');
}

function worthOfFee(fee: Decimal, currency: string, price: Decimal | undefined): Decimal | null {
  if (isZero(fee)) return ZERO;
  if (currency === COST_UNIT) return fee;
  return price === undefined ? null : round(multiply(fee, price), DECIMAL_PLACES_MAX, 'half-even');
}

function total(values: readonly (Decimal | null)[]): Decimal | null {
  const known = values.filter((value) => value !== null);
  return known.length === values.length ? add(ZERO, ...known) : null;
}

// Taxable events of a year: changes of owned amounts with their gains by average cost. Deposits, withdrawals and
// purchases with USDT are none.

/** An event; amounts in USDT unless noted, null where they are unknown. */
export type TaxEvent = {
  readonly event: TaxEventKind;
  readonly currency: string;
  /** Signed, of the currency. */
  readonly amount: Decimal;
  readonly proceeds: Decimal | null;
  readonly cost: Decimal | null;
  /** Proceeds less cost. */
  readonly gain: Decimal | null;
  /** Of a received amount: its cost from now on. */
  readonly basis: Decimal | null;
};

type Entry = Product['entries'][number];

/** The tax event of a kind of entries; `undefined` when it has none. */
function wordOf(kind: UserEntryKind): TaxEventKind | undefined {
  if (kind === 'withdraw_settle') return 'fee';
  return PRODUCTS.flatMap<Entry>(({ entries }) => entries).find((entry) => entry.kind === kind)?.tax;
}

/** The tax event of a step of an entry; `undefined` when it is none. `fee` is the house's fee of the step. */
export function taxEventOf(kind: UserEntryKind, step: CostStep, fee: Decimal): TaxEvent | undefined {
  if (step.isTraded) return tradeEvent(kind, step);
  const event = wordOf(kind);
  if (event === undefined) return undefined;
  const { currency } = step;
  // The paid-out part of a withdrawal still belongs to its owner; the fee is spent.
  const part = kind === 'withdraw_settle' ? partOf(step, fee) : step;
  if (part === undefined) return undefined;
  const { amount, value, cost } = part;
  const basis = isNegative(amount) ? ZERO : value;
  return { event, currency, amount, proceeds: value, cost, gain: difference(value, cost), basis };
}

function tradeEvent(kind: UserEntryKind, { currency, amount, value, cost }: CostStep): TaxEvent | undefined {
  if (isNegative(amount)) {
    if (currency === COST_UNIT) return undefined;
    return { event: 'disposal', currency, amount, proceeds: value, cost, gain: difference(value, cost), basis: ZERO };
  }
  // Its cost, so that a later sale can be followed.
  return kind === 'subscription_allot'
    ? { event: 'new_coin', currency, amount, proceeds: ZERO, cost: ZERO, gain: ZERO, basis: value }
    : undefined;
}

/** The fee part of an outgoing amount. */
function partOf({ amount, cost }: CostStep, fee: Decimal): Pick<CostStep, 'amount' | 'value' | 'cost'> | undefined {
  if (isZero(fee)) return undefined;
  const share = cost && divide(multiply(cost, fee), absolute(amount), DECIMAL_PLACES_MAX, 'half-even');
  return { amount: subtract(ZERO, fee), value: ZERO, cost: share };
}

function difference(value: Decimal | null, cost: Decimal | null): Decimal | null {
  return value === null || cost === null ? null : subtract(value, cost);
}
