/** The calls of identity verification. */
import {
  getAdvancedIdentity,
  getIdentity,
  submitAdvancedIdentity,
  submitBasicIdentity,
} from '@halyard/contract/calls/identity';
import { answerUser, type CallHandler } from '../../calls/callHandler.ts';
import { noticeOf } from '../../calls/messages.ts';
import { readAdvancedIdentity, readIdentity } from './readIdentity.ts';
import { submitAdvanced, submitBasic, type IdentityDeps } from './submitIdentity.ts';

/** Handlers of user/real_name, user/real_name2, user/center2 and user/identity. */
export function createIdentityHandlers(deps: IdentityDeps): readonly CallHandler[] {
  return [
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
  ];
}
