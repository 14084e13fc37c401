/** The calls about codes and accounts. */
import { randomInt } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { languageOf } from '@halyard/contract/languages';
import {
  changePassword,
  listSessions,
  revokeSessions,
  sendOwnCode,
  type Session,
} from '@halyard/contract/security/calls';
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
import { isNationalNumberOf } from '@halyard/contract/user/phone';
import { checkPassword } from '@halyard/contract/user/rules';
import {
  answerPublic,
  answerUser,
  BusinessError,
  refusal,
  type Caller,
  type CallHandler,
  type SessionUser,
} from '../../calls/callHandler.ts';
import { noticeOf } from '../../calls/messages.ts';
import type { Catalogue } from '../../catalogue.ts';
import type { Clock } from '../../clock.ts';
import { requireServedCountry } from '../../countries/countryRules.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { EventBus } from '../../events/events.ts';
import { readIdentityOfUser } from '../identity/identityRepository.ts';
import { endReset } from '../security/factorReset.ts';
import { holdDetails } from '../security/holds.ts';
import { createSecondFactor, type SecondFactor } from '../security/secondFactor.ts';
import { requireStepUp, type StepUpMethod } from '../security/sessionStepUp.ts';
import { loginPasswordCheck, ownAddressOf, stepUpOrRequire } from '../security/stepUp.ts';
import { createCodeSender } from './codeSender.ts';
import type { CodesService } from './codesService.ts';
import { countryOfAddress, deviceNamesOf } from './knownDevice.ts';
import { createLoginGuard, findByPassword, type LoginGuard } from './loginGuard.ts';
import type { Notifier } from './notifier.ts';
import { hashPassword, refuseBadInput, refuseGuessed } from './passwords.ts';
import { endSessions, type OpenSession, type Sessions } from './sessions.ts';
import { alertUser } from './userMail.ts';
import * as users from './usersRepository.ts';
import { readAddress, type Address, type Channel } from './usersRepository.ts';

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
          const isAnyEnded = await endSessions(tx, clock, user.id, user.sessionId);
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

// Opening an account.

type Registration = RequestOf<typeof registerUser>;
type NewAccount = Omit<Parameters<typeof users.insertUser>[1], 'invitationCode'>;

// Invitation codes are short enough to be read out on the phone, and have no 0, O, 1, I and L, which are easily
// confused.
const INVITATION_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const INVITATION_LENGTH = 8;
// Two codes of eight characters are equal about once in 10^12 tries; more than a few in a row means another fault.
const INVITATION_ATTEMPTS = 5;

/**
 * Opens an account and uses the code up. Throws `BusinessError`: the codes of addresses and passwords, CODE_*,
 * COUNTRY_REQUIRED, COUNTRY_NOT_SERVED, INVITATION_CODE_INVALID, ACCOUNT_EXISTS.
 */
async function registerAccount(
  { db, codes, catalogue }: Pick<AccountsDeps, 'db' | 'codes' | 'catalogue'>,
  request: Registration,
  caller: Caller,
): Promise<void> {
  const at = readAddress(request);
  refuseBadInput(request);
  await refuseGuessed(catalogue, request.password, [at.address]);
  // Only the owner of the address gets beyond this line, so the following errors reveal nothing to strangers.
  const codeId = await codes.check({ address: at.address, purpose: 'register' }, request.code, caller);
  const phone = at.channel === 'text' ? at.address : undefined;
  const country = await requireServedCountry(catalogue, { declared: request.country, phone });
  const invitedBy = await readInviter(db, request.invitationCode);
  const passwordHash = await hashPassword(request.password);
  const language = request.language === undefined ? caller.language : languageOf(request.language);
  await db.transaction(async (tx) => {
    await codes.use(tx, codeId);
    await insertAccount(tx, { at, passwordHash, language, invitedBy, country });
  });
}

async function readInviter(db: Database, written: string | undefined): Promise<UserId | undefined> {
  const invitationCode = readInvitationCode(written ?? '');
  if (invitationCode === '') return undefined;
  const inviter = await users.findUserByInvitation(db, invitationCode);
  if (inviter === undefined) throw new BusinessError('INVITATION_CODE_INVALID');
  return inviter.id;
}

async function insertAccount(tx: Transaction, account: NewAccount): Promise<void> {
  for (let attempt = 0; attempt < INVITATION_ATTEMPTS; attempt += 1) {
    const id = await users.insertUser(tx, { ...account, invitationCode: makeInvitationCode() });
    if (id !== undefined) return;
    if ((await users.findUserByAddress(tx, account.at)) !== undefined) throw new BusinessError('ACCOUNT_EXISTS');
  }
  throw new Error('no free invitation code was found');
}

function makeInvitationCode(): string {
  const letter = () => INVITATION_ALPHABET.charAt(randomInt(INVITATION_ALPHABET.length));
  return Array.from({ length: INVITATION_LENGTH }, letter).join('');
}

/** A code as typed, in its stored form. */
function readInvitationCode(written: string): string {
  return written.trim().toUpperCase();
}

// Replacing a forgotten password.

type Reset = RequestOf<typeof resetPassword>;

/**
 * Sets a new password, uses the code up, ends every session and holds withdrawals. Throws `BusinessError`: the codes of
 * addresses and passwords, CODE_*, and those of a second factor, which a mailbox does not replace.
 */
async function replacePassword(
  { db, clock, codes, loginGuard, secondFactor, holdHours, catalogue }: AccountsDeps,
  request: Reset,
  caller: Caller,
): Promise<void> {
  const at = await readResetAddress(codes, request, caller);
  refuseBadInput(request);
  await refuseGuessed(catalogue, request.password, [at.address]);
  const codeId = await codes.check({ address: at.address, purpose: 'forget' }, request.code, caller);
  // Only after a correct code, so that strangers cannot learn which accounts have a second factor.
  const owner = await users.findUserByAddress(db, at);
  if (owner !== undefined) await secondFactor.require(owner.id, request, caller);
  const passwordHash = await hashPassword(request.password);
  await db.transaction(async (tx) => {
    await codes.use(tx, codeId);
    const user = await users.findUserByAddress(tx, at);
    if (user === undefined) throw new BusinessError('CODE_WRONG');
    await users.updatePassword(tx, user.id, { passwordHash, holdHours });
    await loginGuard.forget(tx, at.address, caller);
    const now = new Date(clock.nowMs()).toISOString();
    const details = await holdDetails(tx, holdHours);
    await alertUser(tx, { userId: user.id, kind: 'password_changed', details, at: now });
    await endReset(tx, clock, user.id);
    await endSessions(tx, clock, user.id);
  });
}

/**
 * Legacy clients send a phone number without its country here; it is then the number that this caller requested a code
 * for.
 */
async function readResetAddress(
  codes: CodesService,
  { address, callingCode }: Reset,
  caller: Caller,
): Promise<Address> {
  const isBareNumber = !address.includes('@') && !address.trim().startsWith('+') && !callingCode;
  if (isBareNumber) {
    const asked = await codes.newestAddress(caller, 'text', 'forget');
    if (asked !== undefined && isNationalNumberOf(asked, address)) return { channel: 'text', address: asked };
  }
  return readAddress({ address, callingCode });
}

// Dependencies of the account operations.

type AccountsDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly catalogue: Pick<Catalogue, 'currencies' | 'countryRules'>;
  readonly events: EventBus;
  readonly codes: CodesService;
  readonly sessions: Sessions;
  readonly loginGuard: LoginGuard;
  readonly stepUpMethods: readonly StepUpMethod[];
  readonly secondFactor: SecondFactor;
  /** Hours that withdrawals are held after a change of the login password; 0 for no hold. */
  readonly holdHours: number;
};

// Changing the login password while logged in.

type Change = RequestOf<typeof changePassword>;

/** Makes the changes of a database. */
function createPasswordChange(deps: AccountsDeps) {
  const { db, clock, holdHours, catalogue } = deps;
  const requireLoginPassword = loginPasswordCheck({ db, clock });

  /**
   * Sets another password for a user who knows the current one and steps up, ends the user's other sessions and holds
   * withdrawals. Throws `BusinessError`: PASSWORD_REQUIRED, PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, PASSWORD_MISMATCH,
   * PASSWORD_COMMON, PASSWORD_WRONG, RATE_LIMITED, PROOF_REQUIRED, CODE_WRONG.
   */
  return async (user: SessionUser, request: Change): Promise<void> => {
    const { oldPassword, password } = readChange(request);
    const self = await users.findUserById(db, user.id);
    await refuseGuessed(catalogue, password, [self?.email ?? null, self?.phone ?? null]);
    const before = await requireLoginPassword(user, oldPassword);
    const { code, totp } = request;
    const { spend } = await stepUpOrRequire(deps, user, { code, totp }, { isPasswordAsked: true });
    const passwordHash = await hashPassword(password, 'user');
    await db.transaction(async (tx) => {
      const change = { passwordHash, before, holdHours };
      if (!(await users.updatePassword(tx, user.id, change))) throw new BusinessError('PASSWORD_WRONG');
      await spend(tx);
      const at = new Date(clock.nowMs()).toISOString();
      const details = await holdDetails(tx, holdHours);
      await alertUser(tx, { userId: user.id, kind: 'password_changed', sessionId: user.sessionId, details, at });
      await endReset(tx, clock, user.id);
      await endSessions(tx, clock, user.id, user.sessionId);
    });
  };
}

/** Legacy clients compare the repetition themselves and do not send it. */
function readChange({ oldPassword = '', password = '', passwordRepeat = password }: Change) {
  if (oldPassword === '') throw new BusinessError('PASSWORD_REQUIRED');
  const fault = checkPassword(password);
  if (fault !== undefined) throw refusal(fault);
  if (password !== passwordRepeat) throw new BusinessError('PASSWORD_MISMATCH');
  return { oldPassword, password };
}
