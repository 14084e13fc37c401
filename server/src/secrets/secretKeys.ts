/** The keys of the box of secrets: those that the operator set, or one beside the data that is made once. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ConfigError } from '../configError.ts';
import { savePrivateFile } from '../privateFile.ts';
import { createSecretBox, KEY_BYTES, type SecretBox, type SecretKey } from './secretBox.ts';

/** In the data folder. */
export const SECRETS_FILE = 'secrets.key';

const KEY = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/;
const ID_BYTES = 4;

/** Reads `<name>:<base64 of 32 bytes>` between commas; undefined for anything else, and for a name given twice. */
export function secretKeysOf(text: string): readonly SecretKey[] | undefined {
  const keys = text.split(',').map((part) => {
    const [, id, base64 = ''] = KEY.exec(part.trim()) ?? [];
    return id === undefined ? undefined : { id, bytes: new Uint8Array(Buffer.from(base64, 'base64')) };
  });
  const known = keys.filter((key) => key !== undefined);
  const isWhole = known.length === keys.length && new Set(known.map(({ id }) => id)).size === keys.length;
  return isWhole ? known : undefined;
}

/**
 * The box under these keys; without them under those of a file in the data folder, which is made at the first start and
 * is for its owner alone. Throws a {@link ConfigError} when the file holds no keys.
 */
export async function readSecretBox(dataDir: string, keys: readonly SecretKey[] | undefined): Promise<SecretBox> {
  if (keys !== undefined) return createSecretBox(keys);
  const path = join(dataDir, SECRETS_FILE);
  const kept = secretKeysOf((await savePrivateFile(path, `${newKey()}\n`)).trim());
  // Said without what the file holds.
  if (kept === undefined)
    throw new ConfigError(`${path} holds no keys, and secrets are sealed with them: bring it back.`);
  return createSecretBox(kept);
}

function newKey(): string {
  return `${randomBytes(ID_BYTES).toString('hex')}:${randomBytes(KEY_BYTES).toString('base64')}`;
}
