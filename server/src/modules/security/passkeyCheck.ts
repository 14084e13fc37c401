/** Check of a passkey's response, and of who owns the passkey. */
import type { FastifyBaseLogger } from 'fastify';
import type { UserId } from '@halyard/contract/ids';
import { BusinessError } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Database, type Transaction } from '../../db/database.ts';
import { alertUser } from '../user/userMail.ts';
import { lockUser } from '../user/usersRepository.ts';
import { findPasskey, noteUse, type PasskeyRecord } from './passkeysRepository.ts';
import type { StepUpAsker, StepUpMethod } from './stepUpMethods.ts';
import {
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import * as z from 'zod/mini';
import { siteOf } from './passkeySite.ts';
import { randomBytes } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';

export type PasskeyDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
};

type CheckRequest = {
  readonly purpose: Exclude<ChallengePurpose, 'add'>;
  readonly asker: StepUpAsker;
  /** The required owner; any owner when the passkey's own user handle identifies the account. */
  readonly userId?: UserId;
};

/**
 * Checks a response, which uses its challenge up in any case; resolves to the owner of the passkey. Throws
 * `BusinessError('PASSKEY_REFUSED')` for every fault. Call it before the guarded transaction.
 */
export async function checkPasskey(deps: PasskeyDeps, input: string, asked: CheckRequest): Promise<UserId> {
  const { response, challenge } = readSigned(input);
  const taken = await takeChallenge(deps.db, challenge, asked);
  const passkey = await findPasskey(deps.db, response.id);
  if (taken === undefined || passkey === undefined) throw new BusinessError('PASSKEY_REFUSED');
  const { userHandle } = response.response;
  // Without an account name the passkey's user handle identifies the owner.
  const isOwn = asked.userId === undefined ? userHandle === passkey.userHandle : asked.userId === passkey.userId;
  if (!isOwn) throw new BusinessError('PASSKEY_REFUSED');
  const counter = await refuseFailed(deps, () => verifySigned(response, passkey, { challenge, origin: taken.origin }));
  await saveUse(deps, passkey, counter);
  return passkey.userId;
}

/** Maps every fault that the library finds to one refusal; the server's log has the reason. */
export async function refuseFailed<T>({ log }: Pick<PasskeyDeps, 'log'>, verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    log.warn({ reason: String(error).slice(0, 300) }, 'a passkey was refused');
    throw new BusinessError('PASSKEY_REFUSED');
  }
}

async function saveUse(deps: PasskeyDeps, passkey: PasskeyRecord, counter: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockUser(tx, passkey.userId);
    const use = await noteUse(tx, passkey.id, counter);
    if (use === undefined) throw new BusinessError('PASSKEY_REFUSED');
    // Devices without a counter send 0 each time.
    if (counter > use.before || (counter === 0 && use.before === 0)) return;
    await alertCounterBack(deps, tx, { passkey, counter, ...use });
  });
}

type Counted = {
  readonly passkey: PasskeyRecord;
  readonly counter: number;
  readonly before: number;
  readonly name: string;
};

/** Alerts the owner: a device counts its signatures, so one that counts backwards may be a copy. */
async function alertCounterBack(
  { clock, log }: PasskeyDeps,
  tx: Transaction,
  { passkey, counter, before, name }: Counted,
): Promise<void> {
  const { id, userId } = passkey;
  log.warn({ passkeyId: id, userId, counter, before }, 'a passkey counted backwards');
  const at = new Date(clock.nowMs()).toISOString();
  await alertUser(tx, { userId, kind: 'passkey_counter_back', details: { name }, at });
}

// Parsing and verification of browsers' passkey responses: `@simplewebauthn/server` checks all that WebAuthn requires.

/** ECDSA with P-256, and RSA for older devices: every device supports one of them. */
export const ALGORITHMS = [-7, -257];

const base64url = z.string().check(z.maxLength(12_288), z.regex(/^[\w-]+$/));
const common = { id: base64url, rawId: base64url, type: z.literal('public-key') };
// Only the verified fields are copied, so that no others reach the library.
const signedSchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(z.nullable(z.string())),
  }),
});
const madeSchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,32}$/))).check(z.maxLength(8))),
  }),
});

/** A response, and the challenge that it claims to answer. */
type Answer<R> = { readonly response: R; readonly challenge: string };

const readSigned = (text: string) => read<AuthenticationResponseJSON>(signedSchema, text);
export const readMade = (text: string) => read<RegistrationResponseJSON>(madeSchema, text);

/** Parses a response. Throws `BusinessError('PASSKEY_REFUSED')` when it is malformed. */
function read<R extends AuthenticationResponseJSON | RegistrationResponseJSON>(
  schema: z.core.$ZodType,
  text: string,
): Answer<R> {
  try {
    const parsed = z.parse(schema, JSON.parse(text)) as Omit<R, 'clientExtensionResults'>;
    const response = { ...parsed, clientExtensionResults: {} } as R;
    const { challenge } = decodeClientDataJSON(response.response.clientDataJSON);
    if (typeof challenge === 'string') return { response, challenge };
  } catch {
    // Malformed in any way: refused below.
  }
  throw new BusinessError('PASSKEY_REFUSED');
}

type Expected = { readonly challenge: string; readonly origin: string };

function expectations({ response }: AuthenticationResponseJSON | RegistrationResponseJSON, expected: Expected) {
  const { challenge, origin } = expected;
  const expectedRPID = siteOf(origin)?.id;
  // The origin had a site when the challenge was made.
  if (expectedRPID === undefined) throw new Error('a challenge has no site');
  // The exchange is never framed by pages of another origin.
  if (decodeClientDataJSON(response.clientDataJSON).crossOrigin === true) throw new Error('the page is in a frame');
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID, requireUserVerification: true };
}

/** The passkey of a valid registration response. Throws otherwise. */
export async function verifyMade(response: RegistrationResponseJSON, expected: Expected) {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    ...expectations(response, expected),
    response,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  if (!verified) throw new Error('the answer is not signed rightly');
  const { id, publicKey, counter } = registrationInfo.credential;
  const transports = response.response.transports ?? [];
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
}

/** The device's signature counter from a valid response. Throws otherwise. */
async function verifySigned(
  response: AuthenticationResponseJSON,
  passkey: PasskeyRecord,
  expected: Expected,
): Promise<number> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expectations(response, expected),
    response,
    credential: {
      id: passkey.credentialId,
      publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
      // A counter that goes back is reported and refuses nothing: it is compared when it is stored.
      counter: 0,
    },
  });
  if (!verified) throw new Error('the answer is not signed rightly');
  return authenticationInfo.newCounter;
}

// Challenges for passkeys to sign. Each is random, for one purpose and one asker, valid for five minutes by the
// database's clock, and deleted by the statement that reads it: of parallel responses on several nodes, one is checked.

const CHALLENGE_BYTES = 32;
const CHALLENGE_MINUTES = 5;

type ChallengePurpose = 'add' | 'proof' | 'login';

type ChallengeRequest = {
  readonly purpose: ChallengePurpose;
  readonly asker: StepUpAsker;
  /** Origin of the exchange as the asker knows it. */
  readonly origin: string;
  /** User handle of a new passkey. */
  readonly userHandle?: string;
};

/** A challenge as the check of its response needs it. */
type Challenge = { readonly origin: string; readonly userHandle: string | null };

/** Makes a challenge, in base64url. */
export async function makeChallenge(
  db: Database,
  { purpose, asker, origin, userHandle }: ChallengeRequest,
): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  const { sessionId, device } = columnsOf(asker);
  await db.execute(
    sql`insert into passkey_challenges (challenge, purpose, origin, session_id, device_hash, user_handle, expires_at)
      values (${challenge}, ${purpose}, ${origin}, ${sessionId}, ${device}, ${userHandle ?? null},
        clock_timestamp() + ${CHALLENGE_MINUTES}::int * interval '1 minute')`,
  );
  return challenge;
}

/** Uses a challenge up; undefined when it was not made for this asker and purpose, or is too old. */
export async function takeChallenge(
  db: Database,
  challenge: string,
  { purpose, asker }: Pick<ChallengeRequest, 'purpose' | 'asker'>,
): Promise<Challenge | undefined> {
  const [taken] = await rowsOf<Challenge>(
    db,
    sql`delete from passkey_challenges where challenge = ${challenge} and purpose = ${purpose} and ${isOf(asker)}
        and expires_at > clock_timestamp()
      returning origin, user_handle as "userHandle"`,
  );
  return taken;
}

function isOf(asker: StepUpAsker): SQL {
  const { sessionId, device } = columnsOf(asker);
  // A browser without a device cookie matches no challenge.
  return sessionId === null ? sql`device_hash = ${device}` : sql`session_id = ${sessionId}`;
}

function columnsOf(asker: StepUpAsker) {
  return 'sessionId' in asker
    ? { sessionId: asker.sessionId, device: null }
    : { sessionId: null, device: asker.device ?? null };
}

// Passkeys as a second factor, and as a step-up.

/**
 * The step-up method of passkeys. A session signs the challenge of `user/proof/passkey`, a browser at login that of
 * `user/passkey/options`. Throws `BusinessError('PASSKEY_REFUSED')`.
 */
export function createPasskeyMethod(deps: PasskeyDeps): StepUpMethod {
  return {
    name: 'passkey',
    async isOn(reader, userId) {
      const found = await rowsOf(reader, sql`select 1 as found from passkeys where user_id = ${userId} limit 1`);
      return found.length > 0;
    },
    async check(userId, input, asker) {
      await checkPasskey(deps, input, { purpose: 'sessionId' in asker ? 'proof' : 'login', asker, userId });
    },
  };
}
