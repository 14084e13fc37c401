/**
 * Buying an option: at the first tick from its request on, under the locks of its market, of the house and of the user.
 */
import { sql } from 'drizzle-orm';
import type { RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { compare, decimal } from '@halyard/contract/money';
import { buyOption, type Option } from '@halyard/contract/options/calls';
import { ENTRY_TICK_WITHIN_MS, FRESH_PRICE_MS, optionMoney, type PricePoint } from '@halyard/contract/options/rules';
import { stakeLeft } from '@halyard/contract/options/selfLimits';
import { hashTerms, kindOf, type OptionTerms } from '@halyard/contract/options/terms';
import { BusinessError } from '../../calls/callHandler.ts';
import { limitWithoutId } from '../../calls/repeated.ts';
import { emit, isoText, rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import { checkAndRunOnce } from '../../db/runOnce.ts';
import { POLL_EVERY_MS, shareReads } from '../../db/sharedReads.ts';
import { requireVerified } from '../../identities.ts';
import { postEntries } from '../../ledger/ledger.ts';
import type { ModuleDeps } from '../../module.ts';
import type { TakeTurn } from '../../rates.ts';
import { commitTo } from '../../transparency/commitments.ts';
import { requireCosigned } from '../../transparency/cosigned.ts';
import { requireSequencer } from '../../transparency/sequencerLead.ts';
import { readMarketSnapshot, requireOrder, termsOf, type Order } from './currentTerms.ts';
import { requireEvenTerms } from './even.ts';
import { largestNow, lockHouse, readPromised } from './house.ts';
import { openEntry } from './ledgerEntries.ts';
import { insertOption, lockOptionMarket, readOption } from './optionsRepository.ts';
import { committedText } from './receipts.ts';
import { readDayUse, readSelfLimits } from './selfLimits.ts';
import { settleDue } from './settleMarket.ts';

export type PurchaseDeps = Pick<ModuleDeps, 'db' | 'clock' | 'events' | 'catalogue'> & {
  readonly settings?: Pick<ModuleDeps['settings'], 'isWitnessRequired'>;
  readonly startedAtMs: number;
  /** Counts requests without a request id. */
  readonly takeTurn: TakeTurn;
  /** Replaces the pause between two looks at the last ticks; returns whether to look again. */
  readonly pause?: () => Promise<boolean>;
};

type Request = RequestOf<typeof buyOption>;
type Buyer = { readonly userId: UserId; readonly request: Request };
/** A checked request: the currency of its stake, and its instant. */
type Checked = { readonly currencyName: string; readonly atMs: number };

/**
 * Buys an option and returns it; a repeated request id returns the first answer. Throws `BusinessError` with the codes
 * that the call documents, checked in that order; nothing is held then.
 */
export async function purchase(deps: PurchaseDeps, userId: UserId, request: Request): Promise<Option> {
  const { db, clock } = deps;
  const once = { call: buyOption, userId, requestId: request.clientRequestId, request, clock };
  return checkAndRunOnce(db, once, {
    check: () => check(deps, { userId, request }),
    run: async (tx, checked) => {
      const option = await buy(tx, deps, { userId, request, ...checked });
      emit(tx, { type: 'option-changed', userId, option });
      return option;
    },
  });
}

/** Checks without locks, and waits for the opening tick. */
async function check(deps: PurchaseDeps, { userId, request }: Buyer): Promise<Checked> {
  const { db, clock, catalogue, takeTurn, pause, settings = {} } = deps;
  await requireVerified(db, userId);
  await requireCosigned(db, clock, settings);
  const currency = (await catalogue.currencies()).find(({ id, isOption }) => isOption && id === request.currencyId);
  const snapshot = await readMarketSnapshot(db, clock.nowMs(), request.marketId);
  const order = requireOrder(snapshot, request, currency?.name);
  await limitWithoutId(takeTurn, { call: buyOption, userId, request });
  await untilEntryTick(db, order, pause);
  return { currencyName: order.currency.currency, atMs: order.atMs };
}

async function buy(
  tx: Transaction,
  { clock, startedAtMs }: PurchaseDeps,
  { userId, request, currencyName, atMs }: Buyer & Checked,
): Promise<Option> {
  const { marketId } = request;
  if (marketId == null) throw new BusinessError('MARKET_NOT_FOUND');
  await lockOptionMarket(tx, marketId);
  await lockHouse(tx);
  await lockUser(tx, userId);
  // Read again under the locks: prices and terms may have changed meanwhile.
  const nowMs = clock.nowMs();
  const snapshot = await readMarketSnapshot(tx, nowMs, marketId);
  const order = atInstant(requireOrder(snapshot, request, currencyName), atMs);
  const settled = await settleDue(tx, { marketId, nowMs, startedAtMs });
  await requireSelfLimits(tx, userId, order);
  await assertOpenOptionLimit(tx, userId, order);
  const open = await requireOpenTick(tx, order, snapshot.atMs);
  await requireSequencer(tx, order.market.seriesId, nowMs);
  const terms = requireTerms(order, open, request);
  await requireHouse(tx, userId, { order, terms });
  const money = optionMoney(order.stake, terms);
  const owner = { userId, currencyId: order.currency.id };
  const bought = {
    ...money,
    ...owner,
    marketId,
    seriesId: order.market.seriesId,
    direction: order.direction,
    seconds: terms.seconds,
    terms,
    termsHash: hashTerms(terms),
    open,
    purchasedAt: new Date(order.atMs).toISOString(),
    dueAt: new Date(order.atMs + terms.seconds * 1000).toISOString(),
    clientRequestId: request.clientRequestId,
  };
  const id = await insertOption(tx, bought);
  await commitTo(tx, [{ subject: { kind: 'option', id }, terms: committedText(id, bought) }]);
  await postEntries(tx, [...settled.entries, openEntry({ ...money, ...owner, id })]);
  return readOption(tx, id, nowMs);
}

/** Throws `BusinessError`: OWN_LIMIT {max}. */
async function requireSelfLimits(tx: Transaction, userId: UserId, { atMs, stake, currency }: Order): Promise<void> {
  const limits = await readSelfLimits(tx, userId, atMs);
  if (limits.dailyStake === null && limits.dailyLoss === null) return;
  const left = stakeLeft(limits, await readDayUse(tx, userId, atMs), currency.feeRate);
  if (left !== undefined && compare(stake, left) > 0) throw new BusinessError('OWN_LIMIT', { max: left });
}

/** Throws `BusinessError`: OPTIONS_TOO_MANY {max}. */
async function assertOpenOptionLimit(tx: Transaction, userId: UserId, { currency }: Order): Promise<void> {
  const [row] = await rowsOf<{ open: number }>(
    tx,
    sql`select count(*)::int as open from options
      where user_id = ${userId} and settled_at is null and currency_id = ${currency.id}`,
  );
  const max = currency.openMax;
  if (row !== undefined && row.open >= max) throw new BusinessError('OPTIONS_TOO_MANY', { max });
}

/**
 * The terms that the order is bought on. Throws `BusinessError`: EVEN_NOT_OFFERED, TERMS_CHANGED, PRICE_MOVED {price}.
 */
function requireTerms(order: Order, open: PricePoint, { termsHash, evenChance }: Request): OptionTerms {
  const kind = kindOf(order.direction);
  if (kind === 'even') return requireEvenTerms(order, open, { termsHash, evenChance });
  const terms = termsOf(order, order.time, { kind, profitRatio: order.time.profitRatio });
  if (termsHash !== undefined && termsHash !== hashTerms(terms)) throw new BusinessError('TERMS_CHANGED');
  return terms;
}

/** Throws `BusinessError`: HOUSE_LIMIT {max}. */
async function requireHouse(
  tx: Transaction,
  userId: UserId,
  { order, terms }: { readonly order: Order; readonly terms: OptionTerms },
): Promise<void> {
  const { market, direction, currency, stake } = order;
  const side = { currencyId: currency.id, marketId: market.id, direction, userId };
  const max = largestNow(await readPromised(tx, side), terms);
  if (compare(stake, max) > 0) throw new BusinessError('HOUSE_LIMIT', { max });
}

// The entry tick of an option: the first one at or after its request plus the entry delay of the terms (under
// `option/1` the last one before the request), so that neither load nor waiting for a lock
// changes it. A purchase waits for it before it takes any lock.

/** Times of the last ticks of the series that markets follow. */
const sharedTimes = shareReads(async (db) => {
  const rows = await rowsOf<{ id: number; at: string | null }>(
    db,
    sql`select id, ${isoText(sql`last_at`)} as at from price_series where id in (select series_id from markets)`,
    'last_ticks',
  );
  return new Map(rows.map(({ id, at }) => [id, at === null ? 0 : Date.parse(at)]));
});

/**
 * Resolves when the opening tick of an order has arrived, or {@link ENTRY_TICK_WITHIN_MS} after its earliest time.
 * Immediately when the terms open at the last tick, and when prices are too old for a purchase.
 */
async function untilEntryTick(db: Database, order: Order, pause: PurchaseDeps['pause']): Promise<void> {
  const fromMs = entryFromMs(order);
  if (fromMs === undefined || !isFresh(order, order.atMs)) return;
  const shared = sharedTimes(db);
  let times = await shared.read();
  let readsLeft = (fromMs - order.atMs + ENTRY_TICK_WITHIN_MS) / POLL_EVERY_MS;
  for (; readsLeft > 0 && (times.get(order.market.seriesId) ?? Infinity) < fromMs; readsLeft -= 1) {
    if (pause !== undefined && !(await pause())) return;
    times = await (pause === undefined ? shared.readLater() : shared.read());
  }
}

/** The order at the instant of its request, which is before the locks were taken. */
function atInstant(order: Order, atMs: number): Order {
  return order.version.entryDelays === undefined ? order : { ...order, atMs };
}

/** The opening tick of an order, decided at `nowMs`. Throws `BusinessError`: PRICE_STALE. */
async function requireOpenTick(reader: Reader, order: Order, nowMs: number): Promise<PricePoint> {
  const { reference } = order.market;
  // A purchase that was delayed longer would not be in the public log in time.
  const isInTime = nowMs - order.atMs <= FRESH_PRICE_MS;
  const isLast = entryFromMs(order) === undefined;
  const open = isLast ? reference : await readEntryTick(reader, order);
  if (open === undefined || !isInTime || !isFresh(order, nowMs)) throw new BusinessError('PRICE_STALE');
  return open;
}

function isFresh({ market: { reference } }: Order, atMs: number): boolean {
  return reference !== undefined && atMs - Date.parse(reference.at) <= FRESH_PRICE_MS;
}

/** The earliest time of the opening tick; undefined when the order opens at the last tick before it. */
function entryFromMs({ atMs, version, market }: Order): number | undefined {
  const delayMs = version.entryDelays?.[market.source];
  return delayMs === undefined ? undefined : atMs + delayMs;
}

async function readEntryTick(reader: Reader, order: Order): Promise<PricePoint | undefined> {
  const fromMs = entryFromMs(order);
  if (fromMs === undefined) return undefined;
  const [row] = await rowsOf<{ seq: string; at: string; price: string }>(
    reader,
    sql`select seq::text as seq, ${isoText(sql`at`)} as at, price::text as price from (
        select t.seq, t.at, t.price from ticks t
        where t.series_id = ${order.market.seriesId}
          and t.seq > tick_before(${order.market.seriesId}, ${isoOf(fromMs)}::timestamptz)
        order by t.seq limit 1
      ) reached where at <= ${isoOf(fromMs + ENTRY_TICK_WITHIN_MS)}::timestamptz`,
  );
  return row && { seq: Number(row.seq), at: row.at, price: decimal(row.price) };
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
