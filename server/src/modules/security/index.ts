/** The calls about the fund password, proofs, second factors and passkeys. */
import { askFundReset, cancelFundReset, getFundReset } from '@halyard/contract/calls/fundReset';
import { getProof, proveOwner } from '@halyard/contract/calls/proof';
import { hasFundPassword, setFundPassword } from '@halyard/contract/calls/security';
import { answerUser } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import { noticeOf } from '../../calls/messages.ts';
import { DAY_MS, isBefore, pruneRows } from '../../due/pruneKind.ts';
import type { Module } from '../../module.ts';
import { createCodesService } from '../user/codesService.ts';
import { createSessions } from '../user/sessions.ts';
import { createProofMethods } from './allProofMethods.ts';
import { createFundResetKind } from './dueFundReset.ts';
import { createFactorResetKind } from './factorReset.ts';
import { FACTOR_REVIEWS } from './factorResetReviews.ts';
import { createFactorHandlers } from './factorRoutes.ts';
import * as fundPassword from './fundPassword.ts';
import { askReset, cancelReset, readFundReset } from './fundReset.ts';
import { FUND_RESET_REVIEWS } from './fundResetReviews.ts';
import { createPasskeyHandlers } from './passkeyRoutes.ts';
import { provedUntil } from './proofs.ts';
import { checkProof, proofMethodsOf } from './proveOwner.ts';

export const security: Module = {
  reviews: [FACTOR_REVIEWS, FUND_RESET_REVIEWS],
  pruners: {
    // They are good for minutes by the clock of the database; this one may be another.
    passkeyChallenges: pruneRows('passkey_challenges', (nowMs) => isBefore('expires_at', nowMs - DAY_MS)),
  },
  create(moduleDeps) {
    const codes = createCodesService(moduleDeps);
    const proofMethods = createProofMethods(moduleDeps);
    const deps = { ...moduleDeps, codes, proofMethods, holdHours: moduleDeps.settings.withdrawalHoldHours };
    const sessions = createSessions(moduleDeps);
    const resetDeps = { ...moduleDeps, resetHours: moduleDeps.settings.fundPasswordResetHours };
    return {
      handlers: [
        answerUser(getProof, async (_request, { user }) => ({
          until: await provedUntil(deps.db, user),
          methods: [...(await proofMethodsOf(deps, user.id))],
        })),
        answerUser(proveOwner, async (request, { user }) => {
          const { by, spend } = await checkProof(deps, user, request);
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
          deps.events.publish({ type: 'events-written' });
          return noticeOf(language, 'FUND_PASSWORD_SET');
        }),
        ...createFactorHandlers(moduleDeps, codes),
        ...createPasskeyHandlers({ ...moduleDeps, publicUrl: moduleDeps.settings.publicUrl, sessions }),
        answerUser(getFundReset, (_request, { user }) => readFundReset(resetDeps, user.id)),
        answerUser(askFundReset, (request, { user }) => askReset(resetDeps, user, request)),
        answerUser(cancelFundReset, (_request, { user }) => cancelReset(resetDeps, user.id)),
      ],
      dueKinds: [createFactorResetKind(moduleDeps), createFundResetKind(resetDeps)],
    };
  },
};
