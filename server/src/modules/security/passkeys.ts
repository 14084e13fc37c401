/** A user's passkeys: registration, list, renaming, removal, and the options that browsers receive. */
import { randomBytes } from 'node:crypto';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type AuthenticatorTransport,
} from '@simplewebauthn/server';
import type { PasskeyId, UserId } from '@halyard/contract/ids';
import { checkPasskeyName, PASSKEYS_MAX } from '@halyard/contract/security/rules';
import {
  answerPublic,
  answerUser,
  BusinessError,
  refusal,
  type Caller,
  type CallHandler,
  type SessionUser,
  type UserCaller,
} from '../../calls/callHandler.ts';
import { plainLine } from '../../calls/plainText.ts';
import type { Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import type { Sessions } from '../user/sessions.ts';
import { alertUser } from '../user/userMail.ts';
import { findUserById } from '../user/usersRepository.ts';
import { noteFactorChange } from './holds.ts';
import * as repository from './passkeyCheck.ts';
import {
  ALGORITHMS,
  checkPasskey,
  makeChallenge,
  passkeySiteOf,
  readMade,
  refuseFailed,
  takeChallenge,
  verifyMade,
  type PasskeyDeps,
} from './passkeyCheck.ts';
import { requireStepUp } from './sessionStepUp.ts';
import * as calls from '@halyard/contract/security/passkeyCalls';
import { noticeOf } from '../../calls/messages.ts';

type Deps = PasskeyDeps & {
  readonly isSandbox: boolean;
  readonly publicUrl: string | undefined;
  readonly sessions: Pick<Sessions, 'open'>;
};

type NewPasskey = { readonly name: string; readonly passkey: string };

const HANDLE_BYTES = 32;
/** How long a browser lets its user take, in milliseconds: the lifetime of the challenge. */
const TIMEOUT_MS = 5 * 60_000;

/** Makes the passkeys of a database. */
function createPasskeys(deps: Deps) {
  const { db } = deps;
  return {
    list: (userId: UserId) => repository.listPasskeys(db, userId),

    /** As JSON. Throws `BusinessError` PROOF_REQUIRED, PASSKEYS_UNAVAILABLE, PASSKEYS_TOO_MANY {max}. */
    askNew: (caller: UserCaller): Promise<string> => askNew(deps, caller),

    /** Documented at `addPasskey` of the contract. */
    add: (user: SessionUser, request: NewPasskey): Promise<void> => add(deps, user, request),

    /** Throws `BusinessError` PASSKEY_NAME_REQUIRED, PASSKEY_NAME_TOO_LONG {max}, PASSKEY_NOT_FOUND. */
    async rename(userId: UserId, id: PasskeyId, name: string): Promise<void> {
      const renamed = await repository.renamePasskey(db, userId, id, readName(name));
      if (!renamed) throw new BusinessError('PASSKEY_NOT_FOUND');
    },

    /** Throws `BusinessError` PROOF_REQUIRED, PASSKEY_NOT_FOUND. */
    async remove(user: SessionUser, id: PasskeyId): Promise<void> {
      await requireStepUp(db, user);
      await db.transaction(async (tx) => {
        await lockUser(tx, user.id);
        const name = await repository.deletePasskey(tx, user.id, id);
        if (name === undefined) throw new BusinessError('PASSKEY_NOT_FOUND');
        await alertChange(deps, tx, { user, kind: 'factor_removed', name });
      });
    },

    /** As JSON. Throws `BusinessError('PASSKEYS_UNAVAILABLE')`. */
    async askStepUp({ user, origin }: UserCaller): Promise<string> {
      const site = passkeySiteOf(deps, origin);
      const challenge = await makeChallenge(db, { purpose: 'proof', asker: user, origin: site.origin });
      return askSigned(site.id, challenge, await repository.listCredentials(db, user.id));
    },

    /** As JSON. Throws `BusinessError('PASSKEYS_UNAVAILABLE')`. */
    async askLogin({ ip, device, origin }: Caller): Promise<string> {
      const site = passkeySiteOf(deps, origin);
      const challenge = await makeChallenge(db, { purpose: 'login', asker: { ip, device }, origin: site.origin });
      return askSigned(site.id, challenge, []);
    },

    /** Resolves to a session's token. Throws `BusinessError('PASSKEY_REFUSED')`. */
    async logIn(passkey: string, caller: Caller): Promise<string> {
      const userId = await checkPasskey(deps, passkey, { purpose: 'login', asker: caller });
      const user = await findUserById(db, userId);
      const token = user && (await deps.sessions.open({ ...user, provedBy: 'passkey' }, caller));
      if (token === undefined) throw new BusinessError('PASSKEY_REFUSED');
      return token;
    },
  };
}

async function askNew(deps: Deps, { user, origin }: UserCaller): Promise<string> {
  const { db } = deps;
  await requireStepUp(db, user);
  const site = passkeySiteOf(deps, origin);
  const known = await repository.listCredentials(db, user.id);
  if (known.length >= PASSKEYS_MAX) throw new BusinessError('PASSKEYS_TOO_MANY', { max: PASSKEYS_MAX });
  const owner = await findUserById(db, user.id);
  // Devices store one passkey for each handle, so all of a user's have the same.
  const userHandle = known[0]?.userHandle ?? randomBytes(HANDLE_BYTES).toString('base64url');
  const challenge = await makeChallenge(db, { purpose: 'add', asker: user, origin: site.origin, userHandle });
  const options = await generateRegistrationOptions({
    rpName: 'Halyard',
    rpID: site.id,
    userName: owner?.email ?? owner?.phone ?? '',
    userID: bytesOf(userHandle),
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: transportsOf(transports) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return JSON.stringify(options);
}

async function add(deps: Deps, user: SessionUser, request: NewPasskey): Promise<void> {
  await requireStepUp(deps.db, user);
  const name = readName(request.name);
  const { response, challenge } = readMade(request.passkey);
  const taken = await takeChallenge(deps.db, challenge, { purpose: 'add', asker: user });
  if (taken === undefined || taken.userHandle === null) throw new BusinessError('PASSKEY_REFUSED');
  const { origin, userHandle } = taken;
  const made = await refuseFailed(deps, () => verifyMade(response, { challenge, origin }));
  await deps.db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    const existing = await repository.listCredentials(tx, user.id);
    if (existing.length >= PASSKEYS_MAX) throw new BusinessError('PASSKEYS_TOO_MANY', { max: PASSKEYS_MAX });
    const isNew = await repository.insertPasskey(tx, { ...made, userId: user.id, userHandle, name });
    if (!isNew) throw new BusinessError('PASSKEY_EXISTS');
    await alertChange(deps, tx, { user, kind: 'factor_added', name });
  });
}

type Change = { readonly user: SessionUser; readonly kind: 'factor_added' | 'factor_removed'; readonly name: string };

/** Publish `events-written` after the commit. */
async function alertChange({ clock }: Deps, tx: Transaction, { user, kind, name }: Change): Promise<void> {
  await noteFactorChange(tx, user.id, user.sessionId);
  await alertUser(tx, { userId: user.id, kind, details: { name }, at: new Date(clock.nowMs()).toISOString() });
}

async function askSigned(
  siteId: string,
  challenge: string,
  allowed: readonly { readonly id: string; readonly transports: readonly string[] }[],
): Promise<string> {
  const options = await generateAuthenticationOptions({
    rpID: siteId,
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    allowCredentials: allowed.map(({ id, transports }) => ({ id, transports: transportsOf(transports) })),
    userVerification: 'required',
  });
  return JSON.stringify(options);
}

function readName(text: string): string {
  const name = plainLine(text);
  const fault = checkPasskeyName(name);
  if (fault !== undefined) throw refusal(fault);
  return name;
}

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));

// Browsers ignore transports that they do not know.
const transportsOf = (words: readonly string[]) => [...words] as AuthenticatorTransport[];

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
    answerUser(calls.askPasskeyStepUp, (_request, caller) => passkeys.askStepUp(caller)),
    answerPublic(calls.askPasskeyLogin, (_request, caller) => passkeys.askLogin(caller)),
    answerPublic(calls.logInWithPasskey, async ({ passkey }, caller) => ({
      token: await passkeys.logIn(passkey, caller),
    })),
  ];
}
