// The user's own records are restored for that user only, encrypted and dated; they are deleted with the session, in
// this and other tabs, also while being written; old, damaged, excess entries and other layouts are removed; and a
// device that cannot store loses nothing else. fake-indexeddb with real WebCrypto.
import { createStore, entries, set } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeDraftOwner } from './draftOwner.ts';
import { loadDraft, saveDraft } from './drafts.ts';
import { RECORDS_DATABASE, RECORDS_STORE } from './deviceStores.ts';
import { clearOwnRecords, cacheRecord, readRecord, RECORDS_GOOD_MS, sizeOfOwnRecords, tidyRecords } from './vault.ts';
import { fakeIndexedDb } from '../../testing/fakeIndexedDb.ts';

fakeIndexedDb();

const store = createStore(RECORDS_DATABASE, RECORDS_STORE);
const places = async () => (await entries<string, unknown>(store)).map(([place]) => place);
const NOW_MS = Date.UTC(2023, 2, 16, 14, 5);
const cacheValue = (name: string, value: unknown, savedAtMs = NOW_MS) => cacheRecord(name, { value, savedAtMs });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS });
  changeDraftOwner('7');
});

afterEach(async () => {
  vi.useRealTimers();
  changeDraftOwner(undefined);
  await clearOwnRecords();
});

describe('a record', () => {
  it('is restored unchanged, with its date', async () => {
    expect(await cacheValue('wallet', { usdt: '1052.25', rows: [1, null] })).toBe(true);
    expect(await readRecord('wallet')).toEqual({ value: { usdt: '1052.25', rows: [1, null] }, savedAtMs: NOW_MS });
    expect(await readRecord('other')).toBeUndefined();
  });

  it('is replaced by the next one', async () => {
    await cacheValue('wallet', 1);
    await cacheValue('wallet', 2);
    expect((await readRecord('wallet'))?.value).toBe(2);
  });

  it('is encrypted on the device, under a key that cannot be extracted', async () => {
    await cacheValue('wallet', { address: 'bc1qexample' });
    const all = await entries(store);
    const texts = all.map(([, entry]) => new TextDecoder().decode((entry as { sealed?: ArrayBuffer }).sealed));
    expect(texts.join(' ')).not.toContain('bc1qexample');
    const [key] = all.flatMap(([, entry]) => (entry as { key?: CryptoKey }).key ?? []);
    expect(key?.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', key as CryptoKey)).rejects.toThrow();
  });

  it('is valid for 7 days, also if the clock was set back', async () => {
    await cacheValue('wallet', 'old');
    vi.setSystemTime(NOW_MS + RECORDS_GOOD_MS - 1);
    expect((await readRecord('wallet'))?.value).toBe('old');
    vi.setSystemTime(NOW_MS + RECORDS_GOOD_MS);
    expect(await readRecord('wallet')).toBeUndefined();
    vi.setSystemTime(NOW_MS - 24 * 3_600_000);
    expect(await readRecord('wallet')).toBeUndefined();
  });

  it('that exceeds the size limit is not stored', async () => {
    expect(await cacheValue('wallet', 'x'.repeat(400_001))).toBe(false);
    expect(await readRecord('wallet')).toBeUndefined();
  });
});

describe('the end of a session', () => {
  it('destroys records and key', async () => {
    await cacheValue('wallet', 1);
    changeDraftOwner(undefined);
    await vi.waitFor(async () => expect(await places()).toEqual([]));
  });

  it('stores nothing that was under way, even if the same user returns', async () => {
    const writing = cacheValue('wallet', 1);
    changeDraftOwner(undefined);
    changeDraftOwner('7');
    expect(await writing).toBe(false);
    expect(await readRecord('wallet')).toBeUndefined();
  });

  it('in another tab rejects a record that this one is encrypting', async () => {
    await cacheValue('wallet', 1);
    const seal = crypto.subtle.encrypt.bind(crypto.subtle);
    vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...given) => {
      const sealed = await seal(...given);
      await new Promise<void>((resolve) => {
        const request = indexedDB.open(RECORDS_DATABASE);
        request.addEventListener('success', () => {
          const write = request.result.transaction(RECORDS_STORE, 'readwrite');
          write.objectStore(RECORDS_STORE).clear();
          write.addEventListener('complete', () => resolve());
        });
      });
      return sealed;
    });
    expect(await cacheValue('wallet', 2)).toBe(false);
    expect(await places()).toEqual([]);
  });

  it('stores and reads nothing without a user', async () => {
    changeDraftOwner(undefined);
    expect(await cacheValue('wallet', 1)).toBe(false);
    expect(await readRecord('wallet')).toBeUndefined();
  });
});

it('another user cannot read it, and tidying deletes remaining entries', async () => {
  await cacheValue('wallet', 1);
  const left = await entries(store);
  changeDraftOwner('8');
  await vi.waitFor(async () => expect(await places()).toEqual([]));
  // As if deletion had failed.
  for (const [place, entry] of left) await set(place, entry, store);
  expect(await readRecord('wallet')).toBeUndefined();
  await tidyRecords();
  expect(await places()).toEqual([]);
});

describe('tidying', () => {
  it('removes expired records that are never read again', async () => {
    await cacheValue('old', 1, NOW_MS - RECORDS_GOOD_MS);
    await cacheValue('new', 2);
    await tidyRecords();
    expect(await places()).toEqual(['key:7', 'record:7:new']);
  });

  it('leaves nothing without a user', async () => {
    await cacheValue('wallet', 1);
    const left = await entries(store);
    changeDraftOwner(undefined);
    await vi.waitFor(async () => expect(await places()).toEqual([]));
    for (const [place, entry] of left) await set(place, entry, store);
    await tidyRecords();
    expect(await places()).toEqual([]);
  });

  it('retains the newest five of a group, each with all its records', async () => {
    const keepCandles = (member: string, period: string, age: number) =>
      cacheRecord(`${member} ${period}`, { value: age, savedAtMs: NOW_MS - age }, { name: 'candles', member, max: 5 });
    for (const age of [1, 2, 3, 4, 5, 6]) await keepCandles(`pair${age}`, 'day', age * 1000);
    await keepCandles('pair5', 'week', 9000);
    await keepCandles('pair6', 'week', 9001);
    await cacheValue('wallet', 1, NOW_MS - 10_000);
    await tidyRecords();
    const names = (await places()).filter((place) => place !== 'key:7').map((place) => place.slice('record:7:'.length));
    expect(names.sort()).toEqual([
      'pair1 day',
      'pair2 day',
      'pair3 day',
      'pair4 day',
      'pair5 day',
      'pair5 week',
      'wallet',
    ]);
  });

  it('removes the oldest beyond the limits', async () => {
    for (let count = 0; count < 122; count += 1) await cacheValue(`list ${count}`, count, NOW_MS - count);
    await tidyRecords();
    expect([(await places()).length, await readRecord('list 119'), await readRecord('list 120')]).toEqual([
      121,
      { value: 119, savedAtMs: NOW_MS - 119 },
      undefined,
    ]);
  });
});

describe('an unreadable record', () => {
  const entryOf = async (name: string) =>
    (await entries<string, Record<string, unknown>>(store)).find(([place]) => place.endsWith(name)) ?? ['', {}];

  it('counts as missing: damaged, moved to another name or date, or of another layout', async () => {
    await cacheValue('wallet', 1);
    const [place, entry] = await entryOf('wallet');
    const damaged = new Uint8Array(entry['sealed'] as ArrayBuffer).map((byte) => byte ^ 1).buffer;
    const changes = [
      { sealed: damaged },
      { savedAtMs: NOW_MS + 1 },
      { name: 'other' },
      { layout: 2 },
      { sealed: 'text' },
    ];
    for (const change of changes) {
      await set(place, { ...entry, ...change }, store);
      expect(await readRecord('wallet')).toBeUndefined();
    }
    await set(place, entry, store);
    expect((await readRecord('wallet'))?.value).toBe(1);
  });

  it('is replaced by the next one', async () => {
    await cacheValue('wallet', 1);
    const [place] = await entryOf('wallet');
    await set(place, 'nonsense', store);
    await cacheValue('wallet', 2);
    expect((await readRecord('wallet'))?.value).toBe(2);
  });
});

it('is cleared at once on demand, and reports its size', async () => {
  expect(await sizeOfOwnRecords()).toBe(0);
  await cacheValue('wallet', 'x'.repeat(1000));
  // The text in quotation marks, and the 16-byte authentication tag.
  expect(await sizeOfOwnRecords()).toBe(1018);
  expect(await clearOwnRecords()).toBe(true);
  expect([await sizeOfOwnRecords(), await places()]).toEqual([0, []]);
  // The session continues with a new key.
  expect(await cacheValue('wallet', 2)).toBe(true);
  expect((await readRecord('wallet'))?.value).toBe(2);
});

describe('a device that cannot store', () => {
  it('reports that it is full, and loses nothing else', async () => {
    await cacheValue('wallet', 1);
    await saveDraft('bank', 'Ada');
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await cacheValue('wallet', 2)).toBe(false);
    put.mockRestore();
    expect([(await readRecord('wallet'))?.value, await loadDraft('bank')]).toEqual([1, 'Ada']);
  });

  it('reports that storage is forbidden', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    expect([await cacheValue('wallet', 1), await readRecord('wallet'), await tidyRecords()]).toEqual([
      false,
      undefined,
      true,
    ]);
  });

  it('stores nothing without WebCrypto, which only secure pages have', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    expect([await cacheValue('wallet', 1), await readRecord('wallet'), await places()]).toEqual([false, undefined, []]);
    vi.unstubAllGlobals();
  });
});

it('two tabs share one key, whichever creates it', async () => {
  vi.resetModules();
  const owner = await import('./draftOwner.ts');
  const other = await import('./vault.ts');
  owner.changeDraftOwner('7');
  await Promise.all([cacheValue('mine', 1), other.cacheRecord('theirs', { value: 2, savedAtMs: NOW_MS })]);
  expect([(await readRecord('theirs'))?.value, (await other.readRecord('mine'))?.value]).toEqual([2, 1]);
});
