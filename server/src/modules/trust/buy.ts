/** Buying a product: purchases run one after the other, so that capacity is never sold twice. */
import { sql } from 'drizzle-orm';
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { buyTrust } from '@halyard/contract/trust/calls';
import { compare, isPositive, subtract, type Decimal } from '@halyard/contract/money';
import { hashTrustTerms } from '@halyard/contract/trust/rules';
import { BusinessError, type UserCaller } from '../../calls/callHandler.ts';
import { limitWithoutId } from '../../calls/repeated.ts';
import { noticeOf } from '../../calls/messages.ts';
import { rowsOf, type Transaction } from '../../db/database.ts';
import { checkAndRunOnce } from '../../db/runOnce.ts';
import { lockedAmounts, requireRoom, type OpenAmounts } from '../../exposure/unverifiedLimit.ts';
import { postEntries, readBalance, type LedgerEntry } from '../../ledger/ledger.ts';
import { writeTransfer } from '../../ledger/ownTransfer.ts';
import type { ModuleDeps } from '../../module.ts';
import type { TakeTurn } from '../../rates.ts';
import { openEntry } from './ledgerEntries.ts';
import { toOrder, type OrderRecord, insertOrder, emitOrder } from './ordersRepository.ts';
import { requireLeft, requireOpenProduct, requirePrincipal, type OpenProduct } from './versions.ts';

export type TrustDeps = Pick<ModuleDeps, 'db' | 'clock' | 'events'> & {
  /** Counts requests without a request id. */
  readonly takeTurn: TakeTurn;
  readonly settings: Pick<ModuleDeps['settings'], 'unverifiedExposureMax'>;
  readonly catalogue: Pick<ModuleDeps['catalogue'], 'countryRules'>;
};

type Request = RequestOf<typeof buyTrust>;
type Buying = { readonly userId: UserId; readonly request: Request };

/**
 * Buys; returns the row when the request has an id (repeated, the first answer), else the text for legacy clients.
 * Throws `BusinessError` with the codes that the call documents; nothing is held then.
 */
export async function buy(
  deps: TrustDeps,
  { user, language }: Pick<UserCaller, 'user' | 'language'>,
  request: Request,
): Promise<AnswerOf<typeof buyTrust>> {
  const { db, clock } = deps;
  const requestId = request.clientRequestId;
  const buying = { userId: user.id, request };
  return checkAndRunOnce(
    db,
    { call: buyTrust, userId: user.id, requestId, request, clock },
    {
      check: () => check(deps, buying),
      run: async (tx) => {
        const bought = await buyIn(tx, deps, buying);
        return requestId === undefined ? noticeOf(language, 'TRUST_BOUGHT') : toOrder(bought, clock.nowMs());
      },
    },
  );
}

/** Checks that need no lock. */
async function check({ db, clock, takeTurn }: TrustDeps, { userId, request }: Buying): Promise<void> {
  const { terms } = await requireOpenProduct(db, clock.nowMs(), request.product);
  requirePrincipal(terms, request.amount);
  await limitWithoutId(takeTurn, { call: buyTrust, userId, request });
}

/** Buys in the caller's transaction. */
async function buyIn(
  tx: Transaction,
  deps: Pick<TrustDeps, 'clock' | 'settings'>,
  { userId, request }: Buying,
): Promise<OrderRecord> {
  const open = await lockPurchases(tx, userId, deps.clock.nowMs());
  // Read again under the lock: terms and remaining capacity may have changed meanwhile.
  const nowMs = deps.clock.nowMs();
  const product = await requireOpenProduct(tx, nowMs, request.product);
  const { terms, currencyId } = product;
  const amount = requirePrincipal(terms, request.amount);
  if (request.termsHash !== undefined && request.termsHash !== hashTrustTerms(terms))
    throw new BusinessError('TERMS_CHANGED');
  requireLeft(product, amount);
  const limit = { open, max: deps.settings.unverifiedExposureMax };
  await requireRoom(tx, limit, { currency: { id: currencyId, name: terms.currency }, amount });
  const topUp = await topUpOf(tx, { userId, request, product, amount });
  const { renewal = 'none', clientRequestId } = request;
  const order = await insertOrder(tx, {
    userId,
    currencyId,
    amount,
    terms,
    boughtAt: new Date(nowMs).toISOString(),
    clientRequestId,
    renewal,
    renewalTerms: renewal === 'none' ? null : terms,
    renewedFrom: null,
  });
  await postEntries(tx, [...topUp, openEntry(order)]);
  emitOrder(tx, order);
  return order;
}

const PURCHASE_LOCK = 7_204_128;

/** Serializes purchases. Returns the buyer's open amounts. */
export async function lockPurchases(tx: Transaction, userId: UserId, nowMs: number): Promise<OpenAmounts> {
  const [row] = await rowsOf<{ open: OpenAmounts }>(
    tx,
    sql`select pg_advisory_xact_lock(${PURCHASE_LOCK}), ${lockedAmounts(userId, nowMs)} as open`,
  );
  if (row === undefined) throw new Error('a function gave no row');
  return row.open;
}

type TopUp = Buying & { readonly product: OpenProduct; readonly amount: Decimal };

/** Legacy clients cannot fund the trust account: the missing amount comes from the spot account. */
async function topUpOf(
  tx: Transaction,
  { userId, request, product: { currencyId }, amount: wanted }: TopUp,
): Promise<readonly LedgerEntry[]> {
  if (request.clientRequestId !== undefined) return [];
  const { available } = await readBalance(tx, { userId, kind: 'trust', currencyId });
  const amount = subtract(wanted, available);
  if (!isPositive(amount) || compare(amount, wanted) > 0) return [];
  const move = { userId, currencyId, from: 'spot', to: 'trust', amount, clientRequestId: undefined } as const;
  return [(await writeTransfer(tx, move)).entry];
}
