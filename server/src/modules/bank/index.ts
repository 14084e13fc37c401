/** The calls of the bank card: user/cash_info, user/cash_save. */
import { getBankCard, saveBankCard } from '@halyard/contract/bank/calls';
import { CARD_PARTS } from '@halyard/contract/bank/bankCard';
import { answerUser } from '../../calls/callHandler.ts';
import type { Module } from '../../module.ts';
import { createStepUpMethods } from '../security/secondFactor.ts';
import { createCodesService } from '../user/codesService.ts';
import { findBankCard } from './bankRepository.ts';
import { bindCard } from './saveBankCard.ts';

/** Legacy clients compare with an empty text. */
const NOTHING_BOUND = Object.fromEntries(CARD_PARTS.map((part) => [part, '']));

export const bank: Module = {
  refusedWhenFrozen: [{ call: saveBankCard }],
  create(moduleDeps) {
    const codes = createCodesService(moduleDeps);
    const stepUpMethods = createStepUpMethods(moduleDeps);
    const deps = { ...moduleDeps, codes, stepUpMethods, holdHours: moduleDeps.settings.withdrawalHoldHours };
    return {
      handlers: [
        // The name of the bank is typed in, so the list of banks of legacy clients is empty.
        answerUser(getBankCard, async (_request, { user }) => ({
          ...((await findBankCard(deps.db, user.id)) ?? NOTHING_BOUND),
          banks: [],
        })),
        answerUser(saveBankCard, (request, caller) => bindCard(deps, caller, request)),
      ],
    };
  },
};
