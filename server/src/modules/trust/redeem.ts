/** Redeeming an order before its end: a quote, and the redemption. The transaction's instant decides. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { redeemTrust, type TrustQuote, type TrustOrderId } from '@halyard/contract/trust/calls';
import { decimal, min, subtract, type Decimal } from '@halyard/contract/money';
import { penaltyOf, QUOTE_VALID_MS, remainDays } from '@halyard/contract/trust/rules';
import { BusinessError, type UserCaller } from '../../calls/callHandler.ts';
import { noticeOf } from '../../calls/messages.ts';
import { rowsOf, type Transaction } from '../../db/database.ts';
import { checkAndRunOnce } from '../../db/runOnce.ts';
import type { TrustDeps } from './buy.ts';
import { redeemEntry } from './ledgerEntries.ts';
import { toOrder, type OrderRecord, findOrder } from './ordersRepository.ts';
import { payDays, writePayments, type Paid } from './payments.ts';
import { payOrder } from './renewal.ts';

type Deps = Pick<TrustDeps, 'db' | 'clock' | 'settings' | 'catalogue'>;
type Request = RequestOf<typeof redeemTrust>;

/**
 * A quote of a redemption, valid for {@link QUOTE_VALID_MS}. Throws `BusinessError`: TRUST_ORDER_NOT_FOUND,
 * TRUST_ORDER_MATURED, TRUST_ORDER_NOT_HOSTING.
 */
export async function quote(deps: Deps, userId: UserId, id: TrustOrderId): Promise<TrustQuote> {
  await payDue(deps, userId, id);
  return deps.db.transaction(async (tx) => {
    const order = requireActive(await findOrder(tx, userId, id, true));
    const nowMs = deps.clock.nowMs();
    const penalty = penaltyNow(order, nowMs);
    const quoteId = randomUUID();
    const validUntil = new Date(nowMs + QUOTE_VALID_MS).toISOString();
    await tx.execute(
      sql`insert into trust_quotes (id, order_id, penalty, valid_until) values (${quoteId}, ${id}, ${penalty}, ${validUntil})`,
    );
    const refund = subtract(order.amount, penalty);
    return { id: quoteId, order: id, penalty, refund, paid: order.paid, validUntil };
  });
}

/**
 * Redeems; returns the row when the request has an id (repeated, the first answer), else the text for legacy clients.
 * Throws `BusinessError` with the codes that the call documents; in that case the order is unchanged or completed.
 */
export async function redeem(
  deps: Deps,
  { user, language }: Pick<UserCaller, 'user' | 'language'>,
  request: Request,
): Promise<AnswerOf<typeof redeemTrust>> {
  const { db, clock } = deps;
  const requestId = request.clientRequestId;
  return checkAndRunOnce(
    db,
    { call: redeemTrust, userId: user.id, requestId, request, clock },
    {
      check: () => payDue(deps, user.id, request.id),
      run: async (tx) => {
        const redeemed = await redeemIn(tx, deps, { userId: user.id, request });
        return requestId === undefined ? noticeOf(language, 'TRUST_REDEEMED') : toOrder(redeemed, clock.nowMs());
      },
    },
  );
}

/** Redeems in the caller's transaction. */
async function redeemIn(
  tx: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  { userId, request }: { readonly userId: UserId; readonly request: Request },
): Promise<OrderRecord> {
  const order = requireActive(await findOrder(tx, userId, request.id, true));
  const nowMs = clock.nowMs();
  const now = penaltyNow(order, nowMs);
  const penalty = request.quote === undefined ? now : min(now, await quotedPenalty(tx, request, nowMs));
  // Days that have passed since are paid first.
  const { order: upToDate, ...paid } = payDays(order, nowMs);
  const at = new Date(nowMs).toISOString();
  const redeemed: OrderRecord = { ...upToDate, status: 'redeemed', penalty, endedAt: at, updatedAt: at };
  const done: Paid = { ...paid, order: redeemed };
  await writePayments(tx, [done], [redeemEntry(order, { penalty, paid: redeemed.paid })]);
  return redeemed;
}

/**
 * Pays the due days of an order, also before a refusal, so that an order past its end is completed, or renewed. Throws
 * `BusinessError('TRUST_ORDER_NOT_FOUND')`.
 */
export async function payDue(deps: Deps, userId: UserId, id: TrustOrderId): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const order = await findOrder(tx, userId, id, true);
    if (order === undefined) throw new BusinessError('TRUST_ORDER_NOT_FOUND');
    if (order.status === 'active') await payOrder(tx, deps, order, { nowMs: deps.clock.nowMs() });
  });
}

/** Throws `BusinessError`: TRUST_ORDER_NOT_FOUND, TRUST_ORDER_MATURED, TRUST_ORDER_NOT_HOSTING. */
export function requireActive(order: OrderRecord | undefined): OrderRecord {
  if (order === undefined) throw new BusinessError('TRUST_ORDER_NOT_FOUND');
  if (order.status === 'completed') throw new BusinessError('TRUST_ORDER_MATURED');
  if (order.status === 'redeemed') throw new BusinessError('TRUST_ORDER_NOT_HOSTING');
  return order;
}

/** The penalty at an instant. Throws `BusinessError('TRUST_ORDER_MATURED')`. */
function penaltyNow({ amount, terms, days, boughtOn }: OrderRecord, nowMs: number): Decimal {
  const remain = remainDays(boughtOn, days, nowMs);
  if (remain === 0) throw new BusinessError('TRUST_ORDER_MATURED');
  return penaltyOf(amount, terms, remain);
}

/** Throws `BusinessError('QUOTE_EXPIRED')`. */
async function quotedPenalty(tx: Transaction, { id, quote: quoteId }: Request, nowMs: number): Promise<Decimal> {
  const [row] = await rowsOf<{ penalty: string }>(
    tx,
    sql`select penalty::text as penalty from trust_quotes
      where id = ${quoteId} and order_id = ${id} and valid_until >= ${new Date(nowMs).toISOString()}::timestamptz`,
  );
  if (row === undefined) throw new BusinessError('QUOTE_EXPIRED');
  return decimal(row.penalty);
}
