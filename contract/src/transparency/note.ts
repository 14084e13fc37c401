/** Signed notes (C2SP signed-note, tlog-cosignature): a text, an empty line, and a line for each signature. */
import { hashes, verify } from '@noble/ed25519';
import { sha256 } from '@noble/hashes/sha2.js';
import { fromBase64, HASH_BYTES, joinBytes, toBase64, uint64Bytes, uint64Of, utf8Of, wholeOf } from './bytes.ts';
import { LogFormatError } from './LineReader.ts';
import { sha512 } from './sha512.ts';

/** The most signatures of a note, which every verifier must accept. */
export const SIGNATURES_MAX = 16;

/** A signature line. Name and id together identify the key. */
export type NoteSignature = { readonly name: string; readonly keyId: number; readonly signature: Uint8Array };

/** `text` ends with a line feed, and is what is signed. */
type Note = { readonly text: string; readonly signatures: readonly NoteSignature[] };

/** A verified signature. */
export type Signed = {
  readonly key: VerifierKey;
  /** When a witness saw the note, unix seconds by its own clock. */
  readonly atSeconds?: number;
};

/** A line under a known key's name that is not its signature. */
export class FalseSignatureError extends Error {
  override readonly name = 'FalseSignatureError';

  constructor(readonly key: VerifierKey) {
    super(`the signature of ${key.name} is false`);
  }
}

const SIGNATURE_LINE = /^— (\S+) (\S+)$/u;
// Some decoders drop other control characters, or read CRLF as LF.
const NOT_IN_NOTES = /[^\P{Cc}\n]/u;
const ID_BYTES = 4;
const TIME_BYTES = 8;

/** Reads a note. Throws a {@link LogFormatError} that names the line. */
export function parseNote(note: string): Note {
  const whole = new LogFormatError(0, 'a note is a text, an empty line and signatures, each line with a line feed');
  const blank = note.lastIndexOf('\n\n');
  if (blank < 1 || !note.endsWith('\n') || blank + 2 >= note.length) throw whole;
  if (NOT_IN_NOTES.test(note)) throw new LogFormatError(0, 'control characters');
  // Half of a surrogate pair has no bytes, and would be signed as something else.
  if (utf8Of(joinBytes(note)) !== note) throw new LogFormatError(0, 'not Unicode');
  const text = note.slice(0, blank + 1);
  const lines = note.slice(blank + 2, -1).split('\n');
  const linesBefore = text.split('\n').length;
  if (lines.length > SIGNATURES_MAX)
    throw new LogFormatError(linesBefore + SIGNATURES_MAX + 1, `more than ${SIGNATURES_MAX} signatures`);
  return { text, signatures: lines.map((line, place) => parseSignature(line, linesBefore + place + 1)) };
}

/** The text form of the note. */
export function formatNote({ text, signatures }: Note): string {
  return `${text}\n${signatures.map(formatSignature).join('')}`;
}

/**
 * Keys of this list that signed. Lines of unknown keys are ignored. Throws a {@link FalseSignatureError} when a line
 * with a known key's name and id is not its signature, regardless of the other lines.
 */
export function verifyNote({ text, signatures }: Note, keys: readonly VerifierKey[]): readonly Signed[] {
  return signatures.flatMap((line) =>
    keys
      .filter(({ name, id }) => name === line.name && id === line.keyId)
      .map((key) => {
        const signed = verifyLine(text, key, line.signature);
        if (signed === undefined) throw new FalseSignatureError(key);
        return signed;
      }),
  );
}

/** The line with which a key of a log signs a text. */
export function signText(text: string, { key, sign }: SignerKey): NoteSignature {
  return { name: key.name, keyId: key.id, signature: sign(joinBytes(text)) };
}

/** The line with which a witness cosigns a checkpoint. */
export function cosignText(text: string, { key, sign }: SignerKey, atSeconds: number): NoteSignature {
  const signature = joinBytes(uint64Bytes(atSeconds), sign(cosigned(text, atSeconds)));
  return { name: key.name, keyId: key.id, signature };
}

function verifyLine(text: string, key: VerifierKey, signature: Uint8Array): Signed | undefined {
  if (key.type === 'log') return isSignedBy(key.publicKey, joinBytes(text), signature) ? { key } : undefined;
  const atSeconds = signature.length > TIME_BYTES ? uint64Of(signature) : undefined;
  if (atSeconds === undefined) return undefined;
  const isGood = isSignedBy(key.publicKey, cosigned(text, atSeconds), signature.slice(TIME_BYTES));
  return isGood ? { key, atSeconds } : undefined;
}

function cosigned(text: string, atSeconds: number): Uint8Array {
  return joinBytes(`cosignature/v1\ntime ${atSeconds}\n`, text);
}

function parseSignature(line: string, number: number): NoteSignature {
  const [, name = '', base64 = ''] = SIGNATURE_LINE.exec(line) ?? [];
  if (!isKeyName(name)) throw new LogFormatError(number, 'not a signature');
  const bytes = fromBase64(base64);
  if (bytes === undefined) throw new LogFormatError(number, 'not canonical base64');
  if (bytes.length <= ID_BYTES) throw new LogFormatError(number, 'no signature after the id of the key');
  return { name, keyId: new DataView(bytes.buffer).getUint32(0), signature: bytes.slice(ID_BYTES) };
}

function formatSignature({ name, keyId, signature }: NoteSignature): string {
  const id = new Uint8Array(ID_BYTES);
  new DataView(id.buffer).setUint32(0, keyId);
  return `— ${name} ${toBase64(joinBytes(id, signature))}\n`;
}

// Checkpoints (C2SP tlog-checkpoint): size and root of a log, signed. Ours have no extension lines.

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

// Keys that sign notes, and their texts (C2SP signed-note, "Verifier keys").

/** `log` signs the text of a note; `witness` signs a checkpoint with the time at which it saw it. */
export const KEY_TYPES = { log: 0x01, witness: 0x04 } as const;
export type KeyType = keyof typeof KEY_TYPES;

/** A public key with its name. */
export type VerifierKey = {
  readonly name: string;
  /** The first 32 bits of the hash of name, type and key. */
  readonly id: number;
  readonly type: KeyType;
  readonly publicKey: Uint8Array;
};

/** A key with its secret. */
export type SignerKey = { readonly key: VerifierKey; readonly sign: Sign };

const VKEY = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/;
const NOT_IN_NAMES = /[\p{White_Space}\p{Cc}+]/u;

/** Whether a key may have this name: no spaces, no plus, no control characters. */
export function isKeyName(name: string): boolean {
  return name !== '' && !NOT_IN_NAMES.test(name);
}

/** A key by its name. Throws a {@link LogFormatError} when the name cannot be one. */
export function verifierKey(name: string, type: KeyType, publicKey: Uint8Array): VerifierKey {
  if (!isKeyName(name)) throw new LogFormatError(0, 'a key has a name without spaces and plus signs');
  const hash = sha256(joinBytes(`${name}\n`, Uint8Array.of(KEY_TYPES[type]), publicKey));
  return { name, id: new DataView(hash.buffer, hash.byteOffset).getUint32(0), type, publicKey };
}

/** The text of a key: `<name>+<id>+<base64 of type and key>`. */
export function formatVkey({ name, id, type, publicKey }: VerifierKey): string {
  return `${name}+${hexOf(id)}+${toBase64(joinBytes(Uint8Array.of(KEY_TYPES[type]), publicKey))}`;
}

/** Reads a key of the expected type. Throws a {@link LogFormatError}, also for an id that is not the key's. */
export function parseVkey(text: string, type: KeyType): VerifierKey {
  const [, name = '', id = '', material = ''] = VKEY.exec(text) ?? [];
  const bytes = fromBase64(material, 1 + PUBLIC_KEY_BYTES);
  if (bytes === undefined) throw new LogFormatError(0, 'not a verifier key');
  if (bytes[0] !== KEY_TYPES[type]) throw new LogFormatError(0, `not a key of type ${KEY_TYPES[type]}`);
  const key = verifierKey(name, type, bytes.slice(1));
  if (hexOf(key.id) !== id) throw new LogFormatError(0, 'the id of the key is not that of its bytes');
  return key;
}

function hexOf(id: number): string {
  return id.toString(16).padStart(8, '0');
}

// Ed25519 (RFC 8032), the same code in the app, on the server and in the tool.

hashes.sha512 = sha512;

export const PUBLIC_KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;

/** Signs bytes; the caller that provides the function keeps the secret. */
type Sign = (message: Uint8Array) => Uint8Array;

/** Whether a signature is the key's. Only canonical encodings, as RFC 8032 and FIPS 186-5 require. */
export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== PUBLIC_KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false;
  return verify(signature, message, publicKey, { zip215: false });
}
