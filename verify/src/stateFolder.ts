/**
 * State of a followed log in a folder: the last note with the state of its entries, and the hashes of all entries,
 * which distinguish an older tree from another one.
 */
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HASH_BYTES, isSameBytes, joinBytes, toBase64 } from '@halyard/contract/transparency/bytes';
import { parseCheckpoint, type TreeHead } from '@halyard/contract/transparency/checkpoint';
import { NOTHING_FOLLOWED, type Followed } from '@halyard/contract/transparency/followEntries';
import { bytesOf, fieldsOf, listOf, parseJson, textOf } from '@halyard/contract/transparency/json';
import { append, EMPTY_FRONTIER, rootOf, type Frontier } from '@halyard/contract/transparency/merkle';
import { TILE_WIDTH, type ReadTile } from '@halyard/contract/transparency/tiles';
import type { SeriesMinutes } from './minutes.ts';
import { NotUnderstoodError } from './outcome.ts';

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

function formatSeen({ frontier, ...rest }: Seen): string {
  return `${JSON.stringify({ ...rest, frontier: frontier.hashes.map(toBase64) })}\n`;
}

function parseSeen(text: string): Seen {
  const file = fieldsOf('state', parseJson(text), ['note', 'frontier', 'followed', 'minutes']);
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
