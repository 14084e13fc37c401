/** Fund password, step-up, second factors, passkeys, account freeze and the list of security events. */
import {
  askFundReset,
  cancelFundReset,
  getFundReset,
  hasFundPassword,
  setFundPassword,
} from '@halyard/contract/security/calls';
import { getStepUp, stepUp } from '@halyard/contract/security/stepUpCalls';
import { DAY_MS } from '@halyard/contract/time';
import { answerUser } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import { noticeOf } from '../../calls/messages.ts';
import { isBefore, pruneRows } from '../../jobs/pruneJob.ts';
import type { Module } from '../../module.ts';
import { createCodesService } from '../user/codesService.ts';
import { createSessions } from '../user/sessions.ts';
import { createStepUpMethods } from './secondFactor.ts';
import { createFundResetJob, askReset, cancelReset, readFundReset } from './fundReset.ts';
import { createFactorResetJob, FACTOR_REVIEWS } from './factorReset.ts';
import { createFactorHandlers } from './factorRoutes.ts';
import { FREEZE_COMMANDS } from './freezeCommands.ts';
import { createFreezeHandlers } from './freezeRoutes.ts';
import * as fundPassword from './fundPassword.ts';
import { FUND_RESET_REVIEWS } from './fundResetReviews.ts';
import { createPasskeyHandlers } from './passkeys.ts';
import { stepUpValidUntil } from './sessionStepUp.ts';
import { checkStepUp, stepUpMethodsOf } from './stepUp.ts';
import { UNFREEZE_REVIEWS } from './freeze.ts';

export const security: Module = {
  commands: FREEZE_COMMANDS,
  reviews: [UNFREEZE_REVIEWS, FACTOR_REVIEWS, FUND_RESET_REVIEWS],
  pruners: {
    // Challenges and keys expire by the database's clock; this clock may differ, so rows stay for another day.
    passkeyChallenges: pruneRows('passkey_challenges', (nowMs) => isBefore('expires_at', nowMs - DAY_MS)),
    freezeKeys: pruneRows('freeze_keys', (nowMs) => isBefore('expires_at', nowMs - DAY_MS)),
  },
  create(moduleDeps) {
    const codes = createCodesService(moduleDeps);
    const stepUpMethods = createStepUpMethods(moduleDeps);
    const deps = { ...moduleDeps, codes, stepUpMethods, holdHours: moduleDeps.settings.withdrawalHoldHours };
    const sessions = createSessions(moduleDeps);
    const resetDeps = { ...moduleDeps, resetHours: moduleDeps.settings.fundPasswordResetHours };
    return {
      handlers: [
        answerUser(getStepUp, async (_request, { user }) => ({
          until: await stepUpValidUntil(deps.db, user),
          methods: [...(await stepUpMethodsOf(deps, user.id))],
        })),
        answerUser(stepUp, async (request, { user }) => {
          const { by, spend } = await checkStepUp(deps, user, request);
          const token = await deps.db.transaction(async (tx) => {
            await spend(tx);
            return sessions.renew(tx, user, by);
          });
          if (token === undefined) throw new BusinessError('NOT_LOGGED_IN');
          return { token };
        }),
        answerUser(hasFundPassword, async (_request, { user }) =>
          (await fundPassword.hasFundPassword(deps, user.id)) ? 'set' : 'unset',
        ),
        answerUser(setFundPassword, async (request, { user, language }) => {
          await fundPassword.replaceFundPassword(deps, user, request);
          return noticeOf(language, 'FUND_PASSWORD_SET');
        }),
        ...createFreezeHandlers(moduleDeps),
        ...createFactorHandlers(moduleDeps, codes),
        ...createPasskeyHandlers({ ...moduleDeps, publicUrl: moduleDeps.settings.publicUrl, sessions }),
        answerUser(getFundReset, (_request, { user }) => readFundReset(resetDeps, user.id)),
        answerUser(askFundReset, (request, { user }) => askReset(resetDeps, user, request)),
        answerUser(cancelFundReset, (_request, { user }) => cancelReset(resetDeps, user.id)),
      ],
      jobs: [createFactorResetJob(moduleDeps), createFundResetJob(resetDeps)],
    };
  },
};
