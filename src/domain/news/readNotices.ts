/**
 * Which notices were read on this device. Notices are the same for everybody, so this belongs to the device and to no
 * user.
 */
import { useCallback, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import type { ArticleId } from '@halyard/contract/ids';
import { readJson, writeJson } from '../../shared/storage/localStore.ts';
import { createListeners } from '../../shared/store/listeners.ts';

const KEY = 'notices-read';
// As many as anybody scrolls back through; the oldest are forgotten.
const KEPT_MAX = 300;

const { subscribe: subscribeHere, notify } = createListeners();
let kept: { readonly text: string; readonly ids: ReadonlySet<number> } = { text: '', ids: new Set() };

/** Whether a notice was read, and the way to say that it was. */
export function useReadNotices() {
  const ids = useSyncExternalStore(subscribe, readIds);
  const isRead = useCallback((id: ArticleId) => ids.has(id), [ids]);
  return { isRead, markRead } as const;
}

function markRead(id: ArticleId): void {
  const ids = readIds();
  if (ids.has(id)) return;
  writeJson(KEY, [...ids, id].slice(-KEPT_MAX));
  notify();
}

/** The same set until something is read. */
function readIds(): ReadonlySet<number> {
  const found = z.safeParse(z.array(z.int()), readJson(KEY));
  const ids = found.success ? found.data : [];
  const text = ids.join(',');
  if (text !== kept.text) kept = { text, ids: new Set(ids) };
  return kept.ids;
}

// Another tab may have read it.
function subscribe(listener: () => void): () => void {
  const leave = subscribeHere(listener);
  window.addEventListener('storage', listener);
  return () => {
    leave();
    window.removeEventListener('storage', listener);
  };
}
