/** The calls of deposits. */
import {
  declareDeposit,
  getDepositAddress,
  getDepositTerms,
  listDeposits,
  type Deposit,
} from '@halyard/contract/deposits/calls';
import { answerUser } from '../../calls/callHandler.ts';
import { pageOf, toNumberedPage } from '../../calls/paging.ts';
import type { Module, EntryLabels } from '../../module.ts';
import { declare } from './declareDeposit.ts';
import { createAddressOf } from './depositAddresses.ts';
import { DEPOSIT_REVIEWS } from './depositReviews.ts';
import { selectDeposits } from './depositRepository.ts';
import { readDepositAddress, readDepositTerms } from './depositTerms.ts';

const ENTRIES: EntryLabels = {
  deposit: {
    legacyNumber: 200,
    text: {
      en: 'Deposit',
      zh: '充值',
      hk: '充值',
      jp: '入金',
      kr: '입금',
      esp: 'Depósito',
      th: 'ฝากเงิน',
      vnm: 'Nạp tiền',
    },
  },
};

export const deposits: Module = {
  beginning: { function: 'deposits', calls: [declareDeposit, getDepositAddress] },
  entries: ENTRIES,
  reviews: [DEPOSIT_REVIEWS],
  create(moduleDeps) {
    const { db, isSandbox, settings } = moduleDeps;
    const addressOf = createAddressOf({ db, isSandbox, keys: settings.depositKeys });
    const deps = { ...moduleDeps, bank: settings.bank, addressOf };
    const marked = (deposit: Deposit): Deposit => ({ ...deposit, isTest: isSandbox });
    return {
      handlers: [
        answerUser(getDepositAddress, (request, { user }) => readDepositAddress(deps, user.id, request)),
        answerUser(getDepositTerms, (_request, { user }) => readDepositTerms(deps, user.id)),
        answerUser(declareDeposit, async (request, caller) => {
          const answer = await declare(deps, caller, request);
          return typeof answer === 'string' ? answer : marked(answer);
        }),
        answerUser(listDeposits, async (request, { user }) => {
          const page = pageOf(request);
          const { rows, total } = await selectDeposits(deps.db, user.id, request, page);
          return toNumberedPage<Deposit>(listDeposits.path, page, { rows: rows.map(marked), total });
        }),
      ],
    };
  },
};
