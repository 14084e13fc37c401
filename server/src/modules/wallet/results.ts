/**
 * A user's results by day: a fold of the user's own ledger entries by the rules of `wallet/results.ts` in the contract.
 * The fold begins at the newest stored book before the range, so a month costs what its own entries cost, however long
 * the history before it is.
 */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { add, isPositive, isZero, ZERO, type Decimal } from '@halyard/contract/money';
import { advanceCost, COST_UNIT, unrealisedProfit, type CostBook, type CostStep } from '@halyard/contract/wallet/cost';
import { DAY_MS, HOUR_MS } from '@halyard/contract/time';
import {
  RESULT_ENTRIES_PAGE,
  type getResults,
  type listResultEntries,
  type OpenResult,
  type ResultLine,
} from '@halyard/contract/wallet/resultCalls';
import {
  addPart,
  dayAtOffset,
  isPartOf,
  monthBounds,
  NO_RESULTS,
  RESULT_MONTHS_MAX,
  resultPartsOf,
  type ResultPart,
} from '@halyard/contract/wallet/results';
import { BusinessError } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import { usdtPriceOf } from '../../market/usdtPrice.ts';
import {
  readCosts,
  selectMonth,
  selectPiece,
  selectStart,
  storeMonth,
  storeStart,
  type ResultBook,
  type ResultMonth,
  type StoredChange,
  type StoredEntry,
} from './cost.ts';

type ResultDeps = { readonly db: Database; readonly clock: Clock };
type Range = RequestOf<typeof getResults>;

/** A part with the entry that it belongs to, and its day. */
type DatedPart = ResultPart & { readonly entry: StoredEntry; readonly day: string };

/** Payments in, which are the base of percentages, and no result. */
const PAYMENTS_IN: readonly string[] = ['deposit', 'sandbox_fund'];

/** The results of a range of months. Errors: RANGE_INVALID. */
export async function readResults(
  deps: ResultDeps,
  userId: UserId,
  request: Range,
): Promise<AnswerOf<typeof getResults>> {
  const months: ResultMonth[] = [];
  for (const month of monthsOf(request))
    months.push(await readMonth(deps, userId, { ...request, from: month, to: month }));
  return {
    asOf: new Date(deps.clock.nowMs()).toISOString(),
    lines: months.flatMap(({ lines }) => lines),
    base: totalOf([months[0]?.capital ?? null, ...months.map(({ paidIn }) => paidIn)]),
    unrealised: await readUnrealised(deps.db, userId),
  };
}

/** The results of one month, which are stored once it is over: by then they no longer change. */
async function readMonth({ db, clock }: ResultDeps, userId: UserId, request: Range): Promise<ResultMonth> {
  const { from: month, to, offsetMinutes } = request;
  const stored = await selectMonth(db, userId, { month, offsetMinutes });
  if (stored !== undefined) return stored;
  const nowMs = clock.nowMs();
  const { fromAt, untilAt } = monthBounds(month, to, offsetMinutes);
  // Ledger entries are dated by the database, whose clock may be a little ahead of this one.
  if (Date.parse(fromAt) > nowMs + DAY_MS) return { lines: [], capital: null, paidIn: ZERO };
  const lines = new Map<string, ResultLine>();
  const sums = await foldRange({ db, clock }, userId, request, (part) => {
    const { day, source, currency } = part;
    const key = `${day} ${source} ${currency}`;
    lines.set(key, { day, source, currency, ...addPart(lines.get(key) ?? NO_RESULTS, part) });
  });
  const made = { ...sums, lines: [...lines.values()].toSorted((a, b) => a.day.localeCompare(b.day, 'en')) };
  if (Date.parse(untilAt) + DAY_MS < nowMs) await storeMonth(db, userId, { month, offsetMinutes }, made);
  return made;
}

/** The entries of a figure, newest first. Errors: RANGE_INVALID. */
export async function readResultEntries(
  deps: ResultDeps,
  userId: UserId,
  request: RequestOf<typeof listResultEntries>,
): Promise<AnswerOf<typeof listResultEntries>> {
  const { figure, day, source, currency, after } = request;
  monthsOf(request);
  const found: DatedPart[] = [];
  await foldRange(deps, userId, request, (part) => {
    const isMeant =
      isPartOf(part, figure) &&
      (day === undefined || part.day === day) &&
      (source === undefined || part.source === source) &&
      (currency === undefined || part.currency === currency);
    if (isMeant) found.push(part);
  });
  found.reverse();
  const start = after === undefined ? 0 : found.findIndex((part) => idOf(part) === after) + 1;
  const values = found.map((part) => (figure === 'fees' ? part.fees : part.profit));
  return {
    rows: found.slice(start, start + RESULT_ENTRIES_PAGE).map((part) => ({
      id: idOf(part),
      at: part.entry.at,
      kind: part.entry.kind,
      source: part.source,
      currency: part.currency,
      amount: part.amount,
      profit: part.profit,
      fees: part.fees,
      reference: part.entry.reference,
    })),
    total: found.length,
    sum: totalOf(values),
  };
}

function idOf({ entry, currency }: DatedPart): string {
  return `${entry.id}:${currency}`;
}

/**
 * Folds the entries of a range in their order; resolves to what its percentages refer to. Entries are numbered almost
 * in the order of their times, so it ends with an entry an hour after the range.
 */
async function foldRange(
  { db, clock }: ResultDeps,
  userId: UserId,
  { from, to, offsetMinutes }: Range,
  take: (part: DatedPart) => void,
): Promise<Omit<ResultMonth, 'lines'>> {
  const { fromAt, untilAt } = monthBounds(from, to, offsetMinutes);
  const endAt = new Date(Date.parse(untilAt) + HOUR_MS).toISOString();
  let state = await selectStart(db, userId, from);
  const starts = startKeeper(state.month, clock.nowMs());
  let capital: Decimal | null | undefined;
  let paidIn: Decimal | null = ZERO;
  let isOver = false;
  while (!isOver) {
    const piece = await selectPiece(db, userId, state.entryId);
    for (const entry of piece.entries) {
      await starts.before(entry.at, state, (book) => storeStart(db, userId, book));
      isOver = entry.at >= endAt;
      if (isOver) break;
      if (entry.at >= fromAt && capital === undefined) capital = capitalOf(state);
      const { book, steps } = advanceCost(state.book, entry);
      state = { ...state, entryId: entry.id, book, usdt: add(state.usdt, usdtChangeOf(entry)) };
      if (entry.at < fromAt || entry.at >= untilAt) continue;
      paidIn = totalOf([paidIn, ...paymentsIn(entry, steps)]);
      const day = dayAtOffset(entry.at, offsetMinutes);
      for (const part of resultPartsOf(entry, steps)) take({ ...part, entry, day });
    }
    isOver ||= piece.isLast;
    state = { ...state, entryId: Math.max(piece.through, state.entryId) };
  }
  return { capital: capital === undefined ? capitalOf(state) : capital, paidIn };
}

/**
 * Stores the book from which a later month can begin, once: when an entry of that month or the day before follows, and
 * the month has begun by the clock. No transaction takes a day, so no older entry can still be committed then.
 */
function startKeeper(stored: string, nowMs: number) {
  let last = stored;
  return {
    async before(at: string, state: ResultBook, store: (book: ResultBook) => Promise<void>): Promise<void> {
      const month = new Date(Date.parse(at) + DAY_MS).toISOString().slice(0, 7);
      if (month <= last || Date.parse(`${month}-01`) > nowMs) return;
      last = month;
      if (state.entryId > 0) await store({ ...state, month });
    },
  };
}

/** Worth of what is owned, at its cost, in USDT; null when it is unknown. */
function capitalOf({ book, usdt }: Pick<ResultBook, 'book' | 'usdt'>): Decimal | null {
  return totalOf([usdt, ...costsOf(book)]);
}

function costsOf(book: CostBook): (Decimal | null)[] {
  return Object.values(book).flatMap(({ amount, cost }) => (isZero(amount) ? [] : [cost]));
}

function paymentsIn({ kind }: StoredEntry, steps: readonly CostStep<StoredChange>[]): (Decimal | null)[] {
  return PAYMENTS_IN.includes(kind) ? steps.map(({ value }) => value) : [];
}

function usdtChangeOf({ changes }: StoredEntry): Decimal {
  return changes.find(({ currency }) => currency === COST_UNIT)?.amount ?? ZERO;
}

function totalOf(values: readonly (Decimal | null)[]): Decimal | null {
  const known = values.filter((value) => value !== null);
  return known.length === values.length ? add(ZERO, ...known) : null;
}

/** The months of a range. Throws `BusinessError('RANGE_INVALID')` when there are none, or too many. */
function monthsOf({ from, to }: Pick<Range, 'from' | 'to'>): string[] {
  const first = new Date(`${from}-01T00:00:00.000Z`);
  const months = Array.from({ length: RESULT_MONTHS_MAX }, (_, index) =>
    new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index)).toISOString().slice(0, 7),
  );
  const last = months.indexOf(to);
  if (last < 0) throw new BusinessError('RANGE_INVALID');
  return months.slice(0, last + 1);
}

/** Unrealised profit at the last prices. */
async function readUnrealised(db: Database, userId: UserId): Promise<OpenResult[]> {
  const [{ positions }, markets] = [await readCosts(db, userId), await listMarketRecords(db)];
  return positions.flatMap((position) => {
    const { currencyId: id, currency, amount, cost } = position;
    if (!isPositive(amount)) return [];
    const profit = unrealisedProfit(position, usdtPriceOf({ id, name: currency }, markets));
    return [{ currency, amount, cost, profit: profit?.amount ?? null }];
  });
}
