/** One sender at a time over all tabs of the browser. */
import { promisifyRequest } from 'idb-keyval';
import { newRequestId } from '../api/newRequestId.ts';
import { inOutbox } from './outboxStore.ts';

/** How long a tab may send that says nothing more of itself. */
const LEASE_MS = 20_000;
const RENEW_MS = 5000;

type Lease = { readonly holder: string; readonly untilMs: number };

const ME = newRequestId();

/**
 * Runs `task` while no other tab runs one of the same name. Gives back false when another tab is at it and cannot be
 * waited for; the caller then looks again later. Locks of the browser are for pages that were served securely:
 * elsewhere a lease in the store takes their place, which a tab that was put to sleep may lose, so that senders must be
 * able to send twice.
 */
export async function asOneSender(name: string, task: () => Promise<void>): Promise<boolean> {
  const { locks } = navigator as { locks?: LockManager };
  if (locks !== undefined) {
    await locks.request(`outbox:${name}`, task);
    return true;
  }
  // Without storage no other tab finds what is to be sent.
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
