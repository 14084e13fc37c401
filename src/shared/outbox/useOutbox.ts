import { useSyncExternalStore } from 'react';
import type { OutboxItem } from './outboxItem.ts';
import { outboxItems, subscribeOutbox } from './outboxView.ts';

/** What waits to be sent and what was refused, in the order of sending, whichever tab wrote it. */
export function useOutbox(): readonly OutboxItem[] {
  return useSyncExternalStore(subscribeOutbox, outboxItems);
}
