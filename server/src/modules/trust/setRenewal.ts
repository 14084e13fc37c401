/** Turning the renewal of an order on and off, on terms that the user saw. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { setRenewal as setRenewalCall, type RenewalOffer, type TrustOrderId } from '@halyard/contract/trust/calls';
import { endsAtMs, RENEWAL_CLOSES_MS } from '@halyard/contract/trust/rules';
import { hashTrustTerms, type TrustTerms } from '@halyard/contract/trust/terms';
import type { UserCaller } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import type { Reader, Transaction } from '../../db/database.ts';
import { checkAndRunOnce } from '../../db/runOnce.ts';
import type { TrustDeps } from './buy.ts';
import { readOpenProducts, requireOpenProduct } from './openProducts.ts';
import { emitOrder, findOrder, toOrder, writeRenewal, type OrderRecord } from './ordersRepository.ts';
import { payDue, requireActive } from './redeem.ts';

type Deps = Pick<TrustDeps, 'db' | 'clock' | 'settings' | 'catalogue'>;
type Request = RequestOf<typeof setRenewalCall>;

/**
 * The terms on which an order can be renewed. Throws `BusinessError`: TRUST_ORDER_NOT_FOUND, TRUST_ORDER_MATURED,
 * TRUST_ORDER_NOT_HOSTING.
 */
export async function readRenewalOffer(reader: Reader, userId: UserId, id: TrustOrderId): Promise<RenewalOffer> {
  const order = requireActive(await findOrder(reader, userId, id));
  const offers = await readOpenProducts(reader, endsAtMs(order));
  const terms = offers.find((open) => open.terms.product === order.product)?.terms ?? null;
  return {
    order: order.id,
    closesAt: new Date(closesAtMs(order)).toISOString(),
    terms,
    termsHash: terms && hashTrustTerms(terms),
  };
}

/** Sets the renewal, once per request id. Throws `BusinessError` with the codes that the call documents. */
export async function setRenewal(
  deps: Deps,
  { user }: Pick<UserCaller, 'user'>,
  request: Request,
): Promise<AnswerOf<typeof setRenewalCall>> {
  const { db, clock } = deps;
  return checkAndRunOnce(
    db,
    { call: setRenewalCall, userId: user.id, requestId: request.clientRequestId, request, clock },
    {
      check: () => payDue(deps, user.id, request.id),
      run: async (tx) => toOrder(await setIn(tx, deps, user.id, request), clock.nowMs()),
    },
  );
}

async function setIn(
  tx: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  userId: UserId,
  { id, renewal, termsHash }: Request,
): Promise<OrderRecord> {
  const order = requireActive(await findOrder(tx, userId, id, true));
  // Read under the lock, so that no request is accepted late by having waited.
  const nowMs = clock.nowMs();
  if (nowMs >= endsAtMs(order)) throw new BusinessError('TRUST_ORDER_MATURED');
  if (nowMs >= closesAtMs(order)) throw new BusinessError('TRUST_RENEWAL_CLOSED');
  const renewalTerms = renewal === 'none' ? null : await agreedTerms(tx, order, termsHash);
  const changed = { ...order, renewal, renewalTerms, updatedAt: new Date(nowMs).toISOString() };
  await writeRenewal(tx, changed);
  emitOrder(tx, changed);
  return changed;
}

/** Throws `BusinessError`: PRODUCT_NOT_FOUND, TERMS_CHANGED for other terms than the user saw. */
async function agreedTerms(reader: Reader, order: OrderRecord, termsHash: string | undefined): Promise<TrustTerms> {
  const { terms } = await requireOpenProduct(reader, endsAtMs(order), order.product);
  if (termsHash !== hashTrustTerms(terms)) throw new BusinessError('TERMS_CHANGED');
  return terms;
}

function closesAtMs(order: OrderRecord): number {
  return endsAtMs(order) - RENEWAL_CLOSES_MS;
}
