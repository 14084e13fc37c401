/** The calls about second factors. */
import {
  cancelFactorReset,
  confirmTotp,
  listFactors,
  removeTotp,
  renewRecoveryCodes,
  requestFactorReset,
  sendFactorResetCode,
  startTotp,
  type Factors,
} from '@halyard/contract/security/factorCalls';
import type { UserId } from '@halyard/contract/ids';
import { answerPublic, answerUser, type CallHandler } from '../../calls/callHandler.ts';
import { noticeOf } from '../../calls/messages.ts';
import type { Database } from '../../db/database.ts';
import type { ModuleDeps } from '../../module.ts';
import { createCodeSender } from '../user/codeSender.ts';
import type { CodesService } from '../user/codesService.ts';
import { createLoginGuard } from '../user/loginGuard.ts';
import { findByPassword } from '../user/passwordLogin.ts';
import * as resets from './factorReset.ts';
import { readReset } from './factorReset.ts';
import { ownAddressOf } from './ownCode.ts';
import { requireStepUp } from './sessionStepUp.ts';
import { countRecoveryCodes, readTotpSince } from './totp.ts';
import * as totp from './totp.ts';

/** Handlers of the calls under user/factors. */
export function createFactorHandlers(moduleDeps: ModuleDeps, codes: CodesService): readonly CallHandler[] {
  const { db, settings } = moduleDeps;
  const deps = { ...moduleDeps, codes, loginGuard: createLoginGuard(moduleDeps), waitHours: settings.factorResetHours };
  const sender = createCodeSender(deps);

  return [
    answerUser(listFactors, (_request, { user }) => readFactors(db, user.id)),
    answerUser(startTotp, async (_request, { user }) => {
      await requireStepUp(db, user);
      return totp.startTotp(deps, user.id);
    }),
    answerUser(confirmTotp, async ({ code }, { user }) => {
      await requireStepUp(db, user);
      return await totp.confirmTotp(deps, user, code);
    }),
    answerUser(removeTotp, async (_request, { user }) => {
      await requireStepUp(db, user);
      return await totp.removeTotp(deps, user);
    }),
    answerUser(renewRecoveryCodes, async (_request, { user }) => {
      await requireStepUp(db, user);
      return await totp.renewRecoveryCodes(deps, user);
    }),
    answerPublic(sendFactorResetCode, async (request, caller) => {
      const { id } = await findByPassword(deps, request, caller);
      await resets.requireFactor(db, id);
      await sender.sendOwn({ at: await ownAddressOf(db, id), asker: caller, language: caller.language });
      return noticeOf(caller.language, 'CODE_SENT');
    }),
    answerPublic(requestFactorReset, async ({ code, ...login }, caller) => {
      const { id } = await findByPassword(deps, login, caller);
      await resets.requestReset(deps, id, { code, caller });
      return noticeOf(caller.language, 'FACTOR_RESET_REQUESTED');
    }),
    answerUser(cancelFactorReset, async (_request, { user, language }) => {
      await resets.cancelReset(deps, user.id);
      return noticeOf(language, 'FACTOR_RESET_CANCELLED');
    }),
  ];
}

async function readFactors(db: Database, userId: UserId): Promise<Factors> {
  const addedAt = await readTotpSince(db, userId);
  return {
    factors: addedAt === null ? [] : [{ kind: 'totp', addedAt }],
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
    reset: await readReset(db, userId),
  };
}
