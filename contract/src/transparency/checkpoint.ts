/** Checkpoints (C2SP tlog-checkpoint): size and root of a log, signed. Ours have no extension lines. */
import { fromBase64, HASH_BYTES, toBase64, wholeOf } from './bytes.ts';
import { isKeyName, type SignerKey } from './keys.ts';
import { LogFormatError } from './LogFormatError.ts';
import { formatNote, parseNote, signText, type Note } from './note.ts';

/** State of a log at a moment. */
export type TreeHead = {
  readonly origin: string;
  /** Number of entries; 2^53 - 1 at most. */
  readonly size: number;
  readonly root: Uint8Array;
};

/** A tree head with the note that it was read from. */
export type Checkpoint = TreeHead & { readonly note: Note };

/** The text that is signed. */
export function formatTreeHead({ origin, size, root }: TreeHead): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** The signed note of a tree head, by each of the keys. */
export function signCheckpoint(head: TreeHead, signers: readonly SignerKey[]): string {
  const text = formatTreeHead(head);
  return formatNote({ text, signatures: signers.map((signer) => signText(text, signer)) });
}

/** Reads a checkpoint without verifying signatures. Throws a {@link LogFormatError} that names the line. */
export function parseCheckpoint(note: string): Checkpoint {
  const read = parseNote(note);
  return { ...parseTreeHead(read.text), note: read };
}

function parseTreeHead(text: string): TreeHead {
  const [origin = '', sizeText = '', rootText = '', ...rest] = text.split('\n');
  if (!isKeyName(origin)) throw new LogFormatError(1, 'not an origin');
  const size = wholeOf(sizeText);
  if (size === undefined) throw new LogFormatError(2, 'not a size');
  const root = fromBase64(rootText, HASH_BYTES);
  if (root === undefined) throw new LogFormatError(3, 'not a hash in canonical base64');
  // The text after the last line feed is empty.
  if (rest.length !== 1) throw new LogFormatError(4, 'extension lines are not of this log');
  return { origin, size, root };
}
