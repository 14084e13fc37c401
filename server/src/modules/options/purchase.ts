/**
 * Buying an option: at the first tick from its request on, under the locks of its market, of the house and of the user.
 */
import { sql } from 'drizzle-orm';
import type { RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { buyOption, type Option } from '@halyard/contract/options/calls';
import { compare } from '@halyard/contract/money';
import { optionMoney, type PricePoint } from '@halyard/contract/options/rules';
import { hashTerms, kindOf, type OptionTerms } from '@halyard/contract/options/terms';
import { stakeLeft } from '@halyard/contract/options/selfLimits';
import { BusinessError } from '../../calls/callHandler.ts';
import { limitWithoutId } from '../../calls/repeated.ts';
import type { passes } from '../../clock.ts';
import { emit, rowsOf, type Transaction } from '../../db/database.ts';
import { checkAndRunOnce } from '../../db/runOnce.ts';
import { requireVerified } from '../../identities.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { commitTo } from '../../transparency/commitments.ts';
import { requireCosigned } from '../../transparency/cosigned.ts';
import { requireSequencer } from '../../transparency/requireSequencer.ts';
import type { ModuleDeps } from '../../module.ts';
import type { TakeTurn } from '../../rates.ts';
import { atInstant, requireOpenTick, untilEntryTick } from './entryTick.ts';
import { requireEvenTerms } from './even.ts';
import { largestNow, lockHouse, readPromised } from './house.ts';
import { openEntry } from './ledgerEntries.ts';
import { readMarketSnapshot, requireOrder, termsOf, type Order } from './currentTerms.ts';
import { insertOption, lockOptionMarket, readOption } from './optionsRepository.ts';
import { lockUser, readDayUse, readSelfLimits } from './selfLimits.ts';
import { committedText } from './receipts.ts';
import { settleDue } from './settleMarket.ts';

export type PurchaseDeps = Pick<ModuleDeps, 'db' | 'clock' | 'events' | 'catalogue'> & {
  readonly settings?: Pick<ModuleDeps['settings'], 'isWitnessRequired'>;
  readonly startedAtMs: number;
  /** Counts requests without a request id. */
  readonly takeTurn: TakeTurn;
  /** Pauses between two reads of the opening tick. */
  readonly pause?: typeof passes;
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
