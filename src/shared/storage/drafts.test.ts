// @vitest-environment jsdom Drafts with pictures are restored for their user only, expire, are deleted with the session
// even while being written, and fail without an exception. IndexedDB is fake-indexeddb.
import { createStore, entries, set } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '@halyard/contract/time';
import { changeDraftOwner, DRAFTS_DATABASE, DRAFTS_STORE } from './draftOwner.ts';
import { loadDraft, removeDraft, saveDraft } from './drafts.ts';
import { fakeIndexedDb } from '../../testing/fakeIndexedDb.ts';

fakeIndexedDb();

const store = createStore(DRAFTS_DATABASE, DRAFTS_STORE);
const storedKeys = async () => (await entries(store)).map(([key]) => key);

beforeEach(() => changeDraftOwner('7'));

afterEach(async () => {
  vi.useRealTimers();
  changeDraftOwner(undefined);
  await vi.waitUntil(async () => (await storedKeys()).length === 0);
});

describe('a draft', () => {
  it('is restored unchanged', async () => {
    expect(await saveDraft('bank', { name: 'Ada', parts: [1, null, 'x'], when: undefined })).toBe(true);
    expect(await loadDraft('bank')).toEqual({ name: 'Ada', parts: [1, null, 'x'], when: undefined });
    expect(await loadDraft('other')).toBeUndefined();
  });

  it('keeps its pictures, at any depth', async () => {
    const front = new File(['front'], 'front.jpg', { type: 'image/jpeg' });
    await saveDraft('identity', { front, more: [new Blob(['back'], { type: 'image/png' })] });
    const stored = (await loadDraft('identity')) as { front: File; more: Blob[] };
    expect([stored.front.name, stored.front.type, await textOf(stored.front)]).toEqual([
      'front.jpg',
      'image/jpeg',
      'front',
    ]);
    expect([stored.more[0]?.type, await textOf(stored.more[0])]).toEqual(['image/png', 'back']);
  });

  it('is replaced by the next one and deleted on removal', async () => {
    await saveDraft('bank', 1);
    await saveDraft('bank', 2);
    expect(await loadDraft('bank')).toBe(2);
    expect(await removeDraft('bank')).toBe(true);
    expect(await loadDraft('bank')).toBeUndefined();
  });

  it('that is removed while being written stays removed', async () => {
    const writing = saveDraft('identity', new Blob(['picture']));
    await removeDraft('identity');
    expect(await writing).toBe(true);
    expect(await loadDraft('identity')).toBeUndefined();
  });

  it('is valid for 30 days', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2023, 2, 1) });
    await saveDraft('bank', 'old');
    vi.setSystemTime(Date.UTC(2023, 2, 1) + 30 * DAY_MS - 1);
    expect(await loadDraft('bank')).toBe('old');
    vi.setSystemTime(Date.UTC(2023, 2, 1) + 30 * DAY_MS);
    expect(await loadDraft('bank')).toBeUndefined();
  });
});

describe('the end of a session', () => {
  it('deletes all drafts', async () => {
    await saveDraft('bank', 'Ada');
    changeDraftOwner(undefined);
    await vi.waitFor(async () => expect(await storedKeys()).toEqual([]));
  });

  it('stores nothing that was under way', async () => {
    // Reading the picture takes time.
    const { readAsArrayBuffer } = FileReader.prototype;
    let goOn: (() => void) | undefined;
    vi.spyOn(FileReader.prototype, 'readAsArrayBuffer').mockImplementation(function read(this: FileReader, picture) {
      goOn = () => readAsArrayBuffer.call(this, picture);
    });
    const writing = saveDraft('identity', new Blob(['picture']));
    await vi.waitUntil(() => goOn !== undefined);
    changeDraftOwner(undefined);
    // The same user again is another session.
    changeDraftOwner('7');
    goOn?.();
    expect(await writing).toBe(false);
    expect(await loadDraft('identity')).toBeUndefined();
  });

  it('stores and reads nothing without a user', async () => {
    changeDraftOwner(undefined);
    expect(await saveDraft('bank', 'Ada')).toBe(false);
    expect(await loadDraft('bank')).toBeUndefined();
    expect(await removeDraft('bank')).toBe(false);
  });
});

it('another user cannot read it, and deletes remaining entries', async () => {
  await saveDraft('bank', 'Ada');
  // As if deletion had failed: the entry is there when the next user logs in.
  const [left] = await entries(store);
  changeDraftOwner('8');
  await vi.waitFor(async () => expect(await storedKeys()).toEqual([]));
  if (left !== undefined) await set(left[0], left[1], store);
  expect(await loadDraft('bank')).toBeUndefined();
  expect(await storedKeys()).toEqual([]);
});

it('a device that cannot store reports so, and reads nothing', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('broken', 'UnknownError');
  });
  expect(await saveDraft('bank', 'Ada')).toBe(false);
  expect(await loadDraft('bank')).toBeUndefined();
});

function textOf(picture: Blob | undefined): Promise<unknown> {
  const reader = new FileReader();
  if (picture === undefined) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    reader.addEventListener('load', () => resolve(reader.result));
    reader.readAsText(picture);
  });
}
