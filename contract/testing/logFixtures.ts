/** A small log with known keys and known bytes, for tests. */
import { getPublicKey, sign } from '@noble/ed25519';
import { joinBytes } from '../src/transparency/bytes.ts';
import { entryHash } from '../src/transparency/entries.ts';
import { append, EMPTY_FRONTIER, rootOf } from '../src/transparency/merkle.ts';
import {
  cosignText,
  formatNote,
  formatTreeHead,
  isSignedBy,
  PUBLIC_KEY_BYTES,
  signText,
  verifierKey,
  type KeyType,
  type SignerKey,
} from '../src/transparency/note.ts';
import type { ReceiptFile } from '../src/transparency/receiptFile.ts';
import { inclusionProof, type ReadTile } from '../src/transparency/tiles.ts';

export const ORIGIN = 'halyard.example/log/2026a';

/** The key whose secret is 32 times this byte. */
export function signerKey(name: string, type: KeyType, seedByte: number): SignerKey {
  const seed = new Uint8Array(PUBLIC_KEY_BYTES).fill(seedByte);
  const key = verifierKey(name, type, getPublicKey(seed));
  return {
    key,
    sign: (message) => {
      const signature = sign(message, seed);
      if (!isSignedBy(key.publicKey, message, signature)) throw new Error('a signature that does not verify');
      return signature;
    },
  };
}

export const LOG = signerKey(ORIGIN, 'log', 1);
export const WITNESS = signerKey('witness.example/w1', 'witness', 2);

const linesOf = (...lines: readonly string[]) => `${lines.join('\n')}\n`;

/** The entries of the small log, and the root over them. */
export const ENTRIES: readonly string[] = [
  linesOf('halyard/log/v1', `origin ${ORIGIN}`, 'predecessor none'),
  linesOf(
    'halyard/series/v1',
    'sealed 1763856058200',
    `series 1 BTC/USDT simulated schwartz-2 ${'0123456789abcdef'.repeat(4)} 2 6`,
  ),
  linesOf(
    'halyard/prices/v1',
    'sealed 1763856060200',
    'series 1 81235',
    '1763856059000 60000.1 0.0153',
    '1763856060000 60000.15 0.1',
  ),
  linesOf('halyard/commits/v1', 'sealed 1763856061200', 'FJNx22yyZI3I1iMfZKhKDZIRnlGDJJYdE1c4bbnmNnc='),
  linesOf('halyard/prices/v1', 'sealed 1763856061200', 'series 1 81237', '1763856061000 60000.2 0.25'),
  linesOf('halyard/prices/v1', 'sealed 1763856120200', 'series 1 81238', '1763856120000 60000.9 0.5'),
  linesOf('halyard/prices/v1', 'sealed 1763856121200', 'series 1 81239', '1763856121000 60001.05 0.5'),
];
export const ROOT = 'LrlSfnNOlJcfz++oVShQFZRKnIE4dJ6SRSkIBDUW9/I=';

/** The tiles of a tree. */
export function tilesOf(leaves: readonly Uint8Array[]): ReadTile {
  const { added } = append(EMPTY_FRONTIER, leaves);
  return ({ level, index, width }) => {
    const hashes = level === 0 ? leaves : added.filter((one) => one.level === level).map(({ hash }) => hash);
    return Promise.resolve(joinBytes(...hashes.slice(index * 256, index * 256 + width)));
  };
}

/** Entries of a log with their proofs, and its checkpoint: signed, and cosigned when a witness is given. */
export async function publish(
  texts: readonly string[],
  { log = LOG, origin = ORIGIN, witness }: { log?: SignerKey; origin?: string; witness?: SignerKey } = {},
): Promise<ReceiptFile> {
  const leaves = texts.map(entryHash);
  const { frontier } = append(EMPTY_FRONTIER, leaves);
  const entries = texts.map(async (text, index) => ({
    index,
    text,
    proof: await inclusionProof(index, texts.length, tilesOf(leaves)),
  }));
  const text = formatTreeHead({ origin, size: texts.length, root: rootOf(frontier) });
  const cosigned = witness === undefined ? [] : [cosignText(text, witness, 1_763_856_122)];
  const checkpoint = formatNote({ text, signatures: [signText(text, log), ...cosigned] });
  return { entries: await Promise.all(entries), checkpoint };
}
