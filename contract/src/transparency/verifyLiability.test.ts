// A user's proof shows the exact liability to that user. The trees are made here: true ones and those of an exchange
// that hides debts in every way known from the literature.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { ENTRIES, LOG, publish } from '../../testing/logFixtures.ts';
import { isThorough } from '../../testing/thorough.ts';
import { decimal } from '../money/money.ts';
import { joinBytes, toBase64, utf8Of } from './bytes.ts';
import { formatEntry } from './entries.ts';
import { LogFormatError } from './LineReader.ts';
import { formatVkey } from './note.ts';
import { parsePolicy } from './policy.ts';
import type { LiabilitiesEntry } from './totalEntries.ts';
import {
  formatLiabilityProof,
  isLeafCount,
  LIABILITY_STEPS,
  liabilityLeaf,
  liabilityNonce,
  liabilityTag,
  parseLiabilityProof,
  parseSums,
  provenChunk,
  sumAmount,
  sumBytes,
  sumNode,
  sumPath,
  sumRoot,
  sumTree,
  sumUnits,
  verifyLiability,
  type LiabilityProof,
  type SumNode,
} from './verifyLiability.ts';

describe('the proof of a liability', () => {
  const POLICY = parsePolicy(`log ${formatVkey(LOG.key)}\nquorum none\n`);
  const SECRET = new Uint8Array(32).fill(4);
  const SNAPSHOT = 12;
  const NONCE = liabilityNonce(SECRET, SNAPSHOT);
  const OWNER = { userId: 17, contact: 'a@example.com' };
  const sums = (usdt: string, btc: string) => [decimal(usdt), decimal(btc)].map(sumUnits);
  const leafOf = (chunk: number, amounts: readonly bigint[], owner = OWNER, nonce = NONCE) =>
    liabilityLeaf(liabilityTag(nonce, { ...owner, chunk }), amounts);
  const dummy = (place: number) =>
    liabilityLeaf(hmac(sha256, SECRET, Uint8Array.of(place % 256, Math.floor(place / 256))), [0n, 0n]);

  /** The user's chunks are in leaves 5 and 900; leaf 6 is another user's. */
  const MINE = [
    [5, sums('60.5', '0.25')],
    [900, sums('39.5', '0')],
  ] as const;
  const THEIRS = sums('1000', '2');
  const LEAVES = Array.from({ length: 1024 }, (_, place) => {
    const mine = MINE.findIndex(([index]) => index === place);
    if (mine >= 0) return leafOf(mine, MINE[mine]?.[1] ?? []);
    return place === 6 ? leafOf(0, THEIRS, { userId: 18, contact: 'b@example.com' }) : dummy(place);
  });
  const TREE = sumTree(LEAVES);
  const rootOf = (tree: readonly (readonly SumNode[])[]) => tree.at(-1)?.[0] ?? dummy(0);

  type Change = {
    readonly tree?: readonly (readonly SumNode[])[];
    readonly entry?: Partial<LiabilitiesEntry>;
    readonly proof?: Partial<LiabilityProof>;
  };

  async function proofOf({ tree = TREE, entry, proof }: Change = {}): Promise<LiabilityProof> {
    const { hash, sums: totals } = rootOf(tree);
    const [usdt = 0n, btc = 0n] = totals;
    const text = formatEntry({
      kind: 'liabilities',
      loggedMs: 1_763_856_121_200,
      snapshot: SNAPSHOT,
      journalId: 99,
      root: hash,
      leaves: 1024,
      currencies: [
        {
          id: 1,
          code: 'USDT',
          users: sumAmount(usdt),
          house: [
            { account: 'fees', total: decimal('1') },
            { account: 'outside', total: sumAmount(-usdt - sumUnits(decimal('1'))) },
          ],
        },
        { id: 2, code: 'BTC', users: sumAmount(btc), house: [{ account: 'outside', total: sumAmount(-btc) }] },
      ],
      ...entry,
    });
    const log = await publish([...ENTRIES, text]);
    const chunks = MINE.map(([index, amounts]) => provenChunk(index, amounts, sumPath(tree, index)));
    return {
      snapshot: SNAPSHOT,
      ...OWNER,
      nonce: NONCE,
      chunks,
      entries: log.entries.slice(7),
      checkpoint: log.checkpoint,
      ...proof,
    };
  }

  function verdictOf(proof: LiabilityProof | string): string {
    const { isTrue, steps, owed } = verifyLiability(
      typeof proof === 'string' ? proof : formatLiabilityProof(proof),
      POLICY,
    );
    expect(steps.map(({ step }) => step)).toEqual(LIABILITY_STEPS);
    const failed = steps.find(({ state }) => state === 'failed');
    expect(isTrue).toBe(failed === undefined);
    if (failed === undefined) return owed.map(({ amount, code }) => `${amount} ${code}`).join(', ');
    expect(owed).toEqual([]);
    return `${failed.step}: ${failed.reason ?? ''}`;
  }

  it("adds up the user's chunks", async () => {
    const proof = await proofOf();
    expect(parseLiabilityProof(formatLiabilityProof(proof))).toEqual(proof);
    expect(verdictOf(proof)).toBe('100 USDT, 0.25 BTC');
    expect(verifyLiability(formatLiabilityProof(proof), POLICY)).toMatchObject({
      loggedMs: 1_763_856_121_200,
      signed: [{ key: { id: LOG.key.id } }],
    });
  });

  const [first, second] = MINE.map(([index, amounts]) => provenChunk(index, amounts, sumPath(TREE, index)));
  if (first === undefined || second === undefined) throw new Error('no chunks');
  const replaced = (place: number, sibling: SumNode) => ({
    ...first,
    path: first.path.with(place, { hash: sibling.hash, sums: sumBytes(sibling.sums) }),
  });
  const wide = (bytes: Uint8Array) => joinBytes(bytes, new Uint8Array(16));
  const negative = joinBytes(new Uint8Array(16).fill(255), new Uint8Array(16));
  it.each<[string, Partial<LiabilityProof>, string]>([
    ['the nonce of another snapshot', { nonce: liabilityNonce(SECRET, 11) }, 'tree: chunk 0'],
    ['the id of another user', { userId: 18 }, 'tree: chunk 0'],
    ['the contact of another user', { contact: 'b@example.com' }, 'tree: chunk 0'],
    ['a contact of several lines', { contact: 'a@example.com\nchunk 0' }, 'tree: a contact of'],
    ['its chunks in another order', { chunks: [second, first] }, 'tree: chunk 0'],
    ['a chunk twice', { chunks: [first, second, first] }, 'chunks: a chunk twice'],
    ['a chunk at another index', { chunks: [{ ...first, index: 4 }, second] }, 'tree: chunk 0'],
    ['a chunk beyond the tree', { chunks: [{ ...first, index: 1029 }, second] }, 'chunks: a chunk of a tree'],
    ['a path that is shorter', { chunks: [{ ...first, path: first.path.slice(1) }] }, 'chunks: a chunk of a tree'],
    [
      'a path that is longer',
      { chunks: [{ ...first, path: [...first.path, ...first.path.slice(0, 1)] }] },
      'chunks: a chunk of a tree',
    ],
    ['no chunks', { chunks: [] }, 'chunks: no chunk'],
    ['more in a chunk', { chunks: [{ ...first, sums: sumBytes(sums('61.5', '0.25')) }, second] }, 'tree: chunk 0'],
    [
      '10^-18 more in a chunk',
      { chunks: [{ ...first, sums: sumBytes(sums('60.500000000000000001', '0.25')) }] },
      'tree: chunk 0',
    ],
    [
      'currencies in another order',
      { chunks: [{ ...first, sums: sumBytes(sums('0.25', '60.5')) }, second] },
      'tree: chunk 0',
    ],
    ['an amount of a third currency', { chunks: [{ ...first, sums: wide(first.sums) }] }, 'chunks: sums of other'],
    ['an amount below zero', { chunks: [{ ...first, sums: negative }] }, 'chunks: an amount out of range'],
    [
      'a sibling below zero',
      { chunks: [{ ...first, path: first.path.with(3, { hash: NONCE, sums: negative }) }] },
      'chunks: an amount out of range',
    ],
    [
      'siblings that overflow',
      { chunks: [replaced(9, { hash: NONCE, sums: [2n ** 127n - 1n, 0n] })] },
      'tree: a sum that is too large',
    ],
    ['another sibling', { chunks: [replaced(0, dummy(3))] }, 'tree: chunk 0'],
    [
      'another sum beside it',
      { chunks: [replaced(0, { ...(LEAVES[4] ?? dummy(4)), sums: [1n, 0n] })] },
      'tree: chunk 0',
    ],
    ['another snapshot', { snapshot: 13 }, 'snapshot: the entry of another'],
  ])('is refused with %s', async (_, proof, due) => {
    expect(verdictOf(await proofOf({ proof }))).toContain(due);
  });

  it("shows less when a chunk is left out, which the user's own records show", async () => {
    expect(verdictOf(await proofOf({ proof: { chunks: [first] } }))).toBe('60.5 USDT, 0.25 BTC');
  });

  const house = (total: string) => [{ account: 'outside', total: decimal(total) }];
  it.each<[string, Partial<LiabilitiesEntry>, string]>([
    [
      'totals that do not come to zero',
      { currencies: [{ id: 1, code: 'USDT', users: decimal('1100'), house: house('-1100.000000000000000001') }] },
      'totals: the totals of USDT',
    ],
    [
      'a total that is 10^-18 off',
      {
        currencies: [
          { id: 1, code: 'USDT', users: decimal('1100.000000000000000001'), house: house('-1100.000000000000000001') },
          { id: 2, code: 'BTC', users: decimal('2.25'), house: house('-2.25') },
        ],
      },
      'tree: the tree comes to other',
    ],
    [
      'a currency left out',
      { currencies: [{ id: 1, code: 'USDT', users: decimal('1100'), house: house('-1100') }] },
      'chunks: sums of other',
    ],
    ['another root', { root: NONCE }, 'tree: chunk 0'],
    ['fewer leaves than there are', { leaves: 2048 }, 'chunks: a chunk of a tree'],
    ['leaves that are no power of two', { leaves: 1025 }, 'snapshot: a tree of another size'],
    ['a small tree', { leaves: 512 }, 'snapshot: a tree of another size'],
  ])('is refused with an entry of %s', async (_, entry, due) => {
    expect(verdictOf(await proofOf({ entry }))).toContain(due);
  });

  it('is refused with another entry', async () => {
    const proof = await proofOf();
    const log = await publish(ENTRIES);
    expect(verdictOf({ ...proof, ...log, entries: log.entries.slice(0, 1) })).toContain('snapshot: not the entry');
    expect(verdictOf({ ...proof, entries: [] })).toContain('snapshot: not the entry');
    expect(verdictOf({ ...proof, checkpoint: log.checkpoint })).toContain('inclusion: entry 7');
  });

  // Maxwell's fault: a node with the larger of two sums hides the smaller debt.
  it('is refused with a tree that has the larger of two sums', async () => {
    const hiding = (left: SumNode, right: SumNode): SumNode => {
      const { hash } = sumNode(left, right);
      return {
        hash,
        sums: left.sums.map((sum, place) => (sum > (right.sums[place] ?? 0n) ? sum : (right.sums[place] ?? 0n))),
      };
    };
    const levels: (readonly SumNode[])[] = [LEAVES];
    while ((levels.at(-1)?.length ?? 0) > 1) {
      const below = levels.at(-1) ?? [];
      levels.push(below.flatMap((left, place) => (place % 2 === 0 ? [hiding(left, below[place + 1] ?? left)] : [])));
    }
    const proof = await proofOf({
      tree: levels,
      proof: { chunks: MINE.map(([index, amounts]) => provenChunk(index, amounts, sumPath(levels, index))) },
    });
    expect(verdictOf(proof)).toMatch(/^tree: /);
  });

  it('cannot be given to two users for one leaf', async () => {
    const shared = await proofOf({ proof: { chunks: [provenChunk(6, THEIRS, sumPath(TREE, 6))] } });
    expect(verdictOf(shared)).toContain('tree: chunk 0');
    expect(verdictOf({ ...shared, userId: 18 })).toContain('tree: chunk 0');
    expect(verdictOf({ ...shared, userId: 18, contact: 'b@example.com' })).toBe('1000 USDT, 2 BTC');
  });

  it('is refused with any byte of its file changed', async () => {
    const proof = await proofOf();
    const bytes = joinBytes(formatLiabilityProof(proof));
    const places = [...bytes.keys()].filter((place) => isThorough || place % 29 === 0);
    for (const place of places) {
      const changed = utf8Of(bytes.with(place, (bytes[place] ?? 0) ^ 1));
      if (changed === undefined || !verifyLiability(changed, POLICY).isTrue) continue;
      expect(parseLiabilityProof(changed)).toEqual(proof);
    }
  });
});

// The tree of sums: each node is bound to the nodes below it, and no sum can be written in two ways.
describe('a tree of sums', () => {
  const NONCE = liabilityNonce(new Uint8Array(32).fill(4), 12);
  const OWNER = { userId: 17, contact: 'a@example.com' };
  const leaf = (units: bigint) => liabilityLeaf(NONCE, [units, 0n]);
  const LEAVES = Array.from({ length: 1024 }, (_, place) => leaf(BigInt(place)));

  it('is bound to the sums of both sides', () => {
    const [left, right] = [leaf(1n), leaf(2n)];
    const node = sumNode(left, right);
    for (const other of [sumNode({ ...left, sums: [3n, 0n] }, right), sumNode(left, { ...right, sums: [3n, 0n] })])
      expect(toBase64(other.hash)).not.toBe(toBase64(node.hash));
    expect(toBase64(sumNode(right, left).hash)).not.toBe(toBase64(node.hash));
  });

  it('has a power of two of leaves, and 1,024 at least', () => {
    for (const leaves of [LEAVES.slice(1), LEAVES.slice(512), [...LEAVES, leaf(1n)], []])
      expect(() => sumTree(leaves)).toThrow(RangeError);
    expect(sumTree(LEAVES).at(-1)?.[0]?.sums).toEqual([523_776n, 0n]);
    expect([1023, 1024, 1025, 4096, 2 ** 53 - 1].map(isLeafCount)).toEqual([false, true, false, true, false]);
  });

  it('leads from every leaf to its root', () => {
    const tree = sumTree(LEAVES);
    const root = tree.at(-1)?.[0];
    for (const [index, one] of LEAVES.entries()) expect(sumRoot(one, index, sumPath(tree, index))).toEqual(root);
    expect(sumRoot(LEAVES[4] ?? leaf(0n), 5, sumPath(tree, 4))).not.toEqual(root);
  });

  it('writes amounts in one way, and none below zero or beyond 2^127', () => {
    const most = 2n ** 127n - 1n;
    for (const amounts of [
      [],
      [0n],
      [1n, most],
      ['0.000000000000000001', '12345678901234567890.5'].map((text) => sumUnits(decimal(text))),
    ])
      expect(parseSums(sumBytes(amounts), amounts.length)).toEqual(amounts);
    for (const amount of [-1n, most + 1n]) expect(() => sumBytes([amount])).toThrow(LogFormatError);
    expect(() => sumUnits(decimal('-0.1'))).toThrow(LogFormatError);
    expect(() => sumNode({ hash: NONCE, sums: [1n] }, { hash: NONCE, sums: [1n, 2n] })).toThrow(LogFormatError);
    expect(sumAmount(sumUnits(decimal('7.000000000000000001')))).toBe('7.000000000000000001');
  });

  it('names a leaf by user, contact, chunk and snapshot', () => {
    const tags = [
      liabilityTag(NONCE, { ...OWNER, chunk: 0 }),
      liabilityTag(NONCE, { ...OWNER, chunk: 1 }),
      liabilityTag(NONCE, { ...OWNER, userId: 18, chunk: 0 }),
      liabilityTag(NONCE, { ...OWNER, contact: 'b@example.com', chunk: 0 }),
      liabilityTag(liabilityNonce(new Uint8Array(32).fill(4), 13), { ...OWNER, chunk: 0 }),
    ];
    expect(new Set(tags.map(toBase64)).size).toBe(tags.length);
    const due = hmac(sha256, NONCE, joinBytes('user 17\ncontact a@example.com\nchunk 0\n'));
    expect(tags[0]).toEqual(due);
  });
});
