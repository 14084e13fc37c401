/** The calls about codes and accounts. */
import type { FastifyBaseLogger } from 'fastify';
import {
  checkMailCode,
  checkTextCode,
  getUser,
  logIn,
  logOut,
  registerUser,
  resetPassword,
  sendMailCode,
  sendTextCode,
} from '@halyard/contract/user/calls';
import { changePassword, sendOwnCode } from '@halyard/contract/security/calls';
import type { RequestOf } from '@halyard/contract/call';
import { languageOf } from '@halyard/contract/languages';
import { answerPublic, answerUser, type CallHandler, type Caller } from '../../calls/callHandler.ts';
import type { Catalogue } from '../../catalogue.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { EventBus } from '../../events/events.ts';
import { noticeOf } from '../../calls/messages.ts';
import type { StepUpMethod } from '../security/stepUpMethods.ts';
import { ownAddressOf } from '../security/ownCode.ts';
import { createSecondFactor } from '../security/secondFactor.ts';
import { createAccountsService } from './accountsService.ts';
import { readAddress, type Channel } from './addresses.ts';
import { createCodeSender } from './codeSender.ts';
import type { CodesService } from './codesService.ts';
import type { Notifier } from './notifier.ts';
import { createLoginGuard } from './loginGuard.ts';
import { createSessionHandlers } from './sessionRoutes.ts';
import type { Sessions } from './sessions.ts';

type UserDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly catalogue: Pick<Catalogue, 'currencies'>;
  readonly events: EventBus;
  readonly codes: CodesService;
  readonly sessions: Sessions;
  readonly stepUpMethods: readonly StepUpMethod[];
  readonly notifier: Notifier;
  readonly withdrawalHoldHours: number;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
};

type CodeRequest = RequestOf<typeof sendMailCode>;
type CodeCheck = RequestOf<typeof checkTextCode>;

/** The handlers, and `settle`, which waits for messages that are being sent. */
export function createUserHandlers(deps: UserDeps): {
  readonly handlers: readonly CallHandler[];
  readonly settle: () => Promise<void>;
} {
  const { db, codes } = deps;
  const sender = createCodeSender(deps);
  const accounts = createAccountsService({
    ...deps,
    loginGuard: createLoginGuard(deps),
    secondFactor: createSecondFactor(deps, deps.stepUpMethods),
    holdHours: deps.withdrawalHoldHours,
  });

  async function sendCode(channel: Channel, request: CodeRequest, caller: Caller): Promise<string> {
    const kind = channel === 'mail' ? 'email' : 'mobile';
    const at = readAddress({
      kind,
      address: request.address ?? request.mobile ?? '',
      callingCode: request.callingCode,
    });
    const language = request.language === undefined ? caller.language : languageOf(request.language);
    await sender.send({ at, purpose: request.purpose ?? 'register', asker: caller, language });
    return noticeOf(caller.language, 'CODE_SENT');
  }

  async function checkCode(channel: Channel, request: CodeCheck, caller: Caller): Promise<string> {
    const { address, callingCode, purpose } = request;
    const kind = channel === 'mail' ? 'email' : 'mobile';
    const written = address ? readAddress({ kind, address, callingCode }).address : undefined;
    await codes.checkNewest({ channel, address: written, purpose, asker: caller }, request.code);
    return noticeOf(caller.language, 'CODE_VERIFIED');
  }

  const handlers = [
    answerPublic(sendMailCode, (request, caller) => sendCode('mail', request, caller)),
    answerPublic(sendTextCode, (request, caller) => sendCode('text', request, caller)),
    answerPublic(checkMailCode, (request, caller) => checkCode('mail', request, caller)),
    answerPublic(checkTextCode, (request, caller) => checkCode('text', request, caller)),
    answerPublic(registerUser, async (request, caller) => {
      await accounts.register(request, caller);
      return noticeOf(caller.language, 'REGISTERED');
    }),
    answerPublic(logIn, (request, caller) => accounts.logIn(request, caller)),
    answerUser(logOut, async (_request, { user, language }) => {
      await accounts.logOut(user);
      return noticeOf(language, 'LOGGED_OUT');
    }),
    answerUser(getUser, (_request, { user }) => accounts.read(user.id)),
    answerPublic(resetPassword, async (request, caller) => {
      await accounts.resetPassword(request, caller);
      return noticeOf(caller.language, 'PASSWORD_CHANGED');
    }),
    answerUser(changePassword, async (request, { user, language }) => {
      await accounts.changePassword(user, request);
      return noticeOf(language, 'LOGIN_PASSWORD_CHANGED');
    }),
    answerUser(sendOwnCode, async (request, { user, language, ...asker }) => {
      const written = request.language === undefined ? language : languageOf(request.language);
      await sender.sendOwn({
        at: await ownAddressOf(db, user.id),
        asker: { ...asker, sessionId: user.sessionId },
        language: written,
      });
      return noticeOf(language, 'CODE_SENT');
    }),
    ...createSessionHandlers(deps),
  ];
  return { handlers, settle: () => sender.settle() };
}
