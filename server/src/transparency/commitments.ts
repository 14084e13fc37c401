/**
 * Commitments of options and positions: written in the transaction of their money, logged within the next second, and
 * revealed to their owners only.
 */
import { sql } from 'drizzle-orm';
import { randomBytes, randomInt } from 'node:crypto';
import { commitmentOf, fromBase64, NONCE_BYTES } from '@halyard/contract/transparency/bytes';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';

/** Subject of a commitment: the id of an option or of a position. */
export type Subject = { readonly kind: 'option' | 'contract'; readonly id: number };

/** Most commitments in one entry. */
export const COMMITS_IN_ENTRY = 1000;
/** At midnight every position commits to its costs; this limit lets all of them be logged at once. */
export const COMMITS_MAX = 20 * COMMITS_IN_ENTRY;

/** Terms that are committed in the log, with their nonce. */
export type LoggedTerms = { readonly terms: string; readonly nonce: Uint8Array; readonly index: number };

export type ToCommit = { readonly subject: Subject; readonly terms: string };

/** Commits to terms in their order, in the transaction that holds their money. */
export async function commitTo(tx: Transaction, committing: readonly ToCommit[]): Promise<void> {
  if (committing.length === 0) return;
  const rows = committing.map(({ subject: { kind, id }, terms }) => {
    const nonce = randomBytes(NONCE_BYTES).toString('hex');
    return { kind, subject: id, nonce, terms };
  });
  await tx.execute(
    sql`insert into log_commits (kind, subject, nonce, terms)
      select c.kind, c.subject, decode(c.nonce, 'hex'), c.terms
      from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) with ordinality as one (value, place),
        jsonb_to_record(one.value) as c (kind text, subject bigint, nonce text, terms text)
      order by one.place`,
  );
}

/** Number of commitments of each of these. */
export async function countCommitted(
  reader: Reader,
  kind: Subject['kind'],
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await rowsOf<{ id: string; times: number }>(
    reader,
    sql`select subject::text as id, count(*)::int as times from log_commits
      where kind = ${kind} and subject = any(${sql.param(ids)}::bigint[]) group by subject`,
  );
  return new Map(rows.map(({ id, times }) => [Number(id), times]));
}

/**
 * Reads commitments that are not logged yet, at most {@link COMMITS_MAX}, by entry and in an order that reveals
 * nothing.
 */
export async function readCommitments(
  reader: Reader,
): Promise<readonly { readonly ids: readonly string[]; readonly commitments: readonly Uint8Array[] }[]> {
  const rows = await rowsOf<{ id: string; nonce: string; terms: string }>(
    reader,
    sql`select id::text as id, encode(nonce, 'base64') as nonce, terms from log_commits
      where idx is null order by log_commits.id limit ${COMMITS_MAX}`,
    'log_commitments',
  );
  return Array.from({ length: Math.ceil(rows.length / COMMITS_IN_ENTRY) }, (_, place) => {
    const own = rows.slice(place * COMMITS_IN_ENTRY, (place + 1) * COMMITS_IN_ENTRY);
    const commitments = own.map(({ nonce, terms }) => commitmentOf(nonceOf(nonce), terms));
    shuffle(commitments);
    return { ids: own.map(({ id }) => id), commitments };
  });
}

/** Writes the entry in which commitments were logged. */
export async function setCommitted(tx: Transaction, ids: readonly string[], index: number): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`update log_commits set idx = ${index} where id = any(${sql.param(ids)}::bigint[])`);
}

/** All logged commitments of a subject, in order; undefined while one of them is not logged yet. */
export async function readLoggedTerms(
  reader: Reader,
  { kind, id }: Subject,
): Promise<readonly LoggedTerms[] | undefined> {
  const rows = await rowsOf<{ terms: string; nonce: string; index: string | null }>(
    reader,
    sql`select terms, encode(nonce, 'base64') as nonce, idx::text as index from log_commits
      where kind = ${kind} and subject = ${id} order by log_commits.id`,
  );
  const logged = rows.flatMap(({ terms, nonce, index }) =>
    index === null ? [] : [{ terms, nonce: nonceOf(nonce), index: Number(index) }],
  );
  return logged.length === rows.length ? logged : undefined;
}

function nonceOf(text: string): Uint8Array {
  const nonce = fromBase64(text, NONCE_BYTES);
  if (nonce === undefined) throw new Error('a nonce of another length');
  return nonce;
}

/** Every order has the same probability (Fisher and Yates). */
function shuffle(items: Uint8Array[]): void {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    const [a, b] = [items[last], items[other]];
    if (a !== undefined && b !== undefined) [items[last], items[other]] = [b, a];
  }
}
