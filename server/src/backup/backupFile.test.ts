// A backup is restored exactly or not at all: not when it is partial, truncated, changed or encrypted for another key.
import { createCipheriv } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newBackupKey, parseBackupKey, unpackBackup, writeBackup, type BackupEntry } from './backupFile.ts';
import { bytesEntry } from './postgresTools.ts';

// More than two encrypted chunks, which gzip cannot compress.
const LARGE = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(150_000));
const { pem, publicKey } = newBackupKey();
const secretKey = parseBackupKey(pem, 'key');

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-backup-'));
  path = join(folder, 'own.backup');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function* entries(...names: readonly string[]): AsyncGenerator<BackupEntry> {
  for (const name of names) yield bytesEntry(name, LARGE);
}
const unpack = (from: string, opener: Parameters<typeof unpackBackup>[1] = { secretKey }) =>
  unpackBackup(from, opener, { placeOf: (name) => join(folder, 'back', name), isLasting: false });

describe.each([
  ['a key', { publicKey }, { secretKey }],
  ['nobody', undefined, {}],
])('a backup for %s', (_whom, to, opener) => {
  it('is restored exactly', async () => {
    await writeBackup(path, to, entries('uploads/large', 'small'));
    expect(readFileSync(path).includes(LARGE.subarray(0, 64))).toBe(false);
    await unpack(path, opener);
    expect(readFileSync(join(folder, 'back/uploads/large')).equals(LARGE)).toBe(true);
  });

  it('is refused when truncated or changed anywhere', async () => {
    await writeBackup(path, to, entries('large'));
    const whole = readFileSync(path);
    const cut = [0, 5, 200, 70_000, whole.length - 65_600, whole.length - 1].map((end) => whole.subarray(0, end));
    const changed = [300, 70_000, whole.length - 3].map((at) => {
      const copy = Buffer.from(whole);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy;
    });
    for (const bytes of [...cut, ...changed]) {
      writeFileSync(`${path}.other`, bytes);
      await expect(unpack(`${path}.other`, opener)).rejects.toThrow(/not whole|no backup/);
      rmSync(join(folder, 'back'), { recursive: true, force: true });
    }
  });
});

it('is opened only by its own key or passphrase', async () => {
  await writeBackup(path, { publicKey }, entries('large'));
  await expect(unpack(path, {})).rejects.toThrow(`encrypted for the key ${publicKey}`);
  const other = parseBackupKey(newBackupKey().pem, 'other');
  await expect(unpack(path, { secretKey: other })).rejects.toThrow('encrypted for another key');
  const words = `${path}.words`;
  await writeBackup(words, { passphrase: 'one' }, entries('large'));
  await expect(unpack(words, { passphrase: 'two' })).rejects.toThrow('The passphrase is another one');
  await unpack(words, { passphrase: 'one' });
  expect(readFileSync(join(folder, 'back/large')).equals(LARGE)).toBe(true);
});

it('leaves nothing on failure, and overwrites no other one', async () => {
  const failing = async function* () {
    yield* entries('large');
    expect(readdirSync(folder)).toEqual(['.own.backup.partial']);
    throw Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' });
  };
  await expect(writeBackup(path, { publicKey }, failing())).rejects.toThrow(`There is no room left for ${path}.`);
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(path, 'the one before');
  await expect(writeBackup(path, undefined, entries('large'))).rejects.toThrow('never written over');
  expect(readFileSync(path, 'utf8')).toBe('the one before');
});

it('writes nothing outside its target folder', async () => {
  for (const name of ['../large', 'uploads/../../large', '/tmp/large']) {
    rmSync(path, { force: true });
    await writeBackup(path, undefined, entries(name));
    await expect(unpack(path)).rejects.toThrow('which no backup has');
  }
});
