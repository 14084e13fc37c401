/** The table of codes. Of an address and purpose only the newest row counts, so a new code voids the older ones. */
import { sql, type SQL } from 'drizzle-orm';
import type { CodePurpose } from '@halyard/contract/calls/user';
import { rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import type { Channel } from './addresses.ts';

/** What a code is good for: what anybody may ask one for, or `own`, which only its own user can. */
export type CodeUse = CodePurpose | 'own';

/**
 * Which codes are meant: those of an address, or those that a network address asked for. Without a purpose, any that
 * anybody may ask for.
 */
export type CodeFilter = {
  readonly channel: Channel;
  readonly of: { readonly address: string } | { readonly ip: string };
  readonly purpose: CodePurpose | undefined;
};

type NewCode = {
  readonly address: string;
  readonly purpose: CodeUse;
  readonly codeHash: string;
  readonly ip: string;
  readonly tries: number;
  readonly now: string;
  readonly expiresAt: string;
};

/**
 * Holds back other senders to this address until the transaction ends, so that two at a time cannot both find that none
 * was sent.
 */
export async function lockAddress(tx: Transaction, address: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('code'), hashtext(${address}))`);
}

/**
 * When codes for an address were asked for since an instant, newest first, in milliseconds, and whether they were used
 * up. A user's own are counted apart, so that strangers who ask for codes in his name do not keep him from his.
 */
export async function listSentMs(
  tx: Transaction,
  { address, purpose }: { readonly address: string; readonly purpose: CodeUse },
  since: string,
): Promise<{ purpose: string; atMs: number; isUsed: boolean }[]> {
  const rows = await rowsOf<{ purpose: string; at_ms: string; is_used: boolean }>(
    tx,
    sql`select purpose, (extract(epoch from created_at) * 1000)::bigint::text as at_ms, used_at is not null as is_used
      from codes
      where address = ${address} and (purpose = 'own') = ${purpose === 'own'} and created_at > ${since} order by id desc`,
  );
  return rows.map(({ purpose: of, at_ms, is_used: isUsed }) => ({
    purpose: of,
    atMs: Number.parseInt(at_ms, 10),
    isUsed,
  }));
}

/** Writes a code; answers its id. */
export async function insertCode(tx: Transaction, code: NewCode): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(
    tx,
    sql`insert into codes (address, purpose, code_hash, requested_by_ip, tries_left, created_at, expires_at)
      values (${code.address}, ${code.purpose}, ${code.codeHash}, ${code.ip}, ${code.tries}, ${code.now}, ${code.expiresAt}) returning id`,
  );
  if (row === undefined) throw new Error('a code was not written');
  return row.id;
}

/** Forgets a code that could not be sent. */
export async function deleteCode(db: Database, id: number): Promise<void> {
  await db.execute(sql`delete from codes where id = ${id}`);
}

/** The address of the newest code that fits. */
export async function findNewestCode(
  reader: Reader,
  filter: CodeFilter,
): Promise<{ address: string; purpose: CodePurpose } | undefined> {
  const [row] = await rowsOf<{ address: string; purpose: CodePurpose }>(
    reader,
    sql`select address, purpose from codes where ${conditionOf(filter)} order by id desc limit 1`,
  );
  return row;
}

type Attempt = {
  readonly address: string;
  readonly purpose: CodeUse;
  readonly codeHash: string;
  readonly now: string;
};

/**
 * Tries a code against the newest of its address and purpose, in one statement so that parallel guesses are counted
 * each; a wrong one costs a try.
 */
export async function tryCode(db: Database, { address, purpose, codeHash, now }: Attempt): Promise<number | undefined> {
  const [row] = await rowsOf<{ id: number; is_right: boolean }>(
    db,
    sql`update codes set tries_left = tries_left - (case when code_hash = ${codeHash} then 0 else 1 end)
      where id = (select id from codes where address = ${address} and purpose = ${purpose} order by id desc limit 1)
        and used_at is null and tries_left > 0 and expires_at > ${now}
      returning id, code_hash = ${codeHash} as is_right`,
  );
  return row?.is_right === true ? row.id : undefined;
}

/** Uses a code up; false when somebody else was faster. */
export async function useCode(tx: Transaction, id: number, now: string): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`update codes set used_at = ${now} where id = ${id} and used_at is null returning id`,
  );
  return rows.length > 0;
}

function conditionOf({ channel, of, purpose }: CodeFilter): SQL {
  const origin = 'ip' in of ? sql`requested_by_ip = ${of.ip}` : sql`address = ${of.address}`;
  const kind = channel === 'text' ? sql`address like '+%'` : sql`address not like '+%'`;
  return sql`${origin} and ${kind} and ${purpose === undefined ? sql`purpose <> 'own'` : sql`purpose = ${purpose}`}`;
}
