// The chain of day keys: it is the published one, its secret is created once by concurrent callers, is not readable by
// other users, and is never created again while prices continue with it.
import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FeedSetupError } from './feed.ts';
import { CHAIN_DAYS, readChainSecret, secretOfSeed, seedChain } from './seedChain.ts';

const NOW_MS = Date.UTC(2026, 7, 12, 23, 59, 59, 999);
const folder = mkdtempSync(join(tmpdir(), 'halyard-chain-'));
afterAll(() => rmSync(folder, { recursive: true }));
const newFolder = (name: string) => join(folder, name);

describe('a chain of keys', () => {
  const lastKey = Buffer.alloc(32, 3);
  const chain = seedChain(lastKey);

  it('begins at the published anchor, and ends with its secret', () => {
    expect(chain.anchor).toBe('LmE+xr1we1rLYksk/+bkRImkw1vdW1TrYvge8NU6qOs=');
    expect(chain.tickKey(CHAIN_DAYS)).toEqual(createHmac('sha256', lastKey).update('ticks').digest());
  });

  it('may be made from a seed', () => {
    const secret = secretOfSeed('north', NOW_MS);
    expect([secret.firstDay, secret.lastKey.toString('hex')]).toEqual([
      '2026-08-12',
      '6cdbfaf14ccf92f23a20f31c0eceffd2e3e85c19946f7933bde93eb96263bbc1',
    ]);
  });

  it('has a key of its own for each of its days, and none beyond', () => {
    const keys = Array.from({ length: CHAIN_DAYS }, (_, index) => chain.tickKey(index + 1)?.toString('hex'));
    expect(new Set(keys).size).toBe(CHAIN_DAYS);
    expect([-1, 0, CHAIN_DAYS + 1].map((day) => chain.tickKey(day))).toEqual([undefined, undefined, undefined]);
    expect(keys).not.toContain(createHmac('sha256', Buffer.from(chain.anchor, 'base64')).update('ticks').digest('hex'));
  });
});

describe('the secret of a chain', () => {
  it('is created once by concurrent callers, is private and does not change', async () => {
    const dataDir = newFolder('one');
    const secrets = await Promise.all(Array.from({ length: 20 }, () => readChainSecret(dataDir, NOW_MS, false)));
    const [first] = secrets;
    expect(secrets).toEqual(secrets.map(() => first));
    expect(first?.firstDay).toBe('2026-08-12');
    expect(first?.lastKey).toHaveLength(32);
    expect(readdirSync(dataDir)).toEqual(['seed.key']);
    expect(statSync(join(dataDir, 'seed.key')).mode & 0o777).toBe(0o600);
    expect(await readChainSecret(dataDir, NOW_MS + 1, true)).toEqual(first);
    expect(await readChainSecret(newFolder('two'), NOW_MS, false)).not.toEqual(first);
  });

  it('is reported in one line when it is missing or damaged, and left unchanged', async () => {
    const lineOf = async (dataDir: string, mustExist: boolean) => {
      const error: unknown = await readChainSecret(dataDir, NOW_MS, mustExist).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(FeedSetupError);
      expect((error as Error).message).not.toContain('\n');
      return (error as Error).message;
    };
    const missing = newFolder('missing');
    expect(await lineOf(missing, true)).toContain(`${join(missing, 'seed.key')} is missing`);
    await readChainSecret(missing, NOW_MS, false);
    const path = join(missing, 'seed.key');
    const whole = readFileSync(path, 'utf8');
    for (const damaged of ['', whole.slice(0, 40), `${whole}more`, whole.replace('2026-08-12', '2026-13-12')]) {
      writeFileSync(path, damaged);
      for (const mustExist of [true, false]) expect(await lineOf(missing, mustExist)).toContain('is damaged');
      expect(readFileSync(path, 'utf8')).toBe(damaged);
    }
  });
});
