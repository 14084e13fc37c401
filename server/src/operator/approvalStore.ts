/** Stored commands that wait for a second operator; times are by the database's clock. */
import { sql } from 'drizzle-orm';
import { isoText, rowsOf, type Database, type Reader, type Transaction } from '../db/database.ts';
import {
  argument,
  CommandError,
  READ,
  readId,
  UsageError,
  type CommandAnswer,
  type OperatorCommand,
} from './command.ts';
import type { NamedFile } from './keyFile.ts';
import { formatFields, formatInstant, formatTable, visible } from './text.ts';

/** A command that one operator requested. */
export type Approval = {
  readonly id: number;
  /** The operator who requested it. */
  readonly operator: string;
  readonly keyId: string;
  readonly words: readonly string[];
  readonly files: readonly (NamedFile & { readonly text: string })[];
  /** Text that this operator saw about the subject of the command. */
  readonly seen: string;
  readonly digest: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly isExpired: boolean;
  /** Null while it waits. */
  readonly confirmedAt: string | null;
  readonly confirmedKeyId: string | null;
  readonly outcome: string | null;
};

const LISTED_MAX = 100;
const COLUMNS = sql`a.id::int as id, a.operator, a.key_id as "keyId", a.words, a.files, a.seen, a.digest,
  ${isoText(sql`a.created_at`)} as "createdAt", ${isoText(sql`a.expires_at`)} as "expiresAt",
  a.expires_at <= clock_timestamp() as "isExpired", ${isoText(sql`a.confirmed_at`)} as "confirmedAt",
  a.confirmed_key_id as "confirmedKeyId", a.outcome`;

/** The newest approvals. */
async function readApprovals(reader: Reader): Promise<readonly Approval[]> {
  return rowsOf<Approval>(
    reader,
    sql`select ${COLUMNS} from operator_approvals a order by a.id desc limit ${LISTED_MAX}`,
  );
}

/** Reads an approval in any state. Throws {@link CommandError} when there is none. */
async function readApproval(reader: Reader, id: number): Promise<Approval> {
  const [approval] = await rowsOf<Approval>(
    reader,
    sql`select ${COLUMNS} from operator_approvals a where a.id = ${id}`,
  );
  if (approval === undefined) throw new CommandError(`there is no approval ${id}`);
  return approval;
}

/** Reads a waiting approval. Throws {@link CommandError} for any other. */
export async function requireApproval(reader: Reader, id: number): Promise<Approval> {
  const approval = await readApproval(reader, id);
  if (approval.confirmedAt !== null) throw new CommandError(`approval ${id} was confirmed already`);
  if (approval.isExpired) throw new CommandError(`approval ${id} has waited too long: ask for it anew`);
  return approval;
}

/** Inserts an approval, which expires after a day. */
export async function insertApproval(
  tx: Transaction,
  asked: Pick<Approval, 'operator' | 'keyId' | 'words' | 'files' | 'seen' | 'digest'>,
): Promise<Pick<Approval, 'id' | 'expiresAt'>> {
  const { operator, keyId, words, files, seen, digest } = asked;
  const [row] = await rowsOf<Pick<Approval, 'id' | 'expiresAt'>>(
    tx,
    sql`insert into operator_approvals as a (operator, key_id, words, files, seen, digest, expires_at)
      values (${operator}, ${keyId}, ${JSON.stringify(words)}::text::jsonb, ${JSON.stringify(files)}::text::jsonb,
        ${seen}, ${digest}, clock_timestamp() + interval '24 hours')
      returning a.id::int as id, ${isoText(sql`a.expires_at`)} as "expiresAt"`,
  );
  if (row === undefined) throw new Error('an approval was not written');
  return row;
}

/**
 * Claims an approval in order to run it. Returns false when it was claimed before or has expired, or when one of the
 * keys was revoked.
 */
export async function takeApproval(tx: Transaction, id: number, keyId: string): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`update operator_approvals a set confirmed_at = clock_timestamp(), confirmed_key_id = ${keyId}
      where a.id = ${id} and a.confirmed_at is null and a.expires_at > clock_timestamp() and a.key_id <> ${keyId}
        and (select count(*) from operator_keys k where k.id in (a.key_id, ${keyId}) and k.revoked_at is null) = 2
      returning a.id`,
  );
  return rows.length > 0;
}

/** Writes the outcome of an approval. */
export async function noteOutcome(db: Database, id: number, outcome: string): Promise<void> {
  await db.execute(sql`update operator_approvals set outcome = ${outcome} where id = ${id}`);
}

// `operator approvals`: commands that wait for a second operator.

export const APPROVAL_COMMANDS: readonly OperatorCommand[] = [
  {
    group: 'approvals',
    name: 'list',
    rule: READ,
    args: [],
    options: [],
    summary: 'commands that wait for a second operator, and what became of others',
    run: async ({ db }) => listApprovals(await readApprovals(db)),
  },
  {
    group: 'approvals',
    name: 'show',
    rule: READ,
    args: ['id'],
    options: [],
    summary: 'what was asked for, its files, and what the first operator saw',
    run: async ({ db, requireMay }, _operator, input) => {
      const approval = await readApproval(db, readId(argument(input, 0)));
      // Only operators who may run the command may see what the first operator saw.
      requireMay?.(approval.words);
      return showApproval(approval);
    },
  },
  {
    group: 'approvals',
    name: 'confirm',
    rule: READ,
    args: ['id'],
    options: [],
    summary: 'as the second operator: have the command run, once, if all is as the first saw it',
    run: async ({ confirm }, _operator, input) => {
      if (confirm === undefined) throw new UsageError('a confirmation is confirmed by nobody');
      return confirm(readId(argument(input, 0)));
    },
  },
];

function listApprovals(approvals: readonly Approval[]): CommandAnswer {
  const titles = ['id', 'by', 'asked (UTC)', 'until (UTC)', 'state', 'command'];
  const columns = titles.map((title) => ({ title, isRight: title === 'id' }));
  const rows = approvals.map((approval) => [
    approval.id,
    approval.operator,
    formatInstant(approval.createdAt),
    formatInstant(approval.expiresAt),
    stateOf(approval),
    approval.words.join(' '),
  ]);
  const data = approvals.map(({ seen: _seen, files: _files, ...listed }) => listed);
  return { data, text: formatTable(columns, rows, 'Nothing waits for a second operator.') };
}

function showApproval(approval: Approval): CommandAnswer {
  const { id, operator, keyId, words, files, seen, createdAt, expiresAt, confirmedKeyId, outcome } = approval;
  const fields = formatFields([
    ['approval', id],
    ['state', stateOf(approval)],
    ['command', words.join(' ')],
    ['asked by', `${operator}, key ${keyId}`],
    ['asked (UTC)', formatInstant(createdAt)],
    ['until (UTC)', formatInstant(expiresAt)],
    ['confirmed by key', confirmedKeyId],
    ['outcome', outcome],
  ]);
  const texts = files.map(({ path, sha256, text }) => `${path}, SHA-256 ${sha256}:\n${quoted(text)}`);
  const sight = seen === '' ? [] : [`What ${operator} saw:\n${quoted(seen)}`];
  return { data: approval, text: [fields, ...texts, ...sight].join('\n\n') };
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `| ${visible(line)}`)
    .join('\n');
}

function stateOf({ confirmedAt, isExpired }: Approval): string {
  if (confirmedAt !== null) return 'confirmed';
  return isExpired ? 'expired' : 'waits';
}
