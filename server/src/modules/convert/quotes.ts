/** Quotes of converts: made from the last prices, stored until they are accepted or have ended. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { RequestOf } from '@halyard/contract/call';
import {
  acceptConvert,
  type AcceptRequest,
  type Converted,
  type ConvertQuote,
  type ConvertRow,
  type quoteConvert,
} from '@halyard/contract/convert/calls';
import {
  BETWEEN,
  checkConvertAmount,
  convertTerms,
  hasMoved,
  houseLimit,
  isSmallBalance,
  LIVE_AGE_MS,
  QUOTE_VALID_MS,
  SMALL_VALUE,
  stepsBetween,
  type ConvertMarket,
  type ConvertTerms,
  type Leg,
} from '@halyard/contract/convert/rules';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { add, compare, decimal, negate, ONE, ZERO, type Decimal } from '@halyard/contract/money';
import { BusinessError, refusal } from '../../calls/callHandler.ts';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { runOnce } from '../../db/runOnce.ts';
import { postEntries, readBalance, readBalances, type AccountRef, type LedgerEntry } from '../../ledger/ledger.ts';
import { listMarketRecords, type MarketRecord } from '../../market/marketRecord.ts';
import type { ModuleDeps } from '../../module.ts';

/** A row of a quote, and the trades that it is made of. */
type QuotedRow = ConvertRow & { readonly legs: readonly Leg[] };

/** Balance of the house. */
export type HouseOf = (currencyId: CurrencyId) => Decimal;

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'catalogue'>;
export type Currency = { readonly id: CurrencyId; readonly name: string };
type Prices = { readonly markets: readonly MarketRecord[]; readonly house: HouseOf };

/** Quotes an amount. Throws `BusinessError` with the codes that the call documents. */
export async function quoteAmount(
  deps: Deps,
  userId: UserId,
  { fromId, toId, amount }: RequestOf<typeof quoteConvert>,
): Promise<ConvertQuote> {
  const [from, to, between] = await Promise.all([spotCoin(deps, fromId), spotCoin(deps, toId), betweenCurrency(deps)]);
  return store(deps, userId, [await quotedRow(deps.db, { from, to, between }, amount, deps.clock.nowMs())]);
}

/** The quote of an amount at the last prices. Throws `BusinessError` with the codes of `quoteConvert`. */
export async function quotedRow(
  reader: Reader,
  way: Way & { readonly between: Currency },
  amount: Decimal | undefined,
  nowMs: number,
): Promise<QuotedRow> {
  const prices = await readPrices(reader);
  const price = usdtPrice(prices.markets, way.from, way.between);
  const found = checkConvertAmount(amount, price);
  if (found !== undefined) throw refusal(found);
  const given = amount ?? ZERO;
  const terms = convertTerms(given, stepsOf(prices.markets, way));
  if (terms === undefined) throw new BusinessError('AMOUNT_REQUIRED');
  requireFresh(prices.markets, terms.legs, nowMs);
  requireHouse(given, terms.legs, prices.house);
  return rowOf(way, given, terms);
}

/** Quotes all small balances in USDT. Throws `BusinessError` with the codes that the call documents. */
export async function quoteSmall(deps: Deps, userId: UserId): Promise<ConvertQuote> {
  const to = await betweenCurrency(deps);
  const coins = (await deps.catalogue.currencies()).filter(({ isSpot, id }) => isSpot && id !== to.id);
  const [prices, balances] = await Promise.all([readPrices(deps.db), readBalances(deps.db, userId, { kind: 'spot' })]);
  const open = openMarkets(prices.markets);
  const rows = coins.flatMap((from): QuotedRow[] => {
    const amount = balances.find(({ currencyId }) => currencyId === from.id)?.available ?? ZERO;
    const market = open.find(({ baseId, quoteId }) => baseId === from.id && quoteId === to.id);
    if (market === undefined || !isSmallBalance(amount, market.lastPrice)) return [];
    const terms = convertTerms(amount, [{ market, side: 'sell' }]);
    return terms === undefined ? [] : [rowOf({ from, to }, amount, terms)];
  });
  if (rows.length === 0) throw new BusinessError('NO_SMALL_BALANCES', { max: SMALL_VALUE });
  requireFresh(prices.markets, legsOf(rows), deps.clock.nowMs());
  requireHouse(totalOf(rows), legsOf(rows), prices.house);
  return store(deps, userId, rows);
}

/** Takes a quote out of the store, so that it is executed once. Throws `BusinessError('QUOTE_EXPIRED')`. */
async function takeQuote(
  tx: Transaction,
  {
    userId,
    id,
    to,
    nowMs,
  }: { readonly userId: UserId; readonly id: string; readonly to: string; readonly nowMs: number },
): Promise<readonly QuotedRow[]> {
  const [row] = await rowsOf<{ rows: readonly QuotedRow[] }>(
    tx,
    sql`delete from convert_quotes where id = ${id} and user_id = ${userId}
        and valid_until >= ${new Date(nowMs).toISOString()}::timestamptz
      returning rows`,
  );
  if (row === undefined || row.rows.some((quoted) => quoted.to !== to)) throw new BusinessError('QUOTE_EXPIRED');
  return row.rows;
}

/** Throws `BusinessError('HOUSE_LIMIT')` with the largest amount that the house converts now. */
function requireHouse(amount: Decimal, legs: readonly Leg[], house: HouseOf): void {
  const max = houseLimit(amount, legs, house);
  if (max !== undefined) throw new BusinessError('HOUSE_LIMIT', { max });
}

/** Reads the balances of the account that makes the house's spot prices. */
async function readHouse(reader: Reader): Promise<HouseOf> {
  const rows = await rowsOf<{ id: CurrencyId; available: string }>(
    reader,
    sql`select currency_id as id, available from ledger_accounts where user_id is null and kind = 'maker'`,
  );
  const amounts = new Map(rows.map(({ id, available }) => [id, decimal(available)]));
  return (currencyId) => amounts.get(currencyId) ?? ZERO;
}

/** The rows as the wire has them. */
function shown(rows: readonly QuotedRow[]): ConvertRow[] {
  return rows.map(({ fromId, from, toId, to, amount, received, rate, spread }) => ({
    fromId,
    from,
    toId,
    to,
    amount,
    received,
    rate,
    spread,
  }));
}

function legsOf(rows: readonly QuotedRow[]): readonly Leg[] {
  return rows.flatMap(({ legs }) => legs);
}

/** Amount that a limit of the house names: of one row, its amount; of several, all that they give. */
function totalOf(rows: readonly QuotedRow[]): Decimal {
  const [first, second] = rows;
  if (first !== undefined && second === undefined) return first.amount;
  return add(ZERO, ...rows.map(({ received }) => received));
}

/** A currency with spot trading. Throws `BusinessError('CURRENCY_NOT_FOUND')`. */
export async function spotCoin({ catalogue }: Pick<Deps, 'catalogue'>, id: CurrencyId): Promise<Currency> {
  const found = await catalogue.currency(id);
  if (!found.isSpot) throw new BusinessError('CURRENCY_NOT_FOUND');
  return found;
}

async function betweenCurrency({ catalogue }: Pick<Deps, 'catalogue'>): Promise<Currency> {
  const found = (await catalogue.currencies()).find(({ name }) => name === BETWEEN);
  if (found === undefined) throw new BusinessError('CURRENCY_NOT_FOUND');
  return found;
}

async function readPrices(reader: Reader): Promise<Prices> {
  const [markets, house] = await Promise.all([listMarketRecords(reader), readHouse(reader)]);
  return { markets: markets.filter(({ isDisplayed }) => isDisplayed), house };
}

type Way = { readonly from: Currency; readonly to: Currency };

/** Throws `BusinessError`: MARKET_NOT_FOUND where no market leads there, MARKET_SUSPENDED where one does not trade. */
function stepsOf(markets: readonly MarketRecord[], { from, to, between }: Way & { readonly between: Currency }) {
  if (from.id === to.id) throw new BusinessError('MARKET_NOT_FOUND');
  const ids = { fromId: from.id, toId: to.id, betweenId: between.id };
  const steps = stepsBetween(openMarkets(markets), ids);
  if (steps !== undefined) return steps;
  const isHalted = stepsBetween(markets.map(toConvertMarket), ids) !== undefined;
  throw new BusinessError(isHalted ? 'MARKET_SUSPENDED' : 'MARKET_NOT_FOUND');
}

/** Throws `BusinessError('MARKET_SUSPENDED')` without a price. */
function usdtPrice(markets: readonly MarketRecord[], { id }: Currency, between: Currency): Decimal {
  if (id === between.id) return ONE;
  const market = markets.find(({ baseId, quoteId }) => baseId === id && quoteId === between.id);
  if (market === undefined) throw new BusinessError('MARKET_NOT_FOUND');
  if (!isOpen(market) || market.reference === undefined) throw new BusinessError('MARKET_SUSPENDED');
  return market.reference.price;
}

/** Whether a market trades and has a price. */
function isOpen({ status, isDisplayed, reference }: MarketRecord): boolean {
  return status === 'trading' && isDisplayed && reference !== undefined;
}

/**
 * Throws `BusinessError('PRICE_STALE')` while a live price is older than {@link LIVE_AGE_MS}: the guard of a quote
 * covers no more.
 */
function requireFresh(markets: readonly MarketRecord[], legs: readonly Leg[], nowMs: number): void {
  const isStale = ({ id, source, reference }: MarketRecord) =>
    source === 'live' &&
    legs.some(({ marketId }) => marketId === id) &&
    (reference === undefined || nowMs - Date.parse(reference.at) > LIVE_AGE_MS);
  if (markets.some(isStale)) throw new BusinessError('PRICE_STALE');
}

function openMarkets(markets: readonly MarketRecord[]): readonly ConvertMarket[] {
  return markets.filter(isOpen).map(toConvertMarket);
}

function toConvertMarket(market: MarketRecord): ConvertMarket {
  const { id, baseId, quoteId, reference, terms, ladder, takerFeeRate, source, ladderDelayMs } = market;
  return {
    id,
    baseId,
    quoteId,
    lastPrice: reference?.price ?? ZERO,
    pricePrecision: terms.pricePrecision,
    halfSpread: ladder.halfSpread,
    takerFeeRate,
    entryDelayMs: source === 'live' ? ladderDelayMs : 0,
  };
}

function rowOf({ from, to }: Way, amount: Decimal, { received, rate, spread, legs }: ConvertTerms): QuotedRow {
  return { fromId: from.id, from: from.name, toId: to.id, to: to.name, amount, received, rate, spread, legs };
}

async function store({ db, clock }: Deps, userId: UserId, rows: readonly QuotedRow[]): Promise<ConvertQuote> {
  const id = randomUUID();
  const nowMs = clock.nowMs();
  const at = new Date(nowMs).toISOString();
  const validUntil = new Date(nowMs + QUOTE_VALID_MS).toISOString();
  await db.execute(
    sql`insert into convert_quotes (id, user_id, rows, created_at, valid_until)
      values (${id}, ${userId}, ${JSON.stringify(rows)}::text::jsonb, ${at}::timestamptz, ${validUntil}::timestamptz)`,
  );
  return { id, rows: shown(rows), at, validUntil };
}

// Executing a quote, whole or not at all, in one transaction. Converts run one after the other, so that the house's
// limit holds for all of them together; orders may meanwhile take from the same account, which the ledger settles.

/**
 * Executes a quote; a repeated `clientRequestId` gets the first answer. Throws `BusinessError` with the codes that the
 * call documents; nothing has changed then, and the quote remains until its end.
 */
export function accept(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: UserId,
  request: AcceptRequest,
): Promise<Converted> {
  const once = { call: acceptConvert, userId, requestId: request.clientRequestId, request, clock };
  return runOnce(db, once, async (tx) => {
    await lockConverts(tx);
    const nowMs = clock.nowMs();
    const rows = await takeQuote(tx, { userId, id: request.quote, to: request.to, nowMs });
    await requirePrices(tx, legsOf(rows), nowMs);
    requireHouse(totalOf(rows), legsOf(rows), await readHouse(tx));
    const at = new Date(nowMs).toISOString();
    await executeRows(tx, { userId, quoteId: request.quote, at }, rows);
    return { id: request.quote, rows: shown(rows), at };
  });
}

/** One for all converts, because their limit applies to all of them together. */
const CONVERT_LOCK = 7_204_133;

/** Until the end of the transaction no other one converts. */
export async function lockConverts(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CONVERT_LOCK})`);
}

/**
 * Executes rows whose prices and limits were checked under {@link lockConverts}; returns the ids of their legs in
 * `converts`. Throws `BusinessError`: INSUFFICIENT_BALANCE, HOUSE_LIMIT {max}.
 */
export async function executeRows(
  tx: Transaction,
  written: Written,
  rows: readonly QuotedRow[],
): Promise<readonly string[]> {
  const ids = await insertConverts(tx, written, legsOf(rows));
  await post(tx, written.userId, rows, ids);
  return ids;
}

/** Throws `BusinessError`: MARKET_SUSPENDED, PRICE_STALE, PRICE_MOVED {price}. */
async function requirePrices(tx: Transaction, legs: readonly Leg[], nowMs: number): Promise<void> {
  const markets = await listMarketRecords(tx);
  requireFresh(markets, legs, nowMs);
  for (const { marketId, lastPrice } of legs) {
    const market = markets.find(({ id }) => id === marketId);
    const price = market?.reference?.price;
    if (market === undefined || price === undefined || !isOpen(market)) throw new BusinessError('MARKET_SUSPENDED');
    if (hasMoved(lastPrice, price)) throw new BusinessError('PRICE_MOVED', { price });
  }
}

type Written = { readonly userId: UserId; readonly quoteId: string; readonly at: string };

/** Writes a row for each leg; returns their ids in the order of the legs. */
async function insertConverts(
  tx: Transaction,
  { userId, quoteId, at }: Written,
  legs: readonly Leg[],
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`insert into converts (user_id, quote_id, market_id, side, price, base_amount, quote_amount, created_at)
      select ${userId}::integer, ${quoteId}::uuid, "marketId", side, price, "baseAmount", "quoteAmount", ${at}::timestamptz
      from json_to_recordset(${JSON.stringify(legs)}::text::json)
        as made ("marketId" integer, side text, price numeric, "baseAmount" numeric, "quoteAmount" numeric)
      returning id::text as id`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Posts an entry for each leg. Throws `BusinessError`: INSUFFICIENT_BALANCE, or HOUSE_LIMIT {max} where orders took
 * what the house had.
 */
async function post(
  tx: Transaction,
  userId: UserId,
  rows: readonly QuotedRow[],
  ids: readonly string[],
): Promise<void> {
  const legs = legsOf(rows);
  try {
    await postEntries(
      tx,
      legs.map((leg, index) => entryOf(userId, leg, ids[index] ?? '')),
    );
  } catch (error) {
    const isShort = error instanceof BusinessError && error.code === 'INSUFFICIENT_BALANCE';
    if (!isShort || !(await hasAmounts(tx, userId, rows))) throw error;
    throw new BusinessError('HOUSE_LIMIT', { max: houseLimit(totalOf(rows), legs, await readHouse(tx)) ?? ZERO });
  }
}

async function hasAmounts(tx: Transaction, userId: UserId, rows: readonly QuotedRow[]): Promise<boolean> {
  for (const { fromId, amount } of rows) {
    const { available } = await readBalance(tx, ofUser(userId, fromId));
    if (compare(available, amount) < 0) return false;
  }
  return true;
}

function entryOf(userId: UserId, leg: Leg, id: string): LedgerEntry {
  const { side, baseId, quoteId } = leg;
  const [base, quote] =
    side === 'buy' ? [leg.baseAmount, negate(leg.quoteAmount)] : [negate(leg.baseAmount), leg.quoteAmount];
  const change = (account: AccountRef, available: Decimal) => ({ account, available, held: ZERO });
  return {
    kind: 'convert',
    reference: `convert:${id}`,
    postings: [
      change(ofUser(userId, baseId), base),
      change(ofUser(userId, quoteId), quote),
      change({ house: 'maker', currencyId: baseId }, negate(base)),
      change({ house: 'maker', currencyId: quoteId }, negate(quote)),
    ],
  };
}

function ofUser(userId: UserId, currencyId: CurrencyId): AccountRef {
  return { userId, kind: 'spot', currencyId };
}
