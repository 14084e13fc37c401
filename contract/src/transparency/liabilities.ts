/**
 * The tree of liabilities: every node is bound to the sums of both nodes below it (Maxwell's sum tree with the binding
 * of Hu, Zhang and Guo, 2018/1139). Only a user can identify the leaves of the user's balances.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { isNegative, type Decimal } from '../money/money.ts';
import { decimalOf, unitsOf } from '../money/units.ts';
import { joinBytes } from './bytes.ts';
import { LogFormatError } from './LogFormatError.ts';

/** Amounts are whole numbers of 10^-18. */
const PLACES = 18;
/** Bytes of one amount in a hash. */
export const AMOUNT_BYTES = 16;
/** Upper bound of amounts, which excludes negative ones and overflows. */
const AMOUNT_LIMIT = 2n ** 127n;
/** The smallest tree, which hides how many users there are. */
export const LEAVES_LEAST = 1024;

/** An amount of each currency, in the order of the snapshot's. */
export type Sums = readonly bigint[];
export type SumNode = { readonly hash: Uint8Array; readonly sums: Sums };

/** Owner of a leaf: `contact` is the user's e-mail or phone. */
export type LeafOwner = { readonly userId: number; readonly contact: string; readonly chunk: number };

/** An amount in units. Throws a {@link LogFormatError} below zero. */
export function sumUnits(amount: Decimal): bigint {
  if (isNegative(amount)) throw new LogFormatError(0, 'an amount below zero');
  return unitsOf(amount, PLACES);
}

/** The amount of a number of units. */
export function sumAmount(units: bigint): Decimal {
  return decimalOf(units, PLACES);
}

/** Nonce of a user's leaves in one snapshot only. */
export function liabilityNonce(userSecret: Uint8Array, snapshot: number): Uint8Array {
  return hmac(sha256, userSecret, joinBytes(`halyard/liability-nonce/v1\nsnapshot ${snapshot}\n`));
}

/** Tag of a leaf. It includes the contact, so the leaf cannot be shown to another user. */
export function liabilityTag(nonce: Uint8Array, { userId, contact, chunk }: LeafOwner): Uint8Array {
  if (contact.includes('\n')) throw new LogFormatError(0, 'a contact of several lines');
  return hmac(sha256, nonce, joinBytes(`user ${userId}\ncontact ${contact}\nchunk ${chunk}\n`));
}

export function liabilityLeaf(tag: Uint8Array, sums: Sums): SumNode {
  return { hash: sha256(joinBytes(Uint8Array.of(0), 'halyard/liability/v1\n', tag, sumBytes(sums))), sums };
}

/** The node over two. Throws a {@link LogFormatError} when their sums are of other currencies, or too large. */
export function sumNode(left: SumNode, right: SumNode): SumNode {
  if (left.sums.length !== right.sums.length) throw new LogFormatError(0, 'sums of other currencies');
  const sums = left.sums.map((sum, place) => sum + (right.sums[place] ?? 0n));
  if (!sums.every(isAmount)) throw new LogFormatError(0, 'a sum that is too large');
  const below = [left.hash, sumBytes(left.sums), right.hash, sumBytes(right.sums)];
  return { hash: sha256(joinBytes(Uint8Array.of(1), ...below)), sums };
}

/** The levels of a tree, the leaves first and the root last. Throws a `RangeError` for another number of leaves. */
export function sumTree(leaves: readonly SumNode[]): readonly (readonly SumNode[])[] {
  if (!isLeafCount(leaves.length)) throw new RangeError('not a power of two of leaves, or too few');
  return sumLevels(leaves);
}

/** The same over nodes of any height, a power of two of them: a part of a tree. */
export function sumLevels(nodes: readonly SumNode[]): readonly (readonly SumNode[])[] {
  const levels = [nodes];
  for (let level = nodes; level.length > 1; levels.push(level)) {
    const below = level;
    level = below.flatMap((left, place) => (place % 2 === 0 ? [sumNode(left, below[place + 1] ?? left)] : []));
  }
  return levels;
}

/** The siblings on the path from a leaf to the root. */
export function sumPath(levels: readonly (readonly SumNode[])[], index: number): readonly SumNode[] {
  return levels.slice(0, -1).flatMap((level, height) => {
    const place = Math.floor(index / 2 ** height);
    return level[place % 2 === 0 ? place + 1 : place - 1] ?? [];
  });
}

/** The root of a leaf and the siblings on its path. */
export function sumRoot(leaf: SumNode, index: number, path: readonly SumNode[]): SumNode {
  return path.reduce(
    (node, sibling, height) =>
      Math.floor(index / 2 ** height) % 2 === 0 ? sumNode(node, sibling) : sumNode(sibling, node),
    leaf,
  );
}

/** Whether a tree may have this many leaves. */
export function isLeafCount(leaves: number): boolean {
  return leaves >= LEAVES_LEAST && 2 ** Math.round(Math.log2(leaves)) === leaves;
}

/** Sums as they are hashed. Throws a {@link LogFormatError} when one cannot be written. */
export function sumBytes(sums: Sums): Uint8Array {
  const bytes = new Uint8Array(sums.length * AMOUNT_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [place, sum] of sums.entries()) {
    if (!isAmount(sum)) throw new LogFormatError(0, 'an amount out of range');
    view.setBigUint64(place * AMOUNT_BYTES, sum >> 64n);
    view.setBigUint64(place * AMOUNT_BYTES + 8, BigInt.asUintN(64, sum));
  }
  return bytes;
}

/**
 * Reads the bytes of {@link sumBytes} for a number of currencies. Throws a {@link LogFormatError} for anything else.
 */
export function parseSums(bytes: Uint8Array, currencies: number): Sums {
  if (bytes.length !== currencies * AMOUNT_BYTES) throw new LogFormatError(0, 'sums of other currencies');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: currencies }, (_, place) => {
    const high = view.getBigUint64(place * AMOUNT_BYTES);
    const sum = high * 2n ** 64n + view.getBigUint64(place * AMOUNT_BYTES + 8);
    if (!isAmount(sum)) throw new LogFormatError(0, 'an amount out of range');
    return sum;
  });
}

function isAmount(sum: bigint): boolean {
  return sum >= 0n && sum < AMOUNT_LIMIT;
}
