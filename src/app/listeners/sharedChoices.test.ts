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
  const heard: unknown[] = [];
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => heard.push(data));
  onTestFinished(() => channel.close());
  const say = (told: unknown) => act(async () => channel.postMessage.bind(channel)(told));
  const keep = (preferences: object) =>
    localStorage.setItem('preferences', JSON.stringify({ theme: 'dark', byOwner: {}, ...preferences }));
  return { heard, say, keep };
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
  await waitFor(() => expect(tab.heard).toEqual([{ what: 'theme', theme: 'light' }]));
  tab.heard.length = 0;
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
  it('are told what is chosen here, also while the code for it comes', async () => {
    const { choose, heard } = await open();
    await choose(themeChosen('system'));
    await choose(favouriteToggled({ owner, symbol: 'ETH/USDT' }));
    await waitFor(() => expect(heard).toHaveLength(2));
    expect(heard).toEqual([
      { what: 'theme', theme: 'system' },
      { what: 'favourite', owner, symbol: 'ETH/USDT', isFavourite: true },
    ]);
  });

  it('are told every choice', async () => {
    const { choose, heard } = await openListening();
    await choose(languageChosen('jp'));
    await choose(priceColoursChosen('red-up'));
    await choose(favouriteToggled({ owner, symbol: 'BTC/USDT' }));
    await choose(favouriteToggled({ owner, symbol: 'BTC/USDT' }));
    await choose(ownChosen({ owner, own: { hidesBalances: true } }));
    await waitFor(() => expect(heard).toHaveLength(5));
    expect(heard).toEqual([
      { what: 'language', language: 'jp' },
      { what: 'colours', colours: 'red-up' },
      { what: 'favourite', owner, symbol: 'BTC/USDT', isFavourite: true },
      { what: 'favourite', owner, symbol: 'BTC/USDT', isFavourite: false },
      { what: 'own', owner, own: { hidesBalances: true } },
    ]);
  });
});

describe('what another tab says', () => {
  it('is so here: language, theme, colours, hidden balances', async () => {
    const { say, heard, state } = await openListening();
    await say({ what: 'language', language: 'th' });
    await say({ what: 'theme', theme: 'dark' });
    await say({ what: 'colours', colours: 'colour-blind' });
    await say({ what: 'own', owner, own: { hidesBalances: true } });
    await waitFor(() => expect(document.documentElement.lang).toBe('th'));
    await waitFor(() => expect(selectOwn(state(), owner, 'hidesBalances')).toBe(true));
    expect(shown()).toMatchObject({ theme: 'dark', colours: 'colour-blind' });
    // No message is echoed.
    expect(heard).toEqual([]);
  });

  it('about a favourite leaves the others as they are', async () => {
    const { say, choose, state, persistor } = await openListening();
    await choose(favouriteToggled({ owner, symbol: 'ETH/USDT' }));
    await say({ what: 'favourite', owner, symbol: 'BTC/USDT', isFavourite: true });
    await waitFor(() => expect(selectOwn(state(), owner, 'favourites')).toEqual(['ETH/USDT', 'BTC/USDT']));
    await say({ what: 'favourite', owner, symbol: 'ETH/USDT', isFavourite: false });
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
  ])('is checked: %j changes nothing', async (told) => {
    const { say, state } = await openListening();
    const before = [state().preferences, state().language];
    await say(told);
    await say({ what: 'colours', colours: 'red-up' });
    await waitFor(() => expect(selectPriceColours(state())).toBe('red-up'));
    expect([{ ...state().preferences, priceColours: undefined }, state().language]).toEqual([
      { ...(before[0] as object), priceColours: undefined },
      before[1],
    ]);
  });
});

describe('what another tab kept', () => {
  it('is so here, in a tab that chose nothing yet', async () => {
    const { keep, state } = await open();
    keep({
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

  it('is spoken here: a language that was chosen there, without a reload', async () => {
    const { state, server } = await open();
    localStorage.setItem('lang', 'kr');
    await tellStorage('lang');
    await waitFor(() => expect(document.documentElement.lang).toBe('ko'));
    expect(selectLanguage(state())).toBe('kr');
    await waitFor(() => expect(server.seen(setLanguage)).toHaveLength(1));
  });

  it('while this one slept is so here when it is looked at again', async () => {
    const { keep, persistor } = await openListening();
    await persistor.flush();
    keep({ theme: 'dark', priceColours: 'red-up' });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(shown()).toMatchObject({ theme: 'dark', colours: 'red-up' }));
  });

  it('is heard of by the storage alone where the browser has no channels', async () => {
    const { heard, keep } = openOther();
    vi.stubGlobal('BroadcastChannel', undefined);
    const { app } = await renderApp({ path: '/', pages });
    for (const theme of ['light', 'dark'] as const) {
      keep({ theme });
      await tellStorage('preferences');
      await waitFor(() => expect(selectTheme(app.store.getState())).toBe(theme));
    }
    expect(heard).toEqual([]);
  });

  it('that does not fit changes nothing', async () => {
    const { state } = await openListening();
    localStorage.setItem('preferences', '{"theme":"pink"}');
    localStorage.setItem('lang', 'xx');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect([selectTheme(state()), selectLanguage(state())]).toEqual(['light', 'en']);
  });
});
