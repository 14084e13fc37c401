import { useSyncExternalStore } from 'react';
import type { OutboxItem } from './outboxItem.ts';
import { outboxItems, subscribeOutbox } from './outboxView.ts';

/** Waiting and refused items, in order of sending, from all tabs. */
export function useOutbox(): readonly OutboxItem[] {
  return useSyncExternalStore(subscribeOutbox, outboxItems);
}
