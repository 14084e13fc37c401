/** The calls of identity verification. */
import { getExposure } from '@halyard/contract/exposure/calls';
import { getLegacyIdentity } from '@halyard/contract/legacy-clients/calls';
import {
  getAdvancedIdentity,
  getIdentity,
  submitAdvancedIdentity,
  submitBasicIdentity,
} from '@halyard/contract/identity/calls';
import { answerUser } from '../../calls/callHandler.ts';
import { noticeOf } from '../../calls/messages.ts';
import { readExposure } from '../../exposure/unverifiedLimit.ts';
import type { Module } from '../../module.ts';
import { forgetPictures } from './identityRepository.ts';
import { END_VERIFICATION } from './endVerification.ts';
import { IDENTITY_REVIEWS } from './identityReviews.ts';
import { readAdvancedIdentity, readIdentity } from './readIdentity.ts';
import { submitAdvanced, submitBasic } from './submitIdentity.ts';

export const identity: Module = {
  reviews: [IDENTITY_REVIEWS],
  commands: [END_VERIFICATION],
  create: (deps) => ({
    pruners: {
      'identity-pictures': (tx, nowMs, rowsMax) =>
        forgetPictures(tx, { nowMs, rowsMax, years: deps.settings.retention.identityPictureYears }),
    },
    handlers: [
      answerUser(submitBasicIdentity, async (request, { user, language }) => {
        await submitBasic(deps, user.id, request);
        return noticeOf(language, 'IDENTITY_SUBMITTED');
      }),
      answerUser(submitAdvancedIdentity, async (request, { user, language }) => {
        await submitAdvanced(deps, user.id, request);
        return noticeOf(language, 'IDENTITY_SUBMITTED');
      }),
      answerUser(getAdvancedIdentity, (_request, { user }) => readAdvancedIdentity(deps.db, user.id)),
      answerUser(getIdentity, (_request, { user }) => readIdentity(deps.db, user.id)),
      answerUser(getExposure, (_request, { user }) =>
        readExposure(deps.db, user.id, {
          nowMs: deps.clock.nowMs(),
          setting: deps.settings.unverifiedExposureMax,
        }),
      ),
      answerUser(getLegacyIdentity, async (_request, { user }) => {
        const { basic, advanced } = await readIdentity(deps.db, user.id);
        return { basic: basic.status, advanced: advanced.status };
      }),
    ],
  }),
};
