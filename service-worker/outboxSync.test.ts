// Background Sync: the built worker notifies every window that the network is back, for our tag only, and waits until
// it has done so.
import { expect, it } from 'vitest';
import { OUTBOX_SYNC } from '@halyard/contract/serviceWorker';
import { FakeEvent, finish, startWorker } from './testing/workerScope.ts';

async function sync(tag: string) {
  const worker = await startWorker();
  const event = worker.dispatch(new FakeEvent('sync', { tag }));
  await finish(event);
  return { heard: worker.heard(), isWaitedFor: event.work.length > 0, fetched: worker.fetched };
}

it('all windows are told, and nothing is sent by the worker itself', async () => {
  const { heard, isWaitedFor, fetched } = await sync(OUTBOX_SYNC);
  expect(heard).toEqual({ first: [{ type: OUTBOX_SYNC }], second: [{ type: OUTBOX_SYNC }] });
  expect(isWaitedFor).toBe(true);
  expect(fetched).toEqual([]);
});

it('a tag that is not ours is left alone', async () => {
  const { heard, isWaitedFor } = await sync('another');
  expect(heard).toEqual({ first: [], second: [] });
  expect(isWaitedFor).toBe(false);
});
