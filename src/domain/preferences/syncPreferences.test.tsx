// Settings follow their user: server values apply here, choices made here are sent, nothing is sent back, and offline
// choices wait in the outbox. The whole app with a user over a server with state; another device changes that server
// and announces it in the private room.
import { act, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listPreferences, savePreference, type StoredName } from '@halyard/contract/user/preferenceCalls';
import { rooms } from '@halyard/contract/realtime/rooms';
import { i18n } from '../../shared/i18n/i18n.ts';
import { outboxItems } from '../../shared/outbox/outboxView.ts';
import { breakConnection, type FakeBackend } from '../../testing/fakeBackend.ts';
import { fakeIndexedDb } from '../../testing/fakeIndexedDb.ts';
import { buildUser, renderApp } from '../../testing/renderApp.tsx';
import { TEST_PAGES as pages } from '../../testing/testPages.tsx';
import { loggedOut } from '../session/sessionSlice.ts';
import { USUAL_CHART } from './chartPreferences.ts';
import { languageChosen, selectLanguage } from './languageSlice.ts';
import {
  favouriteToggled,
  ownChosen,
  ownerKeyOf,
  priceColoursChosen,
  selectOwn,
  selectPriceColours,
} from './preferencesSlice.ts';
import { mergeFavourites } from './syncPreferences.ts';

fakeIndexedDb();

const user = buildUser();
const owner = ownerKeyOf(user.id);
const anonymous = ownerKeyOf(undefined);

/** The server's settings of the user. */
function memory() {
  const settings = new Map<StoredName, { value: string; version: number }>();
  let version = 0;
  const set = (name: StoredName, value: string) => {
    const known = settings.get(name);
    if (known?.value === value) return { name, ...known };
    version += 1;
    settings.set(name, { value, version });
    return { name, value, version };
  };
  return {
    put: (name: StoredName, content: unknown) => set(name, JSON.stringify(content)),
    content: (name: StoredName) => JSON.parse(settings.get(name)?.value ?? 'null') as unknown,
    version: () => version,
    serve: (server: FakeBackend) => {
      server.on(listPreferences, () => Array.from(settings, ([name, each]) => ({ name, ...each })));
      server.on(savePreference, ({ name, value }) => set(name, value));
    },
  };
}

type Memory = ReturnType<typeof memory>;

const PERSISTED = { version: 1, rehydrated: true };

async function open(there: Memory = memory(), kept: object = {}) {
  localStorage.setItem('preferences', JSON.stringify({ theme: 'dark', byOwner: {}, ...kept, _persist: PERSISTED }));
  const app = await renderApp({ path: '/', pages, user, backend: there.serve });
  await waitFor(() => expect(app.server.seen(listPreferences).length).toBeGreaterThan(0));
  const { store } = app.app;
  return {
    ...app,
    there,
    store,
    state: store.getState,
    choose: (action: Parameters<typeof store.dispatch>[0]) => act(() => void store.dispatch(action)),
    /** Another device of the user sets a value. */
    elsewhere: async (name: StoredName, content: unknown) => {
      const { version } = there.put(name, content);
      await act(async () => app.realtime.send(rooms.account, { event: 'preference', version }));
    },
    /** By name; a value sent twice fails the test. */
    saved: () => {
      const sent = app.server.seen(savePreference).map(({ request: { name, value } }) => [name, JSON.parse(value)]);
      expect(new Set(sent.map(([name]) => name)).size).toBe(sent.length);
      return Object.fromEntries(sent) as Readonly<Record<string, unknown>>;
    },
  };
}

const favourites = (...symbols: string[]) => ({ favourites: symbols, hidesBalances: false });

afterEach(async () => {
  await i18n.changeLanguage('en');
});

describe('the server’s settings', () => {
  it('apply after login, and are not sent back', async () => {
    const there = memory();
    const chart = { ...USUAL_CHART, interval: '1week' };
    there.put('language', 'esp');
    there.put('price_colours', 'colour-blind');
    there.put('favourites', ['ETH/USDT', 'BTC/USDT']);
    there.put('confirms_orders', false);
    there.put('hides_small', true);
    there.put('max_slippage', '0.005');
    there.put('total_unit', 'BTC');
    there.put('chart', chart);
    const { state, saved } = await open(there);
    await waitFor(() => expect(selectLanguage(state())).toBe('esp'));
    await waitFor(() => expect(document.documentElement.lang).toBe('es'));
    expect(document.documentElement.dataset['colours']).toBe('colour-blind');
    expect(selectOwn(state(), owner, 'favourites')).toEqual(['ETH/USDT', 'BTC/USDT']);
    expect([selectOwn(state(), owner, 'confirmsOrders'), selectOwn(state(), owner, 'hidesSmall')]).toEqual([
      false,
      true,
    ]);
    expect([selectOwn(state(), owner, 'totalUnit'), selectOwn(state(), owner, 'chart')]).toEqual(['BTC', chart]);
    expect(selectOwn(state(), owner, 'maxSlippage')).toBe('0.005');
    expect(saved()).toEqual({});
  });

  it('are validated: unusable ones are ignored, the rest applies', async () => {
    const there = memory();
    there.put('language', 'klingon');
    there.put('price_colours', { up: 'pink' });
    there.put('favourites', ['BTC/USDT', '<b>', 7]);
    there.put('total_unit', 'SHELLS');
    there.put('max_slippage', '0.5');
    there.put('chart', 'none');
    there.put('hides_small', true);
    const { state } = await open(there, { priceColours: 'red-up', byOwner: { [owner]: favourites('ETH/USDT') } });
    await waitFor(() => expect(selectOwn(state(), owner, 'hidesSmall')).toBe(true));
    expect(selectOwn(state(), owner, 'maxSlippage')).toBe('0.01');
    expect([selectLanguage(state()), selectPriceColours(state())]).toEqual(['en', 'red-up']);
    expect([selectOwn(state(), owner, 'favourites'), selectOwn(state(), owner, 'totalUnit')]).toEqual([
      ['ETH/USDT'],
      'USDT',
    ]);
  });

  it('change here when another device changes them', async () => {
    const { state, elsewhere, saved } = await open();
    await elsewhere('price_colours', 'red-up');
    await waitFor(() => expect(selectPriceColours(state())).toBe('red-up'));
    await elsewhere('language', 'kr');
    await waitFor(() => expect(document.documentElement.lang).toBe('ko'));
    expect(saved()).toEqual({});
  });
});

describe('a choice made here', () => {
  it('is sent, only the last one of each setting', async () => {
    const { choose, saved, there } = await open();
    choose(languageChosen('jp'));
    choose(ownChosen({ owner, own: { totalUnit: 'ETH' } }));
    choose(languageChosen('th'));
    choose(favouriteToggled({ owner, symbol: 'BTC/USDT' }));
    choose(favouriteToggled({ owner, symbol: 'ETH/USDT' }));
    await waitFor(() => expect(there.version()).toBe(3));
    expect(saved()).toEqual({ favourites: ['BTC/USDT', 'ETH/USDT'], language: 'th', total_unit: 'ETH' });
    await waitFor(() => expect(outboxItems()).toEqual([]));
  });

  it('is not undone by an older value that arrives later', async () => {
    const { choose, elsewhere, state, there } = await open();
    choose(priceColoursChosen('colour-blind'));
    await elsewhere('price_colours', 'red-up');
    await waitFor(() => expect(there.content('price_colours')).toBe('colour-blind'));
    expect(selectPriceColours(state())).toBe('colour-blind');
  });

  it('waits visibly while offline, and is sent on return, merged with other changes', async () => {
    const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { choose, state, server, there } = await open();
    await waitFor(() => expect(there.version()).toBe(0));
    choose(favouriteToggled({ owner, symbol: 'BTC/USDT' }));
    choose(ownChosen({ owner, own: { confirmsOrders: false } }));
    const waiting = () => outboxItems().map(({ kind, key }) => `${kind} ${key}`);
    await waitFor(() => expect(waiting().toSorted()).toEqual(['preference confirms_orders', 'preference favourites']));
    choose(favouriteToggled({ owner, symbol: 'SOL/USDT' }));
    await waitFor(() => expect(JSON.stringify(outboxItems())).toContain('SOL/USDT'));
    expect([waiting().length, server.seen(savePreference).length]).toEqual([2, 0]);
    there.put('favourites', ['ETH/USDT']);
    line.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(there.content('favourites')).toEqual(['ETH/USDT', 'BTC/USDT', 'SOL/USDT']));
    await waitFor(() => expect(there.content('confirms_orders')).toBe(false));
    await waitFor(() => expect(selectOwn(state(), owner, 'favourites')).toEqual(['ETH/USDT', 'BTC/USDT', 'SOL/USDT']));
    await waitFor(() => expect(outboxItems()).toEqual([]));
  });

  it('is sent again after a lost answer', async () => {
    const { choose, server, there } = await open();
    server.on(savePreference, () => breakConnection());
    choose(ownChosen({ owner, own: { chart: { ...USUAL_CHART, interval: '1day' } } }));
    await waitFor(() => expect(server.seen(savePreference)).toHaveLength(1));
    there.serve(server);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(there.content('chart')).toMatchObject({ interval: '1day' }));
  });

  it('is sent before the page closes', async () => {
    const { choose, there } = await open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    choose(languageChosen('vnm'));
    const shown = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    shown.mockRestore();
    vi.useRealTimers();
    await waitFor(() => expect(there.content('language')).toBe('vnm'));
  });

  it('is not sent after the logout', async () => {
    const { choose, saved, there } = await open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    choose(languageChosen('zh'));
    choose(loggedOut());
    choose(priceColoursChosen('red-up'));
    // All later requests have had their time.
    await act(() => vi.runAllTimersAsync());
    vi.useRealTimers();
    expect([saved(), there.version()]).toEqual([{}, 0]);
  });
});

describe('a device that never synchronised', () => {
  const chosenBefore = {
    priceColours: 'red-up',
    byOwner: { [anonymous]: { ...favourites('BTC/USDT'), totalUnit: 'BTC', confirmsOrders: false } },
  };

  it('gives choices made while logged out to the user, if the server has none', async () => {
    const there = memory();
    there.put('total_unit', 'ETH');
    const { state, saved } = await open(there, chosenBefore);
    await waitFor(() => expect(there.version()).toBe(4));
    expect(saved()).toEqual({ confirms_orders: false, favourites: ['BTC/USDT'], price_colours: 'red-up' });
    expect(selectOwn(state(), owner, 'favourites')).toEqual(['BTC/USDT']);
    expect([selectOwn(state(), owner, 'totalUnit'), selectOwn(state(), owner, 'confirmsOrders')]).toEqual([
      'ETH',
      false,
    ]);
  });

  it('sends nothing that was never chosen', async () => {
    const { saved, elsewhere, state } = await open();
    // A later change shows that the first read has finished.
    await elsewhere('hides_small', true);
    await waitFor(() => expect(selectOwn(state(), owner, 'hidesSmall')).toBe(true));
    expect(saved()).toEqual({});
  });
});

// Two devices change the favourites at once: no change is lost, in either order.
const BASE = ['A/X', 'B/X', 'C/X'];

it.each([
  ['nothing changed', BASE, BASE, BASE],
  ['one is added there and one here', [...BASE, 'D/X'], [...BASE, 'E/X'], [...BASE, 'D/X', 'E/X']],
  ['both add the same', [...BASE, 'D/X'], [...BASE, 'D/X'], [...BASE, 'D/X']],
  ['one is removed there and one here', ['A/X', 'B/X'], ['B/X', 'C/X'], ['B/X']],
  ['what is removed here was moved there', ['C/X', 'A/X', 'B/X'], ['B/X', 'C/X'], ['C/X', 'B/X']],
  ['all is removed there, one is added here', [], [...BASE, 'D/X'], ['D/X']],
])('%s', (_what, theirs, ours, merged) => {
  expect(mergeFavourites(theirs, { base: BASE, ours })).toEqual(merged);
});
