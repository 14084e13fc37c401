/**
 * The table of codes. Only the newest row of an address, a purpose and an asker counts, so a new code voids the older
 * ones.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { CodePurpose } from '@halyard/contract/user/calls';
import { rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { networkOf } from '../../calls/networks.ts';
import type { Asker } from './knownDevice.ts';
import type { Channel } from './usersRepository.ts';

/** The asker of a code: a logged-in user counts by the session alone. */
export type CodeAsker = Asker & { readonly sessionId?: number };
/** The asker of a try. */
export type CodeGuesser = Asker | { readonly sessionId: number };

/** Purpose of a code: one that any caller may request, or `own` for the logged-in user alone. */
export type CodeUse = CodePurpose | 'own';

/**
 * Selects codes: of an address, or without one those that this asker requested. Without a purpose, those of every
 * purpose but `own`.
 */
export type CodeFilter = {
  readonly channel: Channel;
  readonly address: string | undefined;
  readonly purpose: CodePurpose | undefined;
  readonly asker: Asker;
};

/** A requested code: when, and from where. */
export type Sent = {
  readonly purpose: string;
  readonly atMs: number;
  readonly network: string;
  /** Hash of the browser, or the session of a logged-in asker ({@link deviceOf}). */
  readonly device: string | null;
  readonly isUsed: boolean;
};

type NewCode = {
  readonly address: string;
  readonly purpose: CodeUse;
  readonly codeHash: string;
  readonly asker: CodeAsker;
  readonly tries: number;
  readonly now: string;
  readonly expiresAt: string;
};

/**
 * Blocks other senders to this address until the transaction ends, so that two in parallel cannot both find that none
 * was sent.
 */
export async function lockAddress(tx: Transaction, address: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('code'), hashtext(${address}))`);
}

/**
 * Codes for an address that were requested since an instant, newest first. A user's own codes are counted separately,
 * so that strangers who request codes for the address do not use them up.
 */
export async function listSent(
  tx: Transaction,
  { address, purpose }: { readonly address: string; readonly purpose: CodeUse },
  since: string,
): Promise<Sent[]> {
  const rows = await rowsOf<Omit<Sent, 'atMs'> & { at_ms: string }>(
    tx,
    sql`select purpose, requested_by_ip as network, device_hash as device, used_at is not null as "isUsed",
        (extract(epoch from created_at) * 1000)::bigint::text as at_ms from codes
      where address = ${address} and (purpose = 'own') = ${purpose === 'own'} and created_at > ${since} order by id desc`,
  );
  return rows.map(({ at_ms: atMs, ...row }) => ({ ...row, atMs: Number.parseInt(atMs, 10) }));
}

/** Stores a code; resolves to its id. */
export async function insertCode(tx: Transaction, code: NewCode): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(
    tx,
    sql`insert into codes (address, purpose, code_hash, requested_by_ip, device_hash, tries_left, others_tries_left,
        created_at, expires_at)
      values (${code.address}, ${code.purpose}, ${code.codeHash}, ${networkOf(code.asker.ip)}, ${deviceOf(code.asker) ?? null},
        ${code.tries}, ${code.tries}, ${code.now}, ${code.expiresAt}) returning id`,
  );
  if (row === undefined) throw new Error('a code was not written');
  return row.id;
}

/** Deletes a code that could not be sent. */
export async function deleteCode(db: Database, id: number): Promise<void> {
  await db.execute(sql`delete from codes where id = ${id}`);
}

/** The newest matching code; the asker's own come first. */
export async function findNewestCode(
  reader: Reader,
  filter: CodeFilter,
): Promise<{ address: string; purpose: CodePurpose } | undefined> {
  const [row] = await rowsOf<{ address: string; purpose: CodePurpose }>(
    reader,
    sql`select address, purpose from codes where ${conditionOf(filter)}
      order by ${isAskedBy(filter.asker)} desc, id desc limit 1`,
  );
  return row;
}

type Attempt = {
  readonly address: string;
  readonly purpose: CodeUse;
  readonly codeHash: string;
  readonly now: string;
  readonly asker: CodeGuesser;
};

/**
 * Tries a code against the newest one that the same asker requested for its address and purpose, else against the
 * newest of all, in one statement so that each parallel guess is counted. A wrong one costs a try: of the asker's
 * tries, or of those of all other callers.
 */
export async function tryCode(
  db: Database,
  { address, purpose, codeHash, now, asker }: Attempt,
): Promise<number | undefined> {
  const isHis = isAskedBy(asker);
  const cost = sql`(case when code_hash = ${codeHash} then 0 else 1 end)`;
  const [row] = await rowsOf<{ id: number; is_right: boolean }>(
    db,
    sql`update codes set tries_left = tries_left - (case when ${isHis} then ${cost} else 0 end),
        others_tries_left = others_tries_left - (case when ${isHis} then 0 else ${cost} end)
      where id = (select id from codes where address = ${address} and purpose = ${purpose}
          order by ${isHis} desc, id desc limit 1)
        and used_at is null and (case when ${isHis} then tries_left else others_tries_left end) > 0
        and expires_at > ${now}
      returning id, code_hash = ${codeHash} as is_right`,
  );
  return row?.is_right === true ? row.id : undefined;
}

/** Uses a code up; false when another request was faster. */
export async function useCode(tx: Transaction, id: number, now: string): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`update codes set used_at = ${now} where id = ${id} and used_at is null returning id`,
  );
  return rows.length > 0;
}

/** The browser of an asker by its hash; for a logged-in user the session. */
export function deviceOf(asker: CodeAsker | CodeGuesser): string | undefined {
  return 'sessionId' in asker ? `session ${asker.sessionId}` : asker.device;
}

/** Whether a session began after an instant. */
export async function isYoungSession(reader: Reader, sessionId: number, since: string): Promise<boolean> {
  const rows = await rowsOf(reader, sql`select 1 from sessions where id = ${sessionId} and created_at > ${since}`);
  return rows.length > 0;
}

/**
 * An asker is identified by browser, also in another network, or by network; a logged-in user by the session alone, so
 * that a thief's session uses up no code of the owner.
 */
function isAskedBy(asker: CodeGuesser): SQL {
  if ('sessionId' in asker) return sql`coalesce(device_hash = ${deviceOf(asker)}, false)`;
  const { ip, device } = asker;
  return sql`(requested_by_ip = ${networkOf(ip)} or coalesce(device_hash = ${device ?? null}, false))`;
}

function conditionOf({ channel, address, purpose, asker }: CodeFilter): SQL {
  const origin = address === undefined ? isAskedBy(asker) : sql`address = ${address}`;
  const kind = channel === 'text' ? sql`address like '+%'` : sql`address not like '+%'`;
  return sql`${origin} and ${kind} and ${purpose === undefined ? sql`purpose <> 'own'` : sql`purpose = ${purpose}`}`;
}
