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
  type User,
} from '@halyard/contract/user/calls';
import {
  changePassword,
  sendOwnCode,
  listSessions,
  revokeSessions,
  type Session,
} from '@halyard/contract/security/calls';
import type { RequestOf } from '@halyard/contract/call';
import { languageOf } from '@halyard/contract/languages';
import { answerPublic, answerUser, type CallHandler, type Caller, type SessionUser } from '../../calls/callHandler.ts';
import type { Catalogue } from '../../catalogue.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { EventBus } from '../../events/events.ts';
import { noticeOf } from '../../calls/messages.ts';
import type { StepUpMethod } from '../security/stepUpMethods.ts';
import { ownAddressOf } from '../security/ownCode.ts';
import { createSecondFactor } from '../security/secondFactor.ts';
import { readAddress, type Channel } from './addresses.ts';
import { createCodeSender } from './codeSender.ts';
import type { CodesService } from './codesService.ts';
import type { Notifier } from './notifier.ts';
import { createLoginGuard } from './loginGuard.ts';
import type { Sessions, OpenSession } from './sessions.ts';
import type { UserId } from '@halyard/contract/ids';
import { BusinessError } from '../../calls/errors.ts';
import { readIdentityOfUser } from '../identity/readIdentity.ts';
import type { AccountsDeps } from './accountsDeps.ts';
import { createPasswordChange } from './changePassword.ts';
import { findByPassword } from './passwordLogin.ts';
import { registerAccount } from './registerAccount.ts';
import { replacePassword } from './resetPassword.ts';
import * as users from './usersRepository.ts';
import { requireStepUp } from '../security/sessionStepUp.ts';
import { countryOfAddress, deviceNamesOf } from './placeNames.ts';
import { alertUser } from './userMail.ts';

type UserDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly catalogue: Pick<Catalogue, 'currencies' | 'countryRules'>;
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

// Accounts: registration, login, logout, a forgotten password and a changed one, and the user's own data.

/** Makes the accounts of a database. */
function createAccountsService(deps: AccountsDeps) {
  const { db, sessions, secondFactor } = deps;
  return {
    /** See {@link registerAccount}. */
    register: (request: RequestOf<typeof registerUser>, caller: Caller) => registerAccount(deps, request, caller),

    /** See {@link replacePassword}. */
    resetPassword: (request: RequestOf<typeof resetPassword>, caller: Caller) => replacePassword(deps, request, caller),

    /**
     * Resolves to a session's token. Throws `BusinessError` LOGIN_FAILED for an unknown account and a wrong password
     * alike, RATE_LIMITED after too many tries, and the errors of the second factor, which are reached only with the
     * correct password.
     */
    async logIn(request: RequestOf<typeof logIn>, caller: Caller): Promise<string> {
      const user = await findByPassword(deps, request, caller);
      const provedBy = await secondFactor.require(user.id, request, caller);
      const token = await sessions.open({ ...user, provedBy }, caller);
      if (token === undefined) throw new BusinessError('LOGIN_FAILED');
      return token;
    },

    async logOut(user: SessionUser): Promise<void> {
      await sessions.end(user);
    },

    /** See {@link createPasswordChange}. */
    changePassword: createPasswordChange(deps),

    /** The user's own data. Throws `BusinessError('NOT_LOGGED_IN')` when the user does not exist. */
    async read(id: UserId): Promise<User> {
      const user = await users.findUserById(db, id);
      if (user === undefined) throw new BusinessError('NOT_LOGGED_IN');
      const { email, phone, invitationCode } = user;
      const account = email ?? phone;
      const identity = await readIdentityOfUser(db, id);
      return { id, phone, email, invitationCode, ...identity, ...(account === null ? {} : { account }) };
    },
  };
}

// The calls about a user's sessions.

type SessionDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly sessions: Sessions;
};

/** Handlers of user/sessions and user/sessions/revoke. */
function createSessionHandlers({ db, clock, sessions }: SessionDeps): readonly CallHandler[] {
  return [
    answerUser(listSessions, async (_request, { user }) => (await sessions.list(user)).map(toSession)),
    answerUser(revokeSessions, async ({ id, others = false }, { user, language }) => {
      await requireStepUp(db, user);
      if (others) {
        await db.transaction(async (tx) => {
          const isAnyEnded = await sessions.endAll(tx, user.id, user.sessionId);
          const at = new Date(clock.nowMs()).toISOString();
          const event = { userId: user.id, kind: 'sessions_ended', sessionId: user.sessionId, at } as const;
          if (isAnyEnded) await alertUser(tx, event);
        });
      } else {
        if (id === undefined) throw new BusinessError('PARAMETER_MISSING', { field: 'id' });
        if (!(await sessions.end({ id: user.id, sessionId: id }))) throw new BusinessError('SESSION_NOT_FOUND');
      }
      return noticeOf(language, 'SESSIONS_ENDED');
    }),
  ];
}

function toSession({ userAgent, ip, id, ...session }: OpenSession): Session {
  return { ...session, id: id as Session['id'], ...deviceNamesOf(userAgent), ip, country: countryOfAddress(ip) };
}
