/**
 * Sequencer of the transparency log: once a second it adds new entries, signs the resulting tree and publishes it. Each
 * run is one transaction, and the checkpoint is published after its commit.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { PriceSource } from '@halyard/contract/market/calls';
import { MINUTE_MS } from '@halyard/contract/time';
import { isSameBytes } from '@halyard/contract/transparency/bytes';
import {
  entryHash,
  formatEntry,
  parseEntry,
  splitPrices,
  type Entry,
  type LogEntry,
  type LoggedTicks,
  type SeriesEntry,
} from '@halyard/contract/transparency/entries';
import { append, EMPTY_FRONTIER, rootOf, type Frontier } from '@halyard/contract/transparency/merkle';
import {
  parseCheckpoint,
  signCheckpoint,
  verifyNote,
  type Checkpoint,
  type SignerKey,
} from '@halyard/contract/transparency/note';
import { frontierOf } from '@halyard/contract/transparency/tiles';
import type { Clock } from '../clock.ts';
import { type Database, type Reader, type Transaction, rowsOf } from '../db/database.ts';
import { COMMITS_MAX, readCommitments, setCommitted } from './commitments.ts';
import { haltUntilLogged, liftHalts } from './cosigned.ts';
import { readUnlogged, takeInputs } from './loggedTicks.ts';
import { insertLogKey, readLogKeys, type LogKey, type LogNaming, type SigningKey } from './logKey.ts';
import { placeIn, readSuccessor } from './logPlaces.ts';
import {
  forgetCheckpoints,
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
import { insertRepeated, readRepeated, readWaiting, setPendingLogged, WAITING_MAX } from './pending.ts';
import type { PublishedHead } from './publishedHead.ts';

/** The log must not continue, because the signed tree contradicts the database. The message has the remedy. */
export class LogRefusedError extends Error {
  override readonly name = 'LogRefusedError';
}

export type SequencerDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly key: LogKey;
  readonly naming: LogNaming;
  readonly published: PublishedHead;
  /** {@link TICKS_MAX} by default. */
  readonly ticksMax?: number;
};

export type Sequencer = {
  /**
   * Adds new entries, with at most {@link TICKS_MAX} ticks and {@link WAITING_MAX} pending entries, and publishes the
   * tree; returns whether there are more. Throws a {@link LogRefusedError} when the log must not continue.
   */
  advance(): Promise<{ readonly hasMore: boolean }>;
  /** Throws a {@link LogRefusedError} when the log cannot continue on this database. */
  check(): Promise<void>;
  /** Suspends all markets until the log continues; `isDiskFull`: that is the only reason. */
  halt(reason: string, isDiskFull?: boolean): Promise<void>;
};

/** Keeps a transaction short, also after hours without a sequencer. */
export const TICKS_MAX = 10_000;

type Signer = { readonly signer: SignerKey; readonly untilMs: number };
/** A log with its right edge and its signing keys. */
type OpenTree = {
  readonly log: number;
  readonly origin: string;
  readonly signers: readonly Signer[];
  readonly frontier: Frontier;
  /** Field of its first entry. */
  readonly predecessor: LogEntry['predecessor'];
};

/** Creates a sequencer; several may work on one database, one after the other. */
export function createSequencer(deps: SequencerDeps): Sequencer {
  const { db, published } = deps;
  let known: OpenTree | undefined;
  let isPublished = true;
  // Of two concurrent sequencers, the slower one must not replace what the other published.
  const publish = async () => {
    isPublished = false;
    await withNewestNote(db, published.write);
    isPublished = true;
  };
  const check = () => db.transaction((tx) => checkTree(tx, deps));
  return {
    advance: async () => {
      // While nothing can be published nothing is signed either, so the age of the newest checkpoint shows it.
      if (!isPublished) {
        await check();
        await publish();
      }
      // After a commit without an answer, the state is read from the database.
      const before = known;
      known = undefined;
      const { tree, hasMore, isHalted } = await db.transaction((tx) => sequenceOnce(tx, deps, before));
      await publish();
      if (isHalted) await liftHalts(db);
      known = tree;
      return { hasMore };
    },
    check,
    halt: (reason, isDiskFull) => haltUntilLogged(db, reason, isDiskFull),
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
  // Before the ticks: a purchase is logged before the prices that settle it.
  const work = await readWork(tx);
  const committed = work.commits ? await readCommitments(tx) : [];
  const { ticks, hasMore: isCut } = await readUnlogged(tx, deps.ticksMax ?? TICKS_MAX);
  // A feed may run ahead of the system clock, and a clock may be set back; the log's time does neither.
  const newestMs = Math.max(0, ...ticks.map((own) => own.ticks.at(-1)?.atMs ?? 0));
  const loggedMs = Math.max(deps.clock.nowMs(), head?.loggedMs ?? 0, newestMs);
  const newSeries = work.series ? await readNewSeries(tx, loggedMs) : [];
  const quotes = ticks.length > 0 ? await takeInputs(tx, loggedMs, ticks) : [];
  const { log, frontier } = tree;
  const { first, repeated } = await readBeginning(tx, tree, loggedMs);
  const entries = [
    ...[...first, ...newSeries.map(({ entry }) => entry)].map((entry) => textEntry(entry, loggedMs)),
    ...committed.map(({ commitments }) => textEntry({ kind: 'commits', loggedMs, commitments }, loggedMs)),
    ...splitPrices({ loggedMs, series: ticks }).map(pricesEntry),
    ...quotes.map((entry) => textEntry(entry, loggedMs)),
  ];
  await beginSeries(tx, newSeries);
  await setLogged(tx, ticks);
  const firstCommits = placeIn(log, frontier.size) + entries.findIndex(({ kind }) => kind === 'commits');
  for (const [place, { ids }] of committed.entries()) await setCommitted(tx, ids, firstCommits + place);
  const waiting = work.entries ? await readWaiting(tx) : [];
  const all = [...entries, ...waiting.map(({ entryAt }) => textEntry(entryAt(loggedMs), loggedMs))];
  const isRetained = minuteOf(loggedMs) !== minuteOf(head?.loggedMs ?? 0);
  const grown = await grow(tx, tree, all, { atMs: loggedMs, isRetained });
  await insertRepeated(tx, repeated, placeIn(log, 1));
  await setPendingLogged(tx, waiting, placeIn(log, frontier.size + entries.length));
  const commits = committed.reduce((sum, { ids }) => sum + ids.length, 0);
  const isFull = [isCut, commits === COMMITS_MAX, waiting.length === WAITING_MAX].includes(true);
  // Read the signers again after an entry that names a key.
  const hasNewKey = all.some(({ kind }) => kind === 'key');
  return { tree: hasNewKey ? undefined : grown, hasMore: isFull, isHalted: head?.hasLiftingHalt === true };
}

/** First entries of a log: its name, and entries of earlier logs that remain valid. Empty once it has begun. */
async function readBeginning(
  reader: Reader,
  { origin, predecessor, frontier }: OpenTree,
  loggedMs: number,
): Promise<{ readonly first: readonly Entry[]; readonly repeated: Awaited<ReturnType<typeof readRepeated>> }> {
  if (frontier.size > 0) return { first: [], repeated: [] };
  const repeated = await readRepeated(reader);
  const series = await readKnownSeries(reader, loggedMs);
  return { first: [{ kind: 'log', origin, predecessor }, ...repeated, ...series], repeated };
}

/** Adds entries to the tree and signs it. */
async function grow(
  tx: Transaction,
  tree: OpenTree,
  entries: readonly StoredEntry[],
  signing: { readonly atMs: number; readonly isRetained: boolean },
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
  await insertCheckpoint(tx, { log, size, note, ...signing });
  if (signing.isRetained) await forgetCheckpoints(tx, signing.atMs - MINUTE_MS);
  return { ...tree, signers, frontier: grown.frontier };
}

const minuteOf = (atMs: number) => Math.floor(atMs / MINUTE_MS);

/** Opens the current tree; reuses the known one when no other sequencer has run since. */
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
  await ensureFirstKey(tx, deps, { log, origin });
  const signers = await readSigners(tx, deps, log);
  assertSigned(parseCheckpoint(head.note), { origin, frontier, keys: await readLogKeys(tx, log) });
  const last = await deps.published.read();
  // The sequencer that began this log crashed before it published a checkpoint.
  const isNotShown = last !== undefined && last.origin === predecessor?.origin;
  if (last !== undefined && !isNotShown) await assertPublishedIncluded(tx, last, { ...head, origin });
  return { log, origin, predecessor, signers, frontier };
}

/** Begins the first log, or the one that an operator requested after another one. */
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

/** The name of the log is in its first entry, independent of the settings. */
async function readFirstEntry(reader: Reader, log: number): Promise<LogEntry> {
  const [first] = await readEntries(reader, placeIn(log, 0), 1);
  const entry = first && parseEntry(first.text);
  if (entry?.kind !== 'log') throw new Error('the log does not begin with its name');
  return entry;
}

/** A log from before keys were stored has one key. */
async function ensureFirstKey(
  tx: Transaction,
  { key, clock }: SequencerDeps,
  { log, origin }: Pick<OpenTree, 'log' | 'origin'>,
): Promise<void> {
  if ((await readLogKeys(tx, log)).length > 0) return;
  await insertLogKey(tx, { log, key: key.signer(origin).key, sinceMs: clock.nowMs() });
}

/** Keys that sign now. The newest one must exist; an older one that was destroyed no longer signs. */
async function readSigners(tx: Transaction, { key, clock }: SequencerDeps, log: number): Promise<readonly Signer[]> {
  const keys = (await readLogKeys(tx, log)).filter(({ untilMs }) => clock.nowMs() < untilMs);
  const found = await Promise.all(
    keys.map(async ({ key: one, untilMs }) => ({ signer: await key.signerOf(one), untilMs })),
  );
  if (found.at(-1)?.signer === undefined)
    throw new LogRefusedError(
      'The public log was signed with another key: bring back log.key, or TRANSPARENCY_KEY_FILE, and the files beside it.',
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

/** The last published tree must be a prefix of this log. */
async function assertPublishedIncluded(
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

function textEntry(entry: Entry, loggedMs: number): StoredEntry {
  const body = formatEntry(entry);
  return { kind: entry.kind, loggedMs, leaf: entryHash(body), content: { body } };
}

function pricesEntry(entry: ReturnType<typeof splitPrices>[number]): StoredEntry {
  const ranges = entry.series.map(({ id, firstSeq, ticks }) => ({ seriesId: id, firstSeq, count: ticks.length }));
  return { kind: 'prices', loggedMs: entry.loggedMs, leaf: entryHash(formatEntry(entry)), content: { ranges } };
}

// Series of prices in the transparency log, and their last logged ticks.

/** A series with its log entry and its last tick: earlier ticks are history, made with a public key. */
type NewSeries = { readonly entry: SeriesEntry; readonly lastSeq: number };

type Row = {
  id: number;
  symbol: string;
  source: PriceSource;
  identity: string;
  model: string | null;
  price_precision: number;
  quantity_precision: number;
  last_seq: string;
};

/** Series that markets follow and that have caught up for the first time. */
async function readNewSeries(reader: Reader, loggedMs: number): Promise<readonly NewSeries[]> {
  return readSeries(
    reader,
    loggedMs,
    sql`join market_records m on m.series_id = s.id
      where m.status = 'trading' and not exists (select from log_series l where l.series_id = s.id)`,
    'log_new_series',
  );
}

/** Series of an earlier log, which continue in this one where that log ended. */
async function readKnownSeries(reader: Reader, loggedMs: number): Promise<readonly SeriesEntry[]> {
  const which = sql`join log_series l on l.series_id = s.id join market_records m on m.id = s.market_id`;
  return (await readSeries(reader, loggedMs, which)).map(({ entry }) => entry);
}

async function readSeries(reader: Reader, loggedMs: number, which: SQL, name?: string): Promise<readonly NewSeries[]> {
  const rows = await rowsOf<Row>(
    reader,
    sql`select s.id, m.symbol, s.source, s.identity, s.state ->> 'model' as model, m.price_precision,
        m.quantity_precision, s.last_seq::text as last_seq
      from price_series s ${which} order by s.id`,
    name,
  );
  return rows.map((row) => ({
    lastSeq: Number(row.last_seq),
    entry: {
      kind: 'series',
      loggedMs,
      id: row.id,
      market: row.symbol,
      source: row.source,
      method: row.model ?? row.source,
      identity: row.identity,
      pricePlaces: row.price_precision,
      quantityPlaces: row.quantity_precision,
    },
  }));
}

/** Starts logging the ticks of series. */
async function beginSeries(tx: Transaction, series: readonly NewSeries[]): Promise<void> {
  for (const { entry, lastSeq } of series)
    await tx.execute(
      sql`insert into log_series (series_id, first_seq, logged_seq) values (${entry.id}, ${lastSeq + 1}, ${lastSeq})`,
    );
}

/** Writes which ticks are in the log. */
async function setLogged(tx: Transaction, ticks: readonly LoggedTicks[]): Promise<void> {
  if (ticks.length === 0) return;
  const rows = ticks.map(({ id, firstSeq, ticks: own }) => ({ id, seq: firstSeq + own.length - 1 }));
  await rowsOf(
    tx,
    sql`update log_series l set logged_seq = done.seq
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as done (id integer, seq bigint)
      where l.series_id = done.id`,
    'log_set_logged',
  );
}
