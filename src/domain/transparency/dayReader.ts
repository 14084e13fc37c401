/**
 * Reads one day of the public log in pieces and recomputes its simulated prices. Each bundle is verified against the
 * checkpoint first.
 */
import { HASH_BYTES, isSameBytes, utf8Of } from '@halyard/contract/transparency/bytes';
import { parseEntry, type Entry } from '@halyard/contract/transparency/entries';
import { append, EMPTY_FRONTIER, isIncluded, leafHash, rootOf } from '@halyard/contract/transparency/merkle';
import { parseCheckpoint, type Checkpoint } from '@halyard/contract/transparency/note';
import { simulatedDay, type SimulatedSeries } from '@halyard/contract/transparency/simulatedDay';
import { inclusionProof, TILE_WIDTH, tilePath, tileWidth, type ReadTile } from '@halyard/contract/transparency/tiles';
import { DAY_MS } from '@halyard/contract/time';
import { readEntry } from './judgeLog.ts';
import { UnreachableError, type RemoteLog } from './remoteLog.ts';

/** Positions as the exchange reports them; each is verified. */
export type DayPlaces = { readonly day: string; readonly seedIndex: number; readonly revealIndex: number };

type Reading = {
  /** The checkpoint that this device verified. */
  readonly note: string;
  readonly remote: RemoteLog;
  readonly places: DayPlaces;
  readonly signal: AbortSignal;
  /** Called with the finished share, 0 to 1. */
  readonly onProgress: (share: number) => void;
};

/** Entries computed before yielding to the browser: some hundredths of a second on a slow phone. */
const AT_ONCE = 16;
type Bundle = (index: number) => Promise<readonly Entry[]>;
type Take = (index: number, entry: Entry) => void;

/**
 * Returns each series; `undefined` when aborted. Throws errors that `isUnread` recognises, also for a bundle that does
 * not verify.
 */
export async function recomputeDay(reading: Reading): Promise<readonly SimulatedSeries[] | undefined> {
  const { note, places, signal, onProgress } = reading;
  const head = parseCheckpoint(note);
  const remote = { ...reading.remote, tile: remembering(reading.remote.tile, tilePath) };
  const bundle: Bundle = (index) => readBundle(index, head, remote);
  const searched = remembering(bundle, String);
  const fromMs = Date.parse(places.day);
  const day = simulatedDay(places.day);
  day.take(places.seedIndex, await readEntry(places.seedIndex, head, remote));
  day.take(places.revealIndex, await readEntry(places.revealIndex, head, remote));
  const last = Math.ceil(head.size / TILE_WIDTH) - 1;
  // The first price of the day depends on the one before it.
  const first = Math.max(0, (await firstFrom(0, last + 1, loggedFrom(fromMs, searched))) - 1);
  const end = await firstFrom(first, last + 1, loggedFrom(fromMs + DAY_MS, searched));
  await takeSeries(first, searched, day.take);
  for (let index = first; index <= Math.min(end, last); index += 1) {
    const entries = await bundle(index);
    for (const [place, entry] of entries.entries()) {
      if (place % AT_ONCE === 0) await turn();
      if (signal.aborted) return undefined;
      if (entry.kind === 'series' || entry.kind === 'prices') day.take(index * TILE_WIDTH + place, entry);
    }
    onProgress((index - first + 1) / (end - first + 1));
  }
  return day.verdict();
}

/** Each series is named right before its first price. */
async function takeSeries(before: number, bundle: Bundle, take: Take): Promise<void> {
  const named = new Set<number>();
  for (const id of idsOf(await bundle(before))) {
    if (named.has(id)) continue;
    const found = await firstFrom(0, before, async (index) => idsOf(await bundle(index)).has(id));
    const near = [found - 1, found].filter((index) => index >= 0 && index < before);
    const placed = (await Promise.all(near.map((index) => seriesIn(index, bundle)))).flat();
    for (const [at, entry] of placed.filter((one) => !named.has(one[1].id))) {
      named.add(entry.id);
      take(at, entry);
    }
  }
}

async function seriesIn(index: number, bundle: Bundle) {
  const placed = (await bundle(index)).map((entry, place) => [index * TILE_WIDTH + place, entry] as const);
  return placed.flatMap(([at, entry]) => (entry.kind === 'series' ? [[at, entry] as const] : []));
}

function idsOf(entries: readonly Entry[]): ReadonlySet<number> {
  return new Set(entries.flatMap((entry) => (entry.kind === 'prices' ? entry.series.map(({ id }) => id) : [])));
}

/** The first index of a range from which a predicate holds; the range's end when it never does. */
async function firstFrom(from: number, end: number, isSo: (index: number) => Promise<boolean>): Promise<number> {
  let [low, high] = [from, end];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await isSo(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whether a bundle begins at or after an instant: entries are ordered by time. */
function loggedFrom(atMs: number, bundle: Bundle) {
  return async (index: number) => {
    const dated = (await bundle(index)).find((entry) => 'loggedMs' in entry);
    return dated !== undefined && 'loggedMs' in dated && dated.loggedMs >= atMs;
  };
}

async function readBundle(index: number, head: Checkpoint, remote: RemoteLog): Promise<readonly Entry[]> {
  const width = tileWidth(0, index, head.size);
  const entries = await remote.entries({ index, width });
  const leaves = entries.map(leafHash);
  const isSo = leaves.length === width && (await isInTree(leaves, index, head, remote.tile));
  if (!isSo) throw new UnreachableError(`bundle ${index} is not what was signed`);
  return entries.map((entry) => parseEntry(utf8Of(entry) ?? ''));
}

/**
 * For a full bundle it is enough to verify its hash in the tile above: the proof of any entry takes all of its hashes.
 */
async function isInTree(leaves: readonly Uint8Array[], index: number, { size, root }: Checkpoint, tile: ReadTile) {
  if (leaves.length < TILE_WIDTH) {
    const proven = leaves.map(async (leaf, place) => isProven(index * TILE_WIDTH + place, leaf));
    return (await Promise.all(proven)).every(Boolean);
  }
  const above = Math.floor(index / TILE_WIDTH);
  const hashes = await tile({ level: 1, index: above, width: tileWidth(1, above, size) });
  const place = (index % TILE_WIDTH) * HASH_BYTES;
  const own = rootOf(append(EMPTY_FRONTIER, leaves).frontier);
  if (!isSameBytes(own, hashes.slice(place, place + HASH_BYTES))) return false;
  return isProven(index * TILE_WIDTH, leaves[0] ?? own);

  async function isProven(at: number, leaf: Uint8Array) {
    return isIncluded({ index: at, size, leaf, root }, await inclusionProof(at, size, tile));
  }
}

function remembering<Place, Answer>(read: (place: Place) => Promise<Answer>, nameOf: (place: Place) => string) {
  const answers = new Map<string, Promise<Answer>>();
  return (place: Place): Promise<Answer> => {
    const answer = answers.get(nameOf(place)) ?? read(place);
    answers.set(nameOf(place), answer);
    return answer;
  };
}

/** Works without `scheduler.yield`: the browser must paint the progress. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
