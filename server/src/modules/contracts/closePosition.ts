/** Closing positions by hand, whole or in part, and turning them round. */
import type { RequestOf } from '@halyard/contract/call';
import type { reversePosition } from '@halyard/contract/calls/contractWrites';
import type { PositionId, UserId } from '@halyard/contract/calls/ids';
import { ZERO } from '@halyard/contract/money';
import { closeByHand } from '@halyard/contract/rules/contracts/advance';
import { readLots } from '@halyard/contract/rules/contracts/order';
import { cutLots, opposite } from '@halyard/contract/rules/contracts/position';
import { BusinessError, refusal } from '../../calls/errors.ts';
import type { Transaction } from '../../db/database.ts';
import type { ExposureLimit } from '../../exposure/unverifiedLimit.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { loadAccount, type LoadedAccount } from './accounts.ts';
import { commitChanges, changeAt } from './commitChanges.ts';
import type { Done } from './contractWrite.ts';
import { openHouseLedger } from './house.ts';
import { readOffer, requireFresh, requireMarket, requireTrading } from './offer.ts';
import { open, readMarks } from './openPosition.ts';
import { createOutcomes } from './outcomes.ts';
import { toOpenPosition, type PositionRecord } from './positionRow.ts';
import { insertPositions, isClosedBy, markClosedBy, nextPositionId } from './positionsRepository.ts';
import { findOwn } from './readPositions.ts';

/** Which position of whom, by the exchange's clock. */
export type Own = { readonly userId: UserId; readonly id: PositionId; readonly nowMs: number };
/** The same for what may add to what the user has open. */
export type OwnPurchase = Own & { readonly limit: ExposureLimit };

/**
 * Closes a position, or so many lots of it. The caller holds the lock of contracts and has brought all up to date.
 * Throws `BusinessError`: POSITION_NOT_FOUND, POSITION_NOT_OPEN, MARKET_SUSPENDED, LOTS_INVALID, LOTS_TOO_MANY,
 * PRICE_STALE.
 */
export async function close(tx: Transaction, own: Own, lots?: string | number): Promise<Done> {
  const { record, loaded, atMs } = await requireOpen(tx, own);
  const wanted = lots === undefined || lots === '' ? record.lots : readLots(lots);
  if (typeof wanted !== 'number') throw refusal(wanted);
  if (wanted > record.lots) throw new BusinessError('LOTS_TOO_MANY', { min: 1, max: record.lots });
  const { target, account } =
    wanted === record.lots ? { target: record, account: loaded } : await cut(tx, loaded, { record, lots: wanted });
  const house = await openHouseLedger(tx, { orders: [], currencies: [record.currencyId] });
  const outcomes = createOutcomes({ house, atMs });
  outcomes.take(account, closeByHand(account.account, target.id));
  const { changed, entries } = await outcomes.write(tx);
  const rest = wanted === record.lots ? [] : [account.records.get(record.id) ?? record];
  // A part that is cut off is closed here and now, and stands under no terms of its own.
  const [kept, cause] = rest[0] === undefined ? ([record, 'close'] as const) : ([rest[0], 'partial_close'] as const);
  await commitChanges(tx, [changeAt(kept, cause, { ...loaded.account, ...own })]);
  return { answered: target.id, changed: [...changed, ...rest], entries };
}

/** {@link close} as one of all that a request closes; what it has closed already stays as it is. */
export async function closeUnder(tx: Transaction, own: Own, requestId: string | undefined): Promise<Done> {
  if (requestId === undefined) return close(tx, own);
  if (await isClosedBy(tx, own, requestId)) return { answered: own.id, changed: [], entries: [] };
  // Before it is over, since then its row stays as it is.
  await markClosedBy(tx, own, requestId);
  return close(tx, own);
}

/**
 * Closes a position and opens as many lots of the other side at the same tick, or does neither. Answers the new one.
 * Only margin beyond that of the closed one counts as added exposure. Throws `BusinessError` with the codes of both.
 */
export async function reverse(
  tx: Transaction,
  own: OwnPurchase,
  { worstPrice, termsHash }: Pick<RequestOf<typeof reversePosition>, 'worstPrice' | 'termsHash'>,
): Promise<Done> {
  const { record } = await requireOpen(tx, own);
  const closed = await close(tx, own);
  // The new margin may be paid from what came back.
  await postEntries(tx, closed.entries);
  const { side, mode, lots, leverage } = record;
  const order = { side: opposite(side), mode, lots, leverage, targetPrice: null, stopProfit: null, stopLoss: null };
  const offer = await readOffer(tx, own.nowMs, { marketId: record.marketId });
  if (!offer.terms.leverages.includes(leverage))
    throw new BusinessError('LEVERAGE_INVALID', { choices: offer.terms.leverages.join(', ') });
  const opening = {
    userId: own.userId,
    order,
    worstPrice,
    termsHash,
    clientRequestId: undefined,
    limit: own.limit,
    freed: record.margin,
  };
  const opened = await open(tx, offer, opening);
  return { ...opened, changed: [...closed.changed, ...opened.changed] };
}

/** An open position of the user with his whole account. */
async function requireOpen(tx: Transaction, { userId, id, nowMs }: Own) {
  const record = await findOwn(tx, userId, id);
  if (record.status !== 'trading') throw new BusinessError('POSITION_NOT_OPEN');
  const market = await requireMarket(tx, record.marketId);
  requireTrading(market);
  const atMs = Math.max(nowMs, market.reference === undefined ? 0 : Date.parse(market.reference.at));
  const marks = await readMarks(tx);
  requireFresh(marks.get(record.marketId), atMs);
  const { currencyId } = record;
  const loaded = await loadAccount(tx, { userId, currencyId }, marks);
  return { record, loaded, atMs };
}

/** Cuts lots off a position into a row of their own, which is about to be closed. */
async function cut(
  tx: Transaction,
  loaded: LoadedAccount,
  { record, lots }: { readonly record: PositionRecord; readonly lots: number },
): Promise<{ readonly target: PositionRecord; readonly account: LoadedAccount }> {
  const { part, rest } = cutLots(toOpenPosition(record), lots);
  const moneyOf = ({ lots: of, quantity, originMargin, margin, reserve }: typeof part) => ({
    lots: of,
    quantity,
    originMargin,
    margin,
    reserve,
  });
  // What was paid once stays with the row that goes on, so that sums over rows count it once.
  const once = { fee: ZERO, addedMargin: ZERO, overnightTotal: ZERO, clientRequestId: null };
  const target = { ...record, ...moneyOf(part), ...once, id: await nextPositionId(tx), parentId: record.id };
  const left = { ...record, ...moneyOf(rest) };
  await insertPositions(tx, [{ record: target, band: null }]);
  const { account, records } = loaded;
  const positions = [
    ...account.positions.map((position) => (position.id === record.id ? toOpenPosition(left) : position)),
    toOpenPosition(target),
  ];
  return {
    target,
    account: {
      ...loaded,
      account: { ...account, positions },
      records: new Map([...records, [left.id, left], [target.id, target]]),
    },
  };
}
