/** The key that signs the public log: Ed25519, beside the data unless the operator keeps it elsewhere. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { verifierKey, type SignerKey } from '@halyard/contract/log/keys';
import { ConfigError } from '../configError.ts';
import { keepPrivateFile, readPrivateFile } from '../privateFile.ts';

/** What names a log that begins. */
export type LogNaming = {
  readonly isSandbox: boolean;
  /** Where users reach the exchange. */
  readonly publicUrl: string | undefined;
  /** What the operator wants it to be called. */
  readonly logOrigin: string | undefined;
};

/** A key before it is known which log it signs. */
export type LogKey = {
  /** The signer of the log with this origin. */
  signer(origin: string): SignerKey;
  /** What a log that begins at `nowMs` is called. */
  originOf(naming: LogNaming, nowMs: number): string;
};

const FILE = 'log.key';
const DIGITS = 16;

/**
 * Reads the key from `file`; without one, from the data folder, where it is made at the first start. Throws a
 * `ConfigError` for anything else than an Ed25519 key.
 */
export async function readLogKey(dataDir: string, file: string | undefined): Promise<LogKey> {
  const path = file ?? join(dataDir, FILE);
  const pem = file === undefined ? await keepPrivateFile(path, newPem()) : await readPrivateFile(path);
  if (pem === undefined) throw new ConfigError(`LOG_KEY_FILE ${path} is not there.`);
  const secret = parsePem(pem, path);
  const { x } = createPublicKey(secret).export({ format: 'jwk' });
  const publicKey = new Uint8Array(Buffer.from(x ?? '', 'base64url'));
  return {
    signer: (origin) => ({
      key: verifierKey(origin, 'log', publicKey),
      sign: (message) => new Uint8Array(sign(null, message, secret)),
    }),
    originOf: ({ isSandbox, publicUrl, logOrigin }, nowMs) => {
      if (logOrigin !== undefined) return logOrigin;
      if (!isSandbox && publicUrl !== undefined)
        return `${new URL(publicUrl).host}/log/${new Date(nowMs).getUTCFullYear()}a`;
      const digest = createHash('sha256').update(publicKey).digest('hex').slice(0, DIGITS);
      return `${isSandbox ? 'sandbox' : 'exchange'}.halyard.invalid/${digest}`;
    },
  };
}

function newPem(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function parsePem(pem: string, path: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Said below, without what the file holds.
  }
  throw new ConfigError(`${path} is no Ed25519 key in PEM, and the public log is signed with it: bring it back.`);
}
