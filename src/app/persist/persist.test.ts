// @vitest-environment jsdom Persisted state: under the protocol's keys, readable by legacy clients, migrated to the
// current version, and validated. The real store over the real storage of the browser.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { getUser, type User } from '@halyard/contract/user/calls';
import { build } from '@halyard/contract/testing/build';
import { languageChosen, languageMarked, selectMarked } from '../../domain/preferences/languageSlice.ts';
import { USUAL_CHART } from '../../domain/preferences/chartPreferences.ts';
import {
  favouriteToggled,
  marketVisited,
  ownChosen,
  ownerKeyOf,
  priceColoursChosen,
  selectOwn,
  selectPriceColours,
  themeChosen,
} from '../../domain/preferences/preferencesSlice.ts';
import { loggedOut, tokenIssued, userReceived } from '../../domain/session/sessionSlice.ts';
import { createFakeRealtime } from '../../testing/fakeRealtime.ts';
import { createAppStore } from '../store.ts';
import { languagePart, preferencesPart, sessionPart } from './persistPart.ts';

const user = build(getUser.answer, { email: 'ann@example.com' });
const wireUser = (of: User) => z.encode(getUser.answer, of);

async function open() {
  const opened = createAppStore(createFakeRealtime().client);
  await opened.whenRestored;
  onTestFinished(() => {
    opened.stopWatching();
    opened.persistor.pause();
  });
  return opened;
}

const readStored = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null') as Record<string, unknown> | null;

beforeEach(() => {
  localStorage.clear();
});

describe('lifeData', () => {
  it('holds token and user in wire form, and restores them', async () => {
    const first = await open();
    first.store.dispatch(tokenIssued('abc'));
    first.store.dispatch(userReceived(user));
    await first.persistor.flush();
    expect(readStored('lifeData')).toMatchObject({
      token: 'abc',
      user: wireUser(user),
      appVersion: '2.5.8',
      _persist: { version: 1 },
    });
    const second = await open();
    expect(second.store.getState().session).toMatchObject({ token: 'abc', user });
  });

  it('holds neither after a logout', async () => {
    const { store, persistor } = await open();
    store.dispatch(tokenIssued('abc'));
    store.dispatch(userReceived(user));
    await persistor.flush();
    store.dispatch(loggedOut());
    await persistor.flush();
    expect(Object.keys(readStored('lifeData') ?? {}).sort()).toEqual(['_persist', 'appVersion']);
  });

  it('of legacy clients is migrated (migration 1)', async () => {
    localStorage.setItem(
      'lifeData',
      JSON.stringify({ vuex_token: 'old', vuex_user: wireUser(user), vuex_version: '1.0.0' }),
    );
    const { store } = await open();
    expect(store.getState().session).toEqual(expect.objectContaining({ token: 'old', user, appVersion: '2.5.8' }));
  });

  it.each([
    ['a token without a user', { token: 'abc', _persist: { version: 1 } }],
    ['a user without a token', { user: wireUser(user), _persist: { version: 1 } }],
    ['a user of another shape', { token: 'abc', user: { id: 'x' }, _persist: { version: 1 } }],
    ['a token that is none', { token: 7, user: wireUser(user), _persist: { version: 1 } }],
    ['something else', ['what', 'ever']],
  ])('with %s is no session', async (_what, stored) => {
    localStorage.setItem('lifeData', JSON.stringify(stored));
    const { store } = await open();
    expect(store.getState().session).toMatchObject({ token: undefined, user: undefined });
  });

  it('that is not JSON is no session', async () => {
    localStorage.setItem('lifeData', '{{{');
    expect((await open()).store.getState().session.token).toBeUndefined();
  });
});

describe('lang and language-mark', () => {
  it('hold plain strings and are restored', async () => {
    const first = await open();
    first.store.dispatch(languageChosen('kr'));
    first.store.dispatch(languageMarked({ language: 'kr', mark: 'kor' }));
    await first.persistor.flush();
    expect([localStorage.getItem('lang'), localStorage.getItem('language-mark')]).toEqual(['kr', 'kor']);
    expect((await open()).store.getState().language).toMatchObject({ language: 'kr', mark: 'kor' });
  });

  it('without a mark are restored, to be asked for', async () => {
    localStorage.setItem('lang', 'jp');
    expect(selectMarked((await open()).store.getState())).toBe(false);
  });

  it('whose mark is the code of before it was asked for are without one (migration 2)', async () => {
    for (const [key, value] of [
      ['lang', 'kr'],
      ['language-mark', 'kr'],
      ['lang-version', '1'],
    ] as const) {
      localStorage.setItem(key, value);
    }
    expect(selectMarked((await open()).store.getState())).toBe(false);
  });

  it('keep the mark that was asked for, also when it is the code', async () => {
    const first = await open();
    first.store.dispatch(languageChosen('kr'));
    first.store.dispatch(languageMarked({ language: 'kr', mark: 'kr' }));
    await first.persistor.flush();
    expect(selectMarked((await open()).store.getState())).toBe(true);
  });

  it('of another language do not keep the mark', async () => {
    localStorage.setItem('lang', 'kr');
    localStorage.setItem('language-mark', 'kor');
    const { store, persistor } = await open();
    store.dispatch(languageChosen('esp'));
    await persistor.flush();
    expect([localStorage.getItem('lang'), localStorage.getItem('language-mark')]).toEqual(['esp', null]);
  });

  it('of an unknown language become English', async () => {
    localStorage.setItem('lang', 'xx');
    localStorage.setItem('language-mark', 'xx');
    expect((await open()).store.getState().language).toMatchObject({ language: 'en' });
  });

  it('with an invalid mark are reset', async () => {
    localStorage.setItem('lang', 'th');
    localStorage.setItem('language-mark', 'a\nb');
    expect((await open()).store.getState().language).toMatchObject({ language: 'en' });
  });

  it('default to English', async () => {
    expect((await open()).store.getState().language).toMatchObject({ language: 'en' });
  });
});

describe('preferences', () => {
  it('are restored, with favourites separate for each user, under a name that does not reveal the user id', async () => {
    const first = await open();
    const owner = ownerKeyOf(user.id);
    first.store.dispatch(themeChosen('light'));
    first.store.dispatch(favouriteToggled({ owner, symbol: 'BTC/USDT' }));
    await first.persistor.flush();
    expect(JSON.stringify(readStored('preferences'))).not.toContain(`"${user.id}"`);
    const { preferences } = (await open()).store.getState();
    expect(preferences.theme).toBe('light');
    expect(preferences.byOwner[owner]?.favourites).toEqual(['BTC/USDT']);
    expect(preferences.byOwner[ownerKeyOf(undefined)]).toBeUndefined();
  });

  it('of the balance list are restored, and unset before that', async () => {
    const first = await open();
    const owner = ownerKeyOf(user.id);
    const before = first.store.getState();
    expect([selectOwn(before, owner, 'hidesSmall'), selectOwn(before, owner, 'totalUnit')]).toEqual([false, 'USDT']);
    first.store.dispatch(ownChosen({ owner, own: { hidesSmall: true } }));
    first.store.dispatch(ownChosen({ owner, own: { totalUnit: 'BTC' } }));
    await first.persistor.flush();
    const after = (await open()).store.getState();
    expect([selectOwn(after, owner, 'hidesSmall'), selectOwn(after, owner, 'totalUnit')]).toEqual([true, 'BTC']);
  });

  it('of a trader are restored: price colours, recent markets, confirmation, the chart', async () => {
    const first = await open();
    const owner = ownerKeyOf(user.id);
    const chart = { ...USUAL_CHART, interval: '1week', isStripOpen: true } as const;
    first.store.dispatch(priceColoursChosen('colour-blind'));
    first.store.dispatch(marketVisited({ owner, symbol: 'ETH/USDT' }));
    first.store.dispatch(ownChosen({ owner, own: { confirmsOrders: false } }));
    first.store.dispatch(ownChosen({ owner, own: { chart } }));
    await first.persistor.flush();
    const after = (await open()).store.getState();
    expect(selectPriceColours(after)).toBe('colour-blind');
    expect(selectOwn(after, owner, 'recents')).toEqual(['ETH/USDT']);
    expect(selectOwn(after, owner, 'confirmsOrders')).toBe(false);
    expect(selectOwn(after, owner, 'chart')).toEqual(chart);
  });

  it('that lack fields get defaults (migration 1)', async () => {
    localStorage.setItem('preferences', JSON.stringify({ theme: 'system' }));
    expect((await open()).store.getState().preferences).toMatchObject({ theme: 'system', byOwner: {} });
  });

  it('that are invalid are reset', async () => {
    localStorage.setItem('preferences', JSON.stringify({ theme: 'pink', byOwner: {}, _persist: { version: 1 } }));
    expect((await open()).store.getState().preferences).toMatchObject({ theme: 'dark', byOwner: {} });
    const byOwner = { o1: { favourites: [], hidesBalances: false, totalUnit: 'SHELLS' } };
    localStorage.setItem('preferences', JSON.stringify({ theme: 'light', byOwner, _persist: { version: 1 } }));
    expect((await open()).store.getState().preferences).toMatchObject({ theme: 'dark', byOwner: {} });
  });
});

it('has a migration for every version of a part', () => {
  for (const part of [sessionPart, languagePart, preferencesPart]) {
    const versions = Array.from({ length: part.version }, (_, index) => String(index + 1));
    expect(Object.keys(part.migrations)).toEqual(versions);
  }
});

it('persists nothing else', async () => {
  const { persistor } = await open();
  await persistor.flush();
  expect(Object.keys(localStorage).sort()).toEqual(['lang', 'lang-version', 'lifeData', 'preferences']);
});
