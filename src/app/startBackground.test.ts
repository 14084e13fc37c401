// @vitest-environment jsdom The user's orders when the connection is lost, and the mark of the device's language.
import { expect, it, vi } from 'vitest';
import { setLanguage } from '@halyard/contract/settings/calls';
import { listOrders } from '@halyard/contract/spot/calls';
import { cacheOrders, ordersApi } from '../domain/spot/ordersApi.ts';
import { selectLanguageMark } from '../domain/preferences/languageSlice.ts';
import { changeDraftOwner } from '../shared/storage/draftOwner.ts';
import { readRecord } from '../shared/storage/vault.ts';
import { createTestStore } from '../testing/createTestStore.ts';
import { TRADER, waitingOrder } from '../testing/exchange.ts';
import { fakeIndexedDb } from '../testing/fakeIndexedDb.ts';
import { markDeviceLanguage, startOwnRecords } from './startBackground.ts';

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

it('a language of the device gets its mark once, and English needs none', async () => {
  const { store, server } = await createTestStore();
  server.on(setLanguage, () => 'kor');
  markDeviceLanguage({ store });
  document.documentElement.dataset['language'] = 'kr';
  const korean = await createTestStore();
  delete document.documentElement.dataset['language'];
  korean.server.on(setLanguage, () => 'kor');
  markDeviceLanguage({ store: korean.store });
  await vi.waitFor(() => expect(selectLanguageMark(korean.store.getState())).toBe('kor'));
  markDeviceLanguage({ store: korean.store });
  expect([server.seen(setLanguage).length, korean.server.seen(setLanguage).length]).toEqual([0, 1]);
});
