/** Check of a passkey's response, and of who owns the passkey. */
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { sql, type SQL } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import {
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import * as z from 'zod/mini';
import type { PasskeyId, UserId } from '@halyard/contract/ids';
import type { Passkey } from '@halyard/contract/security/passkeyCalls';
import { BusinessError } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import { isoText, rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import { alertUser } from '../user/userMail.ts';
import { SPENT, type StepUpAsker, type StepUpMethod } from './sessionStepUp.ts';

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
      return SPENT;
    },
  };
}

// The origin at which passkeys are made and used: a device binds each to the one where it was made.

type SiteSettings = { readonly isSandbox: boolean; readonly publicUrl: string | undefined };

/** The site as devices identify it: host name, and whole origin. */
type PasskeySite = { readonly id: string; readonly origin: string };

/**
 * The exchange's own address; when the operator set none, the called origin, but only in a sandbox or on localhost.
 * Throws `BusinessError('PASSKEYS_UNAVAILABLE')` when browsers would make no passkey there.
 */
export function passkeySiteOf({ isSandbox, publicUrl }: SiteSettings, calledOrigin: string | undefined): PasskeySite {
  const site = siteOf(publicUrl ?? calledOrigin ?? '');
  const isMeant = publicUrl !== undefined || isSandbox || (site !== undefined && isLocal(site.id));
  if (site === undefined || !isMeant) throw new BusinessError('PASSKEYS_UNAVAILABLE');
  return site;
}

/** The site of an origin; undefined when browsers have no passkeys there. */
export function siteOf(text: string): PasskeySite | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, origin } = new URL(text);
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0;
  const isSecure = protocol === 'https:' || (protocol === 'http:' && isLocal(hostname));
  return isSecure && !isAddress ? { id: hostname, origin } : undefined;
}

const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost');

// The table of passkeys.

/** A passkey as stored. Ids, keys and handles are base64url. */
export type PasskeyRecord = {
  readonly id: PasskeyId;
  readonly userId: UserId;
  readonly credentialId: string;
  /** COSE. */
  readonly publicKey: string;
  readonly userHandle: string;
};

export type NewPasskey = Omit<PasskeyRecord, 'id'> & {
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
};

/** A user's passkeys, oldest first. */
export function listPasskeys(reader: Reader, userId: UserId): Promise<Passkey[]> {
  return rowsOf<Passkey>(
    reader,
    sql`select id, name, ${isoText(sql`created_at`)} as "createdAt", ${isoText(sql`last_used_at`)} as "lastUsedAt"
      from passkeys where user_id = ${userId} order by id`,
  );
}

/** The credentials of a user, as a browser needs them. */
export async function listCredentials(reader: Reader, userId: UserId) {
  const rows = await rowsOf<{ id: string; transports: string; userHandle: string }>(
    reader,
    sql`select credential_id as id, transports, user_handle as "userHandle" from passkeys
      where user_id = ${userId} order by id`,
  );
  return rows.map(({ transports, ...row }) => ({ ...row, transports: transports.split(',').filter((word) => word) }));
}

export async function findPasskey(reader: Reader, credentialId: string): Promise<PasskeyRecord | undefined> {
  const [row] = await rowsOf<PasskeyRecord>(
    reader,
    sql`select id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey",
        user_handle as "userHandle"
      from passkeys where credential_id = ${credentialId}`,
  );
  return row;
}

/** Stores a passkey; false when its credential exists, for any user. */
export async function insertPasskey(tx: Transaction, passkey: NewPasskey): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`insert into passkeys (user_id, credential_id, public_key, user_handle, counter, transports, name)
      values (${passkey.userId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.userHandle},
        ${passkey.counter}, ${passkey.transports.join(',')}, ${passkey.name})
      on conflict (credential_id) do nothing returning id`,
  );
  return rows.length > 0;
}

/** Renames a user's passkey; false when the user has none with this id. */
export async function renamePasskey(reader: Reader, userId: UserId, id: PasskeyId, name: string): Promise<boolean> {
  const rows = await rowsOf(
    reader,
    sql`update passkeys set name = ${name} where id = ${id} and user_id = ${userId} returning id`,
  );
  return rows.length > 0;
}

/** Removes a user's passkey; resolves to its name, undefined when the user has none with this id. */
export async function deletePasskey(tx: Transaction, userId: UserId, id: PasskeyId): Promise<string | undefined> {
  const [row] = await rowsOf<{ name: string }>(
    tx,
    sql`delete from passkeys where id = ${id} and user_id = ${userId} returning name`,
  );
  return row?.name;
}

/** Removes all passkeys of a user; resolves to their names. */
export async function deletePasskeys(tx: Transaction, userId: UserId): Promise<readonly string[]> {
  const rows = await rowsOf<{ name: string }>(tx, sql`delete from passkeys where user_id = ${userId} returning name`);
  return rows.map(({ name }) => name);
}

/**
 * Stores a use of a passkey and the device's signature counter; resolves to the counter before. Undefined when the
 * passkey was removed in the meantime. A lower counter is not stored.
 */
export async function noteUse(
  tx: Transaction,
  id: PasskeyId,
  counter: number,
): Promise<{ readonly before: number; readonly name: string } | undefined> {
  const [row] = await rowsOf<{ before: number; name: string }>(
    tx,
    sql`with before as (select id, counter from passkeys where id = ${id} for update)
      update passkeys set counter = greatest(passkeys.counter, ${counter}::bigint), last_used_at = clock_timestamp()
      from before where passkeys.id = before.id returning before.counter::float8 as before, name`,
  );
  return row;
}
