/** Sandbox only: test funds, and the outbox. */
import { fundAccount, readOutbox } from '@halyard/contract/sandbox/calls';
import { eachAccount } from '@halyard/contract/wallet/calls';
import { DAY_MS } from '@halyard/contract/time';
import { answerPublic, answerUser } from '../../calls/callHandler.ts';
import { isBefore, pruneRows } from '../../jobs/pruneJob.ts';
import type { Module, EntryLabels } from '../../module.ts';
import { fundUser } from './fundService.ts';
import { listMessages } from './outbox.ts';

// The closest kind of legacy clients: a booking by an administrator.
const ENTRIES: EntryLabels = {
  sandbox_fund: {
    legacyNumber: { ...eachAccount(() => 3), futures: 5, option: 7 },
    text: {
      en: 'Test funds',
      zh: '测试资金',
      hk: '測試資金',
      jp: 'テスト資金',
      kr: '테스트 자금',
      esp: 'Fondos de prueba',
      th: 'เงินทดสอบ',
      vnm: 'Tiền thử',
    },
  },
};

/** Long enough to find a code that was sent earlier. */
export const OUTBOX_KEPT_MS = 7 * DAY_MS;

export const sandbox: Module = {
  beginning: { function: 'deposits', calls: [fundAccount] },
  entries: ENTRIES,
  pruners: { outbox: pruneRows('outbox', (nowMs) => isBefore('created_at', nowMs - OUTBOX_KEPT_MS)) },
  create: (deps) => ({
    handlers: deps.isSandbox
      ? [
          answerUser(fundAccount, (request, { user }) => fundUser(deps, user.id, request)),
          answerPublic(readOutbox, ({ address }) => listMessages(deps.db, address)),
        ]
      : [],
  }),
};
