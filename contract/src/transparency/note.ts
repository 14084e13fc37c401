/** Signed notes (C2SP signed-note, tlog-cosignature): a text, an empty line, and a line for each signature. */
import { fromBase64, joinBytes, toBase64, uint64Bytes, uint64Of, utf8Of } from './bytes.ts';
import { isSignedBy } from './ed25519.ts';
import { isKeyName, type SignerKey, type VerifierKey } from './keys.ts';
import { LogFormatError } from './LogFormatError.ts';

/** The most signatures of a note, which every verifier must accept. */
export const SIGNATURES_MAX = 16;

/** A signature line. Name and id together identify the key. */
export type NoteSignature = { readonly name: string; readonly keyId: number; readonly signature: Uint8Array };

/** `text` ends with a line feed, and is what is signed. */
export type Note = { readonly text: string; readonly signatures: readonly NoteSignature[] };

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
