/**
 * What passkeys are asked to sign. Each challenge is random, for one purpose and one asker, good for five minutes by
 * the clock of the database, and gone with the statement that reads it: of many answers, on however many nodes, one is
 * looked at.
 */
import { randomBytes } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { rowsOf, type Database } from '../../db/database.ts';
import type { StepUpAsker } from './stepUpMethods.ts';

const CHALLENGE_BYTES = 32;
const CHALLENGE_MINUTES = 5;

export type ChallengePurpose = 'add' | 'proof' | 'login';

type Asked = {
  readonly purpose: ChallengePurpose;
  readonly asker: StepUpAsker;
  /** Of the exchange, as the asker knows it. */
  readonly origin: string;
  /** Of a new passkey. */
  readonly userHandle?: string;
};

/** What was asked, as far as whoever looks at the answer must know it. */
export type Challenge = { readonly origin: string; readonly userHandle: string | null };

/** Makes a challenge, in base64url. */
export async function makeChallenge(db: Database, { purpose, asker, origin, userHandle }: Asked): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  const { sessionId, device } = columnsOf(asker);
  await db.execute(
    sql`insert into passkey_challenges (challenge, purpose, origin, session_id, device_hash, user_handle, expires_at)
      values (${challenge}, ${purpose}, ${origin}, ${sessionId}, ${device}, ${userHandle ?? null},
        clock_timestamp() + ${CHALLENGE_MINUTES}::int * interval '1 minute')`,
  );
  return challenge;
}

/** Uses a challenge up; undefined when this asker was not asked it for this purpose, or it is too old. */
export async function takeChallenge(
  db: Database,
  challenge: string,
  { purpose, asker }: Pick<Asked, 'purpose' | 'asker'>,
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
  // A browser that keeps no cookie is nobody in particular: no challenge is its own.
  return sessionId === null ? sql`device_hash = ${device}` : sql`session_id = ${sessionId}`;
}

function columnsOf(asker: StepUpAsker) {
  return 'sessionId' in asker
    ? { sessionId: asker.sessionId, device: null }
    : { sessionId: null, device: asker.device ?? null };
}
