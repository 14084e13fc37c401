/** Calls of the wire family for what this exchange does not have: answered, so that its clients' pages open. */
import { listFamilyContracts, listFamilyFavourites, listFamilyWallets } from '@halyard/contract/calls/family';
import { ZERO } from '@halyard/contract/money';
import { answerUser } from '../../calls/callHandler.ts';
import { pageOf, toNumberedPage } from '../../calls/paging.ts';
import type { Module } from '../../module.ts';

export const family: Module = {
  create: () => ({
    handlers: [
      answerUser(listFamilyWallets, async () => []),
      answerUser(listFamilyFavourites, async () => []),
      answerUser(listFamilyContracts, async () => ({
        orders: toNumberedPage(listFamilyContracts.path, pageOf({}), { rows: [], total: 0 }),
        hazardRate: ZERO,
        profit: ZERO,
      })),
    ],
  }),
};
