/**
 * Options: cost, payout, and the two ticks that settle them (docs/product.md 2). No user, balance or clock is involved:
 * the same terms and the same ticks give every user the same result.
 */
import {
  absolute,
  add,
  compare,
  decimal,
  divide,
  isPositive,
  min,
  multiply,
  negate,
  ONE,
  round,
  subtract,
  ZERO,
  type Decimal,
  MONEY_PLACES,
  HUNDRED,
  percentOf,
} from '../money/money.ts';
import type { HouseShares } from '../houseLimits.ts';

/** `up` wins above the entry price, `down` below it, `even` within a band around it. */
export type Direction = 'up' | 'down' | 'even';

/** Largest delay of the settlement tick after the expiry, inclusive. */
export const END_TICK_WITHIN_MS = 30_000;
/** Largest delay of the entry tick after the purchase and its delay, inclusive; of positions after the request. */
export const ENTRY_TICK_WITHIN_MS = 3000;
/** The largest `entry_delay_ms` of terms. */
export const ENTRY_DELAY_MAX_MS = 1000;
/** Greatest age of the last tick at a purchase. */
export const FRESH_PRICE_MS = 5000;

const TWO = decimal('2');
const UNIT = decimal('0.00000001');
const PERCENT_PLACES = 6;
/** The part of its quoted payout that a purchase needs at least. */
export const QUOTE_HOLDS = decimal('0.99');

/** Terms that affect money. Percent, as on the wire. */
export type OptionRates = {
  /** Of the stake, paid to a winner on top of it. */
  readonly profitRatio: Decimal;
  /** Of the stake, paid on top of it. */
  readonly feeRate: Decimal;
};

/** Cost and payout of an option, in the stake's currency. */
export type OptionMoney = {
  readonly stake: Decimal;
  readonly fee: Decimal;
  /** Payout of a win, besides the stake. */
  readonly payout: Decimal;
  /** Stake and fee, held until the settlement. */
  readonly held: Decimal;
};

/** The money of an option: the payout rounded down, the fee up, both to 8 places. */
export function optionMoney(stake: Decimal, { profitRatio, feeRate }: OptionRates): OptionMoney {
  const payout = round(percentOf(stake, profitRatio), MONEY_PLACES, 'down');
  const fee = round(percentOf(stake, feeRate), MONEY_PLACES, 'up');
  return { stake, fee, payout, held: add(stake, fee) };
}

/** The largest stake whose payout is at most `payoutMax`. */
export function largestStake(payoutMax: Decimal, { profitRatio }: Pick<OptionRates, 'profitRatio'>): Decimal {
  if (!isPositive(payoutMax)) return ZERO;
  // Every stake below this bound pays less than one unit above the maximum.
  const bound = divide(multiply(add(payoutMax, UNIT), HUNDRED), profitRatio, MONEY_PLACES, 'up');
  return subtract(bound, UNIT);
}

/** The share of options that must win to break even: percent, 6 places. */
export function breakEvenPercent({ profitRatio, feeRate }: OptionRates): Decimal {
  return divide(multiply(add(HUNDRED, feeRate), HUNDRED), add(HUNDRED, profitRatio), PERCENT_PLACES, 'half-even');
}

/** Average share of a stake that the house earns when up and down are equally likely: percent, exact. */
export function houseEdgePercent({ profitRatio, feeRate }: OptionRates): Decimal {
  return add(divide(subtract(HUNDRED, profitRatio), TWO, MONEY_PLACES, 'half-even'), feeRate);
}

/** A tick, as far as a rule reads it; `at` is ISO 8601 in UTC with milliseconds. */
export type PricePoint = { readonly seq: number; readonly at: string; readonly price: Decimal };

/** An option as its settlement sees it. */
export type OpenOption = {
  readonly direction: Direction;
  /** Decimal places at which prices are compared. */
  readonly pricePrecision: number;
  /** Largest distance from the entry price at which `even` wins; without it, only the equal price wins. */
  readonly band?: Decimal | undefined;
  /** The entry tick. */
  readonly open: PricePoint;
  /** ISO 8601. */
  readonly dueAt: string;
};

/** `no_tick`: no price at the expiry or within 30 s of it; `series_ended`: the market uses other prices now. */
export type VoidReason = 'no_tick' | 'series_ended';

export type OptionResult = 'win' | 'tie' | 'lose' | 'void';

/** How an option ends, and by which ticks. */
export type OptionOutcome = {
  readonly result: OptionResult;
  readonly voidReason: VoidReason | null;
  /** The last tick before the expiry, which proves that the next one is the first. */
  readonly before: PricePoint | null;
  /** The settlement tick; of a void option, the one that came too late. */
  readonly end: PricePoint | null;
};

/**
 * Settles an option by ticks of its series; undefined while they do not decide it. `ticks` ascend without a gap and
 * begin no later than with the last one before the expiry. `isOver`: the series will have no more ticks, or they are no
 * longer awaited.
 */
export function settle(
  option: OpenOption,
  ticks: readonly PricePoint[],
  isOver?: VoidReason,
): OptionOutcome | undefined {
  const dueMs = Date.parse(option.dueAt);
  const place = ticks.findIndex(({ at }) => Date.parse(at) >= dueMs);
  const end = ticks[place] ?? null;
  const before = ticks[(place < 0 ? ticks.length : place) - 1] ?? null;
  if (end === null) return isOver === undefined ? undefined : { result: 'void', voidReason: isOver, before, end };
  if (Date.parse(end.at) > dueMs + END_TICK_WITHIN_MS) return { result: 'void', voidReason: 'no_tick', before, end };
  return { result: resultAt(option, end.price), voidReason: null, before, end };
}

/** The result of an option that opened at `open` and ends at `price`. */
export function resultAt(
  {
    direction,
    pricePrecision,
    band = ZERO,
    open,
  }: Pick<OpenOption, 'direction' | 'pricePrecision' | 'band'> & {
    readonly open: Pick<PricePoint, 'price'>;
  },
  price: Decimal,
): Exclude<OptionResult, 'void'> {
  const [end, start] = [compared(price, pricePrecision), compared(open.price, pricePrecision)];
  if (direction === 'even') return compare(absolute(subtract(end, start)), band) <= 0 ? 'win' : 'lose';
  const moved = compare(end, start);
  if (moved === 0) return 'tie';
  return moved > 0 === (direction === 'up') ? 'win' : 'lose';
}

/** Won or lost, without stake and fee: `fact_profits` on the wire. */
export function profitOf(result: OptionResult, { stake, payout }: Pick<OptionMoney, 'stake' | 'payout'>): Decimal {
  if (result === 'win') return payout;
  return result === 'lose' ? negate(stake) : ZERO;
}

/** A settled or running option, as far as its costs need it. */
type OptionCosts = {
  readonly result: OptionResult | null;
  readonly fee: Decimal;
  /** Without the fee. */
  readonly profit: Decimal;
};

/** The fee that the user bears: a void option returns it. */
export function paidFeeOf({ result, fee }: Pick<OptionCosts, 'result' | 'fee'>): Decimal {
  return result === 'void' ? ZERO : fee;
}

/** Won or lost after the fee, as totals of options count it; zero while it is open. */
export function netProfitOf(option: OptionCosts): Decimal {
  return option.result === null ? ZERO : subtract(option.profit, paidFeeOf(option));
}

/** Amount returned to the user's account: nothing for a loss; for a void option the fee too. */
export function returnOf(result: OptionResult, { stake, payout, held }: OptionMoney): Decimal {
  if (result === 'win') return add(stake, payout);
  if (result === 'tie') return stake;
  return result === 'void' ? held : ZERO;
}

/** The highest ratio of `even`, percent. */
export const EVEN_RATIO_MAX = decimal('900');

/**
 * The ratio of `even`, percent without places, by its chance and the house edge, both percent. Undefined where that
 * would be zero.
 */
export function evenRatio(chance: Decimal, edge: Decimal): Decimal | undefined {
  if (!isPositive(chance)) return undefined;
  const times = subtract(divide(subtract(HUNDRED, edge), chance, 2, 'down'), ONE);
  return isPositive(times) ? min(multiply(times, HUNDRED), EVEN_RATIO_MAX) : undefined;
}

/** The house edge of `even`: percent, exact. It is above that of its terms where the ratio is capped. */
export function evenHouseEdge(chance: Decimal, { profitRatio, feeRate }: OptionRates): Decimal {
  return subtract(add(HUNDRED, feeRate), percentOf(add(HUNDRED, profitRatio), chance));
}

/** Whether a purchase at `ratio` is refused because `quoted` was shown: one that is worse by more than 1 %. */
export function isWorseThanQuoted(ratio: Decimal, quoted: Decimal): boolean {
  return compare(ratio, multiply(quoted, QUOTE_HOLDS)) < 0;
}

/** Largest shares of the house's options capital that payouts may take, in percent. */
export const OPTION_SHARES = { order: '1', user: '2', side: '5', all: '50' } as const satisfies HouseShares;

function compared(price: Decimal, places: number): Decimal {
  return round(price, places, 'half-even');
}
