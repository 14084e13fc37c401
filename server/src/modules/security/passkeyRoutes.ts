/** The calls about passkeys. */
import * as calls from '@halyard/contract/security/passkeyCalls';
import { answerPublic, answerUser, type CallHandler } from '../../calls/callHandler.ts';
import { noticeOf } from '../../calls/messages.ts';
import { createPasskeys } from './passkeys.ts';

/** Handlers of user/passkeys, user/passkey/* and user/proof/passkey. */
export function createPasskeyHandlers(deps: Parameters<typeof createPasskeys>[0]): readonly CallHandler[] {
  const passkeys = createPasskeys(deps);
  return [
    answerUser(calls.listPasskeys, (_request, { user }) => passkeys.list(user.id)),
    answerUser(calls.askNewPasskey, (_request, caller) => passkeys.askNew(caller)),
    answerUser(calls.addPasskey, async (request, { user, language }) => {
      await passkeys.add(user, request);
      return noticeOf(language, 'PASSKEY_ADDED');
    }),
    answerUser(calls.renamePasskey, async ({ id, name }, { user, language }) => {
      await passkeys.rename(user.id, id, name);
      return noticeOf(language, 'PASSKEY_RENAMED');
    }),
    answerUser(calls.removePasskey, async ({ id }, { user, language }) => {
      await passkeys.remove(user, id);
      return noticeOf(language, 'PASSKEY_REMOVED');
    }),
    answerUser(calls.askPasskeyStepUp, (_request, caller) => passkeys.askProof(caller)),
    answerPublic(calls.askPasskeyLogin, (_request, caller) => passkeys.askLogin(caller)),
    answerPublic(calls.logInWithPasskey, async ({ passkey }, caller) => ({
      token: await passkeys.logIn(passkey, caller),
    })),
  ];
}
