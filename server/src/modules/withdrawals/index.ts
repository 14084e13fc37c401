/** The calls of withdrawals and of the address book. */
import type { RequestOf } from '@halyard/contract/call';
import { USDT_CHANNEL } from '@halyard/contract/deposits/calls';
import type { UserId } from '@halyard/contract/ids';
import { listLegacyWallets } from '@halyard/contract/legacy-clients/calls';
import {
  addWithdrawalAddress,
  cancelWithdrawal,
  getWhitelist,
  getWithdrawalAddresses,
  getWithdrawalTerms,
  listWithdrawalAddresses,
  listWithdrawals,
  removeWithdrawalAddress,
  setWhitelist,
  withdraw,
  type Withdrawal,
} from '@halyard/contract/withdrawals/calls';
import { answerUser, BusinessError } from '../../calls/callHandler.ts';
import { pageOf, toNumberedPage } from '../../calls/paging.ts';
import { emit } from '../../db/database.ts';
import { runOnce } from '../../db/runOnce.ts';
import { postEntries } from '../../ledger/ledger.ts';
import type { EntryLabels, Module } from '../../module.ts';
import type { ReviewDeps } from '../../operator/review.ts';
import { markTest } from '../channels/channelRepository.ts';
import { createStepUpMethods } from '../security/secondFactor.ts';
import { changeWhitelist, readWhitelist } from '../security/whitelist.ts';
import { createCodesService } from '../user/codesService.ts';
import { addAddress, deleteAddress, readAddresses, selectAddresses } from './addressBook.ts';
import { releaseEntry } from './ledgerEntries.ts';
import { requestWithdrawal } from './requestWithdrawal.ts';
import { closeWithdrawal, lockWithdrawal, readWithdrawal, selectWithdrawals } from './withdrawalRepository.ts';
import { PAY_COMMAND, WITHDRAWAL_REVIEWS } from './withdrawalReviews.ts';
import { readWithdrawalTerms } from './withdrawalTerms.ts';

/** Labels of a withdrawal's ledger entries. */
const ENTRIES: EntryLabels = {
  withdraw_hold: {
    legacyNumber: 99,
    text: {
      en: 'Withdrawal requested: amount held',
      zh: '提现申请：金额已冻结',
      hk: '提現申請：金額已凍結',
      jp: '出金申請：金額を確保',
      kr: '출금 신청: 금액 묶임',
      esp: 'Retiro solicitado: monto reservado',
      th: 'ขอถอน: กันจำนวนเงินไว้',
      vnm: 'Yêu cầu rút tiền: đã tạm giữ số tiền',
    },
  },
  withdraw_settle: {
    legacyNumber: 100,
    text: {
      en: 'Withdrawal paid out',
      zh: '提现完成',
      hk: '提現完成',
      jp: '出金完了',
      kr: '출금 완료',
      esp: 'Retiro pagado',
      th: 'ถอนเงินสำเร็จ',
      vnm: 'Đã chi trả khoản rút',
    },
  },
  withdraw_release: {
    legacyNumber: 101,
    text: {
      en: 'Withdrawal not completed: amount returned',
      zh: '提现未完成：金额已退回',
      hk: '提現未完成：金額已退回',
      jp: '出金されず：金額を返却',
      kr: '출금되지 않음: 금액 반환',
      esp: 'Retiro no realizado: monto devuelto',
      th: 'ไม่ได้ถอน: คืนจำนวนเงินแล้ว',
      vnm: 'Không rút tiền: đã trả lại số tiền',
    },
  },
};

// Cancelling a withdrawal: its hold is released in the same transaction.

/**
 * Cancels a withdrawal of the user that is under review. Throws `BusinessError`: WITHDRAWAL_NOT_FOUND when it is
 * missing or another user's, WITHDRAWAL_NOT_PENDING when it is decided or being paid out.
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
    if (withdrawal.status !== 'pending' || withdrawal.isPaying) throw new BusinessError('WITHDRAWAL_NOT_PENDING');
    await postEntries(tx, [releaseEntry(withdrawal)]);
    const at = new Date(clock.nowMs()).toISOString();
    await closeWithdrawal(tx, withdrawal.id, { status: 'cancelled', reason: null, at });
    const record = { subject: 'withdrawal', id: withdrawal.id, status: 'cancelled' } as const;
    emit(tx, { type: 'record-changed', userId, record });
    return readWithdrawal(tx, userId, withdrawal.id);
  });
}

export const withdrawals: Module = {
  beginning: { function: 'withdrawals', calls: [withdraw] },
  // A new address, or the end of the whitelist, would outlive the freeze: its wait would pass meanwhile.
  refusedWhenFrozen: [
    { call: withdraw },
    { call: addWithdrawalAddress },
    { call: setWhitelist, when: ({ isOn }: RequestOf<typeof setWhitelist>) => !isOn },
  ],
  entries: ENTRIES,
  reviews: [WITHDRAWAL_REVIEWS],
  commands: [PAY_COMMAND],
  create(moduleDeps) {
    const codes = createCodesService(moduleDeps);
    const stepUpMethods = createStepUpMethods(moduleDeps);
    const deps = { ...moduleDeps, codes, stepUpMethods, holdHours: moduleDeps.settings.withdrawalHoldHours };
    const { db, isSandbox } = deps;
    const marked = (withdrawal: Withdrawal) => markTest(withdrawal, isSandbox);
    return {
      handlers: [
        answerUser(getWithdrawalTerms, ({ channelId = USDT_CHANNEL }, { user }) =>
          readWithdrawalTerms(deps, user.id, channelId),
        ),
        answerUser(getWithdrawalAddresses, ({ channelId }, { user }) => readAddresses(db, user.id, channelId)),
        answerUser(listWithdrawalAddresses, (_request, { user }) => selectAddresses(db, user.id)),
        answerUser(listLegacyWallets, async (_request, { user }) => {
          const rows = await selectAddresses(db, user.id);
          return { rows, total: rows.length };
        }),
        answerUser(addWithdrawalAddress, (request, caller) => addAddress(deps, caller, request)),
        answerUser(removeWithdrawalAddress, (request, caller) => deleteAddress(deps, caller, request)),
        answerUser(getWhitelist, (_request, { user }) => readWhitelist(db, user.id, deps)),
        answerUser(setWhitelist, (request, { user }) => changeWhitelist(deps, user, request)),
        answerUser(withdraw, async (request, caller) => {
          const answer = await requestWithdrawal(deps, caller, request);
          return typeof answer === 'string' ? answer : marked(answer);
        }),
        answerUser(cancelWithdrawal, async (request, { user }) => marked(await cancel(deps, user.id, request))),
        answerUser(listWithdrawals, async (request, { user }) => {
          const page = pageOf(request);
          const { rows, total } = await selectWithdrawals(db, user.id, request, page);
          return toNumberedPage<Withdrawal>(listWithdrawals.path, page, { rows: rows.map(marked), total });
        }),
      ],
    };
  },
};
