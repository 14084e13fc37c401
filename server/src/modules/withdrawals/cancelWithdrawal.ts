/** Cancelling a withdrawal: its hold is released in the same transaction. */
import type { RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { cancelWithdrawal, type Withdrawal } from '@halyard/contract/withdrawals/calls';
import { emit } from '../../db/database.ts';
import { runOnce } from '../../db/runOnce.ts';
import { BusinessError } from '../../calls/errors.ts';
import { postEntries } from '../../ledger/ledger.ts';
import type { ReviewDeps } from '../../operator/review.ts';
import { releaseEntry } from './ledgerEntries.ts';
import { closeWithdrawal, lockWithdrawal, readWithdrawal } from './withdrawalRepository.ts';

/**
 * Cancels a withdrawal of the user that is under review. Throws `BusinessError`: WITHDRAWAL_NOT_FOUND when it is
 * missing or another user's, WITHDRAWAL_NOT_PENDING when it is decided.
 */
export async function cancel(
  { db, clock }: Pick<ReviewDeps, 'db' | 'clock'>,
  userId: UserId,
  request: RequestOf<typeof cancelWithdrawal>,
): Promise<Withdrawal> {
  const once = { call: cancelWithdrawal, userId, requestId: request.clientRequestId, request, clock };
  return runOnce(db, once, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, { id: request.id, userId });
    if (withdrawal === undefined) throw new BusinessError('WITHDRAWAL_NOT_FOUND');
    if (withdrawal.status !== 'pending') throw new BusinessError('WITHDRAWAL_NOT_PENDING');
    await postEntries(tx, [releaseEntry(withdrawal)]);
    const at = new Date(clock.nowMs()).toISOString();
    await closeWithdrawal(tx, withdrawal.id, { status: 'cancelled', reason: null, at });
    const record = { subject: 'withdrawal', id: withdrawal.id, status: 'cancelled' } as const;
    emit(tx, { type: 'record-changed', userId, record });
    return readWithdrawal(tx, userId, withdrawal.id);
  });
}
