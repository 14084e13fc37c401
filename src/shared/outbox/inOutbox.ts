import { createPatientStore } from '../storage/patientStore.ts';
import { OUTBOX_DATABASE, OUTBOX_STORE } from './forgetOutbox.ts';

/**
 * Runs a transaction on the store. Rejects where the browser has none. Apart from the items, because every page that
 * moves money takes leases in the store, and few read items.
 */
export const inOutbox = createPatientStore(OUTBOX_DATABASE, OUTBOX_STORE);
