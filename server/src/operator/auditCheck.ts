/** `operator audit check`: compares the audit log with its hashes in the transparency log. */
import { sql } from 'drizzle-orm';
import { isSameBytes } from '@halyard/contract/transparency/bytes';
import { parseEntry } from '@halyard/contract/transparency/entries';
import { rowsOf, type Reader } from '../db/database.ts';
import { indexAt } from '../transparency/logPlaces.ts';
import { CHAIN_BEGINNING, nextHash, readAuditTexts, readLinks, type AuditText, type ChainLink } from './auditChain.ts';
import type { CommandAnswer } from './command.ts';

/** Compares every line with the chain, and the chain with every entry of the transparency log. */
export async function checkAudit(db: Reader): Promise<CommandAnswer> {
  const links = await readAll(
    (from) => readLinks(db, from),
    ({ n }) => n + 1,
  );
  const lines = await readAll(
    (from) => readAuditTexts(db, from - 1),
    ({ id }) => id + 1,
  );
  const chain = new Map(links.map((link) => [link.n, link]));
  const faults = [...lineFaults(links, lines), ...(await entryFaults(db, chain))];
  const chained = Math.max(0, links.length - 1);
  const open = lines.filter(({ id }) => id > (links.at(-1)?.actionId ?? 0)).length;
  const fine = `${chained} lines are those that the public log has; ${open} newer ones go into it within the hour.`;
  return {
    data: { lines: chained, open, faults },
    text: faults.length === 0 ? fine : faults.join('\n'),
    isFault: faults.length > 0,
  };
}

async function readAll<Row>(read: (from: number) => Promise<readonly Row[]>, after: (row: Row) => number) {
  const rows: Row[] = [];
  for (let from = 0; ;) {
    const piece = await read(from);
    const last = piece.at(-1);
    if (last === undefined) return rows;
    rows.push(...piece);
    from = after(last);
  }
}

/** Faults of lines against their links: removed, changed, or inserted. */
function lineFaults(links: readonly ChainLink[], lines: readonly AuditText[]): readonly string[] {
  const [first, ...rest] = links;
  if (first === undefined) return [];
  if (first.n !== 0) return ['The secret of the chain is gone: no line can be compared.'];
  const texts = new Map(lines.map(({ id, text }) => [id, text]));
  const faults: string[] = [];
  let before: Uint8Array = CHAIN_BEGINNING;
  let n = 0;
  for (const link of rest) {
    const text = texts.get(link.actionId);
    if (link.n !== n + 1) faults.push(`The chain has a gap between ${n} and ${link.n}.`);
    else if (text === undefined) faults.push(`Line ${link.actionId} is gone.`);
    else if (!isSameBytes(nextHash(first.hash, before, text), link.hash))
      faults.push(`Line ${link.actionId} is not what it was.`);
    before = link.hash;
    n = link.n;
  }
  const known = new Set(rest.map(({ actionId }) => actionId));
  const lastId = rest.at(-1)?.actionId ?? 0;
  const added = lines.filter(({ id }) => id <= lastId && !known.has(id));
  return [...faults, ...added.map(({ id }) => `Line ${id} was put in afterwards.`)];
}

/** Faults of the transparency log's entries against their links. */
async function entryFaults(db: Reader, chain: ReadonlyMap<number, ChainLink>): Promise<readonly string[]> {
  const rows = await rowsOf<{ index: string; body: string }>(
    db,
    sql`select idx::text as index, body from log_entries where kind = 'audit' order by log_entries.idx`,
  );
  return rows.flatMap(({ index: placeIndex, body }) => {
    const entry = parseEntry(body);
    if (entry.kind !== 'audit') return [];
    const link = chain.get(entry.count);
    const index = indexAt(Number(placeIndex));
    if (link === undefined)
      return [`Entry ${index} of the public log has ${entry.count} lines, and here they end before.`];
    return isSameBytes(link.hash, entry.hash)
      ? []
      : [`Entry ${index} of the public log is of other lines up to ${link.actionId}.`];
  });
}
