/** Deletes the outbox. Separate from the outbox itself, which the first screen does not load. */
import { emptyStore } from '../storage/emptyStore.ts';

/** Names of the outbox's database and of its one store. */
export const OUTBOX_DATABASE = 'outbox';
export const OUTBOX_STORE = 'items';

/** Empties the outbox of this device, for all users. Does not wait. */
export function forgetOutbox(): void {
  emptyStore(OUTBOX_DATABASE, OUTBOX_STORE);
}
