/**
 * The sum tree of a snapshot: each holder's sums in one to four parts, empty leaves up to a power of two, all in a
 * random order. It is built in tiles of 64 nodes, from which paths are read later, and yields to other work in between.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { HASH_BYTES, joinBytes } from '@halyard/contract/transparency/bytes';
import {
  AMOUNT_BYTES,
  LEAVES_LEAST,
  liabilityLeaf,
  liabilityNonce,
  liabilityTag,
  parseSums,
  sumBytes,
  sumLevels,
  sumPath,
  type SumNode,
  type Sums,
} from '@halyard/contract/transparency/liabilities';
import type { Holder } from './readBooks.ts';

const TILE_NODES = 64;
const PARTS_MAX = 4;
/** A tile takes about half a millisecond. */
const TILES_A_TURN = 8;

export type TilePlace = { readonly level: number; readonly n: number };
export type SumTile = TilePlace & { readonly nodes: Uint8Array };
/** The leaves of a user, by chunk. */
export type Owner = Pick<Holder, 'userId' | 'contact'> & { readonly leaves: readonly number[] };
export type GrownTree = {
  readonly leaves: number;
  readonly root: Uint8Array;
  readonly tiles: readonly SumTile[];
  readonly owners: readonly Owner[];
};

/** Builds the tree. Every holder has a secret by now. */
export async function growTree(
  snapshotId: number,
  holders: readonly (Holder & { readonly secret: Uint8Array })[],
  currencies: number,
): Promise<GrownTree> {
  const chunks: (readonly Sums[])[] = [];
  let count = 0;
  for (const [turn, { sums }] of holders.entries()) {
    const own = splitSums(sums, randomInt(PARTS_MAX) + 1);
    chunks.push(own);
    count += own.length;
    if (turn % TILE_NODES === 0) await setImmediate();
  }
  const places = shuffledPlaces(Math.max(LEAVES_LEAST, 2 ** Math.ceil(Math.log2(Math.max(count, 1)))));
  const leaves: SumNode[] = [];
  const owners: Owner[] = [];
  let used = 0;
  for (const [turn, { userId, contact, secret }] of holders.entries()) {
    const nonce = liabilityNonce(secret, snapshotId);
    const own = (chunks[turn] ?? []).map((sums, chunk) => {
      const place = places[used + chunk] ?? 0;
      leaves[place] = liabilityLeaf(liabilityTag(nonce, { userId, contact, chunk }), sums);
      return place;
    });
    used += own.length;
    owners.push({ userId, contact, leaves: own });
    if (turn % TILE_NODES === 0) await setImmediate();
  }
  for (const [turn, place] of places.slice(used).entries()) {
    leaves[place] = emptyLeaf(currencies);
    if (turn % TILE_NODES === 0) await setImmediate();
  }
  return { leaves: leaves.length, owners, ...(await growTiles(leaves)) };
}

async function growTiles(leaves: readonly SumNode[]): Promise<Pick<GrownTree, 'root' | 'tiles'>> {
  const tiles: SumTile[] = [];
  let nodes = leaves;
  for (let level = 0; nodes.length > 1; level += 1) {
    const above: SumNode[] = [];
    for (let from = 0; from < nodes.length; from += TILE_NODES) {
      const own = nodes.slice(from, from + TILE_NODES);
      above.push(...(sumLevels(own).at(-1) ?? []));
      const bytes = joinBytes(...own.flatMap(({ hash, sums }) => [hash, sumBytes(sums)]));
      tiles.push({ level, n: from / TILE_NODES, nodes: bytes });
      if (tiles.length % TILES_A_TURN === 0) await setImmediate();
    }
    nodes = above;
  }
  return { root: nodes[0]?.hash ?? new Uint8Array(), tiles };
}

/** The tiles on the path from a leaf to the root, from the bottom. */
export function tilesOf(leaf: number, leaves: number): readonly (TilePlace & { readonly at: number })[] {
  const places: (TilePlace & { readonly at: number })[] = [];
  let index = leaf;
  for (let width = leaves; width > 1; width /= TILE_NODES) {
    const n = Math.floor(index / TILE_NODES);
    places.push({ level: places.length, n, at: index % TILE_NODES });
    index = n;
  }
  return places;
}

/** The sums of a leaf and the sibling nodes on its path, by the tiles of {@link tilesOf}. */
export function readPath(
  tiles: readonly { readonly at: number; readonly nodes: Uint8Array }[],
  currencies: number,
): { readonly sums: Sums; readonly path: readonly SumNode[] } {
  const read = tiles.map(({ at, nodes }) => ({ at, nodes: parseNodes(nodes, currencies) }));
  const [first] = read;
  const sums = first?.nodes[first.at]?.sums;
  if (sums === undefined) throw new Error('a tree of liabilities has no such leaf');
  return { sums, path: read.flatMap(({ at, nodes }) => sumPath(sumLevels(nodes), at)) };
}

function parseNodes(bytes: Uint8Array, currencies: number): readonly SumNode[] {
  const width = HASH_BYTES + currencies * AMOUNT_BYTES;
  return Array.from({ length: bytes.length / width }, (_, place) => {
    const node = bytes.subarray(place * width, (place + 1) * width);
    return { hash: node.slice(0, HASH_BYTES), sums: parseSums(node.subarray(HASH_BYTES), currencies) };
  });
}

/** Random parts that add up to the sums. */
function splitSums(sums: Sums, parts: number): readonly Sums[] {
  const cuts = sums.map((sum) => {
    const inner = Array.from({ length: parts - 1 }, () => (sum === 0n ? 0n : randomUpTo(sum)));
    return [0n, ...inner.toSorted((one, other) => (one < other ? -1 : 1)), sum];
  });
  return Array.from({ length: parts }, (_, part) => cuts.map((own) => (own[part + 1] ?? 0n) - (own[part] ?? 0n)));
}

/** With 64 bits more than any amount, so that all values are practically equally likely. */
function randomUpTo(most: bigint): bigint {
  return BigInt(`0x${randomBytes(AMOUNT_BYTES + 8).toString('hex')}`) % (most + 1n);
}

function emptyLeaf(currencies: number): SumNode {
  return liabilityLeaf(
    randomBytes(HASH_BYTES),
    Array.from({ length: currencies }, () => 0n),
  );
}

function shuffledPlaces(count: number): number[] {
  const places = Array.from({ length: count }, (_, place) => place);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [places[last], places[other]] = [places[other] ?? 0, places[last] ?? 0];
  }
  return places;
}
