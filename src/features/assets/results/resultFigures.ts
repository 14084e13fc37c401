/** Sums of result lines as the screen shows them. */
import { decimal, divide, max, toModelNumber, ZERO, absolute, multiply, type Decimal } from '@halyard/contract/money';
import type { ResultLine } from '@halyard/contract/wallet/resultCalls';
import { addSums, NO_RESULTS, type ResultSource, type ResultSums } from '@halyard/contract/wallet/results';
import { TOTAL_COINS } from '../../../domain/preferences/preferencesSlice.ts';
import { useHiddenBalances, useTotalUnit } from '../../../domain/preferences/usePreferences.ts';
import { moneyPlaces } from '../../../domain/rates/MoneyTotal.tsx';
import { useMoneyRates } from '../../../domain/rates/ratesApi.ts';
import { AMOUNT_PLACES, useConvert, WORTH_UNIT } from '../../../domain/wallet/useEquity.ts';

/** Lines that are counted; undefined is all. */
export type ResultFilter = { readonly source?: ResultSource | undefined; readonly currency?: string | undefined };

const AVERAGE_PLACES = 8;
const RATE_PLACES = 4;

export function linesOf(lines: readonly ResultLine[], { source, currency }: ResultFilter): readonly ResultLine[] {
  return lines.filter(
    (line) =>
      (source === undefined || line.source === source) && (currency === undefined || line.currency === currency),
  );
}

export function sumOf(lines: readonly ResultLine[]): ResultSums {
  return lines.reduce<ResultSums>(addSums, NO_RESULTS);
}

/** Sums by a key, in the order of the lines. */
export function sumsBy<Key extends string>(
  lines: readonly ResultLine[],
  keyOf: (line: ResultLine) => Key,
): ReadonlyMap<Key, ResultSums> {
  const sums = new Map<Key, ResultSums>();
  for (const line of lines) sums.set(keyOf(line), addSums(sums.get(keyOf(line)) ?? NO_RESULTS, line));
  return sums;
}

/** Won of closed options and positions as a fraction; undefined without any. */
export function winRate({ won, lost }: ResultSums): Decimal | undefined {
  return won + lost === 0 ? undefined : divide(whole(won), whole(won + lost), RATE_PLACES, 'half-even');
}

/** The average of a sum of some closings; undefined without any, null when the sum is unknown. */
export function averageOf(sum: Decimal | null, count: number): Decimal | null | undefined {
  if (count === 0) return undefined;
  return sum && divide(sum, whole(count), AVERAGE_PLACES, 'half-even');
}

/** A period of the shown range: a day of a month, or a month of a year. */
export type Period = { readonly key: string; readonly sums: ResultSums | undefined };

/** All days of a month (`YYYY-MM`), or all months of a year (`YYYY`), with their sums. */
export function periodsOf(lines: readonly ResultLine[], range: string): readonly Period[] {
  const length = range.length + 3;
  const sums = sumsBy(lines, ({ day }) => day.slice(0, length));
  const count = length === DAY_LENGTH ? daysIn(range) : MONTHS;
  return Array.from({ length: count }, (_, index) => {
    const key = `${range}-${String(index + 1).padStart(2, '0')}`;
    return { key, sums: sums.get(key) };
  });
}

/** A drawn period: shares of the height, from -1 to 1, of its own profit and of the sum up to it. */
export type Drawn = {
  readonly key: string;
  readonly own: number;
  readonly sum: number;
  readonly total: Decimal | null;
};

/** The bars or the line of a chart. A period with an unknown profit ends the line. */
export function drawnOf(periods: readonly Period[], isSummed: boolean): readonly Drawn[] {
  let total: Decimal | null = ZERO;
  const values = periods.map(({ key, sums }) => {
    const profit = sums === undefined ? ZERO : sums.profit;
    total = addSums({ ...NO_RESULTS, profit: total }, { ...NO_RESULTS, profit }).profit;
    return { key, profit, total };
  });
  const largest = toModelNumber(
    max(ZERO, ...values.map((value) => absolute((isSummed ? value.total : value.profit) ?? ZERO))),
  );
  const share = (value: Decimal | null) => (value === null || largest === 0 ? 0 : toModelNumber(value) / largest);
  return values.map((value) => ({
    key: value.key,
    own: share(value.profit),
    sum: share(value.total),
    total: value.total,
  }));
}

/** The weekday of the first day of a month, 0 for Sunday. */
export function firstWeekday(month: string): number {
  return new Date(`${month}-01T00:00:00.000Z`).getUTCDay();
}

/** The month that is some months after another. */
export function monthAfter(month: string, months: number): string {
  const start = new Date(`${month}-01T00:00:00.000Z`);
  start.setUTCMonth(start.getUTCMonth() + months);
  return start.toISOString().slice(0, 7);
}

const MONTHS = 12;
const DAY_LENGTH = 10;

function daysIn(month: string): number {
  return new Date(Date.parse(`${monthAfter(month, 1)}-01T00:00:00.000Z`) - 1).getUTCDate();
}

function whole(count: number): Decimal {
  return decimal(String(count));
}

/** Results in the currency of the user's totals, at its current rate. */
type ResultMoney = {
  readonly unit: string;
  readonly places: number;
  /** Converts from USDT; undefined when the amount or the rate is unknown. */
  readonly of: (usdt: Decimal | null | undefined) => Decimal | undefined;
  readonly isMasked: boolean;
};

export function useResultMoney(): ResultMoney {
  const { unit } = useTotalUnit();
  const { hidesBalances: isMasked } = useHiddenBalances();
  const convert = useConvert(unit);
  const rate = useMoneyRates()?.find(({ currency, isOld }) => currency === unit && !isOld);
  if (TOTAL_COINS.some((coin) => coin === unit)) {
    return {
      unit,
      places: unit === WORTH_UNIT ? 2 : AMOUNT_PLACES,
      of: (usdt) => convert(usdt ?? undefined),
      isMasked,
    };
  }
  return {
    unit,
    places: moneyPlaces(unit),
    of: (usdt) => (usdt == null || rate === undefined ? undefined : multiply(usdt, rate.perUsdt)),
    isMasked,
  };
}
