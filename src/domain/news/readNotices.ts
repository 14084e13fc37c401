/** Notices read on this device. Notices are the same for all users, so the record belongs to the device. */
import { useCallback, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import type { ArticleId } from '@halyard/contract/ids';
import { readJson, writeJson } from '../../shared/storage/localStore.ts';
import { createListeners } from '../../shared/store/listeners.ts';

const KEY = 'notices-read';
// More than anyone scrolls back through; the oldest are dropped.
const READ_MAX = 300;

const { subscribe: subscribeHere, notify } = createListeners();
let cached: { readonly text: string; readonly ids: ReadonlySet<number> } = { text: '', ids: new Set() };

/** Whether a notice was read, and a function that marks it. */
export function useReadNotices() {
  const ids = useSyncExternalStore(subscribe, readIds);
  const isRead = useCallback((id: ArticleId) => ids.has(id), [ids]);
  return { isRead, markRead } as const;
}

function markRead(id: ArticleId): void {
  const ids = readIds();
  if (ids.has(id)) return;
  writeJson(KEY, [...ids, id].slice(-READ_MAX));
  notify();
}

/** The same set until something is read. */
function readIds(): ReadonlySet<number> {
  const found = z.safeParse(z.array(z.int()), readJson(KEY));
  const ids = found.success ? found.data : [];
  const text = ids.join(',');
  if (text !== cached.text) cached = { text, ids: new Set(ids) };
  return cached.ids;
}

// Another tab may have read a notice.
function subscribe(listener: () => void): () => void {
  const leave = subscribeHere(listener);
  window.addEventListener('storage', listener);
  return () => {
    leave();
    window.removeEventListener('storage', listener);
  };
}
