/**
 * Ed25519 keys that sign the transparency log, by default in the data folder. The first one is created at the first
 * start; each later one is in the same folder with a number (`log.key.2`).
 */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { DAY_MS } from '@halyard/contract/time';
import { isSameBytes } from '@halyard/contract/transparency/bytes';
import {
  formatVkey,
  parseVkey,
  verifierKey,
  type SignerKey,
  type VerifierKey,
} from '@halyard/contract/transparency/note';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';
import { readPrivateFile, savePrivateFile } from '../privateFile.ts';
import { ConfigError } from '../settings.ts';

/** Settings that name a new log. */
export type LogNaming = {
  readonly isSandbox: boolean;
  /** Address at which users reach the exchange. */
  readonly publicUrl: string | undefined;
  /** Name set by the operator. */
  readonly logOrigin: string | undefined;
};

/** The keys, independent of the log that they sign. */
export type LogKey = {
  /** The first key as the signer of the log with this origin. */
  signer(origin: string): SignerKey;
  /** The signer with this public key; undefined when its file is missing. Also finds keys created since the start. */
  signerOf(key: VerifierKey): Promise<SignerKey | undefined>;
  /** Creates another key, for the log with this origin. */
  addSigner(origin: string): Promise<SignerKey>;
  /** Name of a log that begins at `nowMs`. */
  originOf(naming: LogNaming, nowMs: number): string;
};

const FILE = 'log.key';
const DIGITS = 16;
const FIRST = 1;

/**
 * Reads the keys from `file` and those beside it; without `file` from the data folder, where the first one is created
 * at the first start. Throws a `ConfigError` for a file that is not an Ed25519 key.
 */
export async function readLogKey(dataDir: string, file: string | undefined): Promise<LogKey> {
  const path = file ?? join(dataDir, FILE);
  const numbers = await readNumbers(path);
  if (numbers.length === 0 && file !== undefined) throw new ConfigError(`TRANSPARENCY_KEY_FILE ${path} is not there.`);
  if (numbers.length === 0) await savePrivateFile(path, newPem());
  const first = await readSecret(pathOf(path, numbers[0] ?? FIRST));
  return {
    signer: (origin) => signerOf(origin, first),
    signerOf: async ({ name, publicKey }) => {
      for (const number of await readNumbers(path)) {
        const secret = await readSecret(pathOf(path, number));
        if (isSameBytes(publicBytes(secret), publicKey)) return signerOf(name, secret);
      }
      return undefined;
    },
    addSigner: async (origin) => {
      const next = pathOf(path, ((await readNumbers(path)).at(-1) ?? FIRST) + 1);
      await savePrivateFile(next, newPem());
      return signerOf(origin, await readSecret(next));
    },
    originOf: ({ isSandbox, publicUrl, logOrigin }, nowMs) => {
      if (logOrigin !== undefined) return logOrigin;
      if (!isSandbox && publicUrl !== undefined)
        return `${new URL(publicUrl).host}/log/${new Date(nowMs).getUTCFullYear()}a`;
      const digest = createHash('sha256').update(publicBytes(first)).digest('hex').slice(0, DIGITS);
      return `${isSandbox ? 'sandbox' : 'exchange'}.halyard.invalid/${digest}`;
    },
  };
}

function pathOf(path: string, number: number): string {
  return number === FIRST ? path : `${path}.${number}`;
}

/** Numbers of the existing files, ascending. */
async function readNumbers(path: string): Promise<readonly number[]> {
  const name = basename(path);
  const files = await readdir(dirname(path)).catch(() => []);
  const numbers = files.flatMap((file) => {
    if (file === name) return FIRST;
    const digits = file.startsWith(`${name}.`) ? file.slice(name.length + 1) : '';
    return /^[1-9]\d{0,3}$/.test(digits) ? Number(digits) : [];
  });
  return numbers.toSorted((a, b) => a - b);
}

async function readSecret(path: string): Promise<KeyObject> {
  const pem = await readPrivateFile(path);
  if (pem === undefined) throw new ConfigError(`${path}, which signs the public log, is not there.`);
  return parsePem(pem, path);
}

function publicBytes(secret: KeyObject): Uint8Array {
  const { x } = createPublicKey(secret).export({ format: 'jwk' });
  return new Uint8Array(Buffer.from(x ?? '', 'base64url'));
}

function signerOf(origin: string, secret: KeyObject): SignerKey {
  return {
    key: verifierKey(origin, 'log', publicBytes(secret)),
    sign: (message) => new Uint8Array(sign(null, message, secret)),
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
    // Reported below, without the file's contents.
  }
  throw new ConfigError(`${path} is no Ed25519 key in PEM, and the public log is signed with it: bring it back.`);
}

// Keys that sign a log: its first one, and those that its entries name.

/** How long a key signs together with its successor. */
const OVERLAP_MS = 30 * DAY_MS;

/** A key with the instant from which it no longer signs. */
export type SigningKey = { readonly key: VerifierKey; readonly untilMs: number };

/** Inserts a key that signs from an instant on. A key with a pending entry becomes valid when that entry is logged. */
export async function insertLogKey(
  tx: Transaction,
  { log, key, sinceMs, pendingId }: { log: number; key: VerifierKey; sinceMs: number; pendingId?: number },
): Promise<void> {
  await tx.execute(
    sql`insert into log_keys (log, vkey, since, pending_id)
      values (${log}, ${formatVkey(key)}, ${new Date(sinceMs).toISOString()}::timestamptz, ${pendingId ?? null})`,
  );
}

/** All keys of a log, the newest last. */
export async function readLogKeys(reader: Reader, log: number): Promise<readonly SigningKey[]> {
  const rows = await rowsOf<{ vkey: string; next_ms: string | null }>(
    reader,
    sql`select k.vkey, (extract(epoch from lead(k.since) over (order by k.id)) * 1000)::bigint::text as next_ms
      from log_keys k left join log_pending p on p.id = k.pending_id
      where k.log = ${log} and (k.pending_id is null or p.idx is not null) order by k.id`,
  );
  return rows.map(({ vkey, next_ms: nextMs }) => ({
    key: parseVkey(vkey, 'log'),
    untilMs: nextMs === null ? Number.POSITIVE_INFINITY : Number(nextMs) + OVERLAP_MS,
  }));
}

/** Whether a key waits for its entry. */
export async function isKeyWaiting(reader: Reader, log: number): Promise<boolean> {
  const rows = await rowsOf(
    reader,
    sql`select from log_keys k join log_pending p on p.id = k.pending_id where k.log = ${log} and p.idx is null`,
  );
  return rows.length > 0;
}
