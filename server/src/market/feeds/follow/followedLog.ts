/**
 * The signed log of another exchange, from the tree that it shows first: each later tree must continue it, and each
 * entry is one of the signed tree.
 */
import { HASH_BYTES, isSameBytes, utf8Of } from '@halyard/contract/transparency/bytes';
import { parseCheckpoint, type Checkpoint } from '@halyard/contract/transparency/checkpoint';
import { parseEntry, type Entry } from '@halyard/contract/transparency/entries';
import type { VerifierKey } from '@halyard/contract/transparency/keys';
import { append, isIncluded, leafHash, rootOf, type Frontier } from '@halyard/contract/transparency/merkle';
import { verifyNote } from '@halyard/contract/transparency/note';
import { need } from '@halyard/contract/transparency/steps';
import {
  frontierOf,
  inclusionProof,
  parseBundle,
  TILE_WIDTH,
  tilePath,
  tileWidth,
  type Tile,
} from '@halyard/contract/transparency/tiles';

/** Reads a file of the log by its path. Throws when it cannot be read. */
export type ReadPath = (path: string) => Promise<Uint8Array>;

export type FollowedLog = {
  /** The entries that were added since the last call. Throws where they are not as they were signed. */
  read(): Promise<readonly Entry[]>;
  /** An entry of the tree that is known. */
  entry(index: number): Promise<Entry>;
};

/** Reads the first tree. Throws when it is not signed by `key`, or not the tree of its tiles. */
export async function followLog(readPath: ReadPath, key: VerifierKey): Promise<FollowedLog> {
  const readTile = (tile: Tile) => readPath(tilePath(tile));
  let seen = await readCheckpoint(readPath, key);
  let frontier = await frontierOf(seen.size, readTile);
  need(isSameBytes(rootOf(frontier), seen.root), 'the tiles are not the tree that was signed');

  const entriesOf = async (index: number, size: number) => {
    const width = tileWidth(0, index, size);
    const entries = parseBundle(await readTile({ level: 'entries', index, width }));
    need(entries.length === width, `tile ${index} has another width`);
    return entries;
  };
  return {
    async read() {
      const next = await readCheckpoint(readPath, key);
      need(next.size >= seen.size, `${next.size} entries are published, and ${seen.size} were before`);
      const grown = await readGrowth({ from: seen.size, size: next.size }, frontier, { readTile, entriesOf });
      need(isSameBytes(rootOf(grown.frontier), next.root), 'the log does not continue the tree of before');
      [seen, frontier] = [next, grown.frontier];
      return grown.entries.map(textEntry);
    },
    async entry(index) {
      const { size, root } = seen;
      const entry = (await entriesOf(Math.floor(index / TILE_WIDTH), size))[index % TILE_WIDTH];
      need(entry !== undefined, `no entry ${index}`);
      const proof = await inclusionProof(index, size, readTile);
      need(isIncluded({ index, size, leaf: leafHash(entry), root }, proof), `entry ${index} is not in the tree`);
      return textEntry(entry);
    },
  };
}

type Readers = {
  readonly readTile: (tile: Tile) => Promise<Uint8Array>;
  readonly entriesOf: (index: number, size: number) => Promise<readonly Uint8Array[]>;
};

/** The entries that were added, each with the hash of its tile, and the right edge of the tree with them. */
async function readGrowth(
  { from, size }: { readonly from: number; readonly size: number },
  before: Frontier,
  { readTile, entriesOf }: Readers,
): Promise<{ readonly entries: readonly Uint8Array[]; readonly frontier: Frontier }> {
  const added: Uint8Array[] = [];
  for (let index = Math.floor(from / TILE_WIDTH); index * TILE_WIDTH < size; index += 1) {
    const entries = await entriesOf(index, size);
    const hashes = await readTile({ level: 0, index, width: entries.length });
    for (const [place, entry] of entries.entries()) {
      if (index * TILE_WIDTH + place < from) continue;
      const hash = hashes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES);
      need(isSameBytes(leafHash(entry), hash), `entry ${index * TILE_WIDTH + place} is not as it was signed`);
      added.push(entry);
    }
  }
  return { entries: added, frontier: append(before, added.map(leafHash)).frontier };
}

async function readCheckpoint(readPath: ReadPath, key: VerifierKey): Promise<Checkpoint> {
  const checkpoint = parseCheckpoint(utf8Of(await readPath('checkpoint')) ?? '');
  need(checkpoint.origin === key.name, `the checkpoint of another log, ${checkpoint.origin}`);
  need(verifyNote(checkpoint.note, [key]).length > 0, 'the checkpoint is not signed by FOLLOW_KEY');
  return checkpoint;
}

function textEntry(entry: Uint8Array): Entry {
  return parseEntry(utf8Of(entry) ?? '');
}
