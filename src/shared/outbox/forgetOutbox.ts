/** Forgetting what waits to be sent. Apart from the outbox itself, which the first screen does without. */
import { emptyStore } from '../storage/emptyStore.ts';

/** The database of the outbox and the one store in it. */
export const OUTBOX_DATABASE = 'outbox';
export const OUTBOX_STORE = 'items';

/** Empties the outbox of this device, whoever's it is: nothing of it is sent or shown any more. Does not wait. */
export function forgetOutbox(): void {
  emptyStore(OUTBOX_DATABASE, OUTBOX_STORE);
}
