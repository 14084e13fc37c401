/**
 * The audit log of operators: one line per action, written in the transaction of the action; a trigger prevents later
 * changes.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { HOUR_MS } from '@halyard/contract/time';
import { HASH_BYTES } from '@halyard/contract/transparency/bytes';
import type { Clock } from '../clock.ts';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';
import { addJob, ONLY, type TransactionJob } from '../jobs/job.ts';
import { addPending } from '../transparency/pending.ts';

/** The reviewer: an operator by name, or the sandbox's autopilot. */
export type Reviewer = {
  readonly name: string;
  /** Ids of the keys that signed: the operator's, and that of the second operator. */
  readonly keys?: readonly string[];
};

/** Automatic reviewer of the sandbox; no operator may have this name. */
export const AUTOPILOT: Reviewer = { name: 'autopilot' };

/** One line of the log. */
export type OperatorAction = {
  /** The action, e.g. `withdrawals.approve`. */
  readonly action: string;
  /** Its subject, e.g. `withdrawal:17`. */
  readonly subject: string;
  /** The reason; required by actions that refuse something. */
  readonly reason?: string | undefined;
};

/** Writes a line, in the transaction of the action. */
export async function writeAudit(
  tx: Transaction,
  { name, keys }: Reviewer,
  { action, subject, reason }: OperatorAction,
): Promise<void> {
  await tx.execute(
    sql`insert into operator_actions (operator, action, subject, reason, keys)
      values (${name}, ${action}, ${subject}, ${reason ?? null}, ${keys?.join(',') ?? null})`,
  );
}

// The audit log as a chain of hashes, whose newest one is added to the transparency log: a later change or removal of
// lines contradicts what was published. The hashes are keyed with a secret, so that they cannot be used to verify
// guesses about lines.

/** A line with its id and all its fields, as one text. */
export type AuditText = { readonly id: number; readonly text: string };

/** End of the chain: number of lines, id of the last one, and the hash of all. */
export type ChainEnd = { readonly count: number; readonly lastId: number; readonly hash: Uint8Array };

/** A link of the chain. Row 0 contains the secret. */
export type ChainLink = { readonly n: number; readonly actionId: number; readonly hash: Uint8Array };

const BATCH_MAX = 1000;

// With microseconds, in a form that does not depend on session settings.
const LINE = sql`jsonb_build_array(r.id, extract(epoch from r.created_at)::text, r.operator, r.action, r.subject, r.reason,
  r.keys)::text`;

/** Hash of a line and of all lines before it. */
export function nextHash(secret: Uint8Array, before: Uint8Array, text: string): Uint8Array {
  return new Uint8Array(createHmac('sha256', secret).update(before).update(text).digest());
}

/** Hash before the first line. */
export const CHAIN_BEGINNING = new Uint8Array(HASH_BYTES);

/** Lines after a given id, in order. */
export async function readAuditTexts(reader: Reader, afterId: number): Promise<readonly AuditText[]> {
  const rows = await rowsOf<{ id: string; text: string }>(
    reader,
    sql`select r.id::text as id, ${LINE} as text from operator_actions r where r.id > ${afterId} order by r.id limit ${BATCH_MAX}`,
  );
  return rows.map(({ id, text }) => ({ id: Number(id), text }));
}

/** Links from a given number on, in order. */
export async function readLinks(reader: Reader, fromN: number): Promise<readonly ChainLink[]> {
  const rows = await rowsOf<{ seq: string; action_id: string; hash: string }>(
    reader,
    sql`select n::text as seq, action_id::text, encode(hash, 'hex') as hash from audit_chain where n >= ${fromN} order by audit_chain.n
      limit ${BATCH_MAX}`,
  );
  return rows.map((row) => ({ n: Number(row.seq), actionId: Number(row.action_id), hash: bytesOf(row.hash) }));
}

/**
 * Extends the chain over all lines, and adds its end to the transparency log if there are new ones. Throws when lines
 * are missing that the chain covers.
 */
export async function extendChain(tx: Transaction): Promise<void> {
  // Ids are assigned before rows are visible: wait for running writers, so that no lower id appears later.
  await tx.execute(sql`lock table audit_lock in share mode`);
  const secret = await readOrCreateSecret(tx);
  const before = await readEnd(tx);
  await requireAll(tx, before);
  let end = before;
  for (;;) {
    const lines = await readAuditTexts(tx, end.lastId);
    if (lines.length === 0) break;
    const links: ChainLink[] = [];
    for (const { id, text } of lines) {
      end = { count: end.count + 1, lastId: id, hash: nextHash(secret, end.hash, text) };
      links.push({ n: end.count, actionId: id, hash: end.hash });
    }
    await insertLinks(tx, links);
  }
  if (end.count > before.count) await addPending(tx, { kind: 'audit', count: end.count, hash: end.hash });
}

async function readOrCreateSecret(tx: Transaction): Promise<Uint8Array> {
  const [first] = await readLinks(tx, 0);
  if (first?.n === 0) return first.hash;
  const secret = new Uint8Array(randomBytes(HASH_BYTES));
  await insertLinks(tx, [{ n: 0, actionId: 0, hash: secret }]);
  return secret;
}

async function readEnd(tx: Transaction): Promise<ChainEnd> {
  const [row] = await rowsOf<{ seq: string; action_id: string; hash: string }>(
    tx,
    sql`select n::text as seq, action_id::text, encode(hash, 'hex') as hash from audit_chain order by audit_chain.n desc limit 1`,
  );
  if (row === undefined || row.seq === '0') return { count: 0, lastId: 0, hash: CHAIN_BEGINNING };
  return { count: Number(row.seq), lastId: Number(row.action_id), hash: bytesOf(row.hash) };
}

async function requireAll(tx: Transaction, { count, lastId }: ChainEnd): Promise<void> {
  const [row] = await rowsOf<{ count: number }>(
    tx,
    sql`select count(*)::int as count from operator_actions where id <= ${lastId}`,
  );
  if (row?.count === count) return;
  throw new Error(`the audit log has ${row?.count} lines where the public log has ${count}: "operator audit check"`);
}

async function insertLinks(tx: Transaction, links: readonly ChainLink[]): Promise<void> {
  const rows = links.map(({ n, actionId, hash }) => ({
    n,
    action_id: actionId,
    hash: Buffer.from(hash).toString('hex'),
  }));
  await tx.execute(
    sql`insert into audit_chain (n, action_id, hash) select n, action_id, decode(hash, 'hex')
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as link (n bigint, action_id bigint, hash text)`,
  );
}

function bytesOf(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'));
}

// Adds the audit log's newest hash to the transparency log every hour.

const AUDIT = 'audit-chain';

/** Creates the job. One transaction writes chain and entry together, on one node. */
export function createAuditJob({ clock }: { readonly clock: Clock }): TransactionJob {
  const nextMs = () => (Math.floor(clock.nowMs() / HOUR_MS) + 1) * HOUR_MS;
  return {
    name: AUDIT,
    mode: 'transaction',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: AUDIT, key: ONLY, dueAtMs: nextMs() }]),
    run: async (tx) => {
      await extendChain(tx);
      return { againAtMs: nextMs() };
    },
  };
}
