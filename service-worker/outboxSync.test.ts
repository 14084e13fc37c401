// Background Sync: the built worker notifies every window that the network is back, for our tag only, and waits until
// it has done so.
import { expect, it } from 'vitest';
import { OUTBOX_SYNC } from '@halyard/contract/serviceWorker';
import { FakeEvent, finish, startWorker } from './testing/workerScope.ts';

async function sync(tag: string) {
  const worker = await startWorker();
  const event = worker.dispatch(new FakeEvent('sync', { tag }));
  await finish(event);
  return { received: worker.received(), isWaitedFor: event.work.length > 0, fetched: worker.fetched };
}

it('notifies all windows, and sends nothing itself', async () => {
  const { received, isWaitedFor, fetched } = await sync(OUTBOX_SYNC);
  expect(received).toEqual({ first: [{ type: OUTBOX_SYNC }], second: [{ type: OUTBOX_SYNC }] });
  expect(isWaitedFor).toBe(true);
  expect(fetched).toEqual([]);
});

it('ignores other tags', async () => {
  const { received, isWaitedFor } = await sync('another');
  expect(received).toEqual({ first: [], second: [] });
  expect(isWaitedFor).toBe(false);
});
