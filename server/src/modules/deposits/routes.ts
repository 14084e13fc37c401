/** The calls of deposits. */
import {
  declareDeposit,
  getDepositAddress,
  getDepositTerms,
  listDeposits,
  type Deposit,
} from '@halyard/contract/calls/deposits';
import { answerUser, type CallHandler } from '../../calls/callHandler.ts';
import { pageOf, toNumberedPage } from '../../calls/paging.ts';
import { declare } from './declareDeposit.ts';
import type { DepositDeps } from './depositDeps.ts';
import { selectDeposits } from './depositRepository.ts';
import { readDepositAddress, readDepositTerms } from './depositTerms.ts';

/** Handlers of wallet/get_in_address, wallet/deposit_terms, wallet/charge_req and charge_mention/log2. */
export function createDepositHandlers(deps: DepositDeps): readonly CallHandler[] {
  return [
    answerUser(getDepositAddress, (request, { user }) => readDepositAddress(deps, user.id, request)),
    answerUser(getDepositTerms, (_request, { user }) => readDepositTerms(deps, user.id)),
    answerUser(declareDeposit, (request, caller) => declare(deps, caller, request)),
    answerUser(listDeposits, async (request, { user }) => {
      const page = pageOf(request);
      return toNumberedPage<Deposit>(listDeposits.path, page, await selectDeposits(deps.db, user.id, request, page));
    }),
  ];
}
