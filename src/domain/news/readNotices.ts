/** Notices read on this device. Notices are the same for all users, so the record belongs to the device. */
import { useCallback, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import type { ArticleId } from '@halyard/contract/ids';
import type { ArticleRow } from '@halyard/contract/news/calls';
import { readJson, readText, writeJson, writeText } from '../../shared/storage/localStore.ts';
import { createListeners } from '../../shared/store/listeners.ts';

const KEY = 'notices-read';
/** Time of the newest notice when all were marked as read. */
const ALL_KEY = 'notices-read-until';
// More than anyone scrolls back through; the oldest are dropped.
const READ_MAX = 300;

const { subscribe: subscribeHere, notify } = createListeners();
let cached: { readonly text: string; readonly ids: ReadonlySet<number> } = { text: '', ids: new Set() };

type Notice = Pick<ArticleRow, 'id' | 'createdAt'>;

/** Whether a notice was read, and functions that mark one, or one and all before it. */
export function useReadNotices() {
  const ids = useSyncExternalStore(subscribe, readIds);
  const until = useSyncExternalStore(subscribe, readUntil);
  const isRead = useCallback(({ id, createdAt }: Notice) => ids.has(id) || createdAt <= until, [ids, until]);
  return { isRead, markRead, markAllRead } as const;
}

function markAllRead({ createdAt }: Notice): void {
  writeText(ALL_KEY, createdAt);
  notify();
}

const readUntil = () => readText(ALL_KEY) ?? '';

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
