/** What exists in the sandbox only: test funds, and the outbox. */
import { fundAccount, readOutbox } from '@halyard/contract/calls/sandbox';
import { answerPublic, answerUser } from '../../calls/callHandler.ts';
import { DAY_MS, isBefore, pruneRows } from '../../due/pruneKind.ts';
import type { Module } from '../../module.ts';
import { fundUser } from './fundService.ts';
import { listMessages } from './outbox.ts';
import { MOVEMENTS } from './movementLabels.ts';

/** Long enough to find a code that was sent while nobody looked. */
const OUTBOX_KEPT_MS = 7 * DAY_MS;

export const sandbox: Module = {
  movements: MOVEMENTS,
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
