/** Review of a deposit by an operator, or by the sandbox's autopilot. */
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { negate, ZERO, type Decimal } from '@halyard/contract/money';
import { postEntries, type LedgerEntry } from '../../ledger/ledger.ts';
import type { Transaction } from '../../db/database.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import { requireWithinDay } from '../../operator/moneyDay.ts';
import {
  auditReason,
  onePayment,
  reasonOf,
  requirePending,
  type Decision,
  type ReviewPlace,
} from '../../operator/review.ts';
import { writeUserEvent } from '../../events/userEvents.ts';
import { closeDeposit, lockDeposit } from './depositRepository.ts';

/**
 * Approves a deposit, which credits its amount to the user's spot account, or rejects it; once. Ledger, status,
 * notification and audit log are one transaction. Throws `ReviewError` when it is missing or already decided, for a
 * rejection without a reason, and for an amount that one operator may not approve alone.
 */
export async function reviewDeposit(deps: ReviewPlace, decision: Decision, reviewer: Reviewer): Promise<void> {
  const reason = reasonOf(decision);
  const isPassed = decision.decision === 'approve';
  const status = isPassed ? 'passed' : 'rejected';
  const payment = decision.decision === 'approve' ? decision.payment : undefined;
  const review = async (tx: Transaction) => {
    const deposit = requirePending(await lockDeposit(tx, decision.id), `deposit ${decision.id}`);
    if (isPassed) await requireWithinDay(tx, { table: 'deposits', ...deposit }, deps.alone);
    if (isPassed) await postEntries(tx, [creditOf(deposit)]);
    const at = new Date(deps.clock.nowMs()).toISOString();
    await closeDeposit(tx, deposit.id, { status, reason, at, payment });
    const { id: ref, userId, amount, currencyId, currency } = deposit;
    const facts = { subject: 'deposit', status, amount, currencyId, currency, reason } as const;
    await writeUserEvent(tx, { userId, ref, at, facts });
    const subject = `deposit:${deposit.id}`;
    await writeAudit(tx, reviewer, {
      action: `deposits.${decision.decision}`,
      subject,
      ...auditReason(reason, payment),
    });
  };
  await onePayment('deposits_payment', () => deps.db.transaction(review));
  deps.events.publish({ type: 'events-written' });
}

type Credit = {
  readonly id: number;
  readonly userId: UserId;
  readonly currencyId: CurrencyId;
  readonly amount: Decimal;
};

function creditOf({ id, userId, currencyId, amount }: Credit): LedgerEntry {
  return {
    kind: 'deposit',
    reference: `deposit:${id}`,
    postings: [
      { account: { house: 'outside', currencyId }, available: negate(amount), held: ZERO },
      { account: { userId, kind: 'spot', currencyId }, available: amount, held: ZERO },
    ],
  };
}
