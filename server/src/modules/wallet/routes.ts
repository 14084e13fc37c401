/** The wallet calls: balances, transfers, movements, worth. */
import {
  getPerformance,
  listMovements,
  listTransfers,
  listTransferSides,
  transferFunds,
  type Transfer,
} from '@halyard/contract/calls/records';
import { getWallet, getWalletDetail, listUserCurrencies } from '@halyard/contract/calls/wallet';
import { answerUser, type CallHandler } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { EventBus } from '../../events/events.ts';
import { pageOf, toNumberedPage } from '../../calls/paging.ts';
import { readMovements, readTransferSides } from './movements.ts';
import { readPerformance } from './performance.ts';
import { readUserCurrencies, readWallet, readWalletDetail } from './service.ts';
import { transfer } from './transferFunds.ts';
import { selectTransfers } from './transferRepository.ts';

export type WalletDeps = { readonly db: Database; readonly events: EventBus; readonly clock: Clock };

/** Handlers of wallet/list, wallet/detail, currency/user_currency_list, wallet/change, wallet/hzhistory, wallet/transfers, wallet/legal_log and wallet/performance. */
export function createWalletHandlers(deps: WalletDeps): readonly CallHandler[] {
  const { db } = deps;
  return [
    answerUser(getWallet, (request, { user }) => readWallet(db, user.id, request)),
    answerUser(getWalletDetail, (request, { user }) => readWalletDetail(db, user.id, request)),
    answerUser(listUserCurrencies, (_request, { user }) => readUserCurrencies(db, user.id)),
    answerUser(transferFunds, (request, caller) => transfer(deps, caller, request)),
    answerUser(listTransferSides, (request, caller) => readTransferSides(db, caller, request)),
    answerUser(listTransfers, async (request, { user }) => {
      const page = pageOf(request);
      return toNumberedPage<Transfer>(listTransfers.path, page, await selectTransfers(db, user.id, request, page));
    }),
    answerUser(listMovements, (request, caller) => readMovements(db, caller, request)),
    answerUser(getPerformance, (_request, { user }) => readPerformance(deps, user.id)),
  ];
}
