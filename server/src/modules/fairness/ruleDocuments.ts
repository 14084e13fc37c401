/** Documents in the public log: their texts are stored, their hashes logged, once a version. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { RuleDocument } from '@halyard/contract/transparency/figureCalls';
import type { Clock } from '../../clock.ts';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { addJob, ONLY, type TransactionJob } from '../../jobs/job.ts';
import { indexAt } from '../../transparency/logPlaces.ts';
import { addPending } from '../../transparency/pending.ts';
import type { PlaceRange } from '../../transparency/loggedEntries.ts';
import type { RuleText } from '../../terms/ruleTexts.ts';

const RULES = 'rules';
/** Terms are published at least a day before they begin, by another process. */
const EVERY_MS = 60_000;

type Document = { readonly name: string; readonly version: string; readonly sha256: string; readonly text: string };

/** Creates the job that logs new documents, at start and every minute. */
export function createRulesJob(deps: {
  readonly clock: Clock;
  readonly readRules: (reader: Reader) => Promise<readonly RuleText[]>;
}): TransactionJob {
  const { clock, readRules } = deps;
  return {
    name: RULES,
    mode: 'transaction',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: RULES, key: ONLY, dueAtMs: clock.nowMs() }], 'move'),
    run: async (tx) => {
      await logNewDocuments(tx, await readRules(tx));
      return { againInMs: EVERY_MS };
    },
  };
}

async function logNewDocuments(tx: Transaction, rules: readonly RuleText[]): Promise<void> {
  const known = await rowsOf<{ name: string; version: string; sha256: string }>(
    tx,
    sql`select name, version, sha256 from rule_documents order by pending_id desc`,
  );
  let waiting = rules.flatMap((rule): readonly Document[] => {
    const own = known.filter(({ name }) => name === rule.name);
    const sha256 = createHash('sha256').update(rule.text).digest('hex');
    const isKnown =
      rule.version === undefined ? own[0]?.sha256 === sha256 : own.some((one) => one.version === rule.version);
    return isKnown ? [] : [{ ...rule, version: rule.version ?? String(own.length + 1), sha256 }];
  });
  // An entry contains a name once, and older versions come first.
  while (waiting.length > 0) {
    const names = new Set<string>();
    const next = waiting.toReversed().filter(({ name }) => !names.has(name) && names.add(name));
    await logDocuments(
      tx,
      next.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    );
    waiting = waiting.filter((one) => !next.includes(one));
  }
}

async function logDocuments(tx: Transaction, documents: readonly Document[]): Promise<void> {
  const pendingId = await addPending(tx, {
    kind: 'rules',
    documents: documents.map(({ name, version, sha256: digest }) => ({ name, version, digest })),
  });
  await tx.execute(
    sql`insert into rule_documents (name, version, sha256, text, pending_id)
      select name, version, sha256, text, ${pendingId}
      from jsonb_to_recordset(${JSON.stringify(documents)}::text::jsonb)
        as document (name text, version text, sha256 text, text text)`,
  );
}

/**
 * The documents in the published log, newest first. The time of a document repeated from a previous log is that of its
 * first entry.
 */
export async function readDocuments(reader: Reader, { from, end }: PlaceRange): Promise<RuleDocument[]> {
  const rows = await rowsOf<Document & { sealed_at: string; index: string }>(
    reader,
    sql`select d.name, d.version, d.sha256, d.text, ${isoText(sql`e.sealed_at`)} as sealed_at, own.idx::text as index
      from rule_documents d join log_pending p on p.id = d.pending_id join log_entries e on e.idx = p.idx
        join log_pending own on own.kind = p.kind and own.body = p.body
      where own.idx >= ${from} and own.idx < ${end} order by p.id desc, d.name`,
  );
  return rows.map(({ sealed_at: sealedAt, index, ...document }) => ({
    ...document,
    sealedAt,
    index: indexAt(Number(index)),
  }));
}
