/** Items that the device would not keep, for as long as the page and its session live. */
import { onDraftOwnerChange } from '../storage/draftOwner.ts';
import type { OutboxItem } from './outboxItem.ts';

let items: readonly OutboxItem[] = [];
onDraftOwnerChange(() => {
  items = [];
});

/** In the order of sending. */
export function itemsInMemory(owner: string): readonly OutboxItem[] {
  return items.filter((item) => item.owner === owner);
}

/** Takes an item in, in the place of those that it replaces. */
export function rememberItem(item: OutboxItem, isReplaced: (older: OutboxItem) => boolean): void {
  items = [...items.filter((older) => !isReplaced(older)), item];
}

/** Gives back whether the item was here. */
export function forgetInMemory({ id }: OutboxItem): boolean {
  return replaceAll(
    items.filter((item) => item.id !== id),
    id,
  );
}

/** Gives back whether the item was here. */
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
