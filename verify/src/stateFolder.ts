/**
 * State of a followed log in a folder: the last note with the state of its entries, and the hashes of all entries,
 * which distinguish an older tree from another one.
 */
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { add, compare, max, min, multiply, type Decimal } from '@halyard/contract/money';
import { DAY_MS, MINUTE_MS } from '@halyard/contract/time';
import { HASH_BYTES, isSameBytes, joinBytes, toBase64 } from '@halyard/contract/transparency/bytes';
import type { Entry, LoggedTick, LoggedTicks } from '@halyard/contract/transparency/entries';
import { NOTHING_FOLLOWED, type Followed } from '@halyard/contract/transparency/followEntries';
import { append, EMPTY_FRONTIER, rootOf, type Frontier } from '@halyard/contract/transparency/merkle';
import { parseCheckpoint, type TreeHead } from '@halyard/contract/transparency/note';
import { bytesOf, fieldsOf, listOf, parseJson, textOf } from '@halyard/contract/transparency/receiptFile';
import { TILE_WIDTH, type ReadTile } from '@halyard/contract/transparency/tiles';
import { NotUnderstoodError, timeText, UntrueError } from './outcome.ts';
import type { ShownCandles } from './remoteLog.ts';

/** `note` is empty before the first. */
export type Seen = {
  readonly note: string;
  readonly frontier: Frontier;
  readonly followed: Followed;
  readonly minutes: readonly SeriesMinutes[];
};

export type StateFolder = {
  read(): Promise<Seen>;
  /** Stores the state, with the hashes of the new entries. */
  write(seen: Seen, leaves: readonly Uint8Array[]): Promise<void>;
  /** The tiles of the last seen tree. */
  tiles(size: number): Promise<ReadTile>;
  /** Stores a file for others; answers its path. */
  keep(name: string, text: string): Promise<string>;
};

const NOTHING_SEEN: Seen = { note: '', frontier: EMPTY_FRONTIER, followed: NOTHING_FOLLOWED, minutes: [] };

/** The state folder at a path; an empty one has no state. */
export function stateFolder(path: string): StateFolder {
  const [statePath, leavesPath] = [join(path, 'state.json'), join(path, 'leaves')];
  return {
    read: async () => {
      const text = await readFile(statePath, 'utf8').catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      });
      return text === undefined ? NOTHING_SEEN : parseSeen(text);
    },
    write: async (seen, leaves) => {
      await mkdir(path, { recursive: true });
      await writeAt(leavesPath, (seen.frontier.size - leaves.length) * HASH_BYTES, joinBytes(...leaves));
      await writeFile(`${statePath}.new`, formatSeen(seen));
      await rename(`${statePath}.new`, statePath);
    },
    tiles: async (size) => {
      const bytes = new Uint8Array(await readFile(leavesPath));
      const leaves = Array.from({ length: size }, (_, place) => hashAt(bytes, place));
      const { added } = append(EMPTY_FRONTIER, leaves);
      const hashesOf = (level: number) => added.filter((one) => one.level === level).map(({ hash }) => hash);
      return async ({ level, index, width }) => {
        const hashes = level === 0 ? leaves : hashesOf(level);
        return joinBytes(...hashes.slice(index * TILE_WIDTH, index * TILE_WIDTH + width));
      };
    },
    keep: async (name, text) => {
      await mkdir(path, { recursive: true });
      await writeFile(join(path, name), text);
      return join(path, name);
    },
  };
}

/** A state folder in memory, empty at each start. */
export function forgetfulState(): StateFolder {
  const nothing = () => Promise.reject(new Error('nothing was seen'));
  return { read: async () => NOTHING_SEEN, write: async () => undefined, tiles: nothing, keep: nothing };
}

/** The hash at a place among concatenated hashes. */
export function hashAt(hashes: Uint8Array, place: number): Uint8Array {
  return hashes.slice(place * HASH_BYTES, (place + 1) * HASH_BYTES);
}

/** The known tree head: before the first note it is empty. */
export function headOf({ note, frontier }: Seen): Pick<TreeHead, 'size' | 'root'> {
  if (note === '') return { size: 0, root: rootOf(frontier) };
  const { size, root } = parseCheckpoint(note);
  return { size, root };
}

// State folders of earlier versions of the tool remain readable: the file names a time as the log's entries do.
const [FIELD, FILE_FIELD] = ['"loggedMs":', '"sealedMs":'];

function formatSeen({ frontier, ...rest }: Seen): string {
  const text = JSON.stringify({ ...rest, frontier: frontier.hashes.map(toBase64) });
  return `${text.replaceAll(FIELD, FILE_FIELD)}\n`;
}

function parseSeen(text: string): Seen {
  const file = fieldsOf('state', parseJson(text.replaceAll(FILE_FIELD, FIELD)), [
    'note',
    'frontier',
    'followed',
    'minutes',
  ]);
  // The tool's own file: a writer of this file could change the tool as well.
  const followed: Followed = { ...NOTHING_FOLLOWED, ...(file.followed as Partial<Followed>) };
  if (followed.size > 0 && Object.keys(file.followed as object).length < Object.keys(NOTHING_FOLLOWED).length)
    throw new NotUnderstoodError('the state folder is of an older version of this tool: begin with another one');
  const minutes = file.minutes as readonly SeriesMinutes[];
  const hashes = listOf('frontier', file.frontier, (hash) => bytesOf('frontier', hash, HASH_BYTES));
  const seen = { note: textOf('note', file.note), frontier: { size: followed.size, hashes }, followed, minutes };
  const { size, root } = headOf(seen);
  if (size !== followed.size || !isSameBytes(root, rootOf(seen.frontier)))
    throw new NotUnderstoodError('the state folder is damaged: begin with another one');
  return seen;
}

async function writeAt(path: string, position: number, bytes: Uint8Array): Promise<void> {
  // An interrupted write leaves hashes without a note; they are overwritten.
  const file = await open(path, position === 0 ? 'w' : 'r+');
  try {
    await file.write(bytes, 0, bytes.length, position);
    await file.sync();
  } finally {
    await file.close();
  }
}

// Compares the exchange's candles with the prices of its log.

/** Parts of a candle that follow from its ticks. */
const FOLDED = ['open', 'high', 'low', 'close', 'volume', 'turnover'] as const;

/** The ticks of a minute as one. `isWhole` is false for the minute in which the log began to have a series. */
export type Minute = Readonly<Record<(typeof FOLDED)[number], Decimal>> & {
  readonly openedAtMs: number;
  readonly isWhole: boolean;
};

/**
 * The newest series of a market. `minute` is the open one; `null` before the first tick. Plain data, stored as JSON.
 */
type SeriesMinutes = { readonly market: string; readonly id: number; readonly minute: Minute | null };

/** Ended minutes of a market, ascending. */
export type EndedMinutes = { readonly market: string; readonly id: number; readonly minutes: readonly Minute[] };

/** Folds entries into minutes, from the stored state. */
export function foldMinutes(before: readonly SeriesMinutes[]) {
  const newest = new Map(before.map((series) => [series.market, series]));
  const ended = new Map<string, Minute[]>();

  function endedOf(market: string): Minute[] {
    const minutes = ended.get(market) ?? [];
    ended.set(market, minutes);
    return minutes;
  }

  function takeTicks({ id, firstSeq, ticks }: LoggedTicks): void {
    const series = [...newest.values()].find((one) => one.id === id);
    if (series === undefined) return;
    let { minute } = series;
    for (const [place, tick] of ticks.entries()) {
      const openedAtMs = tick.atMs - (tick.atMs % MINUTE_MS);
      if (minute?.openedAtMs === openedAtMs) {
        minute = withTick(minute, tick);
        continue;
      }
      if (minute?.isWhole === true) endedOf(series.market).push(minute);
      minute = minuteOf(tick, { openedAtMs, isWhole: minute !== null || firstSeq + place === 1 });
    }
    newest.set(series.market, { ...series, minute });
  }

  return {
    take: (entry: Entry): void => {
      if (entry.kind === 'series') {
        const { market, id } = entry;
        newest.set(market, { market, id, minute: null });
        ended.delete(market);
      }
      if (entry.kind === 'prices') for (const ticks of entry.series) takeTicks(ticks);
    },
    open: (): readonly SeriesMinutes[] => [...newest.values()],
    ended: (): readonly EndedMinutes[] =>
      [...newest.values()].map(({ market, id }) => ({ market, id, minutes: endedOf(market) })),
  } as const;
}

/** An exchange may delete candles of minutes that are a month older than the newest price, and no younger ones. */
const STORED_LEAST_MS = 28 * DAY_MS;

/**
 * Number of minutes that were compared. Throws an {@link UntrueError} for the first one whose candle differs or is
 * missing.
 */
export function judgeCandles({ market, id, minutes }: EndedMinutes, { candles, storedFromMs }: ShownCandles): number {
  const shown = new Map(candles.map((candle) => [candle.openedAtMs, candle]));
  const fromMs = Math.min(storedFromMs, (minutes.at(-1)?.openedAtMs ?? 0) - STORED_LEAST_MS);
  const stored = minutes.filter(({ openedAtMs }) => openedAtMs >= fromMs);
  for (const minute of stored) {
    const candle = shown.get(minute.openedAtMs);
    const name = `${market} at ${timeText(minute.openedAtMs)} (series ${id})`;
    if (candle === undefined) throw new UntrueError('candles', `${name} is missing`);
    const field = FOLDED.find((one) => compare(candle[one], minute[one]) !== 0);
    if (field !== undefined)
      throw new UntrueError('candles', `${name} has ${field} ${candle[field]}, by the log it is ${minute[field]}`);
  }
  return stored.length;
}

function minuteOf({ price, quantity }: LoggedTick, begun: Pick<Minute, 'openedAtMs' | 'isWhole'>): Minute {
  const turnover = multiply(price, quantity);
  return { ...begun, open: price, high: price, low: price, close: price, volume: quantity, turnover };
}

function withTick(minute: Minute, { price, quantity }: LoggedTick): Minute {
  return {
    ...minute,
    high: max(minute.high, price),
    low: min(minute.low, price),
    close: price,
    volume: add(minute.volume, quantity),
    turnover: add(minute.turnover, multiply(price, quantity)),
  };
}
