/** One sender at a time across all tabs. */
import { promisifyRequest } from 'idb-keyval';
import { newRequestId } from '../api/newRequestId.ts';
import { OUTBOX_DATABASE, OUTBOX_STORE } from '../storage/deviceStores.ts';
import { createPatientStore } from '../storage/patientStore.ts';

/** Duration of a lease without renewal. */
const LEASE_MS = 20_000;
const RENEW_MS = 5000;

type Lease = { readonly holder: string; readonly untilMs: number };

const ME = newRequestId();

/**
 * Runs `task` while no other tab runs one of the same name. Returns false if another tab is running it and cannot be
 * waited for; the caller then checks again later. Web Locks require a secure page. Elsewhere a lease in the store
 * replaces them, which a suspended tab may lose, so senders must tolerate sending twice.
 */
export async function asOneSender(name: string, task: () => Promise<void>): Promise<boolean> {
  const { locks } = navigator as { locks?: LockManager };
  if (locks !== undefined) {
    await locks.request(`outbox:${name}`, task);
    return true;
  }
  // Without storage no other tab finds the items to send.
  if (!(await takeLease(name).catch(() => true))) return false;
  const timer = setInterval(() => void takeLease(name).catch(() => undefined), RENEW_MS);
  try {
    await task();
  } finally {
    clearInterval(timer);
    await endLease(name).catch(() => undefined);
  }
  return true;
}

const keyOf = (name: string) => `lease:${name}`;

function takeLease(name: string): Promise<boolean> {
  return inOutbox('readwrite', async (store) => {
    const held = (await promisifyRequest(store.get(keyOf(name)))) as Lease | undefined;
    if (held !== undefined && held.holder !== ME && held.untilMs > Date.now()) return false;
    store.put({ holder: ME, untilMs: Date.now() + LEASE_MS } satisfies Lease, keyOf(name));
    return true;
  });
}

async function endLease(name: string): Promise<void> {
  await inOutbox('readwrite', async (store) => {
    const held = (await promisifyRequest(store.get(keyOf(name)))) as Lease | undefined;
    if (held?.holder === ME) store.delete(keyOf(name));
  });
}

/**
 * Runs a transaction on the store. Rejects where the browser has none. Apart from the items, because every page that
 * moves money takes leases in the store, and few read items.
 */
export const inOutbox = createPatientStore(OUTBOX_DATABASE, OUTBOX_STORE);
