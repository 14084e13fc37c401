/**
 * A user's results by day: a fold of the user's own ledger entries by the rules of `wallet/results.ts` in the contract.
 * The fold begins at the newest stored book before the range, so a month costs what its own entries cost, however long
 * the history before it is.
 */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { add, isPositive, isZero, ZERO, type Decimal } from '@halyard/contract/money';
import { advanceCost, COST_UNIT, unrealisedProfit, type CostBook, type CostStep } from '@halyard/contract/wallet/cost';
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
import { BusinessError } from '../../calls/errors.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { DAY_MS, HOUR_MS } from '../../durations.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import { usdtPriceOf } from '../../market/usdtPrice.ts';
import { readCosts } from './cost.ts';
import {
  selectPiece,
  selectStart,
  storeStart,
  type ResultBook,
  type StoredChange,
  type StoredEntry,
} from './costRepository.ts';

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
  const lines = new Map<string, ResultLine>();
  const base = await foldRange(deps, userId, request, (part) => {
    const { day, source, currency } = part;
    const key = `${day} ${source} ${currency}`;
    lines.set(key, { day, source, currency, ...addPart(lines.get(key) ?? NO_RESULTS, part) });
  });
  return {
    asOf: new Date(deps.clock.nowMs()).toISOString(),
    lines: [...lines.values()].toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
    base,
    unrealised: await readUnrealised(deps.db, userId),
  };
}

/** The entries of a figure, newest first. Errors: RANGE_INVALID. */
export async function readResultEntries(
  deps: ResultDeps,
  userId: UserId,
  request: RequestOf<typeof listResultEntries>,
): Promise<AnswerOf<typeof listResultEntries>> {
  const { figure, day, source, currency, after } = request;
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
 * Folds the entries of a range in their order; resolves to the base of percentages. Entries are numbered almost in the
 * order of their times, so it ends with an entry an hour after the range.
 */
async function foldRange(
  { db, clock }: ResultDeps,
  userId: UserId,
  { from, to, offsetMinutes }: Range,
  take: (part: DatedPart) => void,
): Promise<Decimal | null> {
  if (from > to || to > lastMonthOf(from)) throw new BusinessError('RANGE_INVALID');
  const { fromAt, untilAt } = monthBounds(from, to, offsetMinutes);
  const endAt = new Date(Date.parse(untilAt) + HOUR_MS).toISOString();
  let state = await selectStart(db, userId, from);
  const starts = startKeeper(state.month, clock.nowMs());
  let base: Decimal | null | undefined;
  let isOver = false;
  while (!isOver) {
    const piece = await selectPiece(db, userId, state.entryId);
    for (const entry of piece.entries) {
      await starts.before(entry.at, state, (book) => storeStart(db, userId, book));
      isOver = entry.at >= endAt;
      if (isOver) break;
      if (entry.at >= fromAt && base === undefined) base = capitalOf(state);
      const { book, steps } = advanceCost(state.book, entry);
      state = { ...state, entryId: entry.id, book, usdt: add(state.usdt, usdtChangeOf(entry)) };
      if (entry.at < fromAt || entry.at >= untilAt) continue;
      base = totalOf([base ?? null, ...paymentsIn(entry, steps)]);
      const day = dayAtOffset(entry.at, offsetMinutes);
      for (const part of resultPartsOf(entry, steps)) take({ ...part, entry, day });
    }
    isOver ||= piece.isLast;
    state = { ...state, entryId: Math.max(piece.through, state.entryId) };
  }
  return base === undefined ? capitalOf(state) : base;
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

/** The last month that a range from a month may have. */
function lastMonthOf(from: string): string {
  const month = new Date(`${from}-01T00:00:00.000Z`);
  month.setUTCMonth(month.getUTCMonth() + RESULT_MONTHS_MAX - 1);
  return month.toISOString().slice(0, 7);
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
