/** `operator audit`: actions of operators and of the sandbox's autopilot. */
import { sql } from 'drizzle-orm';
import { isSameBytes } from '@halyard/contract/transparency/bytes';
import { parseEntry } from '@halyard/contract/transparency/entries';
import { isoText, rowsOf, type Reader } from '../db/database.ts';
import { indexAt } from '../transparency/logPlaces.ts';
import { CHAIN_BEGINNING, nextHash, readAuditTexts, readLinks, type AuditText, type ChainLink } from './audit.ts';
import { READ, type CommandAnswer, type CommandInput, type OperatorCommand } from './command.ts';
import { formatInstant, formatTable, moreLine, PIECE_OPTIONS, pieceClause, pieceOf, readListing } from './text.ts';

// `operator audit check`: compares the audit log with its hashes in the transparency log.

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

type AuditLine = {
  readonly id: number;
  readonly at: string;
  readonly operator: string;
  readonly action: string;
  readonly subject: string;
  readonly reason: string | null;
  /** Ids of the keys that signed it. */
  readonly keys: string | null;
};

export const AUDIT_COMMANDS: readonly OperatorCommand[] = [
  {
    group: 'audit',
    name: 'list',
    rule: READ,
    args: [],
    options: [
      { name: 'by', value: 'name', summary: 'of this operator only' },
      { name: 'subject', value: 'word', summary: 'about this only, e.g. withdrawal:17' },
      ...PIECE_OPTIONS,
    ],
    summary: 'who did what and why, newest first; nothing can change or remove a line',
    run: async ({ db }, _operator, input) => listAudit(db, input),
  },
  {
    group: 'audit',
    name: 'check',
    rule: READ,
    args: [],
    options: [],
    summary: 'compare every line with what the public log has of it; ends with 1 when something differs',
    run: ({ db }) => checkAudit(db),
  },
];

async function listAudit(db: Reader, input: CommandInput) {
  const listing = readListing(input);
  const { where, order } = pieceClause(listing);
  const { by = null, subject = null } = input.options;
  const rows = await rowsOf<AuditLine>(
    db,
    sql`select r.id::int as id, ${isoText(sql`r.created_at`)} as at, r.operator, r.action, r.subject, r.reason, r.keys
      from operator_actions r
      where r.operator = coalesce(${by}::text, r.operator) and r.subject = coalesce(${subject}::text, r.subject)
        and ${where} ${order}`,
  );
  const piece = pieceOf(rows, listing);
  const lines = piece.rows.map(({ id, at, operator, action, subject: about, reason, keys }) => [
    id,
    formatInstant(at),
    operator,
    action,
    about,
    reason,
    keys,
  ]);
  const titles = ['id', 'at (UTC)', 'operator', 'action', 'subject', 'reason', 'keys'];
  const columns = titles.map((title) => ({ title, isRight: title === 'id' }));
  return { data: piece, text: formatTable(columns, lines, 'Nothing was done yet.') + moreLine(piece) };
}
