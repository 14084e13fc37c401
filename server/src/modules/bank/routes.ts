/** The calls of the bank card: user/cash_info, user/cash_save. */
import { getBankCard, saveBankCard } from '@halyard/contract/calls/bank';
import { answerUser, type CallHandler } from '../../calls/callHandler.ts';
import type { ReviewDeps } from '../../operator/review.ts';
import { findBankCard } from './bankRepository.ts';
import { bindCard } from './saveBankCard.ts';

/** Handlers of the bank card. */
export function createBankHandlers(deps: ReviewDeps): readonly CallHandler[] {
  return [
    // The name of the bank is typed, so the family's dictionary of banks is empty.
    answerUser(getBankCard, async (_request, { user }) => ({ ...(await findBankCard(deps.db, user.id)), banks: [] })),
    answerUser(saveBankCard, (request, caller) => bindCard(deps, caller, request)),
  ];
}
