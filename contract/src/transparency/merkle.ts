/**
 * The tree of the log (RFC 6962, section 2.1): hashes, growth and proofs. No shifts: they would cut sizes to 32 bits,
 * and these go up to 2^53 - 1.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { HASH_BYTES, isSameBytes, joinBytes } from './bytes.ts';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
/** Levels of the tree that a tile spans. */
export const TILE_LEVELS = 8;

/** The hash of an entry. */
export function leafHash(entry: Uint8Array): Uint8Array {
  return sha256(joinBytes(LEAF, entry));
}

/** The hash over two subtrees. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(joinBytes(NODE, left, right));
}

/** The right edge of a tree: the roots of its full subtrees, the greatest first. */
export type Frontier = { readonly size: number; readonly hashes: readonly Uint8Array[] };

/** A hash in tiles: of the full subtree with 256^level leaves at the index. */
export type TileHash = { readonly level: number; readonly index: number; readonly hash: Uint8Array };

/** The tree without entries. */
export const EMPTY_FRONTIER: Frontier = { size: 0, hashes: [] };

/** The tree with more leaves, and the hashes of the tiles above level 0 that are complete now. */
export function append(
  frontier: Frontier,
  leaves: readonly Uint8Array[],
): { readonly frontier: Frontier; readonly added: readonly TileHash[] } {
  const hashes = [...frontier.hashes];
  const added: TileHash[] = [];
  let { size } = frontier;
  for (const leaf of leaves) {
    let hash = leaf;
    size += 1;
    // As many full subtrees are joined as the new size has zeros at its end.
    for (let height = 1, index = size / 2; Number.isInteger(index); height += 1, index /= 2) {
      hash = nodeHash(hashes.pop() ?? hash, hash);
      if (height % TILE_LEVELS === 0) added.push({ level: height / TILE_LEVELS, index: index - 1, hash });
    }
    hashes.push(hash);
  }
  return { frontier: { size, hashes }, added };
}

/** The root of a tree. */
export function rootOf({ hashes }: Frontier): Uint8Array {
  return foldRight(hashes);
}

/** The hash over neighbouring full subtrees, the greatest first. */
export function foldRight(hashes: readonly Uint8Array[]): Uint8Array {
  return hashes.length === 0 ? sha256(new Uint8Array()) : hashes.reduceRight((right, left) => nodeHash(left, right));
}

/** Claim that an entry is at a place of a tree. */
export type Inclusion = {
  readonly index: number;
  readonly size: number;
  readonly leaf: Uint8Array;
  readonly root: Uint8Array;
};

/** Whether a proof proves the inclusion (RFC 9162, 2.1.3.2). */
export function isIncluded({ index, size, leaf, root }: Inclusion, proof: readonly Uint8Array[]): boolean {
  if (!isPlace(index) || !isPlace(size) || index >= size || !areHashes(leaf, root, ...proof)) return false;
  let hash = leaf;
  const isEnd = climb({ node: index, last: size - 1 }, proof, (sibling, side) => {
    hash = side === 'left' ? nodeHash(sibling, hash) : nodeHash(hash, sibling);
  });
  return isEnd && isSameBytes(hash, root);
}

/** Claim that the first `oldSize` entries of a tree are an older tree. */
export type Growth = {
  readonly oldSize: number;
  readonly oldRoot: Uint8Array;
  readonly size: number;
  readonly root: Uint8Array;
};

/** Whether a proof proves the growth (RFC 9162, 2.1.4.2). Empty for equal sizes, and for an old size of 0. */
export function isConsistent({ oldSize, oldRoot, size, root }: Growth, proof: readonly Uint8Array[]): boolean {
  if (!isPlace(oldSize) || !isPlace(size) || oldSize > size || !areHashes(oldRoot, root, ...proof)) return false;
  if (oldSize === size) return proof.length === 0 && isSameBytes(oldRoot, root);
  if (oldSize === 0) return proof.length === 0 && isSameBytes(oldRoot, rootOf(EMPTY_FRONTIER));
  return isGrownFrom({ oldSize, oldRoot, size, root }, proof);
}

function isGrownFrom({ oldSize, oldRoot, size, root }: Growth, proof: readonly Uint8Array[]): boolean {
  let start: Walk = { node: oldSize - 1, last: size - 1 };
  while (isOdd(start.node)) start = up(start);
  // If the old tree is a full subtree of the new one, its root is left out of the proof.
  const [first, ...rest] = start.node === 0 ? [oldRoot, ...proof] : proof;
  if (first === undefined) return false;
  let [oldHash, hash] = [first, first];
  const isEnd = climb(start, rest, (sibling, side) => {
    if (side === 'left') oldHash = nodeHash(sibling, oldHash);
    hash = side === 'left' ? nodeHash(sibling, hash) : nodeHash(hash, sibling);
  });
  return isEnd && isSameBytes(oldHash, oldRoot) && isSameBytes(hash, root);
}

/** A node and the last one of its level. */
type Walk = { readonly node: number; readonly last: number };

/** Passes each hash of a proof with its side; false when the proof does not end at the root. */
function climb(
  start: Walk,
  proof: readonly Uint8Array[],
  join: (sibling: Uint8Array, side: 'left' | 'right') => void,
): boolean {
  let walk = start;
  for (const sibling of proof) {
    if (walk.last === 0) return false;
    const isLeft = isOdd(walk.node) || walk.node === walk.last;
    join(sibling, isLeft ? 'left' : 'right');
    walk = up(isLeft ? withSibling(walk) : walk);
  }
  return walk.last === 0;
}

/** Up to the level where a node has a left neighbour: a lonely last node has none at its own level. */
function withSibling(walk: Walk): Walk {
  let found = walk;
  while (!isOdd(found.node) && found.node !== 0) found = up(found);
  return found;
}

function up({ node, last }: Walk): Walk {
  return { node: Math.floor(node / 2), last: Math.floor(last / 2) };
}

function isOdd(value: number): boolean {
  return value % 2 === 1;
}

function areHashes(...hashes: readonly Uint8Array[]): boolean {
  return hashes.every(({ length }) => length === HASH_BYTES);
}

function isPlace(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
