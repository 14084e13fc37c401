/** Strict reading of JSON files: every field is present, and no other. A fault is a `LogFormatError` with its name. */
import { fromBase64, HASH_BYTES, toBase64 } from './bytes.ts';
import { LogFormatError } from './LogFormatError.ts';
import type { ProvenEntry, ReceiptFile } from './loggedSteps.ts';

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
): { readonly own: Fields<Name>; readonly sealed: ReceiptFile } {
  const file: Fields<string> = fieldsOf('receipt', parseJson(text), ['format', ...names, 'entries', 'checkpoint']);
  if (file['format'] !== due) refuse('format');
  const sealed = {
    entries: listOf('entries', file['entries'], provenEntryOf),
    checkpoint: textOf('checkpoint', file['checkpoint']),
  };
  return { own: file as Fields<Name>, sealed };
}
