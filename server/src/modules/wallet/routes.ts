/** The wallet calls: wallet/list, wallet/detail, currency/user_currency_list. */
import { getWallet, getWalletDetail, listUserCurrencies } from '@halyard/contract/calls/wallet';
import { answerUser, type CallHandler } from '../../callHandler.ts';
import type { Database } from '../../db/database.ts';
import { readUserCurrencies, readWallet, readWalletDetail } from './service.ts';

/** Handlers of the wallet calls. */
export function createWalletHandlers({ db }: { readonly db: Database }): readonly CallHandler[] {
  return [
    answerUser(getWallet, (request, { user }) => readWallet(db, user.id, request)),
    answerUser(getWalletDetail, (request, { user }) => readWalletDetail(db, user.id, request)),
    answerUser(listUserCurrencies, (_request, { user }) => readUserCurrencies(db, user.id)),
  ];
}
