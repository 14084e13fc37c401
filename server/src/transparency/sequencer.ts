/**
 * Seals the public log: once a second it adds what is new, signs the tree that this makes and publishes it. Each time
 * it is one transaction; what is signed is published after that alone.
 */
import { isSameBytes } from '@halyard/contract/transparency/bytes';
import { parseCheckpoint, signCheckpoint, type Checkpoint } from '@halyard/contract/transparency/checkpoint';
import { entryHash, formatEntry, parseEntry, type Entry, type LogEntry } from '@halyard/contract/transparency/entries';
import type { SignerKey } from '@halyard/contract/transparency/keys';
import { append, EMPTY_FRONTIER, rootOf, type Frontier } from '@halyard/contract/transparency/merkle';
import { verifyNote } from '@halyard/contract/transparency/note';
import { splitPrices } from '@halyard/contract/transparency/splitEntry';
import { frontierOf } from '@halyard/contract/transparency/tiles';
import type { Clock } from '../clock.ts';
import type { Database, Reader, Transaction } from '../db/database.ts';
import { haltUntilLogged, liftHalts } from './cosigned.ts';
import { COMMITS_MAX, readCommitments, setCommitted } from './commitments.ts';
import { beginSeries, readKnownSeries, readNewSeries, setLogged } from './loggedSeries.ts';
import { readUnlogged } from './loggedTicks.ts';
import type { LogKey, LogNaming } from './logKey.ts';
import { insertLogKey, readLogKeys, type SigningKey } from './logKeys.ts';
import { placeIn } from './logPlaces.ts';
import {
  insertCheckpoint,
  insertEntries,
  insertNodes,
  isPartOf,
  lockLog,
  readEntries,
  readHead,
  readWork,
  withNewestNote,
  tileReader,
  type StoredEntry,
  type LogHead,
} from './logStore.ts';
import { readSuccessor } from './logSuccessors.ts';
import { keepRepeating, readStanding, readWaiting, setSealed, WAITING_MAX } from './pending.ts';
import type { PublishedHead } from './publishedHead.ts';
import { takeInputs } from './tickInputs.ts';

/** The log must not go on: what was signed and what stands here contradict each other. The message says what to do. */
export class LogRefusedError extends Error {
  override readonly name = 'LogRefusedError';
}

export type SequencerDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly key: LogKey;
  readonly naming: LogNaming;
  readonly published: PublishedHead;
  /** {@link TICKS_MAX} unless said otherwise. */
  readonly ticksMax?: number;
};

export type Sequencer = {
  /**
   * Adds what is new, of it at most {@link TICKS_MAX} ticks and {@link WAITING_MAX} entries that wait, and publishes
   * the tree; answers whether there is more. Throws a {@link LogRefusedError} when the log must not go on.
   */
  seal(): Promise<{ readonly hasMore: boolean }>;
  /** Throws a {@link LogRefusedError} when the log cannot go on over this database. */
  check(): Promise<void>;
  /** Suspends all markets until the log is sealed again. */
  halt(reason: string): Promise<void>;
};

/** Also after hours without a sequencer a transaction stays short. */
export const TICKS_MAX = 10_000;

type Signer = { readonly signer: SignerKey; readonly untilMs: number };
/** A log whose right edge is known, and by which keys it is signed. */
type OpenTree = {
  readonly log: number;
  readonly origin: string;
  readonly signers: readonly Signer[];
  readonly frontier: Frontier;
  /** What its first entry says. */
  readonly predecessor: LogEntry['predecessor'];
};

/** Makes a sequencer; several may work on one database, one after the other. */
export function createSequencer(deps: SequencerDeps): Sequencer {
  const { db, published } = deps;
  let known: OpenTree | undefined;
  return {
    seal: async () => {
      // What became of a commit without an answer is read from the database.
      const before = known;
      known = undefined;
      const { tree, hasMore, isHalted } = await db.transaction((tx) => sequenceOnce(tx, deps, before));
      // Of two that seal, the slower one must not take back what the other one published.
      await withNewestNote(db, published.write);
      if (isHalted) await liftHalts(db);
      known = tree;
      return { hasMore };
    },
    check: () => db.transaction((tx) => checkTree(tx, deps)),
    halt: (reason) => haltUntilLogged(db, reason),
  };
}

async function checkTree(tx: Transaction, deps: SequencerDeps): Promise<void> {
  await lockLog(tx);
  const head = await readHead(tx);
  if (head === undefined) await assertNoneBefore(tx, deps);
  else if (!head.isFollowed) await openTree(tx, deps, { ...head, haltedBy: null }, undefined);
}

/** A log begins where none was published, or where an operator began the next one. */
async function assertNoneBefore(reader: Reader, { published }: SequencerDeps): Promise<void> {
  const last = await published.read();
  if (last !== undefined && (await readSuccessor(reader, 0)) === undefined) throw takenBack(last, 0);
}

async function sequenceOnce(tx: Transaction, deps: SequencerDeps, known: OpenTree | undefined) {
  await lockLog(tx);
  const head = await readHead(tx);
  const tree = await openTree(tx, deps, head, known);
  // Before the ticks: what a contract is bought on stands before what decides it.
  const work = await readWork(tx);
  const committed = work.commits ? await readCommitments(tx) : [];
  const { ticks, hasMore: isCut } = await readUnlogged(tx, deps.ticksMax ?? TICKS_MAX);
  // A feed may run ahead of the wall's clock, and a clock may be set back; the log's time does neither.
  const newestMs = Math.max(0, ...ticks.map((own) => own.ticks.at(-1)?.atMs ?? 0));
  const sealedMs = Math.max(deps.clock.nowMs(), head?.sealedMs ?? 0, newestMs);
  const newSeries = work.series ? await readNewSeries(tx, sealedMs) : [];
  const quotes = work.inputs ? await takeInputs(tx, sealedMs, ticks) : [];
  const { log, frontier } = tree;
  const { first, repeated } = await readBeginning(tx, tree, sealedMs);
  const entries = [
    ...[...first, ...newSeries.map(({ entry }) => entry)].map((entry) => keptText(entry, sealedMs)),
    ...committed.map(({ commitments }) => keptText({ kind: 'commits', sealedMs, commitments }, sealedMs)),
    ...splitPrices({ sealedMs, series: ticks }).map(keptPrices),
    ...quotes.map((entry) => keptText(entry, sealedMs)),
  ];
  await beginSeries(tx, newSeries);
  await setLogged(tx, ticks);
  const firstCommits = placeIn(log, frontier.size) + entries.findIndex(({ kind }) => kind === 'commits');
  for (const [place, { ids }] of committed.entries()) await setCommitted(tx, ids, firstCommits + place);
  const waiting = work.entries ? await readWaiting(tx) : [];
  const all = [...entries, ...waiting.map(({ entryAt }) => keptText(entryAt(sealedMs), sealedMs))];
  const isKept = minuteOf(sealedMs) !== minuteOf(head?.sealedMs ?? 0);
  const grown = await grow(tx, tree, all, { atMs: sealedMs, isKept });
  await keepRepeating(tx, repeated, placeIn(log, 1));
  await setSealed(tx, waiting, placeIn(log, frontier.size + entries.length));
  const commits = committed.reduce((sum, { ids }) => sum + ids.length, 0);
  const isFull = [isCut, commits === COMMITS_MAX, waiting.length === WAITING_MAX].includes(true);
  // Who signs is read anew after an entry that names a key.
  const hasNewKey = all.some(({ kind }) => kind === 'key');
  return { tree: hasNewKey ? undefined : grown, hasMore: isFull, isHalted: head?.hasLiftingHalt === true };
}

/** What a log begins with: its name, and what was said in logs before it and still holds. Nothing once it has begun. */
async function readBeginning(
  reader: Reader,
  { origin, predecessor, frontier }: OpenTree,
  sealedMs: number,
): Promise<{ readonly first: readonly Entry[]; readonly repeated: Awaited<ReturnType<typeof readStanding>> }> {
  if (frontier.size > 0) return { first: [], repeated: [] };
  const repeated = await readStanding(reader);
  const series = await readKnownSeries(reader, sealedMs);
  return { first: [{ kind: 'log', origin, predecessor }, ...repeated, ...series], repeated };
}

/** Adds entries to the tree, and signs what it is then. */
async function grow(
  tx: Transaction,
  tree: OpenTree,
  entries: readonly StoredEntry[],
  signing: { readonly atMs: number; readonly isKept: boolean },
): Promise<OpenTree> {
  const { log, origin, frontier } = tree;
  const grown = append(
    frontier,
    entries.map(({ leaf }) => leaf),
  );
  const { size } = grown.frontier;
  const root = rootOf(grown.frontier);
  const signers = tree.signers.filter(({ untilMs }) => signing.atMs < untilMs);
  const note = signCheckpoint(
    { origin, size, root },
    signers.map(({ signer }) => signer),
  );
  await insertEntries(tx, { log, size: frontier.size }, entries);
  await insertNodes(tx, log, grown.added);
  await insertCheckpoint(tx, { log, size, root, note, ...signing });
  return { ...tree, signers, frontier: grown.frontier };
}

const minuteOf = (atMs: number) => Math.floor(atMs / 60_000);

/** The tree as it stands; what is known of it already when nobody else has sealed since. */
async function openTree(
  tx: Transaction,
  deps: SequencerDeps,
  head: LogHead | undefined,
  known: OpenTree | undefined,
): Promise<OpenTree> {
  if (head === undefined || head.isFollowed) return beginTree(tx, deps, head);
  if (head.haltedBy !== null) throw new LogRefusedError(head.haltedBy);
  const { log, size } = head;
  if (known?.log === log && known.frontier.size === size) return known;
  const { origin, predecessor } = await readFirstEntry(tx, log);
  const frontier = await frontierOf(size, tileReader(tx, log));
  await keepFirstKey(tx, deps, { log, origin });
  const signers = await readSigners(tx, deps, log);
  assertSigned(parseCheckpoint(head.note), { origin, frontier, keys: await readLogKeys(tx, log) });
  const last = await deps.published.read();
  // Whoever began this log died before it was shown.
  const isNotShown = last !== undefined && last.origin === predecessor?.origin;
  if (last !== undefined && !isNotShown) await assertGoesOn(tx, last, { ...head, origin });
  return { log, origin, predecessor, signers, frontier };
}

/** The first log, or the one that an operator had begin after another one. */
async function beginTree(tx: Transaction, deps: SequencerDeps, head: LogHead | undefined): Promise<OpenTree> {
  const { clock, key, naming, published } = deps;
  const log = head === undefined ? 0 : head.log + 1;
  const successor = await readSuccessor(tx, log);
  if (successor !== undefined) {
    const { origin, predecessor } = successor;
    return { log, origin, predecessor, signers: await readSigners(tx, deps, log), frontier: EMPTY_FRONTIER };
  }
  const last = await published.read();
  if (last !== undefined) throw takenBack(last, 0);
  const signer = key.signer(key.originOf(naming, clock.nowMs()));
  await insertLogKey(tx, { log, key: signer.key, sinceMs: clock.nowMs() });
  const signers = [{ signer, untilMs: Number.POSITIVE_INFINITY }];
  return { log, origin: signer.key.name, predecessor: null, signers, frontier: EMPTY_FRONTIER };
}

/** What the log is called is in its first entry, whatever the settings say by now. */
async function readFirstEntry(reader: Reader, log: number): Promise<LogEntry> {
  const [first] = await readEntries(reader, placeIn(log, 0), 1);
  const entry = first && parseEntry(first.text);
  if (entry?.kind !== 'log') throw new Error('the log does not begin with its name');
  return entry;
}

/** A log from before keys were noted has one. */
async function keepFirstKey(
  tx: Transaction,
  { key, clock }: SequencerDeps,
  { log, origin }: Pick<OpenTree, 'log' | 'origin'>,
): Promise<void> {
  if ((await readLogKeys(tx, log)).length > 0) return;
  await insertLogKey(tx, { log, key: key.signer(origin).key, sinceMs: clock.nowMs() });
}

/** Those whose turn it is. The newest key has to be there; an older one that was destroyed no longer signs. */
async function readSigners(tx: Transaction, { key, clock }: SequencerDeps, log: number): Promise<readonly Signer[]> {
  const keys = (await readLogKeys(tx, log)).filter(({ untilMs }) => clock.nowMs() < untilMs);
  const found = await Promise.all(
    keys.map(async ({ key: one, untilMs }) => ({ signer: await key.signerOf(one), untilMs })),
  );
  if (found.at(-1)?.signer === undefined)
    throw new LogRefusedError(
      'The public log was signed with another key: bring back log.key, or LOG_KEY_FILE, and the files beside it.',
    );
  return found.flatMap(({ signer, untilMs }) => (signer === undefined ? [] : { signer, untilMs }));
}

function assertSigned(
  { origin, root, size, note }: Checkpoint,
  known: { readonly origin: string; readonly frontier: Frontier; readonly keys: readonly SigningKey[] },
): void {
  const signed = verifyNote(
    note,
    known.keys.map(({ key }) => key),
  );
  if (origin !== known.origin || !isSameBytes(root, rootOf(known.frontier)) || signed.length === 0)
    throw new LogRefusedError(
      `The public log of ${size} entries is not the one that was signed: restore the database, or run "operator log check".`,
    );
}

/** What was published last must be a part of what stands here. */
async function assertGoesOn(
  reader: Reader,
  last: Checkpoint,
  { log, size, origin }: LogHead & { readonly origin: string },
): Promise<void> {
  if (!(await isPartOf(reader, last, { log, size, origin }))) throw takenBack(last, size);
}

function takenBack({ origin, size: published }: Checkpoint, size: number): LogRefusedError {
  return new LogRefusedError(
    `The public log has ${size} entries here, and ${published} of ${origin} were published that are not all among ` +
      'them: this is an older database, or another one. Bring back the newest one; where it is lost, see "The public ' +
      'log" in docs/operator.md.',
  );
}

function keptText(entry: Entry, sealedMs: number): StoredEntry {
  const body = formatEntry(entry);
  return { kind: entry.kind, sealedMs, leaf: entryHash(body), content: { body } };
}

function keptPrices(entry: ReturnType<typeof splitPrices>[number]): StoredEntry {
  const ranges = entry.series.map(({ id, firstSeq, ticks }) => ({ seriesId: id, firstSeq, count: ticks.length }));
  return { kind: 'prices', sealedMs: entry.sealedMs, leaf: entryHash(formatEntry(entry)), content: { ranges } };
}
