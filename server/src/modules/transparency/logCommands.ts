/** `operator log ...`: another key for the public log, another log after it, and going on after a stop. */
import { parseCheckpoint } from '@halyard/contract/transparency/checkpoint';
import { formatVkey } from '@halyard/contract/transparency/keys';
import type { Transaction } from '../../db/database.ts';
import { resumeLog } from '../../transparency/cosigned.ts';
import { readLogKey } from '../../transparency/logKey.ts';
import { insertLogKey, isKeyWaiting } from '../../transparency/logKeys.ts';
import { isPartOf, persistLastNote, lockLog, readHead, type LogHead } from '../../transparency/logStore.ts';
import {
  insertSuccessor,
  nextOrigin,
  readSuccessor,
  SUCCESSION_REASONS,
  type SuccessionReason,
} from '../../transparency/logSuccessors.ts';
import { addPending } from '../../transparency/pending.ts';
import { publishedHead } from '../../transparency/publishedHead.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import {
  CommandError,
  UsageError,
  type CommandAnswer,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
} from '../../operator/command.ts';

const REASON = { name: 'reason', value: 'text', summary: 'why, for the audit log' } as const;

/** The commands that change something. */
export const LOG_COMMANDS: readonly OperatorCommand[] = [
  {
    group: 'log',
    name: 'rotate-key',
    args: [],
    options: [REASON],
    summary: 'have a new key sign the public log; the one before signs too for 30 days',
    run: rotateKey,
  },
  {
    group: 'log',
    name: 'new',
    args: ['after-restore|after-key-loss'],
    options: [REASON],
    summary: 'begin another public log after this one, which cannot go on',
    run: beginNext,
  },
  {
    group: 'log',
    name: 'resume',
    args: [],
    options: [REASON],
    summary: 'have the public log go on that a witness stopped, where the witness was wrong',
    run: resume,
  },
];

async function rotateKey(
  { db, clock, dataDir, logKeyFile }: OperatorDeps,
  operator: Reviewer,
  { options }: CommandInput,
): Promise<CommandAnswer> {
  const keys = await readLogKey(dataDir, logKeyFile);
  const vkey = await db.transaction(async (tx) => {
    await lockLog(tx);
    const { log, note } = await requireHead(tx);
    if (await isKeyWaiting(tx, log))
      throw new CommandError('Another key waits for its entry: it is there in a moment.');
    const { key } = await keys.addSigner(parseCheckpoint(note).origin);
    const sinceMs = clock.nowMs();
    const pendingId = await addPending(tx, { kind: 'key', key, fromMs: sinceMs });
    await insertLogKey(tx, { log, key, sinceMs, pendingId });
    await writeAudit(tx, operator, { action: 'log.rotate-key', subject: `log:${log}`, reason: options['reason'] });
    return formatVkey(key);
  });
  const text = `${vkey} signs too from the next second on, and alone after 30 days. Back up its file, beside log.key.`;
  return { data: { vkey }, text };
}

async function beginNext(
  { db, clock, dataDir, logKeyFile }: OperatorDeps,
  operator: Reviewer,
  { args, options }: CommandInput,
): Promise<CommandAnswer> {
  const reason = SUCCESSION_REASONS.find((word) => word === args[0]);
  if (reason === undefined) throw new UsageError(`say why: log new ${SUCCESSION_REASONS.join(', or log new ')}`);
  const keys = await readLogKey(dataDir, logKeyFile);
  const { origin, vkey } = await db.transaction(async (tx) => {
    await lockLog(tx);
    const { log, predecessor } = await findPredecessor(tx, dataDir, reason);
    const next = nextOrigin(predecessor.origin);
    const { key } = await keys.addSigner(next);
    await insertSuccessor(tx, { log, origin: next, reason, predecessor }, clock.nowMs());
    await insertLogKey(tx, { log, key, sinceMs: clock.nowMs() });
    await persistLastNote(tx);
    await writeAudit(tx, operator, { action: `log.new.${reason}`, subject: `log:${log}`, reason: options['reason'] });
    return { origin: next, vkey: formatVkey(key) };
  });
  const text = `${origin} begins with the next second, signed by ${vkey}: tell users and witnesses. Back up its key.`;
  return { data: { origin, vkey }, text };
}

/** What the next log goes on from: whatever was published last, also where it is not all here. */
async function findPredecessor(tx: Transaction, dataDir: string, reason: SuccessionReason) {
  const last = await publishedHead(dataDir).read();
  const head = await readHead(tx);
  const predecessor = last ?? (head && parseCheckpoint(head.note));
  if (predecessor === undefined) throw new CommandError('There is no public log that another one could follow.');
  const log = head === undefined ? 0 : head.log + 1;
  if ((await readSuccessor(tx, log)) !== undefined) throw new CommandError('The next log begins already.');
  if (reason === 'after-restore' && head?.haltedBy === null && (await isPartOf(tx, predecessor, namedHead(head))))
    throw new CommandError('The public log goes on here as it was published: there is nothing to begin anew.');
  return { log, predecessor };
}

async function resume({ db }: OperatorDeps, operator: Reviewer, { options }: CommandInput): Promise<CommandAnswer> {
  await db.transaction(async (tx) => {
    if (!(await resumeLog(tx))) throw new CommandError('The public log is not stopped by a witness.');
    await writeAudit(tx, operator, { action: 'log.resume', subject: 'log', reason: options['reason'] });
  });
  return { data: {}, text: 'The public log goes on. A witness that still says otherwise stops it again.' };
}

function namedHead(head: LogHead) {
  return { ...head, origin: parseCheckpoint(head.note).origin };
}

async function requireHead(tx: Transaction): Promise<LogHead> {
  const head = await readHead(tx);
  if (head === undefined) throw new CommandError('The public log has not begun.');
  return head;
}
