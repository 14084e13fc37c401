/** The calls of withdrawals and of the address book. */
import { listLegacyWallets } from '@halyard/contract/legacy-clients/calls';
import { USDT_CHANNEL } from '@halyard/contract/deposits/calls';
import {
  addWithdrawalAddress,
  cancelWithdrawal,
  getWithdrawalAddresses,
  getWithdrawalTerms,
  listWithdrawalAddresses,
  listWithdrawals,
  removeWithdrawalAddress,
  withdraw,
  getWhitelist,
  setWhitelist,
  type Withdrawal,
} from '@halyard/contract/withdrawals/calls';
import { answerUser } from '../../calls/callHandler.ts';
import { pageOf, toNumberedPage } from '../../calls/paging.ts';
import type { Module } from '../../module.ts';
import { addAddress, deleteAddress, readAddresses } from './addressBook.ts';
import { selectAddresses } from './addressRepository.ts';
import { cancel } from './cancelWithdrawal.ts';
import { requestWithdrawal } from './requestWithdrawal.ts';
import { createStepUpMethods } from '../security/secondFactor.ts';
import { createCodesService } from '../user/codesService.ts';
import { changeWhitelist, readWhitelist } from '../security/whitelist.ts';
import { WITHDRAWAL_REVIEWS } from './withdrawalReviews.ts';
import { selectWithdrawals } from './withdrawalRepository.ts';
import { readWithdrawalTerms } from './withdrawalTerms.ts';
import { ENTRIES } from './entryLabels.ts';

export const withdrawals: Module = {
  beginning: { function: 'withdrawals', calls: [withdraw] },
  // A new address would outlive the freeze: its hold would pass meanwhile.
  refusedWhenFrozen: [{ call: withdraw }, { call: addWithdrawalAddress }],
  entries: ENTRIES,
  reviews: [WITHDRAWAL_REVIEWS],
  create(moduleDeps) {
    const codes = createCodesService(moduleDeps);
    const stepUpMethods = createStepUpMethods(moduleDeps);
    const deps = { ...moduleDeps, codes, stepUpMethods, holdHours: moduleDeps.settings.withdrawalHoldHours };
    const { db, isSandbox } = deps;
    const marked = (withdrawal: Withdrawal): Withdrawal => ({ ...withdrawal, isTest: isSandbox });
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
