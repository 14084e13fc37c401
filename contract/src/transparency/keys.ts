/** Keys that sign notes, and their texts (C2SP signed-note, "Verifier keys"). */
import { sha256 } from '@noble/hashes/sha2.js';
import { fromBase64, joinBytes, toBase64 } from './bytes.ts';
import { PUBLIC_KEY_BYTES, type Sign } from './ed25519.ts';
import { LogFormatError } from './LogFormatError.ts';

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
