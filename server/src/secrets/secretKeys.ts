/** Keys that encrypt secrets: those of the settings, or one in the data folder that is created once. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { savePrivateFile } from '../privateFile.ts';
import { ConfigError } from '../settings.ts';
import { createSecretBox, KEY_BYTES, type SecretBox, type SecretKey } from './secretBox.ts';

/** In the data folder. */
export const SECRETS_FILE = 'secrets.key';

const KEY = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/;
const ID_BYTES = 4;

/** Parses `<name>:<base64 of 32 bytes>`, comma-separated; undefined for anything else, and for a repeated name. */
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
 * Creates the box with these keys, or without them with those of a file in the data folder, which is created at the
 * first start and is readable by its owner only. Throws a {@link ConfigError} when the file contains no keys.
 */
export async function readSecretBox(dataDir: string, keys: readonly SecretKey[] | undefined): Promise<SecretBox> {
  if (keys !== undefined) return createSecretBox(keys);
  const path = join(dataDir, SECRETS_FILE);
  const stored = secretKeysOf((await savePrivateFile(path, `${newKey()}\n`)).trim());
  // Without the file's contents.
  if (stored === undefined)
    throw new ConfigError(`${path} holds no keys, and secrets are encrypted with them: bring it back.`);
  return createSecretBox(stored);
}

function newKey(): string {
  return `${randomBytes(ID_BYTES).toString('hex')}:${randomBytes(KEY_BYTES).toString('base64')}`;
}
