/** Liability proofs: verifies step by step that a user's balances are in the published totals. */
import type { Decimal } from '../money/money.ts';
import { HASH_BYTES, isSameBytes, toBase64 } from './bytes.ts';
import { NONCE_BYTES } from './commitment.ts';
import { parseEntry } from './entries.ts';
import {
  bytesOf,
  fieldsOf,
  formatJson,
  listOf,
  parseJson,
  placeOf,
  provenEntryJson,
  provenEntryOf,
  refuse,
  textOf,
} from './json.ts';
import {
  isLeafCount,
  liabilityLeaf,
  liabilityTag,
  parseSums,
  sumAmount,
  sumBytes,
  sumRoot,
  sumUnits,
  type Sums,
  type SumNode,
} from './liabilities.ts';
import type { Signed } from './note.ts';
import type { Policy } from './policy.ts';
import { LOGGED_STEPS, type ReceiptFile, type LoggedEntries } from './loggedSteps.ts';
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
  readonly sealedMs: number | undefined;
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
    sealedMs: isTrue ? snapshot?.sealedMs : undefined,
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
