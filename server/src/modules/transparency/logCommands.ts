/**
 * `operator log`: checking the public log, replacing its key, beginning another log after it, and resuming it after a
 * stop.
 */
import { isSameBytes } from '@halyard/contract/transparency/bytes';
import { entryHash } from '@halyard/contract/transparency/entries';
import { append, EMPTY_FRONTIER, rootOf, type Frontier } from '@halyard/contract/transparency/merkle';
import { formatVkey, parseCheckpoint } from '@halyard/contract/transparency/note';
import type { Transaction, Reader } from '../../db/database.ts';
import {
  CommandError,
  KEYS_BY_TWO,
  READ,
  UsageError,
  type CommandAnswer,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
} from '../../operator/command.ts';
import { readHalt, resumeLog } from '../../transparency/cosigned.ts';
import { insertLogKey, isKeyWaiting, readLogKey } from '../../transparency/logKey.ts';
import {
  insertSuccessor,
  nextOrigin,
  placeIn,
  readLogNumber,
  readSuccessor,
  SUCCESSION_REASONS,
  type SuccessionReason,
} from '../../transparency/logPlaces.ts';
import {
  isPartOf,
  persistLastNote,
  lockLog,
  readHead,
  type LogHead,
  readEntries,
  readLastNote,
  type LogPlace,
  type ReadEntry,
} from '../../transparency/logStore.ts';
import { addPending } from '../../transparency/pending.ts';
import { publishedHead, type Published } from '../../transparency/publishedHead.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';

const AT_ONCE = 1000;

/** Compares the database with the signed log. */
export const logCheckCommand: OperatorCommand = {
  group: 'log',
  name: 'check',
  rule: READ,
  args: [],
  options: [],
  summary: 'compare prices and entries with the public log that was signed; ends with 1 when something differs',
  run: (deps) => checkLog(deps),
};

/** Checks every log; `faults` are a line each. */
export async function checkLog({ db, dataDir }: Pick<OperatorDeps, 'db' | 'dataDir'>) {
  const published = await publishedHead(dataDir).read();
  const newest = (await readHead(db))?.log ?? 0;
  let size = 0;
  const faults: string[] = [];
  for (let log = 0; log <= newest; log += 1) {
    const note = await readLastNote(db, log);
    const checked = await checkOne(db, { log, note }, published);
    size += checked.size;
    faults.push(...checked.faults);
  }
  const isFault = faults.length > 0;
  const text = isFault ? faults.join('\n') : `${size} entries are what was signed, and the prices are those in them.`;
  return { data: { size, faults }, text, isFault } satisfies CommandAnswer;
}

/** Checks one of the consecutive logs. */
async function checkOne(
  db: Reader,
  { log, note }: { readonly log: number; readonly note: string | undefined },
  published: Published | undefined,
) {
  const signed = note === undefined ? undefined : parseCheckpoint(note);
  const size = signed?.size ?? 0;
  const isPublished = published !== undefined && log === (await readLogNumber(db, published.origin));
  const { faults, frontier, atPublished } = await readThrough(
    db,
    { log, size },
    isPublished ? published.size : undefined,
  );
  if (signed !== undefined && !isSameBytes(signed.root, rootOf(frontier)))
    faults.push(`The tree of ${size} entries has another root than the one that was signed.`);
  if (isPublished && (atPublished === undefined || !isSameBytes(published.root, atPublished)))
    faults.push(`What was published last, ${published.size} entries, is not in this database.`);
  return { size, faults };
}

/** Reads every entry and the tree of their hashes, with its root at the last published size. */
async function readThrough(reader: Reader, { log, size }: LogPlace, publishedSize: number | undefined) {
  const faults: string[] = [];
  let frontier: Frontier = EMPTY_FRONTIER;
  let atPublished = publishedSize === 0 ? rootOf(frontier) : undefined;
  for (let from = 0; from < size; from += AT_ONCE) {
    for (const entry of await readEntries(reader, placeIn(log, from), Math.min(AT_ONCE, size - from))) {
      if (!isSameBytes(entryHash(entry.text), entry.leaf)) faults.push(faultOf(entry));
      ({ frontier } = append(frontier, [entry.leaf]));
      if (frontier.size === publishedSize) atPublished = rootOf(frontier);
    }
  }
  return { faults, frontier, atPublished };
}

function faultOf({ index, kind, content }: ReadEntry): string {
  const ticks = 'ranges' in content ? content.ranges : [];
  const named = ticks.map(({ seriesId, firstSeq, count }) => {
    const last = firstSeq + count - 1;
    return `series ${seriesId} seq ${count === 1 ? firstSeq : `${firstSeq} to ${last}`}`;
  });
  return `Entry ${index} (${[kind, ...named].join(', ')}) is not what was signed.`;
}

const REASON = { name: 'reason', value: 'text', summary: 'why, for the audit log' } as const;

/** The commands that change the log. */
export const LOG_COMMANDS: readonly OperatorCommand[] = [
  {
    group: 'log',
    name: 'rotate-key',
    rule: KEYS_BY_TWO,
    args: [],
    options: [REASON],
    summary: 'have a new key sign the public log; the one before signs too for 30 days',
    run: rotateKey,
  },
  {
    group: 'log',
    name: 'new',
    rule: KEYS_BY_TWO,
    args: ['after-restore|after-key-loss'],
    options: [REASON],
    summary: 'begin another public log after this one, which cannot go on',
    run: beginNext,
  },
  {
    group: 'log',
    name: 'resume',
    rule: KEYS_BY_TWO,
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

/** The predecessor of the next log: the last published state, even if it is not completely in this database. */
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
    if (!(await resumeLog(tx))) throw new CommandError(refusalOf(await readHalt(tx)));
    await writeAudit(tx, operator, { action: 'log.resume', subject: 'log', reason: options['reason'] });
  });
  return { data: {}, text: 'The public log goes on. A witness that still says otherwise stops it again.' };
}

/** Only a stop by a witness is resumed: after any other one, money would move on a database that may be older. */
function refusalOf(halt: Awaited<ReturnType<typeof readHalt>>): string {
  if (halt === undefined) return 'The public log is not stopped.';
  const remedy = halt.lifts
    ? 'The public log resumes by itself when the cause of its stop is gone.'
    : 'This database may lack payments that were made: bring back the newest one, or run "operator log new after-restore".';
  return `${remedy} It was stopped because of this: ${halt.reason}`;
}

function namedHead(head: LogHead) {
  return { ...head, origin: parseCheckpoint(head.note).origin };
}

async function requireHead(tx: Transaction): Promise<LogHead> {
  const head = await readHead(tx);
  if (head === undefined) throw new CommandError('The public log has not begun.');
  return head;
}
