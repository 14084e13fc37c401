/** Shown items: those of the current user, the same in all tabs. */
import { draftOwner, onDraftOwnerChange } from '../storage/draftOwner.ts';
import { readItems, type OutboxItem } from './outboxStore.ts';
import { createListeners } from '../store/listeners.ts';
import { useSyncExternalStore } from 'react';

const NONE: readonly OutboxItem[] = [];
const { subscribe, notify } = createListeners();
/** By id: an unchanged item stays the same object, with its pictures. */
const known = new Map<string, OutboxItem>();
let shown: readonly OutboxItem[] = NONE;
let latest = 0;
let notifyTabs: ((id: string) => void) | undefined;

/**
 * Items as last read, waiting and refused, in order of sending. The same array, with the same items, until something
 * changes.
 */
export function outboxItems(): readonly OutboxItem[] {
  return shown;
}

/** Calls back at every change of {@link outboxItems}. */
export function subscribeOutbox(listener: () => void): () => void {
  follow();
  void refreshView();
  return subscribe(listener);
}

/** An item was added, changed or deleted here: updates the view and notifies the other tabs. */
export async function itemsChanged({ id }: OutboxItem): Promise<void> {
  follow();
  known.delete(id);
  notifyTabs?.(id);
  await refreshView();
}

async function refreshView(): Promise<void> {
  latest += 1;
  const turn = latest;
  const owner = draftOwner();
  const read = owner === undefined ? NONE : await readItems(owner.id, known).catch(() => NONE);
  // A later read has begun, or the session has ended.
  if (turn !== latest || draftOwner() !== owner) return;
  show(read);
}

function show(items: readonly OutboxItem[]): void {
  const isSame = items.length === shown.length && items.every((item, index) => item === shown[index]);
  if (isSame) return;
  known.clear();
  for (const item of items) known.set(item.id, item);
  shown = items;
  notify();
}

function follow(): void {
  if (notifyTabs !== undefined || typeof BroadcastChannel !== 'function') return;
  const channel = new BroadcastChannel('outbox');
  channel.addEventListener('message', ({ data: id }: MessageEvent<unknown>) => {
    if (typeof id === 'string') known.delete(id);
    void refreshView();
  });
  notifyTabs = channel.postMessage.bind(channel);
}

onDraftOwnerChange(() => {
  if (draftOwner() === undefined) show(NONE);
  void refreshView();
});

/** Waiting and refused items, in order of sending, from all tabs. */
export function useOutbox(): readonly OutboxItem[] {
  return useSyncExternalStore(subscribeOutbox, outboxItems);
}
