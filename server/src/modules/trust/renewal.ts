/**
 * Renewal at the end of an order: the last interest, the principal and the purchase of a new order are one transaction.
 * An order that cannot be renewed is paid out, with the reason.
 */
import type { ErrorCode } from '@halyard/contract/errors';
import type { RenewalFailure } from '@halyard/contract/trust/calls';
import { endsAtMs, keepsTerms, renewedAmount } from '@halyard/contract/trust/rules';
import { BusinessError } from '../../calls/callHandler.ts';
import type { Transaction } from '../../db/database.ts';
import { writeUserEvent } from '../../events/userEvents.ts';
import { requireRoom } from '../../exposure/unverifiedLimit.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { requireMayBuy } from '../security/freeze.ts';
import { lockPurchases, type TrustDeps } from './buy.ts';
import { openEntry } from './ledgerEntries.ts';
import { emitOrder, insertOrder, writePaid, type OrderRecord } from './ordersRepository.ts';
import { payDays, writePayments, type Paid } from './payments.ts';
import { completedEvent } from './renewalEvents.ts';
import { requireLeft, requireOpenProduct, requirePrincipal } from './versions.ts';

export type RenewalDeps = Pick<TrustDeps, 'settings'>;

/**
 * Pays the past days of an order that the caller has locked, at most `most` of them, and renews it with the last one if
 * its user wants that.
 */
export async function payOrder(
  tx: Transaction,
  deps: RenewalDeps,
  order: OrderRecord,
  { nowMs, most }: { readonly nowMs: number; readonly most?: number },
): Promise<void> {
  const paid = payDays(order, nowMs, most);
  if (paid.payments.length === 0) return;
  const isRenewing = paid.order.status === 'completed' && order.renewal !== 'none';
  const failed = isRenewing ? await tryToRenew(tx, deps, { paid, nowMs }) : null;
  if (isRenewing && failed === null) return;
  await writePayments(tx, [{ ...paid, order: { ...paid.order, renewalFailed: failed } }]);
}

type Ended = { readonly paid: Paid; readonly nowMs: number };

/** In a savepoint. Returns why it was not renewed; nothing is written then. */
async function tryToRenew(tx: Transaction, deps: RenewalDeps, ended: Ended): Promise<RenewalFailure | null> {
  try {
    await tx.transaction((savepoint) => renew(savepoint, deps, ended));
    return null;
  } catch (error) {
    const failure = error instanceof BusinessError ? FAILURES[error.code] : undefined;
    if (failure === undefined) throw error;
    return failure;
  }
}

const FAILURES: Readonly<Partial<Record<ErrorCode, RenewalFailure>>> = {
  PRODUCT_NOT_FOUND: 'closed',
  TERMS_CHANGED: 'terms',
  PRODUCT_SOLD_OUT: 'sold_out',
  AMOUNT_TOO_SMALL: 'amount',
  AMOUNT_TOO_LARGE: 'amount',
  UNVERIFIED_LIMIT: 'limit',
  EXPOSURE_LIMIT: 'limit',
  INSUFFICIENT_BALANCE: 'balance',
  ACCOUNT_FROZEN: 'frozen',
  HALTED: 'halted',
  PRODUCT_NOT_OFFERED: 'country',
  TRADING_BREAK: 'break',
};

/**
 * Completes an order and buys the next one as of its end, by the terms in force then: a late payment gives what a
 * punctual one would have given. Locks in the order of purchases. Throws `BusinessError` with a code of
 * {@link FAILURES}.
 */
async function renew(tx: Transaction, deps: RenewalDeps, { paid, nowMs }: Ended): Promise<void> {
  const { order } = paid;
  const { userId, renewal, renewalTerms } = order;
  const open = await lockPurchases(tx, userId, nowMs);
  await requireMayBuy(tx, userId, { product: 'trust', halting: HALTING, nowMs });
  // Frees its capacity for the new order.
  await writePaid(tx, [paid]);
  const product = await requireOpenProduct(tx, endsAtMs(order), order.product);
  const { terms, currencyId } = product;
  if (renewalTerms === null || !keepsTerms(renewalTerms, terms)) throw new BusinessError('TERMS_CHANGED');
  const amount = requirePrincipal(terms, renewedAmount(order, renewal));
  requireLeft(product, amount);
  const limit = { open, max: deps.settings.unverifiedExposureMax };
  await requireRoom(tx, limit, { currency: { id: currencyId, name: terms.currency }, amount, freed: order.amount });
  const next = await insertOrder(tx, {
    userId,
    currencyId,
    amount,
    terms,
    boughtAt: new Date(endsAtMs(order)).toISOString(),
    clientRequestId: undefined,
    renewal,
    renewalTerms,
    renewedFrom: order.id,
  });
  await writeUserEvent(tx, completedEvent(order, next));
  await postEntries(tx, [...paid.entries, openEntry(next)]);
  emitOrder(tx, order);
  emitOrder(tx, next);
}

const HALTING: ReadonlySet<string> = new Set(['exchange', 'trust']);
