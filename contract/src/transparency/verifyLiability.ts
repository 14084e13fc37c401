/** Liability proofs: verifies step by step that a user's balances are in the published totals. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { isNegative, type Decimal } from '../money/money.ts';
import { decimalOf, unitsOf } from '../money/units.ts';
import { HASH_BYTES, isSameBytes, joinBytes, NONCE_BYTES, toBase64 } from './bytes.ts';
import { parseEntry } from './entries.ts';
import { LogFormatError } from './LineReader.ts';
import type { Signed } from './note.ts';
import type { Policy } from './policy.ts';
import {
  bytesOf,
  fieldsOf,
  formatJson,
  listOf,
  LOGGED_STEPS,
  parseJson,
  placeOf,
  provenEntryJson,
  provenEntryOf,
  refuse,
  textOf,
  type LoggedEntries,
  type ReceiptFile,
} from './receiptFile.ts';
import { need, takeSteps, type Step, type Verdict } from './steps.ts';
import { unbalancedCurrency, type LiabilitiesEntry } from './totalEntries.ts';

/** A part of a user's balances. The leaf is computed from its owner. */
export type ProvenChunk = {
  readonly index: number;
  readonly sums: Uint8Array;
  readonly path: readonly { readonly hash: Uint8Array; readonly sums: Uint8Array }[];
};

/** Only for its user. Its one entry of the log is that of the snapshot. */
export type LiabilityProof = ReceiptFile & {
  readonly snapshot: number;
  readonly userId: number;
  readonly contact: string;
  readonly nonce: Uint8Array;
  readonly chunks: readonly ProvenChunk[];
};

const FORMAT = 'halyard/liability-proof/v1';

/** The file of a proof. */
export function formatLiabilityProof(proof: LiabilityProof): string {
  const { snapshot, userId, contact, nonce, chunks, entries, checkpoint } = proof;
  return formatJson({
    format: FORMAT,
    snapshot,
    user: userId,
    contact,
    nonce: toBase64(nonce),
    chunks: chunks.map(({ index, sums, path }) => ({
      index,
      sums: toBase64(sums),
      path: path.map((node) => ({ hash: toBase64(node.hash), sums: toBase64(node.sums) })),
    })),
    entries: entries.map(provenEntryJson),
    checkpoint,
  });
}

/** Reads a proof. Throws a `LogFormatError` that names the field, also for an unknown one. */
export function parseLiabilityProof(text: string): LiabilityProof {
  const names = ['format', 'snapshot', 'user', 'contact', 'nonce', 'chunks', 'entries', 'checkpoint'] as const;
  const file = fieldsOf('proof', parseJson(text), names);
  if (file.format !== FORMAT) refuse('format');
  return {
    snapshot: placeOf('snapshot', file.snapshot),
    userId: placeOf('user', file.user),
    contact: textOf('contact', file.contact),
    nonce: bytesOf('nonce', file.nonce, NONCE_BYTES),
    chunks: listOf('chunks', file.chunks, chunkOf),
    entries: listOf('entries', file.entries, provenEntryOf),
    checkpoint: textOf('checkpoint', file.checkpoint),
  };
}

/** Liability to a user in a currency, by the proof. */
export type OwnLiability = { readonly currencyId: number; readonly code: string; readonly amount: Decimal };

type Chunk = { readonly index: number; readonly sums: Sums; readonly path: readonly SumNode[] };
type Found = LoggedEntries & {
  json: string;
  file: LiabilityProof;
  snapshot: LiabilitiesEntry;
  chunks: readonly Chunk[];
};
type Take = (found: Found) => Partial<Found>;

const readSnapshot: Take = ({ file }) => {
  const [entry, ...more] = file.entries.map(({ text }) => parseEntry(text));
  need(entry?.kind === 'liabilities' && more.length === 0, 'not the entry of a snapshot');
  need(entry.snapshot === file.snapshot, 'the entry of another snapshot');
  need(isLeafCount(entry.leaves), 'a tree of another size');
  return { snapshot: entry };
};

const checkTotals: Take = ({ snapshot: { currencies } }) => {
  const code = unbalancedCurrency(currencies);
  need(code === undefined, `the totals of ${code ?? ''} do not come to zero`);
  return {};
};

const readChunks: Take = ({ file, snapshot: { currencies, leaves } }) => {
  const height = Math.log2(leaves);
  need(file.chunks.length > 0, 'no chunk');
  need(new Set(file.chunks.map(({ index }) => index)).size === file.chunks.length, 'a chunk twice');
  const sumsOf = (bytes: Uint8Array) => parseSums(bytes, currencies.length);
  const chunks = file.chunks.map(({ index, sums, path }) => {
    need(index < leaves && path.length === height, 'a chunk of a tree of another size');
    return { index, sums: sumsOf(sums), path: path.map((node) => ({ hash: node.hash, sums: sumsOf(node.sums) })) };
  });
  return { chunks };
};

const checkTree: Take = ({ file, chunks, snapshot: { root, currencies } }) => {
  for (const [chunk, { index, sums, path }] of chunks.entries()) {
    const tag = liabilityTag(file.nonce, { userId: file.userId, contact: file.contact, chunk });
    const top = sumRoot(liabilityLeaf(tag, sums), index, path);
    need(isSameBytes(top.hash, root), `chunk ${chunk} is not in the tree`);
    const isWhole = currencies.every(({ users }, place) => sumUnits(users) === top.sums[place]);
    need(isWhole, 'the tree comes to other totals than the entry');
  }
  return {};
};

const STEPS = [
  ['format', ({ json }: Found) => ({ file: parseLiabilityProof(json) })],
  ...LOGGED_STEPS,
  ['snapshot', readSnapshot],
  ['totals', checkTotals],
  ['chunks', readChunks],
  ['tree', checkTree],
] as const satisfies readonly Step<string, Found>[];

export type LiabilityStep = (typeof STEPS)[number][0];
/** The steps in their order. */
export const LIABILITY_STEPS: readonly LiabilityStep[] = STEPS.map(([step]) => step);

export type LiabilityVerdict = Verdict<LiabilityStep> & {
  /** Signatures that the result depends on. */
  readonly signed: readonly Signed[];
  /** Time of the snapshot, and the liability to the user; only where all steps passed. */
  readonly loggedMs: number | undefined;
  readonly owed: readonly OwnLiability[];
};

/**
 * Verifies a proof against the logs, the witnesses and the quorum of a policy. The user's own records show whether the
 * liability is the user's balance of that time.
 */
export function verifyLiability(json: string, policy: Policy): LiabilityVerdict {
  const { isTrue, steps, found } = takeSteps<LiabilityStep, Found>(STEPS, { json, policy });
  const { snapshot, chunks = [] } = found;
  const owed = (snapshot?.currencies ?? []).map(({ id, code }, place) => ({
    currencyId: id,
    code,
    amount: sumAmount(chunks.reduce((sum, { sums }) => sum + (sums[place] ?? 0n), 0n)),
  }));
  return {
    isTrue,
    steps,
    signed: found.signed ?? [],
    loggedMs: isTrue ? snapshot?.loggedMs : undefined,
    owed: isTrue ? owed : [],
  };
}

/** A chunk of a proof. */
export function provenChunk(index: number, sums: Sums, path: readonly SumNode[]): ProvenChunk {
  return { index, sums: sumBytes(sums), path: path.map((node) => ({ hash: node.hash, sums: sumBytes(node.sums) })) };
}

function chunkOf(value: unknown): ProvenChunk {
  const { index, sums, path } = fieldsOf('chunks', value, ['index', 'sums', 'path']);
  return {
    index: placeOf('index', index),
    sums: bytesOf('sums', sums),
    path: listOf('path', path, (node) => {
      const beside = fieldsOf('path', node, ['hash', 'sums']);
      return { hash: bytesOf('hash', beside.hash, HASH_BYTES), sums: bytesOf('sums', beside.sums) };
    }),
  };
}

// The tree of liabilities: every node is bound to the sums of both nodes below it (Maxwell's sum tree with the binding
// of Hu, Zhang and Guo, 2018/1139). Only a user can identify the leaves of the user's balances.

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
