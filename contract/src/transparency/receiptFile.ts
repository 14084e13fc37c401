/** First verification steps of every file with entries of the log. */
import { fromBase64, HASH_BYTES, toBase64 } from './bytes.ts';
import { entryHash, entryName } from './entries.ts';
import { LogFormatError } from './LineReader.ts';
import { isIncluded } from './merkle.ts';
import { parseCheckpoint, verifyNote, type Checkpoint, type Signed } from './note.ts';
import { isQuorum, type Policy } from './policy.ts';
import { need, type Step } from './steps.ts';

/** An entry of the log, with the hashes from its sibling upwards. */
export type ProvenEntry = { readonly index: number; readonly text: string; readonly proof: readonly Uint8Array[] };

/** Entries and checkpoint of a file. */
export type ReceiptFile = {
  readonly entries: readonly ProvenEntry[];
  /** The signed note, as it was published. */
  readonly checkpoint: string;
};

export type LoggedEntries = {
  /** Keys that the verifier trusts. */
  policy: Policy;
  file: ReceiptFile;
  checkpoint: Checkpoint;
  /** Verified signatures, those of the log before those of witnesses with their times. */
  signed: readonly Signed[];
};

type LoggedReceiptStepName = 'checkpoint' | 'signature' | 'witnesses' | 'inclusion';
type Take = (found: LoggedEntries) => Partial<Pick<LoggedEntries, 'checkpoint' | 'signed'>>;

const readHead: Take = ({ file, policy }) => {
  const checkpoint = parseCheckpoint(file.checkpoint);
  const isKnown = policy.logs.some(({ key }) => key.name === checkpoint.origin);
  need(isKnown, 'the checkpoint of another log');
  return { checkpoint };
};

const checkSignature: Take = ({ checkpoint, policy }) => {
  const keys = policy.logs.map(({ key }) => key).filter(({ name }) => name === checkpoint.origin);
  const signed = verifyNote(checkpoint.note, keys);
  need(signed.length > 0, 'no signature of a known key of the log');
  return { signed };
};

const checkWitnesses: Take = ({ checkpoint, policy, signed }) => {
  const witnesses = policy.witnesses.map(({ key }) => key);
  const cosigned = verifyNote(checkpoint.note, witnesses);
  const cosigners = cosigned.map(({ key }) => key);
  need(isQuorum(policy, cosigners), 'not the witnesses that the policy asks for');
  return { signed: [...signed, ...cosigned] };
};

const checkInclusion: Take = ({ file: { entries }, checkpoint: { size, root } }) => {
  need(new Set(entries.map(({ index }) => index)).size === entries.length, 'an entry twice');
  for (const { index, text, proof } of entries)
    need(
      isIncluded({ index, size, leaf: entryHash(text), root }, proof),
      `${entryName(index, text)} is not in the tree`,
    );
  return {};
};

export const LOGGED_STEPS = [
  ['checkpoint', readHead],
  ['signature', checkSignature],
  ['witnesses', checkWitnesses],
  ['inclusion', checkInclusion],
] as const satisfies readonly Step<LoggedReceiptStepName, LoggedEntries>[];

// Strict reading of JSON files: every field is present, and no other. A fault is a `LogFormatError` with its name.

/** An object's fields by their names. */
export type Fields<Name extends string> = Readonly<Record<Name, unknown>>;

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new LogFormatError(0, 'not JSON');
  }
}

/** The fields of an object that has these and no others. */
export function fieldsOf<Name extends string>(name: string, value: unknown, names: readonly Name[]): Fields<Name> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse(name);
  if (Object.keys(value).some((key) => !names.some((known) => known === key))) refuse(`${name}: an unknown field`);
  const missing = names.find((key) => !Object.hasOwn(value, key));
  return missing === undefined ? (value as Fields<Name>) : refuse(missing);
}

export function textOf(name: string, value: unknown): string {
  return typeof value === 'string' ? value : refuse(name);
}

/** A whole number from 0 to 2^53 - 1. */
export function placeOf(name: string, value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : refuse(name);
}

export function listOf<Item>(name: string, value: unknown, read: (item: unknown) => Item): readonly Item[] {
  return Array.isArray(value) ? value.map(read) : refuse(name);
}

/** Bytes from base64, of a given length or any. */
export function bytesOf(name: string, value: unknown, length?: number): Uint8Array {
  return fromBase64(textOf(name, value), length) ?? refuse(name);
}

export function provenEntryOf(value: unknown): ProvenEntry {
  const { index, text, proof } = fieldsOf('entries', value, ['index', 'text', 'proof']);
  return {
    index: placeOf('index', index),
    text: textOf('text', text),
    proof: listOf('proof', proof, (hash) => bytesOf('proof', hash, HASH_BYTES)),
  };
}

/** The inverse of {@link provenEntryOf}. */
export function provenEntryJson({ index, text, proof }: ProvenEntry): Fields<keyof ProvenEntry> {
  return { index, text, proof: proof.map(toBase64) };
}

/** The text of a file. */
export function formatJson(file: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

export function refuse(name: string): never {
  throw new LogFormatError(0, `${name} is not as it should be`);
}

// Frame of receipt files: a format, its own fields, and the entries of the log that prove them.

/** The text of a file of a format, with its own fields before those of the log. */
export function formatReceiptFile(
  format: string,
  own: Readonly<Record<string, unknown>>,
  { entries, checkpoint }: ReceiptFile,
): string {
  return formatJson({ format, ...own, entries: entries.map(provenEntryJson), checkpoint });
}

/** Reads a text of {@link formatReceiptFile}. Throws a `LogFormatError` that names the field, also an unknown one. */
export function parseReceiptFile<Name extends string>(
  text: string,
  due: string,
  names: readonly Name[],
): { readonly own: Fields<Name>; readonly logged: ReceiptFile } {
  const file: Fields<string> = fieldsOf('receipt', parseJson(text), ['format', ...names, 'entries', 'checkpoint']);
  if (file['format'] !== due) refuse('format');
  const logged = {
    entries: listOf('entries', file['entries'], provenEntryOf),
    checkpoint: textOf('checkpoint', file['checkpoint']),
  };
  return { own: file as Fields<Name>, logged };
}
