// @vitest-environment jsdom
// The user's own lists answer from the device, with their date, while the exchange is unreachable, and from the
// exchange again afterwards. Nothing of one user is cached for or shown to another; a refusal remains a refusal;
// content that does not fit the current codec is ignored. The real store and endpoints, a server at the level of fetch,
// IndexedDB by fake-indexeddb.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listDeposits } from '@halyard/contract/deposits/calls';
import type { ChannelId } from '@halyard/contract/ids';
import { listCandles, listMarkets } from '@halyard/contract/market/calls';
import { getPerformance, listEntries } from '@halyard/contract/wallet/entryCalls';
import { listOrders } from '@halyard/contract/spot/calls';
import { getWallet } from '@halyard/contract/wallet/calls';
import { build } from '@halyard/contract/testing/build';
import { HOUR_MS } from '@halyard/contract/time';
import { depositsApi } from '../deposits/depositsApi.ts';
import { LOAD_COUNT, windowBefore, windowUntil, candleEndpoints } from '../markets/candlesApi.ts';
import { marketEndpoints } from '../markets/marketsApi.ts';
import { cacheOrders, ordersApi } from '../spot/ordersApi.ts';
import { recordsApi } from '../wallet/recordsApi.ts';
import { walletApi } from '../wallet/walletApi.ts';
import { createTestStore } from '../../testing/createTestStore.ts';
import { btcMarket, waitingOrder, walletOf } from '../../testing/exchange.ts';
import { breakConnection, neverAnswer, refuse } from '../../testing/fakeBackend.ts';
import { changeDraftOwner } from '../../shared/storage/draftOwner.ts';
import { clearOwnRecords, cacheRecord, readRecord, sizeOfOwnRecords } from '../../shared/storage/vault.ts';
import { cachedSince } from '../../shared/api/caching.ts';
import { cacheStreamed } from '../../shared/api/cachedAnswers.ts';
import { fakeIndexedDb } from '../../testing/fakeIndexedDb.ts';

fakeIndexedDb();

const QUIET = { subscribe: false, forceRefetch: true } as const;
const WALLET = 'wallet/list?[]';
const isPersisted = (name: string) => vi.waitFor(async () => expect(await readRecord(name)).toBeDefined());

async function setUp() {
  const { store, server, realtime } = await createTestStore();
  const readWallet = () => store.dispatch(walletApi.endpoints.getWallet.initiate(undefined, QUIET));
  return { store, server, realtime, readWallet };
}

/** A wallet was read and is on the device. */
async function setUpCached() {
  const parts = await setUp();
  parts.server.on(getWallet, () => walletOf([['USDT', '100']]));
  await parts.readWallet();
  await isPersisted(WALLET);
  return parts;
}

beforeEach(() => changeDraftOwner('7'));

afterEach(async () => {
  vi.useRealTimers();
  changeDraftOwner(undefined);
  await clearOwnRecords();
});

describe('a list of the user', () => {
  it('answers from the device, with its date, when the connection breaks', async () => {
    const { server, realtime, readWallet } = await setUpCached();
    const { savedAtMs = 0 } = (await readRecord(WALLET)) ?? {};
    realtime.setState('offline');
    server.on(getWallet, breakConnection);
    const { data, error, isSuccess } = await readWallet();
    expect([isSuccess, error, data]).toEqual([true, undefined, walletOf([['USDT', '100']])]);
    expect(cachedSince('getWallet(undefined)')).toBe(savedAtMs);
  });

  it('is current again once the exchange answers, and cached again', async () => {
    const { server, realtime, readWallet } = await setUpCached();
    realtime.setState('offline');
    server.on(getWallet, breakConnection);
    await readWallet();
    server.on(getWallet, () => walletOf([['USDT', '90']]));
    expect((await readWallet()).data).toEqual(walletOf([['USDT', '90']]));
    expect(cachedSince('getWallet(undefined)')).toBeUndefined();
    await vi.waitFor(async () => expect(JSON.stringify(await readRecord(WALLET))).toContain('"90"'));
  });

  it('is requested again by itself once the exchange is reachable', async () => {
    const { store, server, realtime } = await setUpCached();
    realtime.setState('offline');
    server.on(getWallet, breakConnection);
    const shown = store.dispatch(walletApi.endpoints.getWallet.initiate(undefined, { forceRefetch: true }));
    await shown;
    server.on(getWallet, () => walletOf([['USDT', '80']]));
    realtime.setState('connected');
    const current = () => walletApi.endpoints.getWallet.select()(store.getState()).data;
    await vi.waitFor(() => expect(current()).toEqual(walletOf([['USDT', '80']])));
    expect(cachedSince('getWallet(undefined)')).toBeUndefined();
    shown.unsubscribe();
  });

  it('keeps what events have changed when a read fails while connected', async () => {
    const { store, server, realtime, readWallet } = await setUpCached();
    realtime.setState('connected');
    const changed = walletOf([['USDT', '70']]);
    await store.dispatch(walletApi.util.upsertQueryData('getWallet', undefined, changed));
    server.on(getWallet, breakConnection);
    expect((await readWallet()).error).toEqual({ code: 'NETWORK' });
    expect(walletApi.endpoints.getWallet.select()(store.getState()).data).toEqual(changed);
  });

  it('answers from the device while the call hangs on a broken connection', async () => {
    const { server, realtime, readWallet } = await setUpCached();
    server.on(getWallet, neverAnswer);
    realtime.setState('offline');
    expect((await readWallet()).data).toEqual(walletOf([['USDT', '100']]));
  });

  it('does not answer from the device when the exchange refuses', async () => {
    const { server, readWallet } = await setUpCached();
    server.on(getWallet, () => refuse('RATE_LIMITED', { seconds: '5' }));
    expect((await readWallet()).error).toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('fails as usual when nothing is cached', async () => {
    const { server, readWallet } = await setUp();
    server.on(getWallet, breakConnection);
    expect((await readWallet()).error).toEqual({ code: 'NETWORK' });
  });

  it('fails when the cached content has an outdated shape', async () => {
    const { server, readWallet } = await setUp();
    await cacheRecord(WALLET, { value: { change_wallet: 'another version' }, savedAtMs: Date.now() });
    server.on(getWallet, breakConnection);
    expect((await readWallet()).error).toEqual({ code: 'NETWORK' });
  });
});

it('content cached by the previous version is readable', async () => {
  const { store, server } = await setUp();
  const row = {
    id: '3:7',
    currency: 3,
    currency_name: 'USDT',
    value: '-30',
    before: '100',
    after: '70',
    is_lock: 0,
    info: 'Withdrawal paid out',
    type: 100,
    created_time: '2026-01-02 03:04:05',
    kind: 'withdraw_settle',
    account_kind: 'change',
    reference: 'withdrawal:1',
  };
  const won = { amount: '5', percent: '0.5' };
  const worth = { as_of: '2026-01-02T03:04:05.000Z', worth: '1000', today: won, days7: won, days30: won, curve: [] };
  const savedAtMs = Date.now();
  const entries = { list: [row], count: 1, limit: 30 };
  await cacheRecord('wallet/legal_log?[["limit",30]]', { value: entries, savedAtMs });
  await cacheRecord('wallet/performance?[]', { value: worth, savedAtMs });
  server.on(listEntries, breakConnection);
  server.on(getPerformance, breakConnection);
  const { data } = await store.dispatch(recordsApi.endpoints.pageEntries.initiate({}, QUIET));
  expect(data?.pages.flat()).toMatchObject([{ id: '3:7', kind: 'withdraw_settle', value: '-30' }]);
  const performance = await store.dispatch(recordsApi.endpoints.getPerformance.initiate(undefined, QUIET));
  expect(performance.data).toMatchObject({ equity: '1000', today: won });
});

describe('another user', () => {
  it('sees nothing of the previous one', async () => {
    const { server, readWallet } = await setUpCached();
    changeDraftOwner('8');
    server.on(getWallet, breakConnection);
    expect((await readWallet()).error).toEqual({ code: 'NETWORK' });
    await vi.waitFor(async () => expect(await sizeOfOwnRecords()).toBe(0));
  });

  it('gets nothing cached from an answer that was still in flight', async () => {
    const { server, readWallet } = await setUp();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    server.on(getWallet, () => walletOf([['USDT', '100']]));
    await readWallet();
    changeDraftOwner('8');
    await vi.advanceTimersByTimeAsync(5000);
    vi.useRealTimers();
    expect(await sizeOfOwnRecords()).toBe(0);
  });

  it('does not exist while logged out: nothing is cached', async () => {
    const { server, readWallet } = await setUp();
    changeDraftOwner(undefined);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    server.on(getWallet, () => walletOf([['USDT', '100']]));
    await readWallet();
    await vi.advanceTimersByTimeAsync(5000);
    vi.useRealTimers();
    expect(await sizeOfOwnRecords()).toBe(0);
  });
});

it('first pages are cached, one per filter, and no others', async () => {
  const { store, server } = await setUp();
  const rows = build(listEntries.answer).rows.flatMap((row) =>
    Array.from({ length: 30 }, (_, index) => ({ ...row, id: `${index}:1` })),
  );
  server.on(listEntries, () => ({ ...build(listEntries.answer), rows }));
  server.on(listDeposits, () => build(listDeposits.answer));
  const entries = recordsApi.endpoints.pageEntries;
  await store.dispatch(entries.initiate({}, { subscribe: false }));
  await store.dispatch(entries.initiate({}, { subscribe: false, direction: 'forward' }));
  await store.dispatch(depositsApi.endpoints.pageDeposits.initiate({ channelId: 3 as ChannelId }, QUIET));
  await isPersisted('wallet/legal_log?[["limit",30]]');
  await isPersisted('charge_mention/log2?[["channelId",3],["limit",20],["page",1]]');
  expect(server.seen(listEntries)).toHaveLength(2);
  expect(await readRecord('wallet/legal_log?[["after","29:1"],["limit",30]]')).toBeUndefined();
  expect(await readRecord('charge_mention/log2?[["limit",20],["page",1]]')).toBeUndefined();
});

it('orders that changed after reading are cached in their new state', async () => {
  const { store, server } = await setUp();
  server.on(listOrders, () => []);
  const open = store.dispatch(ordersApi.endpoints.listOrders.initiate({ status: 'waiting' }));
  await open;
  const name = 'coin/list?[["limit",100],["page",1],["status","waiting"]]';
  await isPersisted(name);
  cacheOrders([waitingOrder()], store.dispatch, store.getState());
  await cacheStreamed();
  expect((await readRecord(name))?.value).toHaveLength(1);
  open.unsubscribe();
});

it('cached markets keep their age', async () => {
  const { store, server, realtime } = await setUp();
  const list = () => store.dispatch(marketEndpoints.listMarkets.initiate(undefined, QUIET));
  const { quoteId: id, quote: name } = btcMarket();
  server.on(listMarkets, () => [{ id, name, markets: [btcMarket()] }]);
  await list();
  await isPersisted('currency/quotation_new?[]');
  const { value, savedAtMs = 0 } = (await readRecord('currency/quotation_new?[]')) ?? {};
  await cacheRecord('currency/quotation_new?[]', { value, savedAtMs: savedAtMs - HOUR_MS });
  realtime.setState('offline');
  server.on(listMarkets, breakConnection);
  const { data } = await list();
  expect(Object.values(data?.receivedAtMs ?? {})).toEqual([savedAtMs - HOUR_MS]);
});

it('the newest 500 candles are cached by market and interval, older ones are not', async () => {
  const { store, server } = await setUp();
  const candles = build(listCandles.answer);
  server.on(listCandles, () => candles);
  const read = (window: { fromSeconds: number; toSeconds: number }) =>
    store.dispatch(candleEndpoints.listCandles.initiate({ symbol: 'BTC/USDT', period: '5min', ...window }, QUIET));
  await read(windowUntil(1_700_000_000));
  await read(windowBefore('5min', 1_700_000_000, LOAD_COUNT));
  await isPersisted('currency/new_timeshar?BTC/USDT 5min');
  server.on(listCandles, breakConnection);
  expect((await read(windowBefore('5min', 1_700_003_600, LOAD_COUNT))).data).toEqual(candles);
  expect((await read(windowUntil(1_700_000_000))).error).toEqual({ code: 'NETWORK' });
});
