/** Following a log: whether it continues the last seen tree, and each entry is valid. */
import { HASH_BYTES, isSameBytes, utf8Of } from '@halyard/contract/transparency/bytes';
import { entryName } from '@halyard/contract/transparency/entries';
import { formatEvidence, shownGrowth, type Evidence } from '@halyard/contract/transparency/evidence';
import { followEntries, type Followed, type OnEntry } from '@halyard/contract/transparency/followEntries';
import { append, isConsistent, leafHash, rootOf, type Frontier } from '@halyard/contract/transparency/merkle';
import { parseCheckpoint, verifyNote, type Checkpoint, type Signed } from '@halyard/contract/transparency/note';
import type { Policy, KnownWitness } from '@halyard/contract/transparency/policy';
import { LOGGED_STEPS, type LoggedEntries } from '@halyard/contract/transparency/receiptFile';
import { takeSteps } from '@halyard/contract/transparency/steps';
import { TILE_WIDTH, tileWidth } from '@halyard/contract/transparency/tiles';
import { NotUnderstoodError, stepLine, timeText, UntrueError, type Print } from './outcome.ts';
import { ask, baseOf, type ReadCandles, type RemoteLog } from './remoteLog.ts';
import {
  foldMinutes,
  hashAt,
  headOf,
  judgeCandles,
  type EndedMinutes,
  type Seen,
  type StateFolder,
} from './stateFolder.ts';
import { trustLine, withKeys } from './trust.ts';
import { createHash } from 'node:crypto';

export type Following = {
  readonly remote: RemoteLog;
  readonly policy: Policy;
  readonly state: StateFolder;
  /** A line for each step. */
  readonly printStep: Print;
  /** Warnings, which are not faults. */
  readonly printWarning: Print;
  readonly onEntry?: OnEntry;
  /** Candles of the exchange, to be compared with the prices of the log. */
  readonly candles?: ReadCandles | undefined;
  /** This machine's clock. */
  readonly nowMs?: () => number;
};

/** Largest distance of the last entry from this machine's clock. */
const CLOCK_MS = 5000;

/** From the first new entry up to the size of the tree. */
type Stretch = { readonly from: number; readonly size: number };

/** One pass. Throws an {@link UntrueError} for a false statement; then nothing of the pass is stored. */
export async function followOnce(following: Following): Promise<void> {
  const { remote, state, printStep } = following;
  const seen = await state.read();
  const note = await remote.checkpoint();
  const { checkpoint, signed } = judgeSignatures(note, following, seen);
  await judgeGrowth({ note, checkpoint }, following, seen);
  const stretch = { from: headOf(seen).size, size: checkpoint.size };
  const leaves = await readLeaves(stretch, remote);
  const frontier = judgeTree(leaves, checkpoint, seen.frontier);
  printStep(stepLine('passed', 'consistency', `${stretch.size} entries continue the ${stretch.from} seen before`));
  const minutes = foldMinutes(seen.minutes);
  const followed = await judgeEntries(stretch, leaves, {
    ...following,
    seen,
    origin: checkpoint.origin,
    onEntry: (index, entry) => {
      minutes.take(entry);
      following.onEntry?.(index, entry);
    },
  });
  await judgeMinutes(minutes.ended(), following);
  await state.write({ note, frontier, followed, minutes: minutes.open() }, leaves);
  printStep(
    stepLine(
      'passed',
      'entries',
      `${stretch.size - stretch.from} new, the last sealed at ${timeText(followed.loggedMs)}`,
    ),
  );
  warnOfClock(followed.loggedMs, following);
  printStep(trustLine(signed));
}

/**
 * The witnesses' checkpoints must be the beginning of the last seen tree. Throws as {@link followOnce} does; a witness
 * that is unreachable or not understood is only a warning.
 */
export async function compareWitnesses({ policy, state, printStep, printWarning }: Following): Promise<void> {
  const seen = await state.read();
  const { origin, ...tree } = parseCheckpoint(seen.note);
  const known = withKeys(policy, seen.followed.vkeys);
  for (const witness of policy.witnesses.filter(({ url }) => url !== undefined)) {
    const said = await readWitnessed(witness, known, origin).catch((error: unknown) => {
      printWarning(stepLine('warning', `witness ${witness.name}`, (error as Error).message));
    });
    if (said === undefined) continue;
    const { size, root } = said.checkpoint;
    if (size > tree.size) {
      printWarning(
        stepLine('warning', `witness ${witness.name}`, `saw ${size} entries, of which ${tree.size} are shown`),
      );
      continue;
    }
    const shown = await shownGrowth(size, tree, await state.tiles(tree.size));
    if (!isSameBytes(shown.root, root))
      await convict({ ...shown, smaller: said.text, larger: seen.note }, [size, tree.size], state);
    printStep(stepLine('passed', `witness ${witness.name}`, `saw the first ${size} entries`));
  }
}

function judgeSignatures(
  note: string,
  { policy, printStep }: Following,
  seen: Seen,
): { readonly checkpoint: Checkpoint; readonly signed: readonly Signed[] } {
  const checkpoint = parseCheckpoint(note);
  const known = withKeys(policy, seen.followed.vkeys);
  if (seen.note !== '' && !known.logs.some(({ key }) => key.name === parseCheckpoint(seen.note).origin))
    throw new NotUnderstoodError('the state folder is of another log');
  const { steps, found } = takeSteps<string, LoggedEntries>(LOGGED_STEPS, {
    policy: known,
    file: { entries: [], checkpoint: note },
  });
  // The last step is about entries of a file.
  for (const { step, state, reason } of steps.slice(0, -1)) {
    if (state === 'failed') throw new UntrueError(step, reason ?? '');
    printStep(stepLine(state, step));
  }
  return { checkpoint, signed: found.signed ?? [] };
}

/** The larger of two trees must continue the smaller one; otherwise both notes are stored as evidence. */
async function judgeGrowth(
  now: { readonly note: string; readonly checkpoint: Checkpoint },
  { remote, state }: Following,
  seen: Seen,
): Promise<void> {
  const [one, other] = [
    { note: seen.note, ...headOf(seen) },
    { note: now.note, size: now.checkpoint.size, root: now.checkpoint.root },
  ];
  const hasShrunk = other.size < one.size;
  const [smaller, larger] = hasShrunk ? [other, one] : [one, other];
  const shown = await shownGrowth(smaller.size, larger, hasShrunk ? await state.tiles(one.size) : remote.tile);
  const growth = { oldSize: smaller.size, oldRoot: shown.root, size: larger.size, root: larger.root };
  if (!isConsistent(growth, shown.proof))
    throw new UntrueError('consistency', `the tiles do not make the tree of ${larger.size} entries that was signed`);
  if (!isSameBytes(shown.root, smaller.root)) {
    const evidence = { ...shown, smaller: smaller.note, larger: larger.note };
    await convict(evidence, [smaller.size, larger.size], state, other.size);
  }
  if (hasShrunk)
    throw new UntrueError('consistency', `${other.size} entries are published, and ${one.size} were before`);
}

/** Stores the evidence of two histories. */
async function convict(
  evidence: Evidence,
  [smaller, larger]: readonly [number, number],
  state: StateFolder,
  nameSize = larger,
): Promise<never> {
  const path = await state.keep(`evidence-${nameSize}.txt`, formatEvidence(evidence));
  throw new UntrueError(
    'consistency',
    `the trees of ${smaller} and ${larger} entries are signed, and the one does not continue the other: ${path}`,
  );
}

/** Ended minutes must be shown as the log has them, unless the exchange no longer stores them. */
async function judgeMinutes(
  ended: readonly EndedMinutes[],
  { candles, printStep, printWarning }: Following,
): Promise<void> {
  if (candles === undefined) return;
  let count = 0;
  for (const series of ended) {
    const [first, last] = [series.minutes[0], series.minutes.at(-1)];
    if (first === undefined || last === undefined) continue;
    const shown = await candles(series.market, { fromMs: first.openedAtMs, toMs: last.openedAtMs });
    const compared = shown === undefined ? 0 : judgeCandles(series, shown);
    count += compared;
    const [left, why] = [series.minutes.length - compared, shown === undefined ? 'the market has ended' : 'deleted'];
    if (left > 0) printWarning(stepLine('warning', `candles ${series.market}`, `${left} minutes not compared: ${why}`));
  }
  printStep(stepLine('passed', 'candles', `${count} minutes are those of the log`));
}

function warnOfClock(loggedMs: number, { nowMs, printWarning }: Following): void {
  const agoMs = nowMs === undefined ? 0 : nowMs() - loggedMs;
  if (Math.abs(agoMs) <= CLOCK_MS) return;
  const seconds = Math.round(Math.abs(agoMs) / 1000);
  printWarning(stepLine('warning', 'clock', `the last entry is of ${seconds} s ${agoMs > 0 ? 'ago' : 'from now'}`));
}

/** The hashes of the new entries. */
async function readLeaves({ from, size }: Stretch, remote: RemoteLog): Promise<readonly Uint8Array[]> {
  const leaves: Uint8Array[] = [];
  for (const { index, width, skip } of tilesOf({ from, size })) {
    const hashes = await remote.tile({ level: 0, index, width });
    if (hashes.length !== width * HASH_BYTES) throw new UntrueError('consistency', `tile ${index} has another width`);
    for (let place = skip; place < width; place += 1) leaves.push(hashAt(hashes, place));
  }
  return leaves;
}

function judgeTree(leaves: readonly Uint8Array[], { size, root }: Checkpoint, before: Frontier): Frontier {
  const { frontier } = append(before, leaves);
  if (!isSameBytes(rootOf(frontier), root))
    throw new UntrueError('consistency', `the hashes of the entries do not make the tree of ${size} that was signed`);
  return frontier;
}

/** Each entry must have its hash, and follow from the one before it. */
async function judgeEntries(
  stretch: Stretch,
  leaves: readonly Uint8Array[],
  { remote, printWarning, onEntry, seen, origin }: Following & { readonly seen: Seen; readonly origin: string },
): Promise<Followed> {
  let { followed } = seen;
  for (const { index, width, skip } of tilesOf(stretch)) {
    const entries = await remote.entries({ index, width });
    if (entries.length !== width)
      throw new UntrueError('entries', `${entries.length} from entry ${index * TILE_WIDTH} on, not ${width}`);
    const first = index * TILE_WIDTH;
    const texts = entries
      .slice(skip)
      .map((entry, place) => textOf(entry, first + skip + place, leaves[first + skip + place - stretch.from]));
    const next = followEntries(followed, texts, origin, onEntry);
    for (const warning of next.warnings) printWarning(stepLine('warning', warning));
    if (next.fault !== undefined) throw new UntrueError('entries', next.fault);
    ({ followed } = next);
  }
  return followed;
}

function textOf(entry: Uint8Array, index: number, leaf: Uint8Array | undefined): string {
  const text = utf8Of(entry) ?? '';
  if (leaf === undefined || !isSameBytes(leafHash(entry), leaf))
    throw new UntrueError('entries', `${entryName(index, text)} is not what was signed`);
  if (text === '') throw new UntrueError('entries', `${entryName(index, text)} is no text`);
  return text;
}

/** The tiles of level 0 of a stretch; `skip` hashes of the first one were seen before. */
function tilesOf({ from, size }: Stretch) {
  const first = Math.floor(from / TILE_WIDTH);
  return Array.from({ length: Math.ceil(size / TILE_WIDTH) - first }, (_, place) => {
    const index = first + place;
    return { index, width: tileWidth(0, index, size), skip: Math.max(0, from - index * TILE_WIDTH) };
  }).filter(({ skip, width }) => skip < width);
}

// Checkpoints that witnesses cosigned (C2SP tlog-witness). A tree that differs from theirs is a second history.

/** The last note of a log that a witness cosigned. Throws for a note that log and witness did not both sign. */
export async function readWitnessed(
  { key, name, url = '' }: KnownWitness,
  { logs }: Policy,
  origin: string,
): Promise<{ readonly text: string; readonly checkpoint: Checkpoint }> {
  const hash = createHash('sha256').update(origin).digest('hex');
  const text = utf8Of(await ask(new URL(`${hash}/checkpoint`, baseOf(url, `witness ${name}`)))) ?? '';
  const checkpoint = parseCheckpoint(text);
  const logKeys = logs.map((log) => log.key).filter((logKey) => logKey.name === origin);
  const isSigned = [logKeys, [key]].every((keys) => verifyNote(checkpoint.note, keys).length > 0);
  if (checkpoint.origin !== origin || !isSigned)
    throw new NotUnderstoodError(`witness ${name} shows a note that it or the log did not sign`);
  return { text, checkpoint };
}
