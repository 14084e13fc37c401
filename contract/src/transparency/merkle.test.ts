// Roots, growth and proofs of the tree. The oracle is RFC 6962, section 2.1, word by word; trees of equal leaves, whose
// subtrees are all the same, reach sizes beyond any list. Nightly runs test all sizes up to 600.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isThorough } from '../../testing/thorough.ts';
import { joinBytes, toBase64 } from './bytes.ts';
import { tilesOf } from '../../testing/logFixtures.ts';
import { append, EMPTY_FRONTIER, isConsistent, isIncluded, leafHash, nodeHash, rootOf } from './merkle.ts';
import { consistencyProof, frontierOf, inclusionProof, tileWidth, type ReadTile } from './tiles.ts';

type Hashes = readonly Uint8Array[];

const SIZE_MAX = 600;
const LEAVES = Array.from({ length: SIZE_MAX }, (_, index) => leafHash(joinBytes(`entry ${index}`)));
const known = new Map<number, Uint8Array>();

// RFC 6962, 2.1, of the leaves from `from` to before `to`.
function rootByRecursion(from: number, to: number): Uint8Array {
  if (to === from) return rootOf(EMPTY_FRONTIER);
  if (to === from + 1) return LEAVES[from] ?? new Uint8Array();
  const middle = from + splitOf(to - from);
  const place = from * (SIZE_MAX + 1) + to;
  const root = known.get(place) ?? nodeHash(rootByRecursion(from, middle), rootByRecursion(middle, to));
  known.set(place, root);
  return root;
}

// 2.1.1
function pathByRecursion(index: number, from: number, to: number): Hashes {
  if (to === from + 1) return [];
  const middle = from + splitOf(to - from);
  return index < middle
    ? [...pathByRecursion(index, from, middle), rootByRecursion(middle, to)]
    : [...pathByRecursion(index, middle, to), rootByRecursion(from, middle)];
}

// 2.1.2
function growthByRecursion(oldTo: number, from: number, to: number, isWhole = true): Hashes {
  if (oldTo === to) return isWhole ? [] : [rootByRecursion(from, to)];
  const middle = from + splitOf(to - from);
  return oldTo <= middle
    ? [...growthByRecursion(oldTo, from, middle, isWhole), rootByRecursion(middle, to)]
    : [...growthByRecursion(oldTo, middle, to, false), rootByRecursion(from, middle)];
}

function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

const rootAt = (size: number) => rootByRecursion(0, size);
const { added: TILE_HASHES } = append(EMPTY_FRONTIER, LEAVES);

const readTile = tilesOf(LEAVES);

const texts = (hashes: Hashes) => hashes.map(toBase64);
const BY_DAY = [...Array.from({ length: 18 }, (_, size) => size), 31, 64, 100, 255, 256, 257, 511, 512, 513, 600];
const sizes = isThorough ? Array.from({ length: SIZE_MAX + 1 }, (_, size) => size) : BY_DAY;
const someOf = (end: number) =>
  Array.from({ length: end }, (_, index) => index).filter((index) => isThorough || end < 20 || index % 23 === 0);

describe('a tree', () => {
  it('has the roots and the right edge of the recursion, however it grows', async () => {
    let frontier = EMPTY_FRONTIER;
    for (let size = 0; size <= SIZE_MAX; size += 1) {
      expect(toBase64(rootOf(frontier))).toBe(toBase64(rootAt(size)));
      if (sizes.includes(size)) expect(await frontierOf(size, readTile)).toEqual(frontier);
      ({ frontier } = append(frontier, LEAVES.slice(size, size + 1)));
    }
    const parts = append(append(EMPTY_FRONTIER, LEAVES.slice(0, 300)).frontier, LEAVES.slice(300));
    expect(toBase64(rootOf(parts.frontier))).toBe(toBase64(rootAt(SIZE_MAX)));
    expect(parts.added.map(({ level, index }) => [level, index])).toEqual([[1, 1]]);
  });

  it('gives the hashes of tiles in their order, each of its 256 below', () => {
    expect(TILE_HASHES.map(({ level, index, hash }) => [level, index, toBase64(hash)])).toEqual([
      [1, 0, toBase64(rootByRecursion(0, 256))],
      [1, 1, toBase64(rootByRecursion(256, 512))],
    ]);
    const many = append(
      EMPTY_FRONTIER,
      Array.from({ length: 65_536 }, () => LEAVES[0] ?? new Uint8Array()),
    ).added;
    expect(many).toHaveLength(257);
    expect(many.at(-1)).toMatchObject({ level: 2, index: 0 });
  });

  it('has the empty root of the standard', () => {
    expect(toBase64(rootOf(EMPTY_FRONTIER))).toBe('47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');
  });
});

describe('an inclusion proof', () => {
  it('is that of the recursion, and proves its entry alone', async () => {
    for (const size of sizes) {
      for (const index of someOf(size)) {
        const proof = pathByRecursion(index, 0, size);
        if (BY_DAY.includes(size)) expect(texts(await inclusionProof(index, size, readTile))).toEqual(texts(proof));
        const claim = { index, size, leaf: LEAVES[index] ?? new Uint8Array(), root: rootAt(size) };
        expect(isIncluded(claim, proof)).toBe(true);
        expect(isIncluded({ ...claim, leaf: LEAVES[(index + 1) % SIZE_MAX] ?? claim.leaf }, proof)).toBe(false);
        const others = [size - 1, size + 1].filter((other) => other <= SIZE_MAX && other > index);
        for (const other of others)
          expect(isIncluded({ ...claim, size: other, root: rootAt(other) }, proof)).toBe(false);
      }
    }
  });

  it('fails for every other index', async () => {
    for (const size of [2, 7, 8, 100, 257]) {
      for (const index of [0, 1, size - 1]) {
        const proof = await inclusionProof(index, size, readTile);
        const claim = { size, leaf: LEAVES[index] ?? new Uint8Array(), root: rootAt(size) };
        const places = Array.from({ length: size + 2 }, (_, place) => place - 1);
        expect(places.filter((place) => isIncluded({ ...claim, index: place }, proof))).toEqual([index]);
        for (const odd of [index + 0.5, Number.NaN, index + 2 ** 32, index + 2 ** 53])
          expect(isIncluded({ ...claim, index: odd }, proof)).toBe(false);
      }
    }
  });

  it('fails with any bit changed, shorter, longer or in another order', async () => {
    for (const [index, size] of [
      [3, 7],
      [6, 7],
      [200, 600],
      [599, 600],
    ] as const) {
      const proof = await inclusionProof(index, size, readTile);
      const claim = { index, size, leaf: LEAVES[index] ?? new Uint8Array(), root: rootAt(size) };
      for (const changed of changesOf(proof)) expect(isIncluded(claim, changed)).toBe(false);
    }
  });
});

describe('a consistency proof', () => {
  it('is that of the recursion, and proves its two trees alone', async () => {
    for (const size of sizes) {
      for (const oldSize of [...someOf(size), size]) {
        const proof = oldSize === 0 ? [] : growthByRecursion(oldSize, 0, size);
        if (BY_DAY.includes(size)) expect(texts(await consistencyProof(oldSize, size, readTile))).toEqual(texts(proof));
        const claim = { oldSize, oldRoot: rootAt(oldSize), size, root: rootAt(size) };
        expect(isConsistent(claim, proof)).toBe(true);
        const lie = leafHash(joinBytes('another tree'));
        expect(isConsistent({ ...claim, oldRoot: lie }, proof)).toBe(false);
        if (oldSize > 0) expect(isConsistent({ ...claim, root: lie }, proof)).toBe(false);
        const others = [oldSize - 1, oldSize + 1].filter((other) => other > 0 && other <= size);
        for (const other of others) {
          const isSame = other === size && proof.length === 0;
          expect(isConsistent({ ...claim, oldSize: other, oldRoot: rootAt(other) }, proof)).toBe(isSame);
        }
      }
    }
  });

  it('fails with any bit changed, shorter, longer or in another order', async () => {
    for (const [oldSize, size] of [
      [3, 7],
      [4, 7],
      [6, 8],
      [300, 600],
      [512, 600],
      [7, 7],
      [0, 7],
    ] as const) {
      const proof = await consistencyProof(oldSize, size, readTile);
      const claim = { oldSize, oldRoot: rootAt(oldSize), size, root: rootAt(size) };
      for (const changed of changesOf(proof)) expect(isConsistent(claim, changed)).toBe(false);
    }
  });

  it('fails backwards, and for invalid sizes', async () => {
    const proof = await consistencyProof(3, 7, readTile);
    expect(isConsistent({ oldSize: 7, oldRoot: rootAt(7), size: 3, root: rootAt(3) }, proof)).toBe(false);
    const none = new Uint8Array();
    expect(isConsistent({ oldSize: 1, oldRoot: none, size: 1, root: none }, [])).toBe(false);
    expect(isIncluded({ index: 0, size: 1, leaf: none, root: none }, [])).toBe(false);
    for (const size of [-1, 2.5, Number.NaN, 2 ** 53])
      expect(isConsistent({ oldSize: size, oldRoot: rootAt(3), size, root: rootAt(3) }, [])).toBe(false);
    await expect(consistencyProof(8, 7, readTile)).rejects.toThrow(RangeError);
    await expect(inclusionProof(7, 7, readTile)).rejects.toThrow(RangeError);
  });
});

// Equal leaves: the hash of a full subtree follows from its height.
const FULL: Uint8Array[] = Array.from({ length: 53 }, () => new Uint8Array());
for (const height of FULL.keys()) {
  const below = FULL[height - 1];
  FULL[height] = below === undefined ? leafHash(joinBytes('the same')) : nodeHash(below, below);
}

function rootOfEqual(size: number): Uint8Array {
  let [root, rest]: [Uint8Array | undefined, number] = [undefined, size];
  for (const full of FULL) {
    if (rest % 2 === 1) root = root === undefined ? full : nodeHash(full, root);
    rest = Math.floor(rest / 2);
  }
  return root ?? rootOf(EMPTY_FRONTIER);
}

function equalTiles(size: number): ReadTile {
  return ({ level, index, width }) => {
    expect(width).toBe(tileWidth(level, index, size));
    return Promise.resolve(joinBytes(...Array.from({ length: width }, () => FULL[level * 8] ?? new Uint8Array())));
  };
}

describe('a tree beyond 32 bits', () => {
  const edges = [2 ** 31, 2 ** 32, 2 ** 40, 2 ** 53 - 1].flatMap((size) => [size - 1, size, size + 1]);
  const large = edges.filter((size) => Number.isSafeInteger(size));
  const claimOf = (index: number, size: number) => ({
    index,
    size,
    leaf: FULL[0] ?? new Uint8Array(),
    root: rootOfEqual(size),
  });

  it('has proofs of its first, last and middle entry', async () => {
    for (const size of large) {
      expect(toBase64(rootOf(await frontierOf(size, equalTiles(size))))).toBe(toBase64(rootOfEqual(size)));
      for (const index of [0, 1, 2 ** 31 - 1, Math.floor(size / 2), size - 1].filter((place) => place < size)) {
        const proof = await inclusionProof(index, size, equalTiles(size));
        expect(isIncluded(claimOf(index, size), proof)).toBe(true);
        for (const changed of [proof.slice(1), [...proof, rootOfEqual(3)], proof.toSpliced(2, 1, rootOfEqual(3))])
          expect(isIncluded(claimOf(index, size), changed)).toBe(false);
      }
    }
  });

  it('grows from any smaller one', async () => {
    const pair = fc.tuple(fc.maxSafeNat(), fc.maxSafeNat()).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    const claim = (oldSize: number, size: number) => ({
      oldSize,
      oldRoot: rootOfEqual(oldSize),
      size,
      root: rootOfEqual(size),
    });
    const check = async ([oldSize, size]: readonly [number, number]) => {
      const proof = await consistencyProof(oldSize, size, equalTiles(size));
      expect(isConsistent(claim(oldSize, size), proof)).toBe(true);
      if (oldSize < size)
        expect(isConsistent(claim(oldSize + 1, size), proof)).toBe(oldSize + 1 === size && proof.length === 0);
    };
    for (const size of large) for (const oldSize of large) if (oldSize <= size) await check([oldSize, size]);
    await fc.assert(fc.asyncProperty(pair, check), { numRuns: isThorough ? 500 : 50 });
  });
});

/** A proof with a bit of each hash, then its length or its order changed. */
function changesOf(proof: Hashes): readonly Hashes[] {
  const bits = proof.flatMap((hash, place) =>
    Array.from({ length: 256 }, (_, bit) => bit)
      .filter((bit) => isThorough || bit % 17 === 0)
      .map((bit) => {
        const changed = hash.slice();
        changed[Math.floor(bit / 8)] = (changed[Math.floor(bit / 8)] ?? 0) ^ (2 ** (bit % 8));
        return proof.toSpliced(place, 1, changed);
      }),
  );
  const lengths = proof.flatMap((hash, place) => [proof.toSpliced(place, 1), proof.toSpliced(place, 0, hash)]);
  const cut = proof.map((hash, place) => proof.toSpliced(place, 1, hash.slice(0, 31)));
  return [...bits, ...lengths, ...cut, [...proof, rootAt(1)], ...(proof.length > 1 ? [proof.toReversed()] : [])];
}
