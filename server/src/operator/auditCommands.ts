/** `operator audit`: actions of operators and of the sandbox's autopilot. */
import { sql } from 'drizzle-orm';
import { rowsOf, type Reader } from '../db/database.ts';
import { isoText } from '../db/sqlTime.ts';
import { checkAudit } from './auditCheck.ts';
import type { CommandInput, OperatorCommand } from './command.ts';
import { READ } from './commandRules.ts';
import { moreLine, PIECE_OPTIONS, pieceClause, pieceOf, readListing } from './listing.ts';
import { formatInstant, formatTable } from './text.ts';

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
