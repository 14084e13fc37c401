/**
 * Seals the public log: once a second it adds what is new, signs the tree that this makes and publishes it. Each time
 * it is one transaction; what is signed is published after that alone.
 */
import { isSameBytes } from '@halyard/contract/log/bytes';
import { parseCheckpoint, signCheckpoint, type Checkpoint } from '@halyard/contract/log/checkpoint';
import { entryHash, formatEntry, parseEntry, type Entry } from '@halyard/contract/log/entries';
import type { SignerKey } from '@halyard/contract/log/keys';
import { append, EMPTY_FRONTIER, rootOf, type Frontier } from '@halyard/contract/log/merkle';
import { verifyNote } from '@halyard/contract/log/note';
import { splitPrices } from '@halyard/contract/log/splitEntry';
import { frontierOf } from '@halyard/contract/log/tiles';
import type { Clock } from '../clock.ts';
import type { Database, Reader, Transaction } from '../db/database.ts';
import { COMMITS_MAX, readCommitments, setCommitted } from './commitments.ts';
import { beginSeries, readNewSeries, setLogged } from './loggedSeries.ts';
import type { LogKey, LogNaming } from './logKey.ts';
import {
  insertCheckpoint,
  insertEntries,
  insertNodes,
  lockLog,
  readEntries,
  readHead,
  readUnlogged,
  tileReader,
  type KeptEntry,
  type LogHead,
} from './logStore.ts';
import { readWaiting, setSealed, WAITING_MAX } from './pending.ts';
import type { PublishedHead } from './publishedHead.ts';

/** The log must not go on: what was signed and what stands here contradict each other. The message says what to do. */
export class LogRefusedError extends Error {
  override readonly name = 'LogRefusedError';
}

export type SealerDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly key: LogKey;
  readonly naming: LogNaming;
  readonly published: PublishedHead;
};

export type Sealer = {
  /**
   * Adds what is new, of it at most {@link TICKS_MAX} ticks and {@link WAITING_MAX} entries that wait, and publishes
   * the tree; answers whether there is more. Throws a {@link LogRefusedError} when the log must not go on.
   */
  seal(): Promise<{ readonly hasMore: boolean }>;
};

/** Also after hours without a sealer a transaction stays short. */
export const TICKS_MAX = 10_000;

/** A tree whose right edge is known, and by which name it is signed. */
type OpenTree = { readonly signer: SignerKey; readonly frontier: Frontier };

/** Makes a sealer; several may work on one database, one after the other. */
export function createSealer(deps: SealerDeps): Sealer {
  const { db, published } = deps;
  let known: OpenTree | undefined;
  return {
    seal: async () => {
      // What became of a commit without an answer is read from the database.
      const before = known;
      known = undefined;
      const { tree, hasMore } = await db.transaction((tx) => sealOnce(tx, deps, before));
      await publishNewest(db, published);
      known = tree;
      return { hasMore };
    },
  };
}

/** Of two that seal, the slower one must not take back what the other one published. */
async function publishNewest(db: Database, published: PublishedHead): Promise<void> {
  await db.transaction(async (tx) => {
    await lockLog(tx);
    const head = await readHead(tx);
    if (head !== undefined) await published.write(head.note);
  });
}

async function sealOnce(tx: Transaction, deps: SealerDeps, known: OpenTree | undefined) {
  await lockLog(tx);
  const head = await readHead(tx);
  const tree = await openTree(tx, deps, head, known);
  // Before the ticks: what a contract is bought on stands before what decides it.
  const { ids, commitments } = await readCommitments(tx);
  const ticks = await readUnlogged(tx, TICKS_MAX);
  const count = ticks.reduce((sum, own) => sum + own.ticks.length, 0);
  // A feed may run ahead of the wall's clock, and a clock may be set back; the log's time does neither.
  const newestMs = Math.max(0, ...ticks.map((own) => own.ticks.at(-1)?.atMs ?? 0));
  const sealedMs = Math.max(deps.clock.nowMs(), head?.sealedMs ?? 0, newestMs);
  const series = await readNewSeries(tx, sealedMs);
  await beginSeries(tx, series);
  const entries = [
    ...(head === undefined
      ? [keptText({ kind: 'log', origin: tree.signer.key.name, predecessor: null }, sealedMs)]
      : []),
    ...series.map(({ entry }) => keptText(entry, sealedMs)),
    ...(ids.length === 0 ? [] : [keptText({ kind: 'commits', sealedMs, commitments }, sealedMs)]),
    ...splitPrices({ sealedMs, series: ticks }).map(keptPrices),
  ];
  await setLogged(tx, ticks);
  await setCommitted(tx, ids, tree.frontier.size + entries.findIndex(({ kind }) => kind === 'commits'));
  const waiting = await readWaiting(tx);
  const all = [...entries, ...waiting.map(({ entryAt }) => keptText(entryAt(sealedMs), sealedMs))];
  const isKept = minuteOf(sealedMs) !== minuteOf(head?.sealedMs ?? 0);
  const grown = await grow(tx, tree, all, { atMs: sealedMs, isKept });
  await setSealed(tx, waiting, tree.frontier.size + entries.length);
  const isFull = count === TICKS_MAX || ids.length === COMMITS_MAX || waiting.length === WAITING_MAX;
  return { tree: grown, hasMore: isFull };
}

/** Adds entries to the tree, and signs what it is then. */
async function grow(
  tx: Transaction,
  { signer, frontier }: OpenTree,
  entries: readonly KeptEntry[],
  signing: { readonly atMs: number; readonly isKept: boolean },
): Promise<OpenTree> {
  const grown = append(
    frontier,
    entries.map(({ leaf }) => leaf),
  );
  const { size } = grown.frontier;
  const root = rootOf(grown.frontier);
  const note = signCheckpoint({ origin: signer.key.name, size, root }, [signer]);
  await insertEntries(tx, frontier.size, entries);
  await insertNodes(tx, grown.added);
  await insertCheckpoint(tx, { size, root, note, ...signing });
  return { signer, frontier: grown.frontier };
}

const minuteOf = (atMs: number) => Math.floor(atMs / 60_000);

/** The tree as it stands; what is known of it already when nobody else has sealed since. */
async function openTree(
  tx: Transaction,
  deps: SealerDeps,
  head: LogHead | undefined,
  known: OpenTree | undefined,
): Promise<OpenTree> {
  if (known !== undefined && known.frontier.size === head?.size) return known;
  const last = await deps.published.read();
  if (head === undefined) {
    if (last !== undefined) throw takenBack(last, 0);
    return { signer: deps.key.signer(deps.key.originOf(deps.naming, deps.clock.nowMs())), frontier: EMPTY_FRONTIER };
  }
  const signer = deps.key.signer(await readOrigin(tx));
  const frontier = await frontierOf(head.size, tileReader(tx));
  assertSigned(parseCheckpoint(head.note), signer, frontier);
  if (last !== undefined) await assertGoesOn(tx, last, head.size);
  return { signer, frontier };
}

/** What the log is called is in its first entry, whatever the settings say by now. */
async function readOrigin(reader: Reader): Promise<string> {
  const [first] = await readEntries(reader, 0, 1);
  const entry = first && parseEntry(first.text);
  if (entry?.kind !== 'log') throw new Error('the log does not begin with its name');
  return entry.origin;
}

function assertSigned({ origin, root, size, note }: Checkpoint, { key }: SignerKey, frontier: Frontier): void {
  if (origin !== key.name || !isSameBytes(root, rootOf(frontier)))
    throw new LogRefusedError(
      `The public log of ${size} entries is not the one that was signed: restore the database, or run "operator log check".`,
    );
  if (verifyNote(note, [key]).length === 0)
    throw new LogRefusedError('The public log was signed with another key: bring back log.key, or LOG_KEY_FILE.');
}

/** What was published last must be a part of what stands here. */
async function assertGoesOn(reader: Reader, last: Checkpoint, size: number): Promise<void> {
  if (last.size > size) throw takenBack(last, size);
  const then = await frontierOf(last.size, tileReader(reader));
  if (!isSameBytes(last.root, rootOf(then))) throw takenBack(last, size);
}

function takenBack({ size: published }: Checkpoint, size: number): LogRefusedError {
  return new LogRefusedError(
    `The public log has ${size} entries here, and ${published} were published that are not all among them: this is an ` +
      'older database, or another one. Bring back the newest one; where it is lost, see "The public log" in docs/operator.md.',
  );
}

function keptText(entry: Entry, sealedMs: number): KeptEntry {
  const body = formatEntry(entry);
  return { kind: entry.kind, sealedMs, leaf: entryHash(body), content: { body } };
}

function keptPrices(entry: ReturnType<typeof splitPrices>[number]): KeptEntry {
  const ranges = entry.series.map(({ id, firstSeq, ticks }) => ({ seriesId: id, firstSeq, count: ticks.length }));
  return { kind: 'prices', sealedMs: entry.sealedMs, leaf: entryHash(formatEntry(entry)), content: { ranges } };
}
