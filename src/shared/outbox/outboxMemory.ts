/** Items that the device could not store, for the lifetime of the page and its session. */
import { onDraftOwnerChange } from '../storage/draftOwner.ts';
import type { OutboxItem } from './outboxItem.ts';

let items: readonly OutboxItem[] = [];
onDraftOwnerChange(() => {
  items = [];
});

/** In order of sending. */
export function itemsInMemory(owner: string): readonly OutboxItem[] {
  return items.filter((item) => item.owner === owner);
}

/** Adds an item in place of those that it replaces. */
export function rememberItem(item: OutboxItem, isReplaced: (older: OutboxItem) => boolean): void {
  items = [...items.filter((older) => !isReplaced(older)), item];
}

/** Returns whether the item was in memory. */
export function forgetInMemory({ id }: OutboxItem): boolean {
  return replaceAll(
    items.filter((item) => item.id !== id),
    id,
  );
}

/** Returns whether the item was in memory. */
export function changeInMemory({ id }: OutboxItem, part: Partial<OutboxItem>): boolean {
  return replaceAll(
    items.map((item) => (item.id === id ? { ...item, ...part } : item)),
    id,
  );
}

function replaceAll(next: readonly OutboxItem[], id: string): boolean {
  const wasHere = items.some((item) => item.id === id);
  items = next;
  return wasHere;
}
