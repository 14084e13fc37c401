/** The tree in tiles (C2SP tlog-tiles): their paths, bundles of entries, and proofs made from tiles. */
import { HASH_BYTES, joinBytes, wholeOf } from './bytes.ts';
import { LogFormatError } from './LineReader.ts';
import { foldRight, nodeHash, TILE_LEVELS, type Frontier } from './merkle.ts';

export const TILE_WIDTH = 256;
/** The longest entry in a bundle. */
export const ENTRY_BYTES_MAX = 65_535;

/** The first `width` hashes of the index-th tile of a level; or the entries of a tile of level 0. */
export type Tile = { readonly level: number | 'entries'; readonly index: number; readonly width: number };
type HashTile = Tile & { readonly level: number };

/** Reads the bytes of a tile: its hashes one after the other. */
export type ReadTile = (tile: HashTile) => Promise<Uint8Array>;

const PATH = /^tile\/(entries|[1-5]?\d|6[0-3])\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d?|1\d\d|2[0-4]\d|25[0-5]))?$/;

/** Path of a tile below a log's address, `tile/0/x001/234.p/5`. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  const path = groups.map((group, place) => (place === groups.length - 1 ? group : `x${group}`)).join('/');
  return `tile/${level}/${path}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** The tile of a path; undefined for anything that {@link tilePath} does not write. */
export function parseTilePath(path: string): Tile | undefined {
  const [, kind = '', place = '', part = String(TILE_WIDTH)] = PATH.exec(path) ?? [];
  const level = kind === 'entries' ? kind : wholeOf(kind);
  const index = wholeOf(place.replaceAll(/[x/]/g, '').replace(/^0+(?=\d)/, ''));
  if (level === undefined || index === undefined) return undefined;
  const tile = { level, index, width: wholeOf(part) ?? TILE_WIDTH } as const;
  return tilePath(tile) === path ? tile : undefined;
}

/** Entries of a bundle, each with its length before it. Throws a `RangeError` for one that is too long. */
export function formatBundle(entries: readonly Uint8Array[]): Uint8Array {
  return joinBytes(
    ...entries.flatMap((entry) => {
      if (entry.length > ENTRY_BYTES_MAX) throw new RangeError('an entry is too long for a bundle');
      return [Uint8Array.of(Math.floor(entry.length / 256), entry.length % 256), entry];
    }),
  );
}

/** The entries of a bundle. Throws a {@link LogFormatError} when it does not end with its last entry. */
export function parseBundle(bundle: Uint8Array): readonly Uint8Array[] {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length;) {
    const [high, low] = [bundle[at], bundle[at + 1]];
    const length = high === undefined || low === undefined ? bundle.length : high * 256 + low;
    const end = at + 2 + length;
    if (end > bundle.length) throw new LogFormatError(0, 'the bundle ends within an entry');
    entries.push(bundle.slice(at + 2, end));
    at = end;
  }
  return entries;
}

/** The right edge of the tree of this size. */
export async function frontierOf(size: number, readTile: ReadTile): Promise<Frontier> {
  const [hashes = []] = await readParts(size, [fullSubtrees(0, size)], readTile);
  return { size, hashes };
}

/** The hashes that prove the inclusion of an entry, from its sibling upwards (RFC 6962, 2.1.1). */
export async function inclusionProof(index: number, size: number, readTile: ReadTile): Promise<readonly Uint8Array[]> {
  if (index >= size) throw new RangeError('no such entry in a tree of this size');
  return foldParts(size, pathParts(index, 0, size), readTile);
}

/** The hashes that prove that a tree grew from an older one (RFC 6962, 2.1.2). */
export async function consistencyProof(
  oldSize: number,
  size: number,
  readTile: ReadTile,
): Promise<readonly Uint8Array[]> {
  if (oldSize > size) throw new RangeError('the old tree is larger than the new one');
  return oldSize === 0 || oldSize === size ? [] : foldParts(size, growthParts(oldSize, size), readTile);
}

/** The index-th full subtree with 2^height leaves. */
type Subtree = { readonly height: number; readonly index: number };
/** Neighbouring full subtrees, the greatest first: their hash is one hash of a proof. */
type Part = readonly Subtree[];

/** The leaves from `start` on, which begins a full subtree of any size that matters here. */
function fullSubtrees(start: number, end: number): Part {
  const found: Subtree[] = [];
  for (let at = start; at < end;) {
    const height = heightWithin(end - at);
    const span = 2 ** height;
    found.push({ height, index: at / span });
    at += span;
  }
  return found;
}

function pathParts(index: number, from: number, to: number): readonly Part[] {
  const parts: Part[] = [];
  let [start, end] = [from, to];
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    const isLeft = index < middle;
    parts.unshift(isLeft ? fullSubtrees(middle, end) : fullSubtrees(start, middle));
    [start, end] = isLeft ? [start, middle] : [middle, end];
  }
  return parts;
}

function growthParts(oldSize: number, size: number): readonly Part[] {
  const parts: Part[] = [];
  let [start, end] = [0, size];
  while (end !== oldSize) {
    const middle = start + splitOf(end - start);
    const isLeft = oldSize <= middle;
    parts.unshift(isLeft ? fullSubtrees(middle, end) : fullSubtrees(start, middle));
    [start, end] = isLeft ? [start, middle] : [middle, end];
  }
  // The verifier has the root of the old tree already.
  return start === 0 ? parts : [fullSubtrees(start, end), ...parts];
}

async function foldParts(size: number, parts: readonly Part[], readTile: ReadTile): Promise<readonly Uint8Array[]> {
  return (await readParts(size, parts, readTile)).map(foldRight);
}

/** The hashes of the subtrees; each tile is read once. */
async function readParts(
  size: number,
  parts: readonly Part[],
  readTile: ReadTile,
): Promise<readonly (readonly Uint8Array[])[]> {
  const tiles = new Map(parts.flat().map((subtree) => [tilePath(tileOf(subtree, size)), tileOf(subtree, size)]));
  const read = await Promise.all(
    [...tiles].map(async ([path, tile]) => {
      const bytes = await readTile(tile);
      if (bytes.length !== tile.width * HASH_BYTES) throw new LogFormatError(0, `${path} has another width`);
      return [path, bytes] as const;
    }),
  );
  const bytesOf = new Map(read);
  return parts.map((part) =>
    part.map((subtree) => hashWithin(subtree, bytesOf.get(tilePath(tileOf(subtree, size))) ?? new Uint8Array())),
  );
}

/** The tile that contains the hashes of a subtree, in a tree of this size. */
function tileOf({ height, index }: Subtree, size: number): HashTile {
  const level = Math.floor(height / TILE_LEVELS);
  const tileIndex = Math.floor((index * 2 ** (height % TILE_LEVELS)) / TILE_WIDTH);
  return { level, index: tileIndex, width: tileWidth(level, tileIndex, size) };
}

/** Number of hashes of a tile in a tree of this size: 256 when it is full, 0 when it does not exist. */
export function tileWidth(level: number, index: number, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  return Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH));
}

function hashWithin({ height, index }: Subtree, tile: Uint8Array): Uint8Array {
  const span = 2 ** (height % TILE_LEVELS);
  const first = (index * span) % TILE_WIDTH;
  const hashes = Array.from({ length: span }, (_, place) =>
    tile.slice((first + place) * HASH_BYTES, (first + place + 1) * HASH_BYTES),
  );
  return hashOfFull(hashes);
}

function hashOfFull(hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes;
  while (level.length > 1) {
    const below = level;
    level = below.flatMap((left, place) => (place % 2 === 0 ? [nodeHash(left, below[place + 1] ?? left)] : []));
  }
  return level[0] ?? new Uint8Array();
}

/** The split of a tree by RFC 6962: the greatest power of two below its size. */
function splitOf(size: number): number {
  return 2 ** heightWithin(size - 1);
}

/** The height of the greatest full tree with at most this many leaves. */
function heightWithin(leaves: number): number {
  let height = 0;
  while (2 ** (height + 1) <= leaves) height += 1;
  return height;
}
