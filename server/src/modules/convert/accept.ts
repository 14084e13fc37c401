/**
 * Executing a quote, whole or not at all, in one transaction. Converts run one after the other, so that the house's
 * limit holds for all of them together; orders may meanwhile take from the same account, which the ledger settles.
 */
import { sql } from 'drizzle-orm';
import { acceptConvert, type AcceptRequest, type Converted } from '@halyard/contract/convert/calls';
import { hasMoved, houseLimit, type Leg } from '@halyard/contract/convert/rules';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { compare, negate, ZERO, type Decimal } from '@halyard/contract/money';
import { BusinessError } from '../../calls/callHandler.ts';
import { rowsOf, type Transaction } from '../../db/database.ts';
import { LOCKS } from '../../db/locks.ts';
import { runOnce } from '../../db/runOnce.ts';
import type { AccountRef } from '../../ledger/accounts.ts';
import { readBalance } from '../../ledger/balances.ts';
import { postEntries, type LedgerEntry } from '../../ledger/ledger.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import type { ModuleDeps } from '../../module.ts';
import {
  isOpen,
  legsOf,
  readHouse,
  requireFresh,
  requireHouse,
  shown,
  takeQuote,
  totalOf,
  type QuotedRow,
} from './quotes.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock'>;

/**
 * Executes a quote; a repeated `clientRequestId` gets the first answer. Throws `BusinessError` with the codes that the
 * call documents; nothing has changed then, and the quote remains until its end.
 */
export function accept({ db, clock }: Deps, userId: UserId, request: AcceptRequest): Promise<Converted> {
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

/** Until the end of the transaction no other one converts. */
export async function lockConverts(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.convert})`);
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

function entryOf(userId: UserId, { side, baseId, quoteId, baseAmount, quoteAmount }: Leg, id: string): LedgerEntry {
  const [base, quote] = side === 'buy' ? [baseAmount, negate(quoteAmount)] : [negate(baseAmount), quoteAmount];
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
