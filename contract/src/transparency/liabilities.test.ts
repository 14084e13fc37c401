// The tree of sums: each node is bound to the nodes below it, and no sum can be written in two ways.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { decimal } from '../money/money.ts';
import { joinBytes, toBase64 } from './bytes.ts';
import {
  isLeafCount,
  liabilityLeaf,
  liabilityNonce,
  liabilityTag,
  parseSums,
  sumAmount,
  sumBytes,
  sumNode,
  sumPath,
  sumRoot,
  sumTree,
  sumUnits,
} from './liabilities.ts';
import { LogFormatError } from './LogFormatError.ts';

const NONCE = liabilityNonce(new Uint8Array(32).fill(4), 12);
const OWNER = { userId: 17, contact: 'a@example.com' };
const leaf = (units: bigint) => liabilityLeaf(NONCE, [units, 0n]);
const LEAVES = Array.from({ length: 1024 }, (_, place) => leaf(BigInt(place)));

describe('a tree of sums', () => {
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
