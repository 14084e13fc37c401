/** What contracts commit to: written with their money, sealed with the next second, shown to their owners alone. */
import { sql } from 'drizzle-orm';
import { randomBytes, randomInt } from 'node:crypto';
import { fromBase64 } from '@halyard/contract/log/bytes';
import { commitmentOf, NONCE_BYTES } from '@halyard/contract/log/commitment';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';

/** Which contract: of an option its id. */
export type Subject = { readonly kind: 'option'; readonly id: number };

/** As many as fit into one entry. */
export const COMMITS_MAX = 1000;

/** Terms that the log commits to, with what hides them. */
export type SealedTerms = { readonly terms: string; readonly nonce: Uint8Array; readonly index: number };

/** Commits to terms, together with the money that is set aside on them. */
export async function commitTo(tx: Transaction, { kind, id }: Subject, terms: string): Promise<void> {
  const nonce = randomBytes(NONCE_BYTES).toString('hex');
  await tx.execute(
    sql`insert into log_commits (kind, subject, nonce, terms) values (${kind}, ${id}, decode(${nonce}, 'hex'), ${terms})`,
  );
}

/** What waits to be sealed, at most {@link COMMITS_MAX}, in an order that says nothing. */
export async function readCommitments(
  reader: Reader,
): Promise<{ readonly ids: readonly string[]; readonly commitments: readonly Uint8Array[] }> {
  const rows = await rowsOf<{ id: string; nonce: string; terms: string }>(
    reader,
    sql`select id::text as id, encode(nonce, 'base64') as nonce, terms from log_commits
      where idx is null order by log_commits.id limit ${COMMITS_MAX}`,
    'log_commitments',
  );
  const commitments = rows.map(({ nonce, terms }) => commitmentOf(nonceOf(nonce), terms));
  shuffle(commitments);
  return { ids: rows.map(({ id }) => id), commitments };
}

/** Notes in which entry they are. */
export async function setCommitted(tx: Transaction, ids: readonly string[], index: number): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`update log_commits set idx = ${index} where id = any(${sql.param(ids)}::bigint[])`);
}

/** Undefined while they wait, and where nothing was committed to. */
export async function readSealed(reader: Reader, { kind, id }: Subject): Promise<SealedTerms | undefined> {
  const [row] = await rowsOf<{ terms: string; nonce: string; index: string }>(
    reader,
    sql`select terms, encode(nonce, 'base64') as nonce, idx::text as index from log_commits
      where kind = ${kind} and subject = ${id} and idx is not null`,
  );
  return row && { terms: row.terms, nonce: nonceOf(row.nonce), index: Number(row.index) };
}

function nonceOf(text: string): Uint8Array {
  const nonce = fromBase64(text, NONCE_BYTES);
  if (nonce === undefined) throw new Error('a nonce of another length');
  return nonce;
}

/** Every order is as likely (Fisher and Yates). */
function shuffle(items: Uint8Array[]): void {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    const [a, b] = [items[last], items[other]];
    if (a !== undefined && b !== undefined) [items[last], items[other]] = [b, a];
  }
}
