/** The wallet calls: balances, transfers, ledger entries, value. */
import {
  getPerformance,
  ENTRIES_CSV_PATH,
  entriesCsvRequest,
  listEntries,
  listTransfers,
  listTransferSides,
  transferFunds,
  type Transfer,
} from '@halyard/contract/wallet/entryCalls';
import { getResults, listResultEntries } from '@halyard/contract/wallet/resultCalls';
import { getCosts, HOLDINGS_CSV_PATH, TAX_CSV_PATH, taxCsvRequest } from '@halyard/contract/wallet/costCalls';
import { getWallet, getWalletDetail, listCurrencies, listUserCurrencies } from '@halyard/contract/wallet/calls';
import { answerPublic, answerUser } from '../../calls/callHandler.ts';
import { decodeInput } from '../../plugins/calls.ts';
import { pageOf, toNumberedPage } from '../../calls/paging.ts';
import type { Module } from '../../module.ts';
import { readCosts } from './cost.ts';
import { readEntries, readTransferSides } from './entries.ts';
import { readEntriesCsv } from './entriesCsv.ts';
import { readHoldingsCsv } from './holdingsCsv.ts';
import { readPerformance } from './performance.ts';
import { readResultEntries, readResults } from './results.ts';
import { readUserCurrencies, readWallet, readWalletDetail } from './service.ts';
import { readTaxCsv } from './taxCsv.ts';
import { createTransfers } from './transferFunds.ts';
import { selectTransfers } from './transferRepository.ts';

export const wallet: Module = {
  csvFiles: [
    {
      path: ENTRIES_CSV_PATH,
      name: 'movements',
      open: (db, userId, query) => readEntriesCsv(db, userId, decodeInput(entriesCsvRequest, query)),
    },
    { path: HOLDINGS_CSV_PATH, name: 'holdings', open: async (db, userId) => readHoldingsCsv(db, userId) },
    {
      path: TAX_CSV_PATH,
      name: 'tax',
      open: async (db, userId, query) => readTaxCsv(db, userId, decodeInput(taxCsvRequest, query)),
    },
  ],
  create(deps) {
    const { db, catalogue } = deps;
    const transfer = createTransfers(deps);
    return {
      handlers: [
        answerUser(getWallet, (request, { user }) => readWallet(deps, user.id, request)),
        answerUser(getWalletDetail, (request, { user }) => readWalletDetail(deps, user.id, request)),
        answerPublic(listCurrencies, async () =>
          (await catalogue.currencies()).map((currency) => ({ ...currency, isLegal: false })),
        ),
        answerUser(listUserCurrencies, (_request, { user }) => readUserCurrencies(deps, user.id)),
        answerUser(transferFunds, (request, caller) => transfer(caller, request)),
        answerUser(listTransferSides, (request, caller) => readTransferSides(db, caller, request)),
        answerUser(listTransfers, async (request, { user }) => {
          const page = pageOf(request);
          return toNumberedPage<Transfer>(listTransfers.path, page, await selectTransfers(db, user.id, request, page));
        }),
        answerUser(listEntries, (request, caller) => readEntries(deps, caller, request)),
        answerUser(getCosts, (_request, { user }) => readCosts(db, user.id)),
        answerUser(getResults, (request, { user }) => readResults(deps, user.id, request)),
        answerUser(listResultEntries, (request, { user }) => readResultEntries(deps, user.id, request)),
        answerUser(getPerformance, (_request, { user }) => readPerformance(deps, user.id)),
      ],
    };
  },
};
