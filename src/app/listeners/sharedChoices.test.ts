// @vitest-environment jsdom A preference chosen in one tab applies in the others, and neither tab reverts the other's
// choice. The whole app is one tab; the test's own channel and the browser's storage are the other.
import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { setLanguage } from '@halyard/contract/settings/calls';
import { languageChosen, selectLanguage } from '../../domain/preferences/languageSlice.ts';
import {
  favouriteToggled,
  ownChosen,
  ownerKeyOf,
  priceColoursChosen,
  selectOwn,
  selectPriceColours,
  selectTheme,
  themeChosen,
} from '../../domain/preferences/preferencesSlice.ts';
import { i18n } from '../../shared/i18n/i18n.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { TEST_PAGES as pages } from '../../testing/testPages.tsx';

const owner = ownerKeyOf(undefined);
const shown = () => Object.fromEntries(Object.entries(document.documentElement.dataset));

/** Messages that the other tab receives. */
function openOther() {
  const channel = new BroadcastChannel('choices');
  const received: unknown[] = [];
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => received.push(data));
  onTestFinished(() => channel.close());
  const post = (message: unknown) => act(async () => channel.postMessage.bind(channel)(message));
  const persist = (preferences: object) =>
    localStorage.setItem('preferences', JSON.stringify({ theme: 'dark', byOwner: {}, ...preferences }));
  return { received, post, persist };
}

const tellStorage = (key: string) => act(async () => void window.dispatchEvent(new StorageEvent('storage', { key })));

async function open() {
  const other = openOther();
  const { app, server } = await renderApp({ path: '/', pages });
  const choose = (action: Parameters<typeof app.store.dispatch>[0]) => act(async () => void app.store.dispatch(action));
  return { ...other, server, choose, state: app.store.getState, persistor: app.persistor };
}

/** A tab listens from its first choice on. */
async function openListening() {
  const tab = await open();
  await tab.choose(themeChosen('light'));
  await waitFor(() => expect(tab.received).toEqual([{ what: 'theme', theme: 'light' }]));
  tab.received.length = 0;
  return tab;
}

beforeEach(() => {
  localStorage.clear();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await i18n.changeLanguage('en');
});

describe('the other tabs', () => {
  it('receive a choice made here, also while its code is loading', async () => {
    const { choose, received } = await open();
    await choose(themeChosen('system'));
    await choose(favouriteToggled({ owner, symbol: 'ETH/USDT' }));
    await waitFor(() => expect(received).toHaveLength(2));
    expect(received).toEqual([
      { what: 'theme', theme: 'system' },
      { what: 'favourite', owner, symbol: 'ETH/USDT', isFavourite: true },
    ]);
  });

  it('receive every choice', async () => {
    const { choose, received } = await openListening();
    await choose(languageChosen('jp'));
    await choose(priceColoursChosen('red-up'));
    await choose(favouriteToggled({ owner, symbol: 'BTC/USDT' }));
    await choose(favouriteToggled({ owner, symbol: 'BTC/USDT' }));
    await choose(ownChosen({ owner, own: { hidesBalances: true } }));
    await waitFor(() => expect(received).toHaveLength(5));
    expect(received).toEqual([
      { what: 'language', language: 'jp' },
      { what: 'colours', colours: 'red-up' },
      { what: 'favourite', owner, symbol: 'BTC/USDT', isFavourite: true },
      { what: 'favourite', owner, symbol: 'BTC/USDT', isFavourite: false },
      { what: 'own', owner, own: { hidesBalances: true } },
    ]);
  });
});

describe('a message from another tab', () => {
  it('applies language, theme, colours and hidden balances here', async () => {
    const { post, received, state } = await openListening();
    await post({ what: 'language', language: 'th' });
    await post({ what: 'theme', theme: 'dark' });
    await post({ what: 'colours', colours: 'colour-blind' });
    await post({ what: 'own', owner, own: { hidesBalances: true } });
    await waitFor(() => expect(document.documentElement.lang).toBe('th'));
    await waitFor(() => expect(selectOwn(state(), owner, 'hidesBalances')).toBe(true));
    expect(shown()).toMatchObject({ theme: 'dark', colours: 'colour-blind' });
    // No message is echoed.
    expect(received).toEqual([]);
  });

  it('about a favourite leaves the others unchanged', async () => {
    const { post, choose, state, persistor } = await openListening();
    await choose(favouriteToggled({ owner, symbol: 'ETH/USDT' }));
    await post({ what: 'favourite', owner, symbol: 'BTC/USDT', isFavourite: true });
    await waitFor(() => expect(selectOwn(state(), owner, 'favourites')).toEqual(['ETH/USDT', 'BTC/USDT']));
    await post({ what: 'favourite', owner, symbol: 'ETH/USDT', isFavourite: false });
    await waitFor(() => expect(selectOwn(state(), owner, 'favourites')).toEqual(['BTC/USDT']));
    await persistor.flush();
    expect(localStorage.getItem('preferences')).toContain('"favourites":["BTC/USDT"]');
  });

  it.each([
    [{ what: 'language', language: 'klingon' }],
    [{ what: 'theme', theme: 'pink' }],
    [{ what: 'own', owner, own: { hidesBalances: 'yes' } }],
    [{ what: 'own', owner, own: { favourites: ['<b>'] } }],
    ['nonsense'],
    [null],
  ])('is validated: %j changes nothing', async (message) => {
    const { post, state } = await openListening();
    const before = [state().preferences, state().language];
    await post(message);
    await post({ what: 'colours', colours: 'red-up' });
    await waitFor(() => expect(selectPriceColours(state())).toBe('red-up'));
    expect([{ ...state().preferences, priceColours: undefined }, state().language]).toEqual([
      { ...(before[0] as object), priceColours: undefined },
      before[1],
    ]);
  });
});

describe('preferences persisted by another tab', () => {
  it('apply here, in a tab that has made no choice', async () => {
    const { persist, state } = await open();
    persist({
      theme: 'light',
      priceColours: 'red-up',
      byOwner: { [owner]: { favourites: ['A/B'], hidesBalances: true } },
    });
    await tellStorage('preferences');
    await waitFor(() => expect(shown()).toMatchObject({ theme: 'light', colours: 'red-up' }));
    expect([selectOwn(state(), owner, 'favourites'), selectOwn(state(), owner, 'hidesBalances')]).toEqual([
      ['A/B'],
      true,
    ]);
  });

  it('change the language here without a reload', async () => {
    const { state, server } = await open();
    localStorage.setItem('lang', 'kr');
    await tellStorage('lang');
    await waitFor(() => expect(document.documentElement.lang).toBe('ko'));
    expect(selectLanguage(state())).toBe('kr');
    await waitFor(() => expect(server.seen(setLanguage)).toHaveLength(1));
  });

  it('apply when this tab returns to the front', async () => {
    const { persist, persistor } = await openListening();
    await persistor.flush();
    persist({ theme: 'dark', priceColours: 'red-up' });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(shown()).toMatchObject({ theme: 'dark', colours: 'red-up' }));
  });

  it('are detected through storage in browsers without channels', async () => {
    const { received, persist } = openOther();
    vi.stubGlobal('BroadcastChannel', undefined);
    const { app } = await renderApp({ path: '/', pages });
    for (const theme of ['light', 'dark'] as const) {
      persist({ theme });
      await tellStorage('preferences');
      await waitFor(() => expect(selectTheme(app.store.getState())).toBe(theme));
    }
    expect(received).toEqual([]);
  });

  it('that are invalid change nothing', async () => {
    const { state } = await openListening();
    localStorage.setItem('preferences', '{"theme":"pink"}');
    localStorage.setItem('lang', 'xx');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect([selectTheme(state()), selectLanguage(state())]).toEqual(['light', 'en']);
  });
});
