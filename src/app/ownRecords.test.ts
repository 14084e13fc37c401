// @vitest-environment jsdom What the device has of the user's orders when the connection is lost.
import { expect, it, vi } from 'vitest';
import { listOrders } from '@halyard/contract/spot/calls';
import { cacheOrders, ordersApi } from '../domain/spot/ordersApi.ts';
import { changeDraftOwner } from '../shared/storage/draftOwner.ts';
import { readRecord } from '../shared/storage/vault.ts';
import { createTestStore } from '../testing/createTestStore.ts';
import { TRADER, waitingOrder } from '../testing/exchange.ts';
import { fakeIndexedDb } from '../testing/fakeIndexedDb.ts';
import { startOwnRecords } from './startBackground.ts';

fakeIndexedDb();

it('an order placed just before the connection is lost is on the device', async () => {
  const { store, server, realtime } = await createTestStore(TRADER);
  changeDraftOwner('7');
  server.on(listOrders, () => []);
  const open = store.dispatch(ordersApi.endpoints.listOrders.initiate({ status: 'waiting' }));
  await open;
  realtime.setState('connected');
  const stop = startOwnRecords({ store, realtime: realtime.client });
  const cached = async () => (await readRecord('coin/list?[["limit",100],["page",1],["status","waiting"]]'))?.value;
  await vi.waitFor(async () => expect(await cached()).toEqual([]));
  cacheOrders([waitingOrder()], store.dispatch, store.getState());
  realtime.setState('connecting');
  await vi.waitFor(async () => expect(await cached()).toHaveLength(1));
  stop();
  changeDraftOwner(undefined);
  open.unsubscribe();
});
